// Makes a scenario from the input that the user names.
#include "mcsim/app/run/run_input.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/app/base/strict.hpp"
#include "mcsim/app/run/refused_warnings.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {

Expected<InputKind, Refusal> kind_to_run(const RunRequest& request) {
  auto kind = kind_of_input(request.input);
  if (!kind) return Unexpected(Refusal{std::move(kind).error(), ExitCode::bad_input});
  if (*kind == InputKind::scenario && (request.slots || request.dispatch))
    return Unexpected(
        Refusal{{{about_file(request.input,
                             "--slots and --dispatch are for bare traces; a scenario takes "
                             "--set model.dispatch=NAME")}},
                ExitCode::usage});
  return *kind;
}

Expected<Scenario, Diagnostics> load_input(const RunRequest& request, InputKind kind,
                                           const std::vector<std::string>& varied,
                                           const Registry& registry, SwfCache* traces) {
  ScenarioChoices choices = choices_of(registry);
  choices.sets = request.sets;
  choices.takes_programs = true;
  choices.varied = varied;
  choices.by_weeks = request.by_weeks;
  choices.seed = request.seed;
  choices.traces = traces;
  choices.until = request.until;
  auto scenario = kind == InputKind::trace ? load_trace(request.input, request.slots,
                                                        request.dispatch.value_or("easy"), choices)
                                           : load_scenario(request.input, choices);
  if (scenario) warn_of_refused(*scenario, request.input, registry);
  if (scenario && varied.empty())  // a program may be for other variants
    append(scenario->warnings, idle_programs(request.programs, {&*scenario, 1}));
  if (scenario && request.strict && !scenario->warnings.list.empty())
    return Unexpected(as_errors(std::move(scenario->warnings)));
  return scenario;
}

ExitCode code_of(const Diagnostics& wrong) {
  const bool is_usage = std::ranges::all_of(wrong.list, [](const Diagnostic& one) {
    const std::string& option = one.file;
    return one.severity == Severity::warning || option.starts_with("--seed ") ||
           option.starts_with("--until ") || option.starts_with("--slots ") ||
           option.starts_with("--dispatch ") || option.starts_with("--set =") ||
           (option.starts_with("--set ") && option.find('=') == std::string::npos);
  });
  return is_usage ? ExitCode::usage : ExitCode::bad_input;
}

}  // namespace mcsim::app
