// The invariants of claims on slots: advance reservations, SLOT_RESERVE, entitlements of pools.
#include <algorithm>
#include <map>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/check.hpp"

namespace mcsim::cluster {
namespace {

std::int32_t slots_on(const SchedulerState& state, JobSlotId job, HostId host) {
  std::int32_t slots = 0;
  state.jobs.visit_hosts(job, [&](HostSlots part) {
    if (part.host == host) slots += part.slots.count();
  });
  return slots;
}

/// Only started jobs of a reservation's users are charged to it, for no more slots than they have
/// there. All charges together may exceed the reservation: where suspended jobs do not count,
/// another job may take the place of a suspended one, and both may then run.
void check_charges(const ClusterWorld& world) {
  const SchedulerState& state = *world.lsf;
  std::map<std::pair<JobSlotId, HostId>, std::int32_t> charged;
  for (const ReservedPart& part : state.advance.parts) {
    const ReservationConfig& reservation = world.config.reservations[part.reservation];
    for (const ReservationCharge& charge : part.charges) {
      const JobState& job = state.jobs[charge.job];
      MCSIM_CHECK(job.is_started(), "a job that has not started is charged to a reservation");
      MCSIM_CHECK(reservation.users.has(job.user), "a job is charged to a reservation of others");
      MCSIM_CHECK(reservation.start <= job.dispatched && job.dispatched < reservation.end,
                  "a job is charged to a reservation in which it did not start");
      MCSIM_CHECK(world.agenda.now() <= reservation.end,
                  "a job is charged to a reservation that is over");
      MCSIM_CHECK(charge.slots > 0 && charge.slots <= part.slots,
                  "a job is charged with more slots than were reserved");
      charged[{charge.job, part.host}] += charge.slots;
    }
  }
  for (const auto& [place, slots] : charged)
    MCSIM_CHECK(slots <= slots_on(state, place.first, place.second),
                "a job is charged with more slots than it has");
}

/// Slots are reserved for pending jobs, among those that running jobs leave: only backfilled jobs
/// may be on reserved slots.
void check_slot_reservations(const SchedulerState& state) {
  std::map<HostId, std::int32_t> reserved;
  for (const SlotReservation& reservation : state.slot_reservations) {
    const JobState& job = state.jobs[reservation.job];
    MCSIM_CHECK(job.stage == Stage::pending, "slots are reserved for a job that does not wait");
    MCSIM_CHECK(reservation.slots > 0 && reservation.slots <= job.slots.count(),
                "more slots are reserved than the job asked for");
    reserved[reservation.host] += reservation.slots;
  }
  for (const auto& [host, slots] : reserved) {
    std::int32_t used = slots;
    state.jobs.visit([&](JobSlotId id, const JobState& job) {
      const bool counts = job.stage == Stage::running || state.features.counts_suspended;
      if (job.is_started() && counts && !job.backfilled) used += slots_on(state, id, host);
    });
    // A lease takes idle slots, reserved or not; reservations are made anew in the next session.
    const HostConfig& config = state.settings.hosts[index_of(host)];
    MCSIM_CHECK(config.home || used <= config.mxj.count(),
                "running and reserved slots come to more than MXJ");
  }
}

void check_pools(const SchedulerState& state, PoolTotal total_of) {
  for (std::size_t at = 0; at < state.settings.pools.size(); ++at) {
    const PoolConfig& pool = state.settings.pools[at];
    const QueueConfig& first = state.settings.queues[index_of(pool.queues.front())];
    std::int64_t total = 0;
    for (std::size_t host = 0; host < state.hosts.size(); ++host) {
      bool is_listed = first.hosts.all;
      for (const HostPreferences::Entry& entry : first.hosts.list)
        is_listed = is_listed || index_of(entry.host) == host;
      const bool is_shared_out =
          total_of == PoolTotal::configured || state.hosts[static_cast<HostId>(host)].is_open();
      if (is_listed && is_shared_out) total += state.settings.hosts[host].mxj.count();
    }
    MCSIM_CHECK(state.pools.slots[at].mxj == total, "a pool's slots are not those of its hosts");
    std::int64_t used = 0;
    for (const QueueId queue : state.settings.pools[at].queues)
      used += state.queues[queue].count.used();
    MCSIM_CHECK(state.pools.used[at] == used, "what a pool's queues use is not their sum");
  }
}

}  // namespace

void check_lsf_claims(const ClusterWorld& world) {
  check_charges(world);
  check_slot_reservations(*world.lsf);
  check_pools(*world.lsf, world.config.model.pool_total);
}

}  // namespace mcsim::cluster
