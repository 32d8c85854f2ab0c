// Advance reservations, counted again from the configuration and from what is charged to them.
#include "support/lsf_advance_check.hpp"

#include <algorithm>

#include "mcsim/base/check.hpp"

namespace mcsim {
namespace {

bool lasts_at(const ReservationConfig& reservation, Time when) {
  return reservation.start <= when && when < reservation.end;
}

std::int64_t reserved_on(const ReservationConfig& reservation, HostId at) {
  std::int64_t slots = 0;
  for (const ReservationConfig::Part& part : reservation.parts)
    if (part.host == at) slots += part.slots.count();
  return slots;
}

/// Slots of a reservation on a host that jobs which `counts(id)` names are charged with.
template <class Counts>
std::int64_t charged(const LsfUsage& usage, const ReservationConfig& reservation, HostId at,
                     Counts&& counts) {
  std::int64_t slots = 0;
  for (const ReservationCharge& charge : usage.state.charges) {
    const ReservedPart& part = usage.state.reserved_parts[charge.part];
    if (&usage.world.config.reservations[part.reservation] == &reservation && part.host == at &&
        counts(charge.job))
      slots += charge.slots;
  }
  return slots;
}

/// `model.reservation_backfill: never`: nobody counts as one who ends.
bool counts_all(const LsfUsage& usage) {
  return usage.world.config.model.reservation_backfill == ReservationBackfill::nobody;
}

/// Slots that those who have started will still have at `when`, but for what is charged to
/// reservations that hold then. The job itself: all of its slots.
std::int64_t used_at(const LsfUsage& usage, HostId at, Time when) {
  std::int64_t used = 0;
  usage.state.jobs.visit([&](JobSlotId id, const LsfJob& other) {
    if (id == usage.id) {
      used += usage.slots_on(id, at);
    } else if (usage.counts_for_hosts(other) &&
               (counts_all(usage) || usage.predicted_end(other) > when)) {
      used += usage.slots_on(id, at);
      for (const ReservationConfig& reservation : usage.world.config.reservations)
        if (lasts_at(reservation, when))
          used -= charged(usage, reservation, at, [&](JobSlotId one) { return one == id; });
    }
  });
  return used;
}

}  // namespace

void check_kept_slots(const LsfUsage& usage, HostId at) {
  std::int64_t kept = 0;
  for (const ReservationConfig& reservation : usage.world.config.reservations) {
    const bool is_his =
        std::ranges::find(reservation.users, usage.job.user) != reservation.users.end();
    if (is_his || !lasts_at(reservation, usage.now)) continue;
    const std::int64_t in_use = charged(usage, reservation, at, [&](JobSlotId id) {
      return usage.counts_for_hosts(usage.state.jobs[id]);
    });
    kept += std::max<std::int64_t>(reserved_on(reservation, at) - in_use, 0);
  }
  if (kept == 0) return;
  const std::int64_t used =
      usage.on_host(at, usage.suspended_count(), [](const LsfJob&) { return true; });
  MCSIM_CHECK(used + kept <= usage.host(at).mxj.count(),
              "a job takes slots that an advance reservation keeps from it");
}

void check_later_reservations(const LsfUsage& usage, HostId at) {
  if (usage.world.config.model.reservation_backfill == ReservationBackfill::anybody) return;
  const Time end = counts_all(usage) ? never : end_of(usage.now, usage.job.estimate);
  for (const ReservationConfig& next : usage.world.config.reservations) {
    if (next.start <= usage.now || next.start >= end || reserved_on(next, at) == 0) continue;
    std::int64_t reserved = 0;
    for (const ReservationConfig& reservation : usage.world.config.reservations)
      if (lasts_at(reservation, next.start)) reserved += reserved_on(reservation, at);
    MCSIM_CHECK(reserved + used_at(usage, at, next.start) <= usage.host(at).mxj.count(),
                "a job starts on slots that are reserved before it will have ended");
  }
}

}  // namespace mcsim
