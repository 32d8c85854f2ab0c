// Jobs that never start and of which that is told elsewhere: no other check counts them.
#pragma once

#include "mcsim/config/scenario/scenario_moves.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::config {

/// Whether the job will be refused when it is submitted, by all settings that the cluster ever has.
bool is_refused(const ClusterDraft& cluster, const TraceJob& job);

/// How long jobs of the queue may be that run windows let start, by these settings.
Duration longest_in_windows(const ClusterSettings& settings, QueueId id);
/// Whether the run limit of the job is longer than any RUN_WINDOW of its queue is open, by all
/// settings that the cluster ever has, and nobody moves the job.
bool is_over_windows(ClusterDraft& cluster, const TraceJob& job, const MovedJobs& moved);

/// One of these.
inline bool is_told_of(ClusterDraft& cluster, const TraceJob& job, const MovedJobs& moved) {
  return is_refused(cluster, job) || is_over_windows(cluster, job, moved);
}

}  // namespace mcsim::config
