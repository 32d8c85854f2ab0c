// One simulation, from text to text.
#include "mcsim/app/run/run_command.hpp"

#include <ostream>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/base/warnings.hpp"
#include "mcsim/app/run/known_metrics.hpp"
#include "mcsim/app/run/progress.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/app/run/run_judge.hpp"
#include "mcsim/app/run/run_loaded.hpp"
#include "mcsim/app/run/run_outputs.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/run/run_steps.hpp"
#include "mcsim/app/run/run_warnings.hpp"
#include "mcsim/app/run/run_watch.hpp"
#include "mcsim/results/run_folder.hpp"

namespace mcsim::app {
namespace {

/// Plays the run, with a progress bar, to its end or until Ctrl-C.
RunResults simulate(const GridConfig& config, const Registry& registry, const Console& console,
                    RunWatch& watch) {
  Progress progress(console, jobs_of(config));
  const auto step = [&](Time now, std::uint64_t ended) {
    progress.update(now, ended);
    return InterruptWatch::interrupted();
  };
  return run_watched(config, registry, watch, step);
}

/// Simulates, writes and prints. The scenario is valid, and the folder, if any, can be written.
ExitCode run(const RunRequest& request, const Scenario& scenario, Outputs outputs,
             RunFolder* folder, const Stopwatch& watch, const Registry& registry,
             const Console& console) {
  const InterruptWatch interrupts;
  auto outlook = folder == nullptr
                     ? Expected<RunWatch, Diagnostics>(RunWatch(scenario.config, outputs))
                     : RunWatch::create(scenario.config, outputs, *folder);
  if (!outlook) {
    print(console, outlook.error());
    return ExitCode::run_failed;
  }
  const RunResults results = simulate(scenario.config, registry, console, *outlook);
  const RunReport report(request, scenario, results);
  if (folder != nullptr)
    if (auto failure = outlook->write(*folder)) {
      print(console, {{*std::move(failure)}});
      return ExitCode::run_failed;
    }
  const auto summary = report.conclude(folder, outputs, &watch);
  if (!summary) {
    print(console, summary.error());
    return ExitCode::run_failed;
  }
  print(console, warnings_of(results, report.metrics()));
  if (!results.complete && folder != nullptr) print(console, about_interrupted(request, *folder));
  if (request.json)
    console.out << *summary;
  else if (!request.quiet)
    console.out << report.table(console.out_width()) << '\n'
                << (folder == nullptr ? "" : "results in: " + folder->shown_name() + "\n")
                << "to reproduce: " << report.reproducing_line() << '\n';
  const ExitCode judged = judge(request, scenario, report, *summary, console);
  return results.complete ? judged : ExitCode::interrupted;
}

}  // namespace

ExitCode run_command(const RunRequest& request, const Registry& registry, const Console& console) {
  return run_loaded(request, registry, console, [](const Scenario&) {});
}

ExitCode run_loaded(const RunRequest& request, const Registry& registry, const Console& console,
                    const OnLoaded& on_loaded) {
  const Stopwatch watch;
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const auto outputs = read_outputs(request.outputs, request.series_step);
  if (!outputs) return fail(outputs.error(), ExitCode::usage);
  const auto kind = kind_to_run(request);
  if (!kind) return fail(kind.error().why, kind.error().code);
  const auto scenario = load_input(request, *kind, {}, registry);
  if (!scenario) {
    print_about_input(console, scenario.error(), request.input, request.warnings);
    return code_of(scenario.error());
  }
  print_about_input(console, scenario->warnings, request.input, request.warnings);
  if (request.print_config) {
    console.out << scenario->effective;
    return ExitCode::done;
  }
  if (const auto unknown = unknown_gates(request, *scenario, registry); !unknown.list.empty())
    return fail(unknown, ExitCode::bad_input);
  on_loaded(*scenario);
  if (!request.folder) return run(request, *scenario, *outputs, nullptr, watch, registry, console);
  auto folder = RunFolder::create(*request.folder);
  if (!folder) return fail(folder.error(), ExitCode::run_failed);
  return run(request, *scenario, *outputs, &*folder, watch, registry, console);
}

}  // namespace mcsim::app
