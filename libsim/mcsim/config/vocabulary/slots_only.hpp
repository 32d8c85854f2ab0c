// What a dispatch other than LSF's does not look at: slots and time are all that it sees.
#pragma once

#include <string_view>
#include <vector>

#include "mcsim/model/config.hpp"

namespace mcsim::config {

/// The keys of a cluster that only LSF's own scheduler reads, each once. `changes`: further entries
/// of its timeline.
std::vector<std::string_view> keys_beyond_slots(const ClusterConfig& config,
                                                const std::vector<TimelineEntry>& changes);

/// Whether such a cluster ever sends jobs to others or takes some from them. `changes`: likewise.
bool exchanges_jobs(const ClusterConfig& config, const std::vector<TimelineEntry>& changes);

/// Whether such a cluster follows the states of its jobs as LSF does, though a dispatch policy
/// chooses among them: it exchanges jobs, or some of its jobs wait for others (bsub -w).
bool keeps_job_states(const ClusterConfig& config);

/// The same cluster without them, so that LSF's rules find nothing that a dispatch policy does not
/// look at. Priorities of queues stay: they are reported to other clusters.
ClusterConfig slots_only(ClusterConfig config);

}  // namespace mcsim::config
