// Asks, for each job, what the scheduler asks when it is submitted.
#include "mcsim/scheduler/refused_jobs.hpp"

#include <algorithm>

#include "mcsim/model/refusal.hpp"

namespace mcsim::scheduler {
namespace {

EndReason refusal_under_lsf(const ClusterConfig& cluster, const ClusterSettings& settings,
                            const TraceJob& asked) {
  return refusal_of_new(settings, cluster.model.fairshare.no_share, asked,
                        cluster.profiles[index_of(asked.profile)]);
}

EndReason refusal_under_policy(const ClusterSettings& settings, const TraceJob& asked) {
  const bool is_asked = asked.requested >= 0ms && asked.limit < unlimited;
  return is_asked && asked.limit > settings.queues[index_of(asked.queue)].rules.run_limit
             ? EndReason::run_limit_over_queue
             : EndReason::none;
}

bool limits_runs(const ClusterSettings& settings) {
  return std::ranges::any_of(
      settings.queues, [](const QueueConfig& queue) { return queue.rules.run_limit < unlimited; });
}

}  // namespace

std::vector<RefusedJobs> refused_jobs(const ClusterConfig& cluster, bool has_dispatch) {
  std::vector<RefusedJobs> all;
  if (has_dispatch && !limits_runs(cluster)) return all;  // large traces are replayed so
  const auto refusal = [&](const ClusterSettings& settings, const TraceJob& asked) {
    return has_dispatch ? refusal_under_policy(settings, asked)
                        : refusal_under_lsf(cluster, settings, asked);
  };
  std::vector<const ClusterSettings*> later;
  for (const TimelineEntry& entry : cluster.timeline)
    if (entry.settings) later.push_back(&*entry.settings);
  const auto lets_in = [&](const TraceJob& asked) {
    return std::ranges::any_of(later, [&](const ClusterSettings* settings) {
      return refusal(*settings, asked) == EndReason::none;
    });
  };
  for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
    const auto job = static_cast<JobIndex>(at);
    const TraceJob& asked = cluster.trace[job];
    const EndReason reason = refusal(cluster, asked);
    if (reason == EndReason::none || lets_in(asked)) continue;
    const auto same = std::ranges::find_if(all, [&](const RefusedJobs& one) {
      return one.queue == asked.queue && one.reason == reason;
    });
    if (same == all.end())
      all.push_back({asked.queue, reason, job, 1});
    else
      ++same->count;
  }
  return all;
}

}  // namespace mcsim::scheduler
