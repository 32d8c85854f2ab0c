// Does the runs of a sweep.
#include "mcsim/app/cells/variant_runs.hpp"

#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/cells/cell_id.hpp"
#include "mcsim/app/cells/failed_runs.hpp"
#include "mcsim/app/cells/in_parallel.hpp"
#include "mcsim/app/run/progress.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/app/run/run_outputs.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/run/run_steps.hpp"
#include "mcsim/app/run/run_warnings.hpp"
#include "mcsim/app/run/run_watch.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

/// By run: the first one of the same cell, which is often itself.
std::vector<std::size_t> twins(const std::vector<Variant>& runs) {
  std::map<std::string_view, std::size_t> first;
  std::vector<std::size_t> all;
  all.reserve(runs.size());
  for (std::size_t row = 0; row < runs.size(); ++row)
    all.push_back(first.try_emplace(runs[row].cell, row).first->second);
  return all;
}

/// The command that does one run of a sweep alone, wherever mcsim lies.
std::string command_of(const SweepRequest& request, const Variant& run, const Scenario& scenario) {
  RunRequest alone = request.run;
  alone.program = "mcsim";
  for (const std::string& set : run.assignments()) alone.sets.push_back(set);
  for (const DrawnByWeeks& one : scenario.by_weeks)
    alone.sets.push_back("workloads." + std::to_string(one.workload) + ".resample=weeks");
  return reproducing_words("run", alone) + " --seed " + std::to_string(run.seed);
}

/// All runs of a sweep. Threads share only the progress and the mark to stop; apart from these each
/// touches only the data of its run.
class Runs {
 public:
  Runs(RunsToDo what, const Registry& registry, const Console& console)
      : what_(std::move(what)),
        common_(common_of_cells(what_.request)),
        outputs_(*read_outputs(what_.request.outputs)),
        registry_(registry),
        progress_(console, what_.end - what_.first),
        results_(what_.end - what_.first),
        failures_(results_.size()),
        twin_(twins(what_.runs)) {
    outputs_.inputs = outputs_.any();
  }

  Expected<std::vector<RunResult>, Refusal> all() {
    in_parallel(results_.size(), threads_for(what_.request.jobs), stop_,
                [this](std::size_t at) { one(at); });
    for (Refusal& failure : failures_)
      if (!failure.why.list.empty()) return Unexpected(std::move(failure));
    for (std::size_t at = 0; at < results_.size(); ++at)
      if (auto wrong = take_from_elsewhere(at)) return Unexpected(*std::move(wrong));
    for (std::size_t at = 0; at < results_.size(); ++at)
      if (is_twin(at)) results_[at] = results_[twin_[what_.first + at] - what_.first];
    return std::move(results_);
  }

 private:
  void one(std::size_t at) {
    if (InterruptWatch::interrupted() || is_twin(at)) return;
    auto result = result_or_failure(what_.first + at);
    if (result) {
      results_[at] = std::move(*result);
    } else {
      failures_[at] = std::move(result.error());
      stop_ = true;
    }
  }

  /// Other runs go on where this one cannot: what stopped it may be of its variant alone.
  Expected<RunResult, Refusal> result_or_failure(std::size_t row) {
    try {
      return result_of(row);
    } catch (const RunFailed& failed) {
      if (what_.store != nullptr) what_.store->note_failure(what_.runs[row].cell, failed.what());
      return RunResult{.failure = failed.what()};
    }
  }

  Expected<RunResult, Refusal> result_of(std::size_t row) {
    const Variant& run = what_.runs[row];
    const CellStore* const store = what_.store;
    if (store == nullptr) return done(row);
    if (!store->has(run.cell)) {
      const bool is_ours = store->claim(twin_[row]);
      // Again: another process may have been at it before it was ours.
      if (!store->has(run.cell)) {
        if (!is_ours) return RunResult{.is_elsewhere = true};
        return done(row);
      }
    }
    progress_.kept();
    return kept_result(*store, run);
  }

  /// Whether the result of a run that is wanted is that of an earlier one.
  bool is_twin(std::size_t at) const {
    const std::size_t row = what_.first + at;
    return twin_[row] != row && twin_[row] >= what_.first;
  }

  /// What another process has done meanwhile. Returns why it cannot be read.
  std::optional<Refusal> take_from_elsewhere(std::size_t at) {
    const Variant& run = what_.runs[what_.first + at];
    if (!results_[at].is_elsewhere || !what_.store->has(run.cell)) return std::nullopt;
    auto kept = kept_result(*what_.store, run);
    if (!kept) return std::move(kept.error());
    results_[at] = std::move(*kept);
    return std::nullopt;
  }

  Expected<RunResult, Refusal> done(std::size_t row) {
    const Variant& run = what_.runs[row];
    const Stopwatch watch(Stopwatch::Of::thread);
    auto scenario = scenario_of(row);
    if (!scenario) return Unexpected(Refusal{std::move(scenario.error()), ExitCode::bad_input});
    if (cell_id(common_, scenario->effective, run.seed) != run.cell)
      return Unexpected(Refusal{{{not_the_planned(run)}}, ExitCode::bad_input});
    auto result = written(run, *scenario, watch);
    if (!result) return Unexpected(Refusal{std::move(result.error()), ExitCode::run_failed});
    return std::move(*result);
  }

