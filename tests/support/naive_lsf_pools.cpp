// Entitlements, pass by pass, as docs/rules/scheduling.md says.
#include "support/naive_lsf_pools.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "support/naive_lsf_hosts.hpp"

namespace mcsim::testing::naive {
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

/// The slots that a user's jobs have, and those that the pending jobs ask for.
struct Asked {
  std::int64_t used = 0;
  std::int64_t pending = 0;
};

bool starts_jobs(const State& state, QueueId queue) {
  const QueueConfig& config = config_of(state, queue);
  const WeekClock& clock = state.config.clock;
  return state.queues[index_of(queue)].active && config.dispatch_window.open_at(state.now, clock) &&
         config.run_window.open_at(state.now, clock);
}

std::map<NameId, Asked> demand_of(const State& state, QueueId queue) {
  std::map<NameId, Asked> demand;
  for (const Job& job : state.jobs) {
    if (job.queue != queue) continue;
    if (job.is_started()) demand[job.asked.user].used += job.slots();
    if (state.is_pending(job) && starts_jobs(state, queue))
      demand[job.asked.user].pending += job.slots();
  }
  return demand;
}

/// The sum over the queue's hosts of the least of MXJ, the queue's limits on the host, and
/// `also(host)`.
template <class Also>
std::int64_t sum_on_hosts(const State& state, QueueId queue, Also&& also) {
  const QueueConfig& config = config_of(state, queue);
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const HostConfig& host = state.host(state.host_id(at));
    if (has_host(state, queue, state.host_id(at)))
      sum += std::min(
          {host.mxj.count(), config.hjob_limit, config.pjob_limit.on(host.ncpus), also(host)});
  }
  return sum;
}

/// The slots that limits on users allow the pending jobs of a user. `before`: what users before
/// this one were allowed, by shared limit.
std::int64_t allowed_to(const State& state, QueueId queue, NameId user, const Asked& demand,
                        const std::map<const UserLimit*, std::int64_t>& before) {
  const std::vector<NameId> alone{user};
  const bool suspended_too = !state.has_preemption();
  const auto used_by = [&](const std::vector<NameId>& users, std::optional<QueueId> in) {
    return state.used({.queue = in, .users = &users, .suspended_too = suspended_too});
  };
  std::int64_t allowed = demand.pending;
  const QueueConfig& config = config_of(state, queue);
  if (config.ujob_limit < no_limit)
    allowed = std::min(allowed, config.ujob_limit - used_by(alone, queue));
  const auto by_host = [](const HostConfig& host) { return host.user_limit; };
  allowed = std::min(allowed, sum_on_hosts(state, queue, by_host) - demand.used);
  for (const HeldLimit& held : limits_of(state, user)) {
    const auto by_processor = [&](const HostConfig& host) {
      return held.limit->per_processor.on(host.ncpus);
    };
    allowed = std::min(allowed, sum_on_hosts(state, queue, by_processor) - demand.used);
    if (held.limit->max_jobs == no_limit) continue;
    std::int64_t left = held.limit->max_jobs - used_by(held.users, std::nullopt);
    const auto shared = before.find(held.limit);
    if (held.limit->together && shared != before.end()) left -= shared->second;
    allowed = std::min(allowed, left);
  }
  return std::max<std::int64_t>(allowed, 0);
}

/// The most slots that a queue can make use of: the lesser of its demand and its limits.
std::int64_t useful_to(const State& state, QueueId queue) {
  const QueueConfig& config = config_of(state, queue);
  std::int64_t demand = 0;
  std::int64_t by_users = 0;
  std::map<const UserLimit*, std::int64_t> shared;
  for (const auto& [user, wants] : demand_of(state, queue)) {
    demand += wants.used + wants.pending;
    const std::int64_t allowed = allowed_to(state, queue, user, wants, shared);
    by_users += wants.used + allowed;
    for (const HeldLimit& held : limits_of(state, user)) shared[held.limit] += allowed;
  }
  const std::int64_t by_hosts =
      sum_on_hosts(state, queue, [](const HostConfig&) { return no_limit; });
  const std::int64_t by_queue = config.qjob_limit == no_limit ? endless : config.qjob_limit;
  return std::min({demand, by_users, by_hosts, by_queue});
}

double use_of(const State& state, QueueId queue) {
  const auto slots = static_cast<std::int32_t>(state.running_slots(queue));
  return state.decay.value(state.queues[index_of(queue)].use, Slots(slots), state.now);
}

bool all_alike(const State& state) { return state.config.model.pool_shares == "equal"; }

/// The first and the second key of the order, before PRIORITY; smaller keys come first.
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

/// The slots that a pass which began with `left` slots gives a queue, if it can use them.
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

}  // namespace mcsim::testing::naive
