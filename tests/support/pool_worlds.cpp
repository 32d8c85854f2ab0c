// Builds clusters with slot pools, and counts the slots of queues.
#include "support/pool_worlds.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "support/stable_order.hpp"

namespace mcsim::testing {

ClusterConfig pool_cluster(const std::vector<std::int32_t>& slots_of_hosts,
                           const std::vector<PoolRow>& queues) {
  ClusterConfig cluster = machine(slots_of_hosts, "lsf", {});
  cluster.queues.clear();
  PoolConfig pool{.name = "pool"};
  for (const PoolRow& row : queues) {
    const auto id = static_cast<QueueId>(cluster.queues.size());
    QueueConfig queue{.name = "queue" + std::to_string(cluster.queues.size())};
    queue.priority = row.priority;
    queue.qjob_limit = row.qjob_limit;
    if (row.share > 0) {
      queue.pool = PoolId{0};
      queue.slot_share = row.share;
      pool.queues.push_back(id);
    }
    cluster.queues.push_back(std::move(queue));
  }
  cluster.pools = {pool};
  return cluster;
}

Trace pool_trace(const std::vector<PoolJobs>& jobs) {
  std::vector<PoolJobs> in_order = jobs;
  sort_keeping_ties(in_order, &PoolJobs::submit);
  TraceBuilder builder;
  std::int64_t id = 0;
  for (const PoolJobs& some : in_order)
    for (std::int32_t at_once = 0; at_once < some.count; ++at_once) {
      TraceJob job;
      job.id = static_cast<JobId>(++id);
      job.submit = at(some.submit);
      job.run = some.run;
      job.user = static_cast<NameId>(some.queue);
      job.queue = static_cast<QueueId>(some.queue);
      builder.add(job);
    }
  return std::move(builder).freeze();
}

ByQueue use_between(const ClusterConfig& cluster, const ClusterResults& results, Time from,
                    Time to) {
  ByQueue use(cluster.queues.size(), 0);
  for (std::size_t at = 0; at < results.jobs.size(); ++at) {
    const JobOutcome& outcome = results.jobs[at];
    if (outcome.start == never) continue;
    const Duration held = std::min(outcome.finish, to) - std::max(outcome.start, from);
    const TraceJob& job = cluster.trace[static_cast<JobIndex>(at)];
    if (held > 0ms) use[index_of(job.queue)] += held.count() * job.slots.count();
  }
  return use;
}

ByQueue slots_at(const ClusterConfig& cluster, const ClusterResults& results, Time when) {
  return use_between(cluster, results, when, when + 1ms);
}

}  // namespace mcsim::testing
