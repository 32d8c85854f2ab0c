// Runs one scenario with all combinations of some values, and reports.
#include "mcsim/app/compare/compare_command.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/cells/cell_store.hpp"
#include "mcsim/app/cells/replicas.hpp"
#include "mcsim/app/cells/sweep_inputs.hpp"
#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/compare/all_gates.hpp"
#include "mcsim/app/compare/compare_files.hpp"
#include "mcsim/app/compare/comparison.hpp"
#include "mcsim/app/compare/interval_gates.hpp"
#include "mcsim/app/compare/metric_names.hpp"
#include "mcsim/app/compare/precision.hpp"
#include "mcsim/app/compare/replica_report.hpp"
#include "mcsim/app/run/known_metrics.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

std::optional<std::uint64_t> seed_of(const std::vector<Scenario>& scenarios) {
  const std::uint64_t seed = scenarios.front().config.seed;
  const bool same = std::ranges::all_of(
      scenarios, [&](const Scenario& scenario) { return scenario.config.seed == seed; });
  return same ? std::optional(seed) : std::nullopt;
}

/// Of a comparison that lacks runs, `why`.
Diagnostics about_incomplete(const Comparison& comparison, const CellStore* store,
                             const std::string& why) {
  const auto complete = std::ranges::count(comparison.results, true, &RunResult::complete);
  Diagnostic warning =
      about_file("mcsim", why + ": " + std::to_string(complete) + " of " +
                              std::to_string(comparison.results.size()) + " runs are complete" +
                              (store == nullptr || complete == 0
                                   ? ""
                                   : " and stay in " + store->shown_name() +
                                         "; the same command goes on with the others"));
  warning.severity = Severity::warning;
  return {{std::move(warning)}};
}

std::string last_lines(const Comparison& comparison, const CellStore* store) {
  const std::string where = store == nullptr ? "" : "results in: " + store->shown_name() + "\n";
  return where + "to reproduce: " + reproducing_line(comparison) + "\n";
}

/// That more replicas are needed than are allowed.
Diagnostics about_precision(const Comparison& comparison, const std::vector<Standings>& together) {
  if (!comparison.asked.precision) return {};
  const auto least = least_precise(together, comparison.variants, *comparison.asked.precision);
  if (!least) return {};
  Diagnostic warning = about_file("--precision " + *comparison.request.precision,
                                  "not reached with " + std::to_string(comparison.replicas()) +
                                      " replicas: the half-width of " + least->description +
                                      " is " + percent_text(least->part) + " % of it; some " +
                                      std::to_string(least->needed) + " replicas would do");
  warning.severity = Severity::warning;
  return {{std::move(warning)}};
}

/// The runs of a comparison as they are done: first some replicas, then as many more as a precision
/// takes.
class Replicas {
 public:
  Replicas(SweepInputs& inputs, Comparison& comparison, const Registry& registry)
      : inputs_(inputs),
        comparison_(comparison),
        has_gates_(inputs.has_gates()),
        all_(runs_of(inputs.request, inputs.variants, inputs.scenarios, registry)) {
    const std::size_t most = inputs.request.replicas;
    take(comparison.asked.precision ? std::min(first_replicas, most) : most);
  }

  /// The plan of the runs that are wanted so far.
  SweepPlan plan() const { return plan_of(inputs_.request, comparison_.runs, has_gates_); }

  /// Errors: those of do_runs(), and of the folder.
  std::optional<Refusal> run(const CellStore* store, const Registry& registry,
                             const Console& console) {
    for (bool is_first = true; is_first || wants_more(); is_first = false) {
      if (store != nullptr && !is_first)  // it was opened with the plan of the first ones
        if (auto failure = store->take_plan(plan()))
          return Refusal{*std::move(failure), ExitCode::run_failed};
      auto results = do_runs({.request = inputs_.request,
                              .kind = inputs_.kind,
                              .runs = comparison_.runs,
                              .scenarios = std::exchange(inputs_.scenarios, {}),
                              .traces = *inputs_.traces,
                              .store = store,
                              .first = comparison_.results.size(),
                              .end = comparison_.runs.size()},
                             registry, console);
      if (!results) return std::move(results.error());
      std::ranges::move(*results, std::back_inserter(comparison_.results));
    }
    return std::nullopt;
  }

 private:
  void take(std::size_t replicas) {
    const auto end = static_cast<std::ptrdiff_t>(replicas * inputs_.variants.size());
    comparison_.runs.assign(all_.begin(), all_.begin() + end);
  }

  bool wants_more() {
    const std::size_t count = comparison_.replicas();
    const std::size_t most = inputs_.request.replicas;
    if (!comparison_.asked.precision || count == most || !comparison_.is_whole()) return false;
    const auto least =
        least_precise(standings(comparison_), comparison_.variants, *comparison_.asked.precision);
    if (least) take(next_count(count, least->needed, most));
    return least.has_value();
  }

