// One simulation, from text to text.
#include "mcsim/experiment/run_command.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "mcsim/experiment/choices.hpp"
#include "mcsim/experiment/input_kind.hpp"
#include "mcsim/experiment/interrupt.hpp"
#include "mcsim/experiment/progress.hpp"
#include "mcsim/io/complaints.hpp"
#include "mcsim/io/run_folder.hpp"
#include "mcsim/system/recorder.hpp"
#include "mcsim/system/simulation.hpp"
#include "run_judge.hpp"
#include "run_outputs.hpp"
#include "run_report.hpp"

namespace mcsim {
namespace {

Expected<Scenario, Diagnostics> load(const RunRequest& request, InputKind kind,
                                     const Registry& registry) {
  ScenarioChoices choices = choices_of(registry);
  choices.sets = request.sets;
  choices.seed = request.seed;
  choices.until = request.until;
  if (kind == InputKind::trace)
    return load_trace(request.input, request.slots, request.dispatch.value_or("easy"), choices);
  return load_scenario(request.input, choices);
}

RunResults simulate(const GridConfig& config, const Registry& registry, const Console& console) {
  std::uint64_t jobs = 0;
  for (const ClusterConfig& cluster : config.clusters) jobs += cluster.trace.size();
  Simulation simulation(config, registry);
  Recorder recorder(config);
  Progress progress(console, jobs);
  const Time until = config.until.value_or(never - 1ms);
  const RunState state = simulation.run_until(until, recorder, [&](Time now) {
    progress.update(now, simulation.counts().ends);
    return InterruptWatch::interrupted();
  });
  return std::move(recorder).results(simulation, state, until);
}

/// What a program that reads the results would not see on standard output.
void warn(const RunResults& results, const RunReport& report, const Console& console) {
  Diagnostics warnings;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    Diagnostic warning = about_file("mcsim", std::to_string(count) + std::string(what));
    warning.severity = Severity::warning;
    warnings.add(std::move(warning));
  };
  if (results.stalled) {
    const std::uint64_t waiting = report.counts().waiting();
    add(waiting, waiting == 1 ? " job waits and nothing will ever start it (stalled)"
                              : " jobs wait and nothing will ever start them (stalled)");
    const std::uint64_t suspended = report.counts().suspended();
    add(suspended, suspended == 1
                       ? " job is suspended and nothing will ever resume it (stalled)"
                       : " jobs are suspended and nothing will ever resume them (stalled)");
  }
  add(results.ignored_actions, results.ignored_actions == 1
                                   ? " action found nothing to act on and was ignored"
                                   : " actions found nothing to act on and were ignored");
  print(console, warnings);
}

/// Whether all that is wrong is how an option was written.
bool is_usage(const Diagnostics& wrong) {
  return std::ranges::all_of(wrong.list, [](const Diagnostic& one) {
    const std::string& option = one.file;
    return one.severity == Severity::warning || option.starts_with("--seed ") ||
           option.starts_with("--until ") || option.starts_with("--slots ") ||
           option.starts_with("--dispatch ") ||
           (option.starts_with("--set ") && option.find('=') == std::string::npos);
  });
}

/// Simulates, writes and prints. The scenario is good, and so is the folder, if there is one.
ExitCode run(const RunRequest& request, const Scenario& scenario, Outputs outputs,
             RunFolder* folder, const Stopwatch& watch, const Registry& registry,
             const Console& console) {
  const InterruptWatch interrupts;
  const RunResults results = simulate(scenario.config, registry, console);
  const RunReport report(request, scenario, results);
  std::optional<Diagnostic> failure;
  if (folder != nullptr) failure = report.write_tables(*folder, outputs);
  const std::string summary = report.summary(watch);
  if (folder != nullptr && !failure) failure = folder->write("summary.json", summary);
  if (folder != nullptr && !failure) failure = folder->commit();
  if (failure) {
    print(console, {{*failure}});
    return ExitCode::run_failed;
  }
  warn(results, report, console);
  if (request.json)
    console.out << summary;
  else if (!request.quiet)
    console.out << report.table() << '\n'
                << (folder == nullptr ? "" : "results in: " + *request.folder + "\n")
                << "to reproduce: " << report.reproducing_line() << '\n';
  const ExitCode judged = judge(request, scenario, report, summary, console);
  return results.complete ? judged : ExitCode::interrupted;
}

}  // namespace

ExitCode run_command(const RunRequest& request, const Registry& registry, const Console& console) {
  const Stopwatch watch;
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const auto outputs = read_outputs(request.outputs);
  if (!outputs) return fail(outputs.error(), ExitCode::usage);
  const auto kind = kind_of_input(request.input);
  if (!kind) return fail(kind.error(), ExitCode::bad_input);
  if (*kind == InputKind::scenario && (request.slots || request.dispatch))
    return fail({{about_file(request.input,
                             "--slots and --dispatch are for bare traces; a scenario takes "
                             "--set model.dispatch=NAME")}},
                ExitCode::usage);
  const auto scenario = load(request, *kind, registry);
  if (!scenario)
    return fail(scenario.error(),
                is_usage(scenario.error()) ? ExitCode::usage : ExitCode::bad_input);
  print(console, scenario->warnings);
  if (request.print_config) {
    console.out << scenario->effective;
    return ExitCode::done;
  }
  if (!request.folder) return run(request, *scenario, *outputs, nullptr, watch, registry, console);
  auto folder = RunFolder::create(*request.folder);
  if (!folder) return fail(folder.error(), ExitCode::run_failed);
  return run(request, *scenario, *outputs, &*folder, watch, registry, console);
}

}  // namespace mcsim
