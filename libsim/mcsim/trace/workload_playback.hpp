// Reads a workload from a recording. A source of its own: two such passes in one would be inlined
// less (6 instructions a job).
#pragma once

#include <memory>
#include <vector>

#include "mcsim/trace/swf_recording.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::trace {

/// As read_workload(), with the rows of `recording`.
Expected<WorkloadReport, Diagnostics> play_workload(std::shared_ptr<const SwfRecording> recording,
                                                    const WorkloadOptions& options,
                                                    const std::vector<WorkloadSink>& sinks,
                                                    NameTable& users, NameTable& groups,
                                                    std::vector<SkippedRow>& skipped);

}  // namespace mcsim::trace
