// Reads the scenarios of a sweep.
#include "mcsim/app/cells/sweep_inputs.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mcsim/app/base/strict.hpp"
#include "mcsim/app/base/warnings.hpp"
#include "mcsim/app/cells/replicas.hpp"
#include "mcsim/app/cells/same_runs.hpp"
#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/cells/what_is_random.hpp"
#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {

Expected<SweepInputs, ExitCode> read_inputs(const SweepRequest& typed, const Registry& registry,
                                            const Console& console, const CheckVariants& check) {
  SweepRequest request = typed;
  request.run.by_weeks = by_weeks(request);
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return Unexpected(code);
  };
  auto variations = read_variations(request.vary);
  if (!variations) return fail(variations.error(), ExitCode::usage);
  const auto kind = kind_to_run(request.run);
  if (!kind) return fail(kind.error().why, kind.error().code);
  std::vector<Variant> variants = combine(*variations);
  Diagnostics wrong = check(variants);
  append(wrong, wrong_replicas(request, variants));
  if (wrong.has_errors()) return fail(wrong, ExitCode::usage);
  variants = resampled(request, std::move(variants));
  const auto tell = [&](const Diagnostics& all) {
    print_about_input(console, all, request.run.input, request.run.warnings);
  };
  auto traces = std::make_unique<SwfCache>();
  auto scenarios = load_variants(request, *kind, variants, registry, *traces);
  if (!scenarios) {
    tell(scenarios.error());
    return Unexpected(code_of(scenarios.error()));
  }
  if (const Diagnostics beyond = seeds_beyond(request, *scenarios); beyond.has_errors())
    return fail(beyond, ExitCode::usage);
  if (variants.size() > 1) {
    Diagnostics idle = idle_programs(request.run.programs, *scenarios);
    if (request.run.strict) idle = as_errors(std::move(idle));
    tell(idle);
    if (idle.has_errors()) return Unexpected(ExitCode::bad_input);
  }
  std::vector<Diagnostics> warnings;
  warnings.reserve(scenarios->size());
  for (const Scenario& scenario : *scenarios) warnings.push_back(scenario.warnings);
  print_about_variants(console, said_once(warnings, variants), warnings, request.run.input,
                       request.run.warnings);
  return SweepInputs{std::move(request),     *kind,
                     std::move(*variations), std::move(variants),
                     std::move(*scenarios),  std::move(traces)};
}

void tell_of_sameness(SweepInputs& inputs, const Registry& registry, const Console& console) {
  print(console, idle_seeds(inputs.scenarios, inputs.variants, registry));
  print(console, same_runs(inputs.scenarios, inputs.variants));
  if (inputs.request.replicas == 1) return;
  print(console, without_luck(inputs.request, inputs.variants, inputs.scenarios, registry));
  print(console, drawn_by_weeks(inputs.variants, inputs.scenarios));
  print(console, about_resampled_waits(inputs.request));
  const bool has_any = std::ranges::any_of(
      inputs.scenarios, [&](const Scenario& scenario) { return has_luck(scenario, registry); });
  if (!has_any) inputs.request.replicas = 1;
}

}  // namespace mcsim::app
