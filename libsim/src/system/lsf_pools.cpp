// What the queues of slot pools are entitled to in a session: section 9 of docs/scheduling.md.
#include <algorithm>

#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/system/lsf_session.hpp"

namespace mcsim {

void LsfSession::entitle() {
  for (std::size_t at = 0; at < state_.settings.pools.size(); ++at)
    entitle(static_cast<PoolId>(at));
}

void LsfSession::entitle(PoolId id) {
  const PoolConfig& pool = state_.settings.pools[index_of(id)];
  std::vector<PoolQueue> queues;
  for (const QueueId queue_id : pool.queues) {
    const LsfQueue& queue = state_.queues[queue_id];
    const QueueConfig& config = state_.settings.queues[index_of(queue_id)];
    PoolQueue one;
    one.share = config.slot_share;
    one.priority = config.priority;
    one.demand = queue.count.used() + queue.pending_slots;
    one.limit = Slots(
        static_cast<std::int32_t>(std::clamp<std::int64_t>(hard_limit(queue_id), 0, most_slots)));
    one.accumulated = state_.decay.value(queue.accumulated, Slots(queue.count.running), now_);
    queues.push_back(one);
  }
  const SlotPoolView view{Slots(static_cast<std::int32_t>(std::min<std::int64_t>(
                              state_.pool_totals[index_of(id)], most_slots))),
                          pool.use_priority, queues, config_.model.pool_order};
  SlotPoolAnswer answer;
  state_.share_out(view, answer);
  check_shared_out(view, answer);
  for (std::size_t at = 0; at < pool.queues.size(); ++at)
    state_.queues[pool.queues[at]].entitlement = answer.slots[at].count();
  for (std::uint32_t rank = 0; rank < answer.order.size(); ++rank)
    state_.queues[pool.queues[answer.order[rank]]].pool_rank = rank;
}

/// The most slots that the limits of a queue let it have, whatever its jobs ask for.
std::int64_t LsfSession::hard_limit(QueueId id) const {
  const LsfQueue& queue = state_.queues[id];
  const QueueConfig& config = state_.settings.queues[index_of(id)];
  std::int64_t limit = config.qjob_limit;
  if (config.ujob_limit < no_limit) {
    std::int64_t of_users = 0;
    const std::size_t users = std::max(queue.of_user.size(), queue.pending_of_user.size());
    for (std::size_t user = 0; user < users; ++user) {
      std::int64_t demand = 0;
      if (user < queue.of_user.size()) demand += queue.of_user[user].used();
      if (user < queue.pending_of_user.size()) demand += queue.pending_of_user[user];
      of_users += std::min<std::int64_t>(demand, config.ujob_limit);
    }
    limit = std::min(limit, of_users);
  }
  return std::min(limit, queue.most_on_hosts);
}

std::int64_t LsfSession::used_of(PoolId id) const {
  std::int64_t used = 0;
  for (const QueueId queue : state_.settings.pools[index_of(id)].queues)
    used += state_.queues[queue].count.used();
  return used;
}

}  // namespace mcsim
