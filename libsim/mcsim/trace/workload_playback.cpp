// Reads workloads from recordings.
#include "mcsim/trace/workload_playback.hpp"

#include <utility>

#include "mcsim/trace/workload_pass.hpp"

namespace mcsim::trace {

Expected<WorkloadReport, Diagnostics> play_workload(std::shared_ptr<const SwfRecording> recording,
                                                    const WorkloadOptions& options,
                                                    const std::vector<WorkloadSink>& sinks,
                                                    NameTable& users, NameTable& groups,
                                                    std::vector<SkippedRow>& skipped) {
  SwfPlayback playback(std::move(recording), options.shown_name);
  return read_all(options, playback, sinks, users, groups, skipped);
}

}  // namespace mcsim::trace
