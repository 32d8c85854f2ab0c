// Reads workloads.
#include "mcsim/trace/workload.hpp"

#include <utility>

#include "mcsim/trace/workload_pass.hpp"
#include "mcsim/trace/workload_playback.hpp"

namespace mcsim::trace {

Expected<WorkloadReport, Diagnostics> read_workload(const WorkloadOptions& options,
                                                    TraceBuilder& trace, NameTable& users,
                                                    NameTable& groups, ProfileTable& profiles,
                                                    std::vector<SkippedRow>& skipped) {
  const std::vector<WorkloadSink> sinks{
      {options.cluster, trace, profiles, options.profile, options.largest, options.rooms}};
  return read_workload(options, sinks, users, groups, skipped);
}

Expected<WorkloadReport, Diagnostics> read_workload(const WorkloadOptions& options,
                                                    const std::vector<WorkloadSink>& sinks,
                                                    NameTable& users, NameTable& groups,
                                                    std::vector<SkippedRow>& skipped) {
  // Of a part of a trace the rest is not looked at.
  if (options.cache != nullptr && !options.first)
    if (auto recording = options.cache->recording(options.file, options.shown_name, options.memory))
      return play_workload(std::move(recording), options, sinks, users, groups, skipped);
  auto reader = SwfReader::open(options.file, options.shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));
  return read_all(options, *reader, sinks, users, groups, skipped);
}

}  // namespace mcsim::trace
