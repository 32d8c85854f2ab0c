// Sums over the hosts of slot pools. Starts and ends of jobs, and what leases take and add, do not
// change them.
#include "mcsim/scheduler/pool_hosts.hpp"

#include <algorithm>

namespace mcsim::scheduler {

void PoolHosts::arrange() {
  const ClusterSettings& settings = state_.settings;
  state_.pools.slots.assign(settings.pools.size(), {});
  for (std::size_t at = 0; at < settings.pools.size(); ++at) {
    const auto pool = static_cast<PoolId>(at);
    for (const QueueId id : settings.pools[at].queues) {
      QueueState& queue = state_.queues[id];
      queue.most_on_hosts = queue.most_of_user = 0;
      queue.most_by_limit.assign(settings.user_limits.size(), 0);
    }
    find_hosts(pool);
    for (std::size_t host = 0; host < state_.hosts.size(); ++host)
      if (const auto id = static_cast<HostId>(host); state_.pools.slots[at].hosts[host]) {
        if (is_shared_out(id))
          count(pool, id, 1);
        else
          state_.pools.slots[at].left_out.insert(id);
      }
  }
}

/// All queues of a pool have the same hosts.
void PoolHosts::find_hosts(PoolId pool) {
  const QueueId first = state_.settings.pools[index_of(pool)].queues.front();
  const HostPreferences& listed = state_.settings.queues[index_of(first)].hosts;
  std::vector<bool>& hosts = state_.pools.slots[index_of(pool)].hosts;
  hosts.assign(state_.hosts.size(), listed.all);
  for (const HostPreferences::Entry& entry : listed.list) hosts[index_of(entry.host)] = true;
}

void PoolHosts::turned(HostId host) {
  for (std::size_t at = 0; at < state_.pools.slots.size(); ++at) {
    PoolSlots& slots = state_.pools.slots[at];
    if (!slots.hosts[index_of(host)]) continue;
    const auto pool = static_cast<PoolId>(at);
    if (!is_shared_out(host)) {
      if (slots.left_out.insert(host).second) count(pool, host, -1);
    } else if (slots.left_out.erase(host) > 0) {
      count(pool, host, 1);
    }
  }
}

bool PoolHosts::is_shared_out(HostId host) const {
  return config_.model.pool_total == PoolTotal::configured || state_.hosts[host].is_open();
}

/// Adds what a host lets the queues of a pool have, or takes it away.
void PoolHosts::count(PoolId pool, HostId host, std::int64_t sign) {
  const HostConfig& config = state_.settings.hosts[index_of(host)];
  const std::int32_t ncpus = state_.hosts[host].ncpus;
  state_.pools.slots[index_of(pool)].mxj += sign * config.mxj.count();
  for (const QueueId id : state_.settings.pools[index_of(pool)].queues) {
    const QueueConfig& limits = state_.settings.queues[index_of(id)];
    QueueState& queue = state_.queues[id];
    const std::int64_t most =
        std::min({config.mxj.count(), limits.hjob_limit, limits.pjob_limit.on(ncpus)});
    queue.most_on_hosts += sign * most;
    queue.most_of_user += sign * std::min<std::int64_t>(most, config.user_limit);
    for (std::size_t row = 0; row < queue.most_by_limit.size(); ++row)
      queue.most_by_limit[row] +=
          sign *
          std::min<std::int64_t>(most, state_.settings.user_limits[row].per_processor.on(ncpus));
  }
}

}  // namespace mcsim::scheduler