  Expected<RunResult, Diagnostics> written(const Variant& run, const Scenario& scenario,
                                           const Stopwatch& watch) {
    std::optional<RunFolder> folder;
    if (what_.store != nullptr) {
      auto begun = what_.store->begin(run.cell);
      if (!begun) return Unexpected(std::move(begun.error()));
      folder.emplace(std::move(*begun));
    }
    auto result = simulated(run, scenario, folder ? &*folder : nullptr);
    if (result && result->complete && folder) {
      what_.store->forget_failure(run.cell);
      if (auto failure =
              what_.store->note_cost(run.cell, watch.wall_seconds(), watch.cpu_seconds()))
        return Unexpected(Diagnostics{{*std::move(failure)}});
    }
    return result;
  }

  /// Read when its turn comes, and freed when its run is over.
  Expected<Scenario, Diagnostics> scenario_of(std::size_t row) {
    const Variant& run = what_.runs[row];
    if (row < what_.scenarios.size()) return std::move(what_.scenarios[row]);
    return load_input(what_.request.run, what_.kind, run.assignments(), registry_, &what_.traces);
  }

  Expected<RunResult, Diagnostics> simulated(const Variant& run, const Scenario& scenario,
                                             RunFolder* folder) {
    auto outlook = folder == nullptr ? Expected<RunWatch, Diagnostics>(RunWatch(scenario.config))
                                     : RunWatch::create(scenario.config, outputs_, *folder);
    if (!outlook) return Unexpected(std::move(outlook.error()));
    const RunResults results = simulate(scenario.config, *outlook);
    RunRequest alone = what_.request.run;
    alone.command_line = command_of(what_.request, run, scenario);
    const RunReport report(alone, scenario, results);
    const Diagnostics warnings = warnings_of(results, report.metrics());
    RunFolder* const keeping = results.complete ? folder : nullptr;
    if (keeping != nullptr)
      if (auto failure = write_rest(*keeping, *outlook, warnings))
        return Unexpected(Diagnostics{{*std::move(failure)}});
    const auto summary = report.conclude(keeping, outputs_, nullptr);
    if (!summary) return Unexpected(summary.error());
    return RunResult{
        .summary = summary_tree(*summary), .complete = results.complete, .warnings = warnings};
  }

  static std::optional<Diagnostic> write_rest(RunFolder& folder, RunWatch& watch,
                                              const Diagnostics& warnings) {
    auto failure = watch.write(folder);
    if (failure || warnings.list.empty()) return failure;
    return folder.write("warnings.json", warnings_text(warnings));
  }

  RunResults simulate(const GridConfig& config, RunWatch& watch) {
    std::uint64_t calls = 0;
    SharedProgress::Run told(progress_, app::jobs_of(config));
    const auto step = [&](Time, std::uint64_t ended) {
      if (++calls % 1024 == 0) told.update(ended);
      return InterruptWatch::interrupted() || stop_;
    };
    RunResults results = run_watched(config, registry_, watch, step);
    if (results.complete) told.end();
    return results;
  }

  RunsToDo what_;
  const std::string common_;
  Outputs outputs_;
  const Registry& registry_;
  SharedProgress progress_;
  std::vector<RunResult> results_;
  std::vector<Refusal> failures_;
  const std::vector<std::size_t> twin_;
  std::atomic<bool> stop_ = false;
};

}  // namespace

Diagnostic not_the_planned(const Variant& run) {
  return about_file(run.title, "is no longer the run that was planned as " + run.cell +
                                   ": the input, a policy or mcsim has changed");
}

Diagnostics failures_of(const std::vector<Variant>& runs, const std::vector<RunResult>& results,
                        std::size_t first) {
  std::vector<FailedRun> failed;
  for (std::size_t at = 0; at < results.size(); ++at)
    if (results[at].failure) failed.emplace_back(&runs[first + at], *results[at].failure);
  return failed_runs(failed);
}

Expected<RunResult, Refusal> kept_result(const CellStore& store, const Variant& run) {
  auto summary = store.summary(run.cell);
  if (!summary) return Unexpected(Refusal{std::move(summary.error()), ExitCode::bad_input});
  auto warnings = store.warnings(run.cell);
  if (!warnings) return Unexpected(Refusal{std::move(warnings.error()), ExitCode::bad_input});
  return RunResult{.summary = without_engine(std::move(*summary)),
                   .complete = true,
                   .is_kept = true,
                   .warnings = std::move(*warnings)};
}

Expected<std::vector<RunResult>, Refusal> do_runs(RunsToDo what, const Registry& registry,
                                                  const Console& console) {
  return Runs(std::move(what), registry, console).all();
}

}  // namespace mcsim::app
