// Entitlements, pass by pass, as the page says it.
#include "support/naive_lsf_pools.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "support/naive_lsf_hosts.hpp"

namespace mcsim::naive {
namespace {

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max() / 4;

const QueueConfig& config_of(const State& state, QueueId queue) {
  return state.settings->queues[index_of(queue)];
}

bool has_host(const State& state, QueueId queue, HostId host) {
  return level_of(config_of(state, queue).hosts, host).has_value();
}

std::int64_t total_of(const State& state, const PoolConfig& pool) {
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    if (has_host(state, pool.queues.front(), state.host_id(at)))
      sum += state.host(state.host_id(at)).mxj.count();
  return std::min<std::int64_t>(sum, pool.max_slots);
}

/// Used slots and those of pending jobs, by user.
std::map<NameId, std::int64_t> demand_of(const State& state, QueueId queue) {
  std::map<NameId, std::int64_t> demand;
  for (const Job& job : state.jobs)
    if (job.queue == queue && (job.is_started() || state.is_pending(job)))
      demand[job.asked.user] += job.slots();
  return demand;
}

/// The most slots that a queue can make use of: the lesser of its demand and its limits.
std::int64_t useful_to(const State& state, QueueId queue) {
  const QueueConfig& config = config_of(state, queue);
  std::int64_t demand = 0;
  std::int64_t by_users = 0;
  for (const auto& [user, slots] : demand_of(state, queue)) {
    demand += slots;
    by_users += std::min<std::int64_t>(slots, config.ujob_limit);
  }
  std::int64_t by_hosts = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const HostConfig& host = state.host(state.host_id(at));
    if (has_host(state, queue, state.host_id(at)))
      by_hosts += std::min({host.mxj.count(), config.hjob_limit, config.pjob_limit.on(host.ncpus)});
  }
  const std::int64_t by_queue = config.qjob_limit == no_limit ? endless : config.qjob_limit;
  return std::min({demand, by_users, by_hosts, by_queue});
}

double use_of(const State& state, QueueId queue) {
  const auto slots = static_cast<std::int32_t>(state.running_slots(queue));
  return state.decay.value(state.queues[index_of(queue)].use, Slots(slots), state.now);
}

bool all_alike(const State& state) { return state.config.model.pool_shares == "equal"; }

/// What decides first, and what then, before PRIORITY; the smaller comes first.
std::pair<double, double> keys_of(const State& state, QueueId queue) {
  const double use = use_of(state, queue);
  const int share = all_alike(state) ? 1 : config_of(state, queue).slot_share;
  const PoolOrder order = state.config.model.pool_order;
  if (order == PoolOrder::shares) return {-share, use};
  if (order == PoolOrder::use) return {use, -share};
  return {use / share, -share};
}

std::vector<QueueId> order_of(const State& state, const PoolConfig& pool) {
  std::vector<QueueId> order = pool.queues;
  std::ranges::sort(order, {}, [&](QueueId queue) {
    return std::tuple(keys_of(state, queue), -config_of(state, queue).priority, queue);
  });
  return order;
}

/// What a pass that began with `left` slots gives a queue that has use for them.
std::int64_t quota_of(const State& state, const PoolConfig& pool, QueueId queue,
                      std::int64_t left) {
  const auto ceil_of = [](std::int64_t of, std::int64_t by) { return (of + by - 1) / by; };
  if (all_alike(state)) return ceil_of(left, static_cast<std::int64_t>(pool.queues.size()));
  return ceil_of(config_of(state, queue).slot_share * left, 100);
}

}  // namespace

PoolTurns share_out(const State& state, const PoolConfig& pool) {
  PoolTurns turns;
  turns.total = total_of(state, pool);
  turns.order = order_of(state, pool);
  turns.entitlements.assign(turns.order.size(), 0);
  std::int64_t left = turns.total;
  bool gave = true;
  while (left > 0 && gave) {
    gave = false;
    const std::int64_t at_start = left;
    for (std::size_t at = 0; at < turns.order.size(); ++at) {
      const QueueId queue = turns.order[at];
      const std::int64_t quota = quota_of(state, pool, queue, at_start);
      const std::int64_t headroom = useful_to(state, queue) - turns.entitlements[at];
      const std::int64_t given = std::max<std::int64_t>(0, std::min({quota, left, headroom}));
      turns.entitlements[at] += given;
      left -= given;
      gave = gave || given > 0;
    }
    if (pool.use_priority) break;
  }
  return turns;
}

}  // namespace mcsim::naive