  SweepInputs& inputs_;
  Comparison& comparison_;
  const bool has_gates_;
  const std::vector<Variant> all_;  ///< as many as there may be
};

std::optional<Diagnostic> write(const CellStore& store, const Comparison& comparison,
                                const std::string& json) {
  auto failure = store.write("compare.csv", compare_csv(comparison.runs, comparison.results));
  return failure ? failure : store.write("compare.json", json);
}

/// Writes and prints what the runs have brought.
ExitCode conclude(Comparison& comparison, const std::vector<VariantGates>& gates,
                  const CellStore* store, const Console& console) {
  const CompareRequest& request = comparison.request;
  const std::vector<Standings> together = standings(comparison);
  const Diagnostics failed = failed_gates(comparison, gates);
  const Diagnostics left_out = without_statistics(comparison);
  sort_by_variant(comparison);
  const std::string json = json_text_of(comparison, together);
  Diagnostics warnings;
  const std::string text = report(comparison, together, console.out_width(), warnings);
  const bool is_whole = comparison.is_whole();
  const Diagnostics broken = failures_of(comparison.runs, comparison.results);
  const bool is_interrupted = InterruptWatch::interrupted() || (!is_whole && broken.list.empty());
  const bool has_any = std::ranges::any_of(comparison.results, &RunResult::complete);
  if (store != nullptr && has_any)
    if (const auto failure = write(*store, comparison, json)) {
      print(console, {{*failure}});
      return ExitCode::run_failed;
    }
  print(console, run_warnings(comparison));
  if (has_any) {
    print(console, warnings);
    print(console, left_out);
    print(console, about_precision(comparison, together));
  }
  if (request.run.json)
    console.out << json;
  else if (!request.run.quiet && has_any)
    console.out << text << last_lines(comparison, store);
  print(console, broken);
  if (!is_whole)
    print(console, about_incomplete(comparison, store,
                                    is_interrupted ? "interrupted" : "not all can be run"));
  print(console, failed);
  if (!is_whole) return is_interrupted ? ExitCode::interrupted : ExitCode::run_failed;
  if (warnings.has_errors()) return ExitCode::usage;
  return failed.list.empty() ? ExitCode::done : ExitCode::gate;
}

/// The metrics of gates that no run has. One that only some variants have, such as a queue's, fails
/// behind the others' runs.
Diagnostics gates_of_none(const SweepInputs& inputs, const Registry& registry) {
  std::vector<Diagnostics> of_each;
  for (const Scenario& scenario : inputs.scenarios) {
    of_each.push_back(unknown_gates(inputs.request.run, scenario, registry));
    if (of_each.back().list.empty()) return {};
  }
  return said_once(of_each, inputs.variants);
}

}  // namespace

ExitCode compare_command(const CompareRequest& typed, const Registry& registry,
                         const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  CompareRequest request = typed;
  if (request.precision && request.replicas == 1) request.replicas = most_replicas;
  AskedConfidence asked;
  auto inputs = read_inputs(request, registry, console, [&](const auto& variants) {
    return read_confidence(request, variants, asked);
  });
  if (!inputs) return inputs.error();
  const std::vector<VariantGates> gates = gates_of(inputs->scenarios);
  Diagnostics wrong = gates_of_none(*inputs, registry);
  append(wrong, wrong_interval_gates(gates, inputs->variants, request.replicas));
  if (wrong.has_errors()) return fail(wrong, ExitCode::bad_input);
  if (request.metrics)
    if (const auto unknown =
            unknown_metrics(*request.metrics, request.run, inputs->scenarios, registry);
        !unknown.list.empty())
      return fail(unknown, ExitCode::usage);
  tell_of_sameness(*inputs, registry, console);
  if (inputs->request.replicas == 1) {
    asked.precision.reset();
    inputs->traces = std::make_unique<SwfCache>();  // nobody reads one again
  }
  Comparison comparison{request,
                        inputs->variations,
                        inputs->variants,
                        inputs->scenarios.front().config.name,
                        seed_of(inputs->scenarios),
                        asked};
  Replicas replicas(*inputs, comparison, registry);
  std::optional<CellStore> store;
  if (request.run.folder) {
    auto opened = CellStore::open(*request.run.folder, replicas.plan(), CellStore::Use::alone);
    if (!opened) return fail(opened.error(), ExitCode::run_failed);
    store.emplace(std::move(*opened));
  }
  const CellStore* const kept = store ? &*store : nullptr;
  const InterruptWatch interrupts;
  if (const auto failure = replicas.run(kept, registry, console))
    return fail(failure->why, failure->code);
  return conclude(comparison, gates, kept, console);
}

}  // namespace mcsim::app
