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

 private:
  std::uint64_t seed_for(Resample by, const WorkloadOptions& options) const;
  struct Row {
    TraceJob job;
    std::size_t sink = 0;
  };

  void say(const WorkloadReport& report, std::size_t left_out, std::size_t alone);
  /// With the numbers of copies. Returns how many copies lose the job that they would come after.
  std::size_t remap(std::vector<NamedDependency>& dependencies, const std::vector<Resampled>& drawn,
                    std::int64_t first) const;

  ScenarioDraft& draft_;
  const std::vector<WorkloadSink>& sinks_;
  std::vector<Row> rows_;  ///< in order of submission
  const JsonAt& at_;
};

}  // namespace mcsim::config
