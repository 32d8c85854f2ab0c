// The invariants of LSF's scheduler: the slots of hosts, queues and users, and the jobs in flight.
#include "mcsim/cluster/check.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/sums_by_key.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::cluster {
namespace {

/// The sums over the jobs on one host.
struct HostCount {
  SlotCount slots;
  std::int32_t started_jobs = 0;
  std::int32_t ssusp_jobs = 0;
  std::int32_t exclusive_jobs = 0;  ///< those in SSUSP do not count
  std::int32_t running_jobs = 0;
  bool runs_exclusive = false;
};

/// The counts of the state, made again from all jobs.
struct Recount {
  explicit Recount(const SchedulerState& state)
      : hosts(state.hosts.size()),
        queues(state.queues.size()),
        suspended(state.queues.size()),
        pending_slots(state.queues.size()),
        in_buckets(state.buckets.capacity()),
        excluding(state.exclusions.capacity()) {}

  Table<HostId, HostCount> hosts;
  Table<QueueId, SlotCount> queues;
  Table<QueueId, std::vector<JobSlotId>> suspended;
  SumsByKey<NameId, SlotCount> users;
  SumsByKey<std::pair<QueueId, NameId>, SlotCount> users_in_queues;
  Table<QueueId, std::int64_t> pending_slots;
  SumsByKey<std::pair<QueueId, NameId>, std::int64_t> pending_of_users;
  Table<BucketId, std::uint64_t> in_buckets;
  Table<ExclusionId, std::uint32_t> excluding;  ///< by row of SchedulerState::exclusions
  std::uint64_t pending = 0;
  std::uint64_t started = 0;
  std::uint64_t away = 0;  ///< forwarded to other clusters
};

void count_for_owners(Recount& found, const JobState& job, const SlotCount& slots) {
  found.queues[job.queue] += slots;
  found.users.add(job.user, slots);
  found.users_in_queues.add({job.queue, job.user}, slots);
}

void count_on_host(HostCount& host, const JobState& job, std::int32_t slots) {
  const bool runs = job.stage == Stage::running;
  (runs ? host.slots.running : host.slots.suspended) += slots;
  ++host.started_jobs;
  host.ssusp_jobs += job.stage == Stage::ssusp ? 1 : 0;
  host.exclusive_jobs += job.exclusive && job.stage != Stage::ssusp ? 1 : 0;
  host.running_jobs += runs ? 1 : 0;
  host.runs_exclusive = host.runs_exclusive || (runs && job.exclusive);
}

/// Whether a pending job may be in no list of those that wait for hosts of this cluster.
bool may_wait_elsewhere(const SchedulerState& state, const JobState& job) {
  const bool has_none = state.settings.queues[index_of(job.queue)].forwarding.remote_only;
  return job.record.hosts_from >= Time{} || (state.dispatch && has_none);
}

void count_job(Recount& found, const SchedulerState& state, JobSlotId id, const JobState& job) {
  if (job.stage == Stage::away)
    ++found.away;
  else
    ++(job.is_started() ? found.started : found.pending);
  if (job.excluded != ExclusionId{}) ++found.excluding[job.excluded];
  if (job.stage == Stage::pending) {
    found.pending_slots[job.queue] += job.slots.count();
    found.pending_of_users.add({job.queue, job.user}, job.slots.count());
    const bool waits_here = waits_for_hosts(state, id);
    MCSIM_CHECK(waits_here || may_wait_elsewhere(state, job), "a pending job is in no list");
    if (waits_here && !state.dispatch) ++found.in_buckets[job.bucket];
  }
  if (job.stage == Stage::ssusp) found.suspended[job.queue].push_back(id);
  std::int32_t on_hosts = 0;
  state.jobs.visit_hosts(id, [&](HostSlots part) {
    MCSIM_CHECK(part.slots.count() > 0, "a job is on a host without slots");
    count_on_host(found.hosts[part.host], job, part.slots.count());
    on_hosts += part.slots.count();
  });
  MCSIM_CHECK(on_hosts == (job.is_started() ? job.slots.count() : 0),
              "a job is on other slots than it asked for");
  if (!job.is_started()) return;
  const bool runs = job.stage == Stage::running;
  const std::int32_t slots = job.slots.count();
  count_for_owners(found, job, runs ? SlotCount{.running = slots} : SlotCount{.suspended = slots});
}

Recount recounted(const SchedulerState& state) {
  Recount found(state);
  state.jobs.visit([&](JobSlotId id, const JobState& job) { count_job(found, state, id, job); });
  for (const SlotReservation& reservation : state.slot_reservations) {
    found.hosts[reservation.host].slots.reserved += reservation.slots;
    count_for_owners(found, state.jobs[reservation.job], {.reserved = reservation.slots});
  }
  found.users.settle();
  found.users_in_queues.settle();
  found.pending_of_users.settle();
  return found;
}

bool same(const SlotCount& a, const SlotCount& b) {
  return a.running == b.running && a.suspended == b.suspended && a.reserved == b.reserved;
}

/// Whether a reconfiguration may leave a host with fewer slots than its jobs use: it changes MXJ,
/// exports hosts, or changes whether suspended jobs count. Then nothing starts there until slots
/// are free again.
bool may_shrink(const ClusterWorld& world, std::size_t host) {
  const auto preempts = [](const ClusterSettings& settings) {
    return std::ranges::any_of(settings.queues, [](const QueueConfig& queue) {
      return queue.preemption.preemptive || queue.preemption.preemptable;
    });
  };
  return std::ranges::any_of(world.config.timeline, [&](const TimelineEntry& entry) {
    return entry.settings && (entry.settings->hosts[host].mxj != world.config.hosts[host].mxj ||
                              !entry.settings->exports.empty() ||
                              preempts(*entry.settings) != preempts(world.config));
  });
}

/// Slots of running jobs, of suspended jobs where these count, and free slots come to MXJ.
void check_room(const ClusterWorld& world, HostId id, const HostCount& found) {
  const SchedulerState& state = *world.lsf;
  const HostState& host = state.hosts[id];
  const std::int32_t used =
      found.slots.running + (state.features.counts_suspended ? found.slots.suspended : 0);
  const std::int32_t mxj =
      std::max(state.settings.hosts[index_of(id)].mxj.count() + host.leased, 0);
  MCSIM_CHECK(host.mxj == mxj, "a host has another MXJ than settings and leases leave");
  MCSIM_CHECK(used <= mxj || may_shrink(world, index_of(id)), "a host is over its MXJ");
  const bool takes = host.is_open() && found.exclusive_jobs == 0;
  const std::int32_t free = takes && used < mxj ? mxj - used : 0;
  MCSIM_CHECK(host.counted_free == free, "used and free slots of a host are not its MXJ");
}

void check_host(const ClusterWorld& world, HostId id, const HostCount& found) {
  const HostState& host = world.lsf->hosts[id];
  MCSIM_CHECK(same({host.running, host.suspended, host.reserved}, found.slots),
              "a host's slots are not those of its jobs");
  MCSIM_CHECK(host.started_jobs == found.started_jobs && host.ssusp_jobs == found.ssusp_jobs &&
                  host.exclusive_jobs == found.exclusive_jobs,
              "a host's jobs are lost or counted twice");
  // Only running jobs count: bstop may turn a job in SSUSP beside it into one in USUSP.
  MCSIM_CHECK(!found.runs_exclusive || found.running_jobs == 1,
              "an exclusive job runs beside another one");
  std::int32_t there = 0;
  world.lsf->jobs.visit_on(id, [&](JobSlotId, Slots slots) { there += slots.count(); });
  MCSIM_CHECK(there == found.slots.running + found.slots.suspended,
              "a host lists other jobs than those that are on it");
  check_room(world, id, found);
}

/// QueueState::free_behind is the sum of free slots of the hosts whose SSUSP job of the largest
/// PRIORITY is of that queue.
void check_suspended_on(const SchedulerState& state) {
  Table<QueueId, std::int64_t> behind(state.queues.size());
  Table<QueueId, std::int64_t> idle_behind(state.queues.size());
  const auto priority = [&](QueueId id) {
    return std::int64_t{state.settings.queues[index_of(id)].priority};
  };
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    const HostState& host = state.hosts[id];
    std::int64_t largest = -1;
    state.jobs.visit_on(id, [&](JobSlotId on, Slots) {
      const JobState& job = state.jobs[on];
      if (job.stage == Stage::ssusp) largest = std::max(largest, priority(job.queue));
    });
    const bool is_any = host.suspended_of != none<QueueId>;
    MCSIM_CHECK((is_any ? priority(host.suspended_of) : -1) == largest,
                "a host knows other suspended jobs than it has");
    if (!is_any) continue;
    behind[host.suspended_of] += host.counted_free;
    idle_behind[host.suspended_of] += host.open_slots(state.features.counts_suspended).idle;
  }
  for (std::size_t at = 0; at < state.queues.size(); ++at) {
    const auto id = static_cast<QueueId>(at);
    MCSIM_CHECK(state.queues[id].free_behind == behind[id] &&
                    state.queues[id].idle_behind == idle_behind[id],
                "free slots behind suspended jobs are not those of the hosts");
    MCSIM_CHECK(state.places.queues_behind.has(at) == (behind[id] != 0 || idle_behind[id] != 0),
                "a queue is not known to have suspended jobs on hosts");
    MCSIM_CHECK(state.queues_running.has(at) == (state.queues[id].count.running > 0),
                "a queue is not known to have running jobs");
  }
}

