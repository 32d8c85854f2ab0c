// A workload's jobs as resampling draws them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/trace/resampling.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::config {

/// The sinks with other traces, one each.
std::vector<WorkloadSink> with_traces(const std::vector<WorkloadSink>& sinks,
                                      std::vector<TraceBuilder>& traces);

/// The jobs of a workload, read aside.
class ResampledWorkload {
 public:
  ResampledWorkload(ScenarioDraft& draft, const std::vector<WorkloadSink>& sinks,
                    std::vector<TraceBuilder> aside, const JsonAt& at);

  /// Adds what is drawn of them to the sinks, with new numbers, and says what is left out. Copies
  /// of a job that comes after another one come after that one's copy of the same block. Complains
  /// of a trace of less than two weeks.
  void add(Resample by, const WorkloadOptions& options, WorkloadReport& report);
  /// The same by weeks if the trace is long, else adds the jobs as they are. Nobody has asked for
  /// it: what is left out is noted in the scenario, and it is no warning.
  void add_by_weeks(const WorkloadOptions& options, WorkloadReport& report);

 private:
  std::uint64_t seed_for(Resample by, const WorkloadOptions& options) const;
  struct Row {
    TraceJob job;
    std::size_t sink = 0;
  };

  std::int64_t weeks() const;
  std::size_t behind() const;
  /// Returns how many jobs lose the one that they would come after.
  std::size_t draw(Resample by, const WorkloadOptions& options, WorkloadReport& report);
  void say_left_out(std::size_t count);
  void say_alone(const WorkloadReport& report, std::size_t alone);
  /// With the numbers of copies. Returns how many copies lose the job that they would come after.
  std::size_t remap(std::vector<NamedDependency>& dependencies, const std::vector<Resampled>& drawn,
                    std::int64_t first) const;

  ScenarioDraft& draft_;
  const std::vector<WorkloadSink>& sinks_;
  std::vector<Row> rows_;  ///< in order of submission
  const JsonAt& at_;
};

}  // namespace mcsim::config
