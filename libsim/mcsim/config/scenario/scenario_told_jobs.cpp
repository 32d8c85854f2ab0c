// Asks, of a job, what is asked when it is submitted, and when a run window opens.
#include "mcsim/config/scenario/scenario_told_jobs.hpp"

#include <algorithm>

#include "mcsim/model/refusal.hpp"
#include "mcsim/model/run_limit.hpp"

namespace mcsim::config {

bool is_refused(const ClusterDraft& cluster, const TraceJob& job) {
  const JobProfile& profile = cluster.profiles.all()[index_of(job.profile)];
  const auto refuses = [&](const ClusterSettings& settings) {
    return refusal_of_new(settings, cluster.config.model.fairshare.no_share, job, profile) !=
           EndReason::none;
  };
  return refuses(cluster.config) &&
         std::ranges::all_of(cluster.changes, [&](const TimelineEntry& change) {
           return !change.settings || refuses(*change.settings);
         });
}

Duration longest_in_windows(const ClusterSettings& settings, QueueId id) {
  const QueueConfig& queue = settings.queues[index_of(id)];
  return queue.ignore_deadline || queue.forwarding.sends() ? unlimited : queue.run_window.longest();
}

bool is_over_windows(ClusterDraft& cluster, const TraceJob& job, const MovedJobs& moved) {
  if (moved.contains(static_cast<std::int64_t>(job.id))) return false;
  const ApplicationId application = cluster.profiles.all()[index_of(job.profile)].application;
  bool is_long = true;
  cluster.for_each_settings([&](const ClusterSettings& settings) {
    if (!is_long) return;
    const Duration limit = run_limit_of(settings, job.queue, application, job.limit);
    is_long = is_long && limit < unlimited && limit > longest_in_windows(settings, job.queue);
  });
  return is_long;
}

}  // namespace mcsim::config