void check_hosts(const ClusterWorld& world, const Recount& found) {
  const SchedulerState& state = *world.lsf;
  std::int64_t capacity = 0;
  std::int64_t free = 0;
  std::int64_t most_free = 0;
  std::vector<std::int64_t> in_span(state.places.free_in_span.size());
  OpenSlots open;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    const HostState& host = state.hosts[id];
    check_host(world, id, found.hosts[id]);
    capacity += host.down ? host.running : std::max(host.mxj, host.running);
    free += host.counted_free;
    if (state.features.has_spans)
      in_span.at(state.settings.hosts[at].span_group) += host.counted_free;
    most_free = std::max<std::int64_t>(most_free, host.counted_free);
    open += host.open_slots(state.features.counts_suspended);
  }
  check_suspended_on(state);
  MCSIM_CHECK(open == state.places.open_slots,
              "the slots of open hosts are not those of the hosts");
  MCSIM_CHECK(capacity == state.places.capacity, "the capacity is not the sum of the hosts'");
  MCSIM_CHECK(free == state.places.free_slots && most_free == -state.places.most_free.least(),
              "the free slots are not those of the hosts");
  MCSIM_CHECK(in_span == state.places.free_in_span,
              "the free slots of clusters are not those of the hosts");
}

void check_users_of(const QueueState& queue, QueueId id, const Recount& found) {
  if (!queue.by_user) return;
  const std::size_t names = std::max(queue.of_user.names(), queue.pending_of_user.names());
  const auto check = [&](NameId user) {
    const std::pair both{id, user};
    MCSIM_CHECK(same(queue.of_user.value(user), found.users_in_queues.of(both)),
                "a user's slots in a queue are not those of his jobs");
    MCSIM_CHECK(queue.pending_of_user.value(user) == found.pending_of_users.of(both),
                "a user's pending slots in a queue are not those of his jobs");
  };
  for (const auto& [user, slots] : found.users) check(user);
  for (std::size_t at = 0; at < names; ++at) check(static_cast<NameId>(at));
  check(none<NameId>);
}

