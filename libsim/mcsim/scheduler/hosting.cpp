// Jobs that start, stop, go on and leave: the counts of hosts, queues and users.
#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/book.hpp"

namespace mcsim::scheduler {
namespace {

void add(SlotCount& count, const SlotCount& change) {
  count.running += change.running;
  count.suspended += change.suspended;
  count.reserved += change.reserved;
  MCSIM_CHECK(count.running >= 0 && count.suspended >= 0 && count.reserved >= 0,
              "more slots were given back than taken");
}

/// The rows of lsb.users that apply to a user: those that name the user, else those for `default`,
/// and those of groups as a whole.
std::vector<std::uint32_t> limit_rows(const std::vector<UserLimit>& rows, NameId user) {
  const auto names = [&](const UserLimit& row) {
    return std::ranges::binary_search(row.users, user);
  };
  const bool named = std::ranges::any_of(
      rows, [&](const UserLimit& row) { return !row.together && !row.is_default && names(row); });
  std::vector<std::uint32_t> mine;
  for (std::uint32_t at = 0; at < rows.size(); ++at)
    if (rows[at].is_default ? !named : names(rows[at])) mine.push_back(at);
  return mine;
}

/// An exclusive job that the system has suspended does not keep others from its hosts.
void count_ssusp(HostState& host, const JobState& job, std::int32_t change) {
  host.ssusp_jobs += change;
  if (job.exclusive) host.exclusive_jobs -= change;
}

}  // namespace

// Counts.

void LsfBook::count(JobSlotId id, SlotCount change) {
  const JobState& job = state_.jobs[id];
  QueueState& queue = state_.queues[job.queue];
  if (change.running != 0 && state_.settings.queues[index_of(job.queue)].pool != none<PoolId>)
    state_.decay.add(queue.accumulated, Slots(queue.count.running), now_);
  if (change.running + change.suspended + change.reserved < 0) queue.freed = true;
  add(queue.count, change);
  count_user(job.user, job.queue, change);
}

void LsfBook::count_user(NameId user, QueueId queue, SlotCount change) {
  if (!state_.queues[queue].by_user) return;
  const bool less = change.running + change.reserved < 0 || change.suspended < 0;
  add(state_.queues[queue].of_user[user], change);
  for (const std::uint32_t limit : limits_of(user)) {
    UserLimitState& limited = state_.user_limits[limit];
    const bool together = state_.settings.user_limits[limit].together;
    add(together ? limited.together : limited.of_user[user], change);
    if (less && together) limited.freed = true;
  }
  if (less && !state_.parked_of_user[user].empty()) state_.users_freed.push_back(user);
}

const std::vector<std::uint32_t>& LsfBook::limits_of(NameId user) {
  auto& mine = state_.limits_of_user[user];
  if (!mine) mine = limit_rows(state_.settings.user_limits, user);
  return *mine;
}

const std::vector<std::uint32_t>& SchedulerState::limits_of(NameId user) const {
  const auto* const mine = limits_of_user.find(user);
  MCSIM_CHECK(mine != nullptr && *mine, "a user with jobs whose limits nobody has seen");
  return **mine;
}

bool has_room_for_guest(const SchedulerState& state, QueueId id, Slots slots) {
  const QueueForwarding& limits = state.settings.queues[index_of(id)].forwarding;
  const ReceivedJobs& received = state.queues[id].received;
  const bool has_slots =
      limits.task_limit >= no_limit || received.started_slots + slots.count() <= limits.task_limit;
  return has_slots && received.started_jobs < limits.job_limit;
}

// Starting and leaving.

void LsfBook::start(JobSlotId id, const std::vector<HostSlots>& hosts) {
  stop_reserving(id);
  leave(id, Stage::running);
  JobState& job = state_.jobs[id];
  job.dispatched = now_;
  job.ran = Duration{};
  state_.jobs.place(id, hosts);
  count(id, {.running = job.slots.count()});
  --state_.pending;
  ++state_.started;
  for (const HostSlots& part : hosts) {
    HostState& host = state_.hosts[part.host];
    state_.capacity -= host.capacity();
    host.running += part.slots.count();
    state_.capacity += host.capacity();
    ++host.started_jobs;
    host.exclusive_jobs += job.exclusive ? 1 : 0;
    host.accepted = now_;
    add_gates(part.host);
  }
  charge(id);
  take_all(id);
  for (const HostSlots& part : hosts) show(part.host);
}

void LsfBook::list_suspended(JobSlotId id) {
  QueueState& queue = state_.queues[state_.jobs[id].queue];
  ++state_.ssusp;
  if (state_.jobs[id].stopped_for != none<ResourceId>) return;
  queue.suspended.push_back(id);
  mark_stale(queue.group);
}

void LsfBook::unlist_suspended(JobSlotId id) {
  --state_.ssusp;
  if (std::exchange(state_.jobs[id].stopped_for, none<ResourceId>) != none<ResourceId>) return;
  if (std::exchange(state_.jobs[id].stuck_on, none<HostId>) != none<HostId>) return;
  QueueState& queue = state_.queues[state_.jobs[id].queue];
  std::erase(queue.suspended, id);
  mark_stale(queue.group);
}

void LsfBook::note_stuck(JobSlotId id, HostId on) {
  QueueState& queue = state_.queues[state_.jobs[id].queue];
  state_.jobs[id].stuck_on = on;
  std::erase(queue.suspended, id);
  mark_stale(queue.group);
}

void LsfBook::list_stuck_on(HostId host) {
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
    JobState& job = state_.jobs[id];
    if (job.stuck_on != host) return;
    job.stuck_on = none<HostId>;
    QueueState& queue = state_.queues[job.queue];
    queue.suspended.push_back(id);
    mark_stale(queue.group);
  });
}

