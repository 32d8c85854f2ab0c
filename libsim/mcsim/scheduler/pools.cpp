// What the queues of slot pools are entitled to: section 9 of docs/rules/scheduling.md.
#include "mcsim/scheduler/pool_shares.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/scheduler/session.hpp"

namespace mcsim::scheduler {

void Session::entitle() {
  SlotPoolAnswer answer;
  for (std::size_t at = 0; at < state_.settings.pools.size(); ++at) {
    const auto id = static_cast<PoolId>(at);
    PoolShares(config_, state_, now_).share_out(id, answer);
    const std::vector<QueueId>& queues = state_.settings.pools[at].queues;
    for (std::size_t queue = 0; queue < queues.size(); ++queue)
      state_.queues[queues[queue]].entitlement = answer.slots[queue].count();
    for (std::uint32_t rank = 0; rank < answer.order.size(); ++rank)
      state_.queues[queues[answer.order[rank]]].pool_rank = rank;
  }
}

void PoolShares::share_out(PoolId id, SlotPoolAnswer& answer) const {
  const PoolConfig& pool = state_.settings.pools[index_of(id)];
  std::vector<PoolQueue> queues;
  for (const QueueId queue_id : pool.queues) {
    const QueueState& queue = state_.queues[queue_id];
    const QueueConfig& config = state_.settings.queues[index_of(queue_id)];
    PoolQueue one;
    one.share = config.slot_share;
    one.priority = config.priority;
    const bool starts_jobs = queue.active && queue.dispatches && queue.runs;
    one.demand = queue.count.used() + (starts_jobs ? queue.pending_slots : 0);
    one.limit = Slots(
        static_cast<std::int32_t>(std::clamp<std::int64_t>(hard_limit(queue_id), 0, most_slots)));
    // When a run is over, its end may be before a reconfiguration that no job waited for.
    const Time asked = std::max(now_, queue.accumulated.until);
    one.accumulated =
        state_.pools.decay.value(queue.accumulated, Slots(queue.count.running), asked);
    queues.push_back(one);
  }
  const SlotPoolView view{Slots(static_cast<std::int32_t>(std::min<std::int64_t>(
                              state_.pools.totals[index_of(id)], most_slots))),
                          pool.use_priority, queues, config_.model.pool_order};
  state_.pools.share_out(view, answer);
  check_shared_out(view, answer);
}

/// The most slots that the limits of a queue let it have, whatever its jobs ask for.
std::int64_t PoolShares::hard_limit(QueueId id) const {
  const QueueState& queue = state_.queues[id];
  const std::int64_t limit = state_.settings.queues[index_of(id)].qjob_limit;
  return std::min({limit, most_of_users(id), queue.most_on_hosts});
}

/// What the users of a queue have, and what limits on users let each have in addition, one user
/// after another.
std::int64_t PoolShares::most_of_users(QueueId id) const {
  const QueueState& queue = state_.queues[id];
  if (!queue.by_user) return no_limit;
  const auto& limits = state_.settings.user_limits;
  std::vector<std::int64_t> left_together(limits.size());
  for (std::size_t at = 0; at < limits.size(); ++at)
    left_together[at] = limits[at].max_jobs -
                        state_.users.limits[at].together.used(state_.features.counts_suspended);

  std::int64_t sum = 0;
  const auto add = [&](NameId user) {
    const SlotCount used = queue.of_user.value(user);
    std::int64_t more = queue.pending_of_user.value(user);
    sum += used.used();
    if (more == 0) return;
    const std::int32_t ujob_limit = state_.settings.queues[index_of(id)].ujob_limit;
    if (ujob_limit < no_limit)
      more = std::min(more, ujob_limit - std::int64_t{used.used(state_.features.counts_suspended)});
    more = std::min(more, queue.most_of_user - used.used());
    const std::vector<std::uint32_t>& rows = state_.users.limits_of(user);
    for (const std::uint32_t row : rows) {
      more = std::min(more, queue.most_by_limit[row] - used.used());
      if (limits[row].max_jobs >= no_limit) continue;
      const SlotCount taken = state_.users.limits[row].of_user.value(user);
      const std::int64_t left = limits[row].max_jobs - taken.used(state_.features.counts_suspended);
      more = std::min(more, limits[row].together ? left_together[row] : left);
    }
    more = std::max<std::int64_t>(more, 0);
    for (const std::uint32_t row : rows) left_together[row] -= more;
    sum += more;
  };
  const std::size_t names = std::max(queue.of_user.names(), queue.pending_of_user.names());
  for (std::size_t user = 0; user < names; ++user) add(static_cast<NameId>(user));
  add(none<NameId>);
  return sum;
}

}  // namespace mcsim::scheduler