/// A stuck job, which is not tried until something is freed on a host, could not resume there now.
void check_stuck(const SchedulerState& state, JobSlotId id) {
  const JobState& job = state.jobs[id];
  MCSIM_CHECK(!state.features.has_reservations, "a job is stuck that time may help");
  const HostState& host = state.hosts[job.stuck_on];
  std::int32_t slots = 0;
  state.jobs.visit_hosts(id, [&](HostSlots part) {
    if (part.host == job.stuck_on) slots += part.slots.count();
  });
  MCSIM_CHECK(slots > 0, "a suspended job is stuck on a host that it is not on");
  const bool has_room = host.running + host.reserved + slots <= host.mxj;
  const bool is_alone =
      host.exclusive_jobs == 0 && (!job.exclusive || host.started_jobs == host.ssusp_jobs);
  MCSIM_CHECK(host.down || !has_room || !is_alone, "a suspended job that may go on is not tried");
}

void check_queues(const SchedulerState& state, const Recount& found) {
  std::uint64_t ssusp = 0;
  for (std::size_t at = 0; at < state.queues.size(); ++at) {
    const auto id = static_cast<QueueId>(at);
    const QueueState& queue = state.queues[id];
    MCSIM_CHECK(same(queue.count, found.queues[id]), "a queue's slots are not those of its jobs");
    MCSIM_CHECK(queue.pending_slots == found.pending_slots[id],
                "a queue's pending slots are not those of its jobs");
    check_users_of(queue, id, found);
    std::vector<JobSlotId> suspended = queue.suspended;
    for (const JobSlotId job : found.suspended[id]) {
      const bool is_stuck = state.jobs[job].stuck_on != none<HostId>;
      if (!is_stuck && state.jobs[job].stopped_for == none<ResourceId>) continue;
      if (is_stuck) check_stuck(state, job);
      suspended.push_back(job);
    }
    std::ranges::sort(suspended);
    MCSIM_CHECK(suspended == found.suspended[id], "a queue knows other suspended jobs than it has");
    ssusp += suspended.size();
  }
  MCSIM_CHECK(ssusp == state.jobs.ssusp(), "suspended jobs are lost or counted twice");
}

/// Whether a row of lsb.users applies to a user: the row names the user, alone or in a group, or is
/// `default` and no row but those of groups as a whole names the user.
bool holds_for(const ClusterSettings& settings, const UserLimit& row, NameId user) {
  bool is_named = false;
  const auto names = [&](const UserLimit& one) {
    return (std::ranges::find(one.users, user) != one.users.end()) != one.all_but;
  };
  for (const UserLimit& other : settings.user_limits)
    if (!other.is_default && !other.together) is_named = is_named || names(other);
  return row.is_default ? !is_named : names(row);
}

