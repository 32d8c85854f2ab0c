// Shares and entitlements, pass by pass, as docs/rules/scheduling.md says.
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

/// Whether the slots of a host of a pool are shared out.
bool is_shared_out(const State& state, HostId host) {
  if (state.config.model.pool_total == PoolTotal::configured) return true;
  const Host& now = state.hosts[index_of(host)];
  return !now.down && !now.silent && !now.closed &&
         state.host(host).dispatch_window.open_at(state.now, state.config.clock);
}

/// The slots that a queue uses on hosts of its pool that are not shared out; `users`: only theirs.
std::int64_t used_elsewhere(const State& state, QueueId queue,
                            const std::vector<NameId>* users = nullptr) {
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    if (const HostId host = state.host_id(at);
        has_host(state, queue, host) && !is_shared_out(state, host))
      sum += state.used({.host = host, .queue = queue, .users = users});
  return sum;
}

std::int64_t used_elsewhere(const State& state, const PoolConfig& pool) {
  std::int64_t sum = 0;
  for (const QueueId queue : pool.queues) sum += used_elsewhere(state, queue);
  return sum;
}

std::int64_t total_of(const State& state, const PoolConfig& pool) {
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    if (const HostId host = state.host_id(at);
        has_host(state, pool.queues.front(), host) && is_shared_out(state, host))
      sum += state.host(host).mxj.count();
  const std::int64_t most = pool.max_slots - used_elsewhere(state, pool);
  return std::max<std::int64_t>(std::min(sum, most), 0);
}

/// The slots that a user's jobs have, those of them that are on hosts which are shared out, and
/// those that the pending jobs ask for.
struct Asked {
  std::int64_t used = 0;
  std::int64_t here = 0;
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
    if (state.is_in_line(job) && starts_jobs(state, queue))
      demand[job.asked.user].pending += job.slots();
  }
  for (auto& [user, asked] : demand) {
    const std::vector<NameId> alone{user};
    asked.here = asked.used - used_elsewhere(state, queue, &alone);
  }
  return demand;
}

/// The sum over those of the queue's hosts that are shared out of the least of MXJ, the queue's
/// limits on the host, and `also(host)`.
template <class Also>
std::int64_t sum_on_hosts(const State& state, QueueId queue, Also&& also) {
  const QueueConfig& config = config_of(state, queue);
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const HostConfig& host = state.host(state.host_id(at));
    if (has_host(state, queue, state.host_id(at)) && is_shared_out(state, state.host_id(at)))
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
  allowed = std::min(allowed, sum_on_hosts(state, queue, by_host) - demand.here);
  for (const HeldLimit& held : limits_of(state, user)) {
    const auto by_processor = [&](const HostConfig& host) {
      return held.limit->per_processor.on(host.ncpus);
    };
    allowed = std::min(allowed, sum_on_hosts(state, queue, by_processor) - demand.here);
    if (held.limit->max_jobs == no_limit) continue;
    std::int64_t left = held.limit->max_jobs - used_by(held.users, std::nullopt);
    const auto shared = before.find(held.limit);
    if (held.limit->together && shared != before.end()) left -= shared->second;
    allowed = std::min(allowed, left);
  }
  return std::max<std::int64_t>(allowed, 0);
}

/// The most slots that are shared out which a queue can make use of: the lesser of its demand and
/// its limits.
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
  return std::min(std::min({demand, by_users, by_queue}) - used_elsewhere(state, queue), by_hosts);
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

std::int64_t ceil_of(std::int64_t of, std::int64_t by) { return (of + by - 1) / by; }

/// SLOT_SHARE, or the same for all.
std::int64_t share_of(const State& state, QueueId queue) {
  return all_alike(state) ? 1 : config_of(state, queue).slot_share;
}

/// Slots on their way to the queues of a pool.
struct Deal {
  const State& state;
  const PoolConfig& pool;
  const std::vector<QueueId>& order;
  std::vector<std::int64_t> given;  ///< of the queues in `order`
  std::int64_t left = 0;

  std::int64_t headroom(std::size_t at) const { return useful_to(state, order[at]) - given[at]; }
  void give(std::size_t at, std::int64_t quota) {
    const std::int64_t slots = std::max<std::int64_t>(0, std::min({quota, left, headroom(at)}));
    given[at] += slots;
    left -= slots;
  }
};

/// Each queue gets its share of what is left when the pass begins.
void play_pass(Deal& deal) {
  const std::int64_t whole =
      all_alike(deal.state) ? static_cast<std::int64_t>(deal.order.size()) : 100;
  const std::int64_t at_start = deal.left;
  for (std::size_t at = 0; at < deal.order.size(); ++at)
    deal.give(at, ceil_of(share_of(deal.state, deal.order[at]) * at_start, whole));
}

/// What is left goes to the queues with headroom; each gets, of what is still left, its part of the
/// shares of those that have not had their part.
void play_ratio(Deal& deal) {
  std::vector<std::size_t> waiting;
  for (std::size_t at = 0; at < deal.order.size(); ++at)
    if (deal.headroom(at) > 0) waiting.push_back(at);
  while (!waiting.empty()) {
    std::int64_t shares = 0;
    for (const std::size_t at : waiting) shares += share_of(deal.state, deal.order[at]);
    const std::size_t next = waiting.front();
    deal.give(next, ceil_of(deal.left * share_of(deal.state, deal.order[next]), shares));
    waiting.erase(waiting.begin());
  }
}

}  // namespace

PoolTurns share_out(const State& state, const PoolConfig& pool) {
  PoolTurns turns;
  turns.order = order_of(state, pool);
  Deal deal{state, pool, turns.order, {}, total_of(state, pool)};
  deal.given.assign(turns.order.size(), 0);
  play_pass(deal);
  turns.shares = deal.given;
  std::int64_t before = -1;
  while (!pool.use_priority && deal.left != before) {
    before = deal.left;
    if (state.config.model.pool_leftover == PoolLeftover::ratio)
      play_ratio(deal);
    else
      play_pass(deal);
  }
  turns.entitlements = deal.given;
  for (std::size_t at = 0; at < turns.order.size(); ++at) {
    turns.shares[at] += used_elsewhere(state, turns.order[at]);
    turns.entitlements[at] += used_elsewhere(state, turns.order[at]);
  }
  turns.most = pool.max_slots;
  if (state.config.model.pool_limit == PoolLimit::hard)
    turns.most = total_of(state, pool) + used_elsewhere(state, pool);
  return turns;
}

}  // namespace mcsim::testing::naive
