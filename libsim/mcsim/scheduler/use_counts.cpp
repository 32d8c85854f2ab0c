// Slots that queues and users have.
#include "mcsim/scheduler/use_counts.hpp"

#include <algorithm>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/limit_charges.hpp"
#include "mcsim/scheduler/share_charges.hpp"

namespace mcsim::scheduler {
namespace {

void change_count(SlotCount& count, const SlotCount& change) {
  count += change;
  MCSIM_CHECK(count.running >= 0 && count.suspended >= 0 && count.reserved >= 0,
              "more slots were given back than taken");
}

}  // namespace

void UseCounts::add(JobSlotId id, const SlotCount& change, HostId on) {
  const JobState& job = state_.jobs[id];
  QueueState& queue = state_.queues[job.queue];
  const PoolId pool = state_.settings.queues[index_of(job.queue)].pool;
  if (pool != none<PoolId>) {
    state_.pools.used[index_of(pool)] += change.used();
    if (change.running != 0) {
      state_.pools.decay.add(queue.accumulated, Slots(queue.count.running), now_);
      state_.pools.share_out.hear({.at = now_,
                                   .queue = state_.settings.queues[index_of(job.queue)].name,
                                   .before = queue.count.running,
                                   .after = queue.count.running + change.running});
    }
  }
  if (change.running + change.suspended + change.reserved < 0) queue.freed = true;
  const bool ran = queue.count.running > 0;
  change_count(queue.count, change);
  if (const bool runs = queue.count.running > 0; runs != ran)
    state_.queues_running.set_to(index_of(job.queue), runs);
  add_of_user(id, change);
  if (queue.shared) the<ShareCharges>().add(id, change, on);
}

void UseCounts::add_of_user(JobSlotId id, const SlotCount& change) {
  const JobState& job = state_.jobs[id];
  QueueState& queue = state_.queues[job.queue];
  if (!queue.by_user) return;
  if (state_.features.has_limits) state_.limits.changed.push_back(id);
  const NameId user = job.user;
  const bool less = change.running + change.reserved < 0 || change.suspended < 0;
  change_count(queue.of_user[user], change);
  for (const std::uint32_t limit : see_limits_of(user)) {
    UserLimitState& limited = state_.users.limits[limit];
    const bool together = state_.settings.user_limits[limit].together;
    change_count(together ? limited.together : limited.of_user[user], change);
    if (less && together) limited.freed = true;
  }
  if (less && !state_.buckets.parked_of_user[user].empty()) state_.news.users_freed.push_back(user);
}

const std::vector<std::uint32_t>& UseCounts::see_limits_of(NameId user) {
  auto& mine = state_.users.rows_of[user];
  if (!mine) mine = state_.users.rows.of(state_.settings.user_limits, user);
  return *mine;
}

void UseCounts::add_pending_of_user(const JobState& job, std::int64_t slots) {
  state_.queues[job.queue].pending_of_user[job.user] += slots;
  see_limits_of(job.user);
}

void UseCounts::recount() {
  state_.users.limits.assign(state_.settings.user_limits.size(), {});
  state_.users.rows = LimitRows(state_.settings.user_limits);
  state_.users.rows_of.clear();
  state_.pools.used.assign(state_.settings.pools.size(), 0);
  state_.queues_running = {};
  for (QueueState& queue : state_.queues) {
    queue.count = {};
    queue.pending_slots = 0;
    queue.of_user.clear();
    queue.pending_of_user.clear();
  }
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (!job.is_started()) return;
    SlotCount slots;
    (job.stage == Stage::running ? slots.running : slots.suspended) = job.slots.count();
    state_.queues[job.queue].count += slots;
    const PoolId pool = state_.settings.queues[index_of(job.queue)].pool;
    if (pool != none<PoolId>) state_.pools.used[index_of(pool)] += slots.used();
    if (slots.running > 0) state_.queues_running.set(index_of(job.queue));
    add_of_user(id, slots);
  });
  if (!state_.dispatch) the<ShareCharges>().recount();
  the<LimitCharges>().recount();
  state_.jobs.recount_pending(state_.settings);
}

}  // namespace mcsim::scheduler
