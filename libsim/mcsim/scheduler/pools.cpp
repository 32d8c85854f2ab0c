// What the queues of slot pools are entitled to: section 9 of docs/rules/scheduling.md.
#include "mcsim/scheduler/pool_shares.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/scheduler/session.hpp"

namespace mcsim::scheduler {
namespace {

/// What all users of a queue have there.
template <class Elsewhere>
std::int64_t used_by(const Elsewhere& elsewhere, QueueId queue) {
  std::int64_t slots = 0;
  for (const auto& [user, used] : elsewhere) slots += user.first == queue ? used : 0;
  return slots;
}

}  // namespace

void Session::entitle() {
  state_.pools.most.resize(state_.settings.pools.size());
  for (std::size_t at = 0; at < state_.settings.pools.size(); ++at) {
    const PoolPortions portions = PoolShares(config_, state_, now_).of(static_cast<PoolId>(at));
    const std::vector<QueueId>& queues = state_.settings.pools[at].queues;
    for (std::size_t queue = 0; queue < queues.size(); ++queue) {
      QueueState& now = state_.queues[queues[queue]];
      now.pool_share = static_cast<std::int32_t>(portions.shares[queue]);
      now.entitlement = static_cast<std::int32_t>(portions.entitlements[queue]);
    }
    for (std::uint32_t rank = 0; rank < portions.order.size(); ++rank)
      state_.queues[queues[portions.order[rank]]].pool_rank = rank;
    state_.pools.most[at] = portions.most;
  }
}

PoolDealt PoolShares::dealt(PoolId id, const Elsewhere& elsewhere) const {
  const PoolConfig& pool = state_.settings.pools[index_of(id)];
  PoolDealt dealt;
  for (const QueueId queue : pool.queues) {
    dealt.queues.push_back(standing_of(queue, elsewhere));
    dealt.used.push_back(state_.queues[queue].count.used() - used_by(elsewhere, queue));
  }
  std::int64_t away = 0;
  for (const auto& [user, slots] : elsewhere) away += slots;
  const std::int64_t total =
      std::clamp<std::int64_t>(pool.max_slots - away, 0, state_.pools.slots[index_of(id)].mxj);
  dealt.total = Slots(static_cast<std::int32_t>(std::min<std::int64_t>(total, most_slots)));

  SlotPoolView view{dealt.total, true, dealt.queues, config_.model.pool_order,
                    config_.model.pool_leftover};
  state_.pools.share_out(view, dealt.shares);
  dealt.entitlements = dealt.shares;
  view.one_pass = pool.use_priority;
  if (!view.one_pass) state_.pools.share_out(view, dealt.entitlements);
  return dealt;
}

PoolPortions PoolShares::of(PoolId id) const {
  const PoolConfig& pool = state_.settings.pools[index_of(id)];
  const Elsewhere elsewhere = used_elsewhere(id);
  PoolDealt dealt = this->dealt(id, elsewhere);
  PoolPortions portions;
  portions.order = std::move(dealt.entitlements.order);
  std::int64_t away = 0;
  for (std::size_t at = 0; at < dealt.queues.size(); ++at) {
    const std::int64_t besides = used_by(elsewhere, pool.queues[at]);
    portions.shares.push_back(dealt.shares.slots[at].count() + besides);
    portions.entitlements.push_back(dealt.entitlements.slots[at].count() + besides);
    away += besides;
  }
  const bool is_hard = config_.model.pool_limit == PoolLimit::hard;
  portions.most = is_hard ? dealt.total.count() + away : pool.max_slots;
  return portions;
}

PoolShares::Elsewhere PoolShares::used_elsewhere(PoolId id) const {
  Elsewhere elsewhere;
  for (const HostId host : state_.pools.slots[index_of(id)].left_out)
    state_.jobs.visit_on(host, [&](JobSlotId on, Slots part) {
      const JobState& job = state_.jobs[on];
      if (state_.settings.queues[index_of(job.queue)].pool == id)
        elsewhere[{job.queue, job.user}] += part.count();
    });
  return elsewhere;
}

PoolQueue PoolShares::standing_of(QueueId id, const Elsewhere& elsewhere) const {
  const QueueState& queue = state_.queues[id];
  const QueueConfig& config = state_.settings.queues[index_of(id)];
  PoolQueue one;
  one.name = config.name;
  one.share = config.slot_share;
  one.priority = config.priority;
  const bool starts_jobs = queue.active && queue.dispatches && queue.runs;
  one.demand =
      queue.count.used() - used_by(elsewhere, id) + (starts_jobs ? queue.pending_slots : 0);
  one.limit = Slots(static_cast<std::int32_t>(
      std::clamp<std::int64_t>(hard_limit(id, elsewhere), 0, most_slots)));
  // When a run is over, its end may be before a reconfiguration that no job waited for.
  const Time asked = std::max(now_, queue.accumulated.until);
  one.accumulated = state_.pools.decay.value(queue.accumulated, Slots(queue.count.running), asked);
  return one;
}

/// The most slots that are shared out which the limits of a queue let it have, whatever its jobs
/// ask for.
std::int64_t PoolShares::hard_limit(QueueId id, const Elsewhere& elsewhere) const {
  const std::int64_t limit = state_.settings.queues[index_of(id)].qjob_limit;
  return std::min(std::min(limit, most_of_users(id, elsewhere)) - used_by(elsewhere, id),
                  state_.queues[id].most_on_hosts);
}

/// What the users of a queue have, and what limits on users let each have in addition, one user
/// after another.
std::int64_t PoolShares::most_of_users(QueueId id, const Elsewhere& elsewhere) const {
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
    const auto away = elsewhere.find({id, user});
    const std::int64_t here = used.used() - (away == elsewhere.end() ? 0 : away->second);
    const std::int32_t ujob_limit = state_.settings.queues[index_of(id)].ujob_limit;
    if (ujob_limit < no_limit)
      more = std::min(more, ujob_limit - std::int64_t{used.used(state_.features.counts_suspended)});
    more = std::min(more, queue.most_of_user - here);
    const std::vector<std::uint32_t>& rows = state_.users.limits_of(user);
    for (const std::uint32_t row : rows) {
      more = std::min(more, queue.most_by_limit[row] - here);
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
