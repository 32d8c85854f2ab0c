// The observers of a run besides the recorder: its leases, and the files of --outputs that are made
// from facts.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "mcsim/app/run/run_outputs.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/results/counters_csv.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/results/executions_csv.hpp"
#include "mcsim/results/host_use_log.hpp"
#include "mcsim/results/launches_csv.hpp"
#include "mcsim/results/lease_log.hpp"
#include "mcsim/results/run_folder.hpp"
#include "mcsim/results/segments_csv.hpp"
#include "mcsim/results/series_csv.hpp"
#include "mcsim/results/shares_csv.hpp"
#include "mcsim/results/usage_log.hpp"

namespace mcsim::app {

/// The observers that were asked for; others do not exist and cost nothing.
class RunWatch {
 public:
  explicit RunWatch(const GridConfig& grid) {
    if (has_leases(grid)) leases_.emplace(grid);
    if (HostUseLog::is_of_use(grid)) host_use_.emplace(grid);
  }
  /// Also with what is asked for that needs no file.
  RunWatch(const GridConfig& grid, const Outputs& outputs) : RunWatch(grid) {
    if (outputs.usage) usage_.emplace(grid);
  }
  /// Opens the files that are written during the run. Errors: a file cannot be opened.
  static Expected<RunWatch, Diagnostics> create(const GridConfig& grid, const Outputs& outputs,
                                                const RunFolder& folder) {
    RunWatch watch(grid, outputs);
    if (outputs.executions) watch.executions_.emplace(grid);
    if (outputs.counters) watch.counters_.emplace(grid);
    if (outputs.launches) watch.launches_.emplace(grid);
    if (outputs.shares) watch.shares_.emplace(grid);
    if (outputs.segments) watch.segments_.emplace(grid);
    const auto open = [&](const char* name, std::unique_ptr<OutputFile>& to) -> Diagnostics {
      auto file = folder.open_table(name);
      if (!file) return std::move(file.error());
      to = std::make_unique<OutputFile>(std::move(*file));
      return {};
    };
    if (outputs.decisions) {
      auto failure = open(decisions_name, watch.decisions_file_);
      if (!failure.list.empty()) return Unexpected(std::move(failure));
      watch.decisions_.emplace(grid, *watch.decisions_file_);
    }
    if (outputs.series) {
      auto failure = open(series_name, watch.series_file_);
      if (!failure.list.empty()) return Unexpected(std::move(failure));
      watch.series_.emplace(grid, outputs.series_step, *watch.series_file_);
    }
    return watch;
  }
  bool is_asked_for() const {
    return leases_ || host_use_ || executions_ || counters_ || decisions_ || launches_ ||
           segments_ || series_ || usage_;
  }

  /// Adds the observers to `all`, by address: the watch must not be moved afterwards.
  void join(Observers& all, const Simulation& simulation) {
    if (leases_) all.add(*leases_);
    if (host_use_) all.add(*host_use_);
    if (host_use_) host_use_->watch(simulation);
    if (executions_) all.add(*executions_);
    if (counters_) all.add(*counters_);
    if (decisions_) all.add(*decisions_);
    if (launches_) all.add(*launches_);
    if (segments_) all.add(*segments_);
    if (series_) all.add(*series_);
    if (series_) series_->watch(simulation);
    if (usage_) all.add(*usage_);
  }

  /// Whether look() is to be called before each instant.
  bool looks() const { return shares_ || segments_ || series_ || usage_; }
  void look(const Simulation& simulation) {
    if (!std::exchange(has_begun_, true)) return;  // nothing has happened yet
    if (shares_) shares_->look(simulation.clusters(), simulation.played_until());
    if (segments_) segments_->look(simulation.clusters(), simulation.played_until());
    if (series_) series_->look(simulation.played_until());
    if (usage_) usage_->look(simulation.clusters(), simulation.played_until());
  }

  /// Adds what the observers have seen to the results of the run.
  void finish(const Simulation& simulation, RunResults& results) {
    if (leases_) results.leases = leases_->results(simulation, results.end);
    if (host_use_) host_use_->add_to(results.clusters, results.end);
    if (executions_) executions_->finish(results.end);
    look(simulation);
    if (shares_) shares_->finish(simulation.clusters(), results.end);
    if (series_) series_->finish(results.end);
    if (usage_)
      results.usage =
          usage_->results(simulation.clusters(), simulation.played_until(), results.end);
  }

  /// Writes the files of --outputs. Returns the first error.
  std::optional<Diagnostic> write(RunFolder& folder) {
    const auto write_one = [&](auto& log, const char* name) {
      return folder.write_table(name, [&](OutputFile& file) { return log.write(file); });
    };
    std::optional<Diagnostic> failure;
    if (decisions_file_)
      failure = folder.take_table(decisions_name, *decisions_file_, decisions_file_->close());
    if (!failure && series_file_)
      failure = folder.take_table(series_name, *series_file_, series_file_->close());
    if (!failure && executions_) failure = write_one(*executions_, "executions.csv");
    if (!failure && counters_) failure = write_one(*counters_, "counters.csv");
    if (!failure && launches_) failure = write_one(*launches_, "launches.csv");
    if (!failure && segments_) failure = write_one(*segments_, "segments.csv");
    if (!failure && shares_) failure = write_one(*shares_, "shares.csv");
    return failure;
  }

 private:
  static constexpr const char* decisions_name = "decisions.jsonl";
  static constexpr const char* series_name = "series.csv";

  std::optional<LeaseLog> leases_;
  std::optional<HostUseLog> host_use_;
  std::optional<ExecutionLog> executions_;
  std::optional<CounterLog> counters_;
  std::optional<LaunchLog> launches_;
  std::optional<SegmentLog> segments_;
  std::optional<ShareLog> shares_;
  std::unique_ptr<OutputFile> decisions_file_;  ///< keeps its address when the watch is moved
  std::optional<DecisionLog> decisions_;
  bool has_begun_ = false;
  std::unique_ptr<OutputFile> series_file_;
  std::optional<SeriesLog> series_;
  std::optional<UsageLog> usage_;
};

/// Plays a run with the observers of `watch`; `step` is called as now_and_then() says.
RunResults run_watched(const GridConfig& config, const Registry& registry, RunWatch& watch,
                       const std::function<bool(Time now, std::uint64_t ended)>& step);

}  // namespace mcsim::app
