// Who uses how many slots under LSF's scheduler, counted by looking at every job.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mcsim/cluster/cluster_world.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Used slots as section 1 of docs/rules/scheduling.md defines them, for one job that has just
/// started or resumed.
class LsfUsage {
 public:
  LsfUsage(const ClusterWorld& of_world, JobSlotId of_job)
      : world(of_world),
        state(*of_world.lsf),
        id(of_job),
        job(state.jobs[of_job]),
        now(of_world.agenda.now()) {}

  const ClusterWorld& world;
  const SchedulerState& state;
  const JobSlotId id;
  const JobState& job;
  const Time now;

  const QueueConfig& queue() const { return state.settings.queues[index_of(job.queue)]; }
  const HostConfig& host(HostId at) const { return state.settings.hosts[index_of(at)]; }

  /// MXJ, with the slots that leases add or take away.
  std::int64_t mxj(HostId at) const {
    return std::max(host(at).mxj.count() + state.hosts[at].leased, 0);
  }

  /// Suspended jobs do not count for hosts and users where any queue has PREEMPTION.
  bool suspended_count() const {
    return std::ranges::none_of(state.settings.queues, [](const QueueConfig& queue) {
      return queue.preemption.preemptive || queue.preemption.preemptable;
    });
  }
  bool counts_for_hosts(const JobState& other) const {
    return other.stage == Stage::running || (other.is_started() && suspended_count());
  }

  std::int64_t slots_on(JobSlotId other, HostId at) const {
    std::int64_t slots = 0;
    state.jobs.visit_hosts(other, [&](HostSlots part) {
      if (part.host == at) slots += part.slots.count();
    });
    return slots;
  }

  /// Slots of started jobs and reserved slots, of all jobs for which `who(job)` holds.
  template <class Who>
  std::int64_t of_jobs(bool with_suspended, Who&& who) const {
    std::int64_t slots = 0;
    state.jobs.visit([&](JobSlotId, const JobState& other) {
      const bool runs = other.stage == Stage::running;
      if ((runs || (other.is_started() && with_suspended)) && who(other))
        slots += other.slots.count();
    });
    for (const SlotReservation& reserved : state.slot_reservations)
      if (who(state.jobs[reserved.job])) slots += reserved.slots;
    return slots;
  }

  /// The same on one host, without reserved slots that the job may use by backfilling.
  template <class Who>
  std::int64_t on_host(HostId at, bool with_suspended, Who&& who) const {
    std::int64_t slots = 0;
    state.jobs.visit([&](JobSlotId other_id, const JobState& other) {
      const bool runs = other.stage == Stage::running;
      if ((runs || (other.is_started() && with_suspended)) && who(other))
        slots += slots_on(other_id, at);
    });
    for (const SlotReservation& reserved : state.slot_reservations)
      if (reserved.host == at && !may_use(reserved) && who(state.jobs[reserved.job]))
        slots += reserved.slots;
    return slots;
  }

  bool may_use(const SlotReservation& reserved) const {
    return job.backfilled && queue().backfill && job.estimate < unlimited &&
           reserved.predicted_start != never && now + job.estimate <= reserved.predicted_start;
  }

  /// When a started job will have ended by its run limit.
  Time predicted_end(const JobState& other) const {
    if (other.stage != Stage::running || other.limit >= unlimited) return never;
    const Duration ran = other.ran + (now - other.since);
    return now + std::max(other.limit - ran, Duration{1});
  }
};

}  // namespace mcsim::testing