void check_user_limits(const SchedulerState& state, const Recount& found) {
  const auto& rows = state.settings.user_limits;
  MCSIM_CHECK(rows.size() == state.users.limits.size(), "rows of lsb.users are not counted");
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const UserLimitState& counted = state.users.limits[at];
    SlotCount together;
    for (const auto& [user, slots] : found.users) {
      const bool holds = holds_for(state.settings, rows[at], user);
      if (holds) together += slots;
      if (!rows[at].together)
        MCSIM_CHECK(same(counted.of_user.value(user), holds ? slots : SlotCount{}),
                    "a user's slots are not those of his jobs");
    }
    if (rows[at].together)
      MCSIM_CHECK(same(counted.together, together), "a group's slots are not those of its jobs");
  }
}

void check_exclusions(const SchedulerState& state, const Recount& found) {
  for (std::size_t at = 1; at < state.exclusions.capacity(); ++at) {
    const auto row = static_cast<ExclusionId>(at);
    MCSIM_CHECK(state.exclusions.jobs_of(row) == found.excluding[row],
                "hosts are excluded by other jobs than did so");
  }
}

void check_jobs(const SchedulerState& state, const Recount& found) {
  MCSIM_CHECK(found.pending == state.jobs.pending() + state.jobs.held() &&
                  found.started == state.jobs.started(),
              "jobs in flight are lost or counted twice");
  for (std::size_t at = 0; at < state.buckets.capacity(); ++at) {
    const auto id = static_cast<BucketId>(at);
    MCSIM_CHECK(state.buckets[id].jobs == found.in_buckets[id],
                "pending jobs are lost or listed twice");
  }
}

/// Each launch belongs to a started job, and its end is scheduled unless it hangs.
void check_launches(const SchedulerState& state) {
  std::size_t launches = 0;
  state.jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.record.launch == none<LaunchId>) return;
    ++launches;
    MCSIM_CHECK(state.launches && job.is_started(), "a job is launched that is on no host");
    const LaunchRow& row = (*state.launches)[job.record.launch];
    if (row.exits) return;  // the job is about to be requeued
    const bool ends = job.record.occupies < unlimited;
    MCSIM_CHECK(row.has_event == ends || job.stage != Stage::running,
                "a launched job has no end, or one that it should not have");
    MCSIM_CHECK(row.launch.is_paused() == (job.stage != Stage::running && !row.launch.launch),
                "the clock of a launch goes on while its job is suspended, or stands still");
  });
  MCSIM_CHECK(launches == (state.launches ? state.launches->size() : 0),
              "a launch is left that no job has");
}

/// The lines have each waiting job once, as it is now, and the ends are those of what runs.
void check_dispatch(const SchedulerState& state) {
  const PolicyDispatch& dispatch = *state.dispatch;
  std::vector<WaitingJob> in_lines = dispatch.late;
  for (const WaitingLine& line : dispatch.lines)
    line.visit([&](const WaitingJob& job) { in_lines.push_back(job); });
  std::vector<WaitingJob> waiting;
  std::int64_t ending = 0;
  state.jobs.visit([&](JobSlotId id, const JobState& job) {
    MCSIM_CHECK(job.stage == Stage::pending || !dispatch.is_in_line(id),
                "a job is in a line that does not wait");
    if (dispatch.is_in_line(id)) waiting.push_back(as_waiting(state, id));
    const PolicyDispatch::Row* const row =
        job.is_started() ? &dispatch.rows[index_of(id)] : nullptr;
    if (row != nullptr && end_of(job.dispatched, row->expected_run) != never)
      ending += row->gives_back.count();
  });
  std::ranges::sort(in_lines, {}, &WaitingJob::rank);
  std::ranges::sort(waiting, {}, &WaitingJob::rank);
  MCSIM_CHECK(in_lines == waiting, "the lines of a policy are not its waiting jobs");
  std::int64_t expected = 0;
  dispatch.ends.visit([&](Time, Slots slots) { expected += slots.count(); });
  MCSIM_CHECK(!dispatch.predicts_ends || expected == ending,
              "the ends that a policy sees are not those of the running jobs");
}

}  // namespace

void check_lsf(const ClusterWorld& world) {
  const SchedulerState& state = *world.lsf;
  const Recount found = recounted(state);
  check_hosts(world, found);
  check_queues(state, found);
  check_user_limits(state, found);
  check_exclusions(state, found);
  check_jobs(state, found);
  check_launches(state);
  if (state.dispatch) check_dispatch(state);
  MCSIM_CHECK(found.away == world.away(), "forwarded jobs are lost or counted twice");
  check_lsf_resources(world);
  check_lsf_claims(world);
  check_lsf_shares(world);
}

}  // namespace mcsim::cluster