void LsfBook::suspend(JobSlotId id, Stage stage, ResourceId stopped_for) {
  JobState& job = state_.jobs[id];
  job.stopped_for = stopped_for;
  const std::int32_t slots = job.slots.count();
  job.ran += now_ - job.since;
  job.since = now_;
  job.stage = stage;
  state_.unheard_ends.erase(id);
  count(id, {.running = -slots, .suspended = slots});
  give_all(id, true);
  if (stage == Stage::ssusp) list_suspended(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host, [&](HostState& host) {
      host.running -= part.slots.count();
      host.suspended += part.slots.count();
      if (stage == Stage::ssusp) count_ssusp(host, job, 1);
    });
  });
}

void LsfBook::change_suspension(JobSlotId id, Stage stage) {
  JobState& job = state_.jobs[id];
  if (stage == Stage::ssusp)
    list_suspended(id);
  else
    unlist_suspended(id);
  job.stage = stage;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host,
                [&](HostState& host) { count_ssusp(host, job, stage == Stage::ssusp ? 1 : -1); });
  });
}

void LsfBook::resume(JobSlotId id) {
  JobState& job = state_.jobs[id];
  MCSIM_CHECK(job.stage == Stage::ssusp, "a job resumed that the system had not suspended");
  const std::int32_t slots = job.slots.count();
  unlist_suspended(id);
  job.stage = Stage::running;
  job.since = now_;
  count(id, {.running = slots, .suspended = -slots});
  take_all(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host, [&](HostState& host) {
      host.suspended -= part.slots.count();
      host.running += part.slots.count();
      count_ssusp(host, job, -1);
    });
  });
}

void LsfBook::release(JobSlotId id) {
  JobState& job = state_.jobs[id];
  const bool was_running = job.stage == Stage::running;
  const bool was_ssusp = job.stage == Stage::ssusp;
  const std::int32_t slots = job.slots.count();
  if (was_running) job.ran += now_ - job.since;
  if (was_ssusp) unlist_suspended(id);
  state_.unheard_ends.erase(id);
  count(id, was_running ? SlotCount{.running = -slots} : SlotCount{.suspended = -slots});
  give_all(id, false);
  uncharge(id);
  job.stage = Stage::psusp;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host, [&](HostState& host) {
      (was_running ? host.running : host.suspended) -= part.slots.count();
      if (was_ssusp) count_ssusp(host, job, -1);
      host.exclusive_jobs -= job.exclusive ? 1 : 0;
      if (--host.started_jobs == 0) host.accepted.reset();
    });
  });
  state_.jobs.unplace(id);
  --state_.started;
  ++state_.pending;
  job.since = now_;
  job.dispatched = never;
  job.backfilled = false;
}

void LsfBook::goes_unheard(JobSlotId id) {
  state_.unheard_ends.insert(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) { show(part.host); });
}

void LsfBook::move(JobSlotId id, QueueId queue) {
  JobState& job = state_.jobs[id];
  const std::int32_t slots = job.slots.count();
  const bool runs = job.stage == Stage::running;
  count(id, runs ? SlotCount{.running = -slots} : SlotCount{.suspended = -slots});
  const ResourceId stopped_for = job.stopped_for;
  if (job.stage == Stage::ssusp) unlist_suspended(id);
  job.queue = queue;
  job.stopped_for = stopped_for;
  if (job.stage == Stage::ssusp) list_suspended(id);
  count(id, runs ? SlotCount{.running = slots} : SlotCount{.suspended = slots});
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    show(part.host);
    freed(part.host);
  });
}

void LsfBook::reserve(const SlotReservation& reservation) {
  count(reservation.job, {.reserved = reservation.slots});
  state_.hosts[reservation.host].reserved += reservation.slots;
  state_.slot_reservations.add(reservation);
  show(reservation.host);
}

void LsfBook::drop(const SlotReservation& reservation) {
  count(reservation.job, {.reserved = -reservation.slots});
  state_.hosts[reservation.host].reserved -= reservation.slots;
  show(reservation.host);
  freed(reservation.host);
}

void LsfBook::drop_reservations() {
  for (const SlotReservation& reservation : state_.slot_reservations) drop(reservation);
  state_.slot_reservations.clear();
}

void LsfBook::drop_reservations_of(JobSlotId id) {
  state_.slot_reservations.visit_of(id,
                                    [&](const SlotReservation& reservation) { drop(reservation); });
  state_.slot_reservations.remove_of(id);
}

void LsfBook::start_reserving(JobSlotId id) {
  if (state_.jobs[id].reserves_since != never) return;
  state_.jobs[id].reserves_since = now_;
  state_.reserving.push_back(id);
}

void LsfBook::stop_reserving(JobSlotId id) {
  if (state_.jobs[id].reserves_since == never) return;
  state_.jobs[id].reserves_since = never;
  std::erase(state_.reserving, id);
}

}  // namespace mcsim::scheduler
