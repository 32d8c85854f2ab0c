// Counts advance reservations again, from the configuration and from the slots charged to them.
#include "support/lsf_advance_check.hpp"

#include <algorithm>

#include "mcsim/base/check.hpp"

namespace mcsim::testing {
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

/// Slots of a reservation on a host that are charged to jobs for which `counts(id)` holds.
template <class Counts>
std::int64_t charged(const LsfUsage& usage, const ReservationConfig& reservation, HostId at,
                     Counts&& counts) {
  std::int64_t slots = 0;
  for (const ReservedPart& part : usage.state.advance.parts) {
    if (&usage.world.config.reservations[part.reservation] != &reservation || part.host != at)
      continue;
    for (const ReservationCharge& charge : part.charges)
      if (counts(charge.job)) slots += charge.slots;
  }
  return slots;
}

/// `model.reservation_backfill: never`: no job counts as ended by the begin of a reservation.
bool counts_all(const LsfUsage& usage) {
  return usage.world.config.model.reservation_backfill == ReservationBackfill::nobody;
}

/// The slots of a job that are not charged to a reservation which holds at `when`.
std::int64_t uncharged_at(const LsfUsage& usage, JobSlotId id, HostId at, Time when) {
  std::int64_t slots = usage.slots_on(id, at);
  for (const ReservationConfig& reservation : usage.world.config.reservations)
    if (lasts_at(reservation, when))
      slots -= charged(usage, reservation, at, [&](JobSlotId one) { return one == id; });
  return slots;
}

/// Slots that other started jobs will still have at `when`, without those that are charged to
/// reservations which hold then.
std::int64_t used_by_others_at(const LsfUsage& usage, HostId at, Time when) {
  std::int64_t used = 0;
  usage.state.jobs.visit([&](JobSlotId id, const JobState& other) {
    if (id != usage.id && usage.counts_for_hosts(other) &&
        (counts_all(usage) || usage.predicted_end(other) > when))
      used += uncharged_at(usage, id, at, when);
  });
  return used;
}

bool is_of_users(const LsfUsage& usage, const ReservationConfig& reservation) {
  return reservation.users.has(usage.job.user);
}

/// Calls check(reservation) for each reservation on the host that begins before the job would end.
template <class Check>
void visit_later(const LsfUsage& usage, HostId at, Time end, Check&& check) {
  if (usage.world.config.model.reservation_backfill == ReservationBackfill::anybody) return;
  for (const ReservationConfig& next : usage.world.config.reservations)
    if (next.start > usage.now && (counts_all(usage) || next.start < end) &&
        reserved_on(next, at) > 0)
      check(next);
}

/// Slots of the job that are charged to reservations count in these.
void check_later(const LsfUsage& usage, HostId at, Time end) {
  visit_later(usage, at, end, [&](const ReservationConfig& next) {
    std::int64_t reserved = 0;
    for (const ReservationConfig& reservation : usage.world.config.reservations)
      if (lasts_at(reservation, next.start)) reserved += reserved_on(reservation, at);
    const std::int64_t own = uncharged_at(usage, usage.id, at, next.start);
    MCSIM_CHECK(
        own == 0 || reserved + used_by_others_at(usage, at, next.start) + own <= usage.mxj(at),
        "a job goes on slots that are reserved before it will have ended");
    MCSIM_CHECK(!usage.job.exclusive || is_of_users(usage, next),
                "an exclusive job would close a host when others have reserved slots of it");
  });
}

}  // namespace

void check_kept_slots(const LsfUsage& usage, HostId at, bool with_suspended) {
  std::int64_t kept = 0;
  for (const ReservationConfig& reservation : usage.world.config.reservations) {
    if (is_of_users(usage, reservation) || !lasts_at(reservation, usage.now)) continue;
    MCSIM_CHECK(!usage.job.exclusive || reserved_on(reservation, at) == 0,
                "an exclusive job closes a host of which others have reserved slots");
    const std::int64_t in_use = charged(usage, reservation, at, [&](JobSlotId id) {
      return usage.counts_for_hosts(usage.state.jobs[id]);
    });
    kept += std::max<std::int64_t>(reserved_on(reservation, at) - in_use, 0);
  }
  if (kept == 0) return;
  const std::int64_t used = usage.on_host(at, with_suspended, [](const JobState&) { return true; });
  MCSIM_CHECK(used + kept <= usage.mxj(at),
              "a job takes slots that an advance reservation keeps from it");
}

void check_later_reservations(const LsfUsage& usage, HostId at) {
  check_later(usage, at, end_of(usage.now, usage.job.estimate));
}

void check_resumes_before_reservations(const LsfUsage& usage, HostId at) {
  check_later(usage, at, usage.predicted_end(usage.job));
}

bool is_on_slots_kept_from(const LsfUsage& usage, const JobState& other, HostId at) {
  std::int64_t slots = 0;
  for (const ReservationConfig& reservation : usage.world.config.reservations)
    if (lasts_at(reservation, usage.now) && is_of_users(usage, reservation) &&
        !reservation.users.has(other.user))
      slots += reserved_on(reservation, at);
  return usage.slots_on(usage.id, at) <= slots;
}

}  // namespace mcsim::testing
