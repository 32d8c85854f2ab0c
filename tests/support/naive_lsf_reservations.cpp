// Slots that are kept for users, now or later.
#include "support/naive_lsf_reservations.hpp"

#include <algorithm>

namespace mcsim::testing::naive {
namespace {

std::int64_t slots_on(const ReservationConfig& reservation, HostId host) {
  for (const ReservationConfig::Part& part : reservation.parts)
    if (part.host == host) return part.slots.count();
  return 0;
}

bool holds_at(const ReservationConfig& reservation, Time time) {
  return reservation.start <= time && time < reservation.end;
}

std::int64_t charged(const std::vector<Charge>& charges, std::size_t reservation, HostId host) {
  std::int64_t sum = 0;
  for (const Charge& charge : charges)
    if (charge.reservation == reservation && charge.host == host) sum += charge.slots;
  return sum;
}

std::int64_t charged(const Job& job, std::size_t reservation, HostId host) {
  return charged(job.charges, reservation, host);
}

/// Whether the slots of the job count as used on its hosts.
bool counts(const State& state, const Job& job) {
  return !state.is_gone(job) && (state.runs_now(job) || !state.has_preemption());
}

std::int64_t in_use(const State& state, std::size_t reservation, HostId host) {
  std::int64_t sum = 0;
  for (const Job& job : state.jobs)
    if (counts(state, job)) sum += charged(job, reservation, host);
  return sum;
}

/// Whether the slots of the job count as free at a later time.
bool is_over_by(const State& state, const Job& job, Time time) {
  return state.config.model.reservation_backfill != ReservationBackfill::nobody &&
         state.predicted_end(job) <= time;
}

/// The slots that a host has at `time` for jobs that still run then, beside its reservations.
/// `except`: a job that does not count.
std::int64_t most_over(const State& state, HostId host, Time time, const Job* except = nullptr) {
  std::int64_t most = state.host(host).mxj.count();
  const auto& reservations = state.config.reservations;
  for (const ReservationConfig& reservation : reservations)
    if (holds_at(reservation, time)) most -= slots_on(reservation, host);
  for (const Job& job : state.jobs) {
    if (&job == except || !counts(state, job) || is_over_by(state, job, time)) continue;
    most -= job.slots_on(host);
    for (std::size_t at = 0; at < reservations.size(); ++at)
      if (holds_at(reservations[at], time)) most += charged(job, at, host);
  }
  return most;
}

/// Whether a job with these slots and charges on a host leaves the next reservation its slots.
bool leaves_room(const State& state, const ReservationConfig& next, HostId host, std::int64_t slots,
                 const std::vector<Charge>& charges, const Job* except) {
  const auto& reservations = state.config.reservations;
  for (std::size_t at = 0; at < reservations.size(); ++at)
    if (holds_at(reservations[at], next.start)) slots -= charged(charges, at, host);
  return slots <= 0 || slots <= most_over(state, host, next.start, except);
}

/// Whether a reservation matters for a job that would start now and end at `end`.
bool comes_before(const State& state, const ReservationConfig& reservation, Time end) {
  switch (state.config.model.reservation_backfill) {
    case ReservationBackfill::anybody:
      return false;
    case ReservationBackfill::nobody:
      return state.now < reservation.start;
    default:
      return state.now < reservation.start && reservation.start < end;
  }
}

/// Whether the job is exclusive and would close a host on which other users have a reservation.
bool would_close(const State& state, const Job& job, HostId host, Time end) {
  return job.profile->exclusive &&
         std::ranges::any_of(state.config.reservations, [&](const ReservationConfig& reservation) {
           return slots_on(reservation, host) > 0 && !reservation.users.has(job.asked.user) &&
                  (holds_at(reservation, state.now) || comes_before(state, reservation, end));
         });
}

}  // namespace

std::int64_t kept_from(const State& state, const Job& job, HostId host) {
  std::int64_t kept = 0;
  for (std::size_t at = 0; at < state.config.reservations.size(); ++at) {
    const ReservationConfig& reservation = state.config.reservations[at];
    if (!holds_at(reservation, state.now) || reservation.users.has(job.asked.user)) continue;
    const std::int64_t rest = slots_on(reservation, host) - in_use(state, at, host);
    kept += std::max<std::int64_t>(0, rest);
  }
  return kept;
}

std::int64_t kept_in_all(const State& state, HostId host) {
  std::int64_t kept = 0;
  for (std::size_t at = 0; at < state.config.reservations.size(); ++at) {
    const ReservationConfig& reservation = state.config.reservations[at];
    if (!holds_at(reservation, state.now)) continue;
    const std::int64_t rest = slots_on(reservation, host) - in_use(state, at, host);
    kept += std::max<std::int64_t>(0, rest);
  }
  return kept;
}

std::int64_t most_by_reservations(const State& state, const Job& job, HostId host,
                                  Time backfill_end) {
  std::int64_t most = state.host(host).mxj.count() -
                      state.used({.host = host,
                                  .suspended_too = !state.has_preemption(),
                                  .except = &job,
                                  .backfill_end = backfill_end}) -
                      kept_from(state, job, host);
  const Time end = end_of(state.now, job.limit);
  if (would_close(state, job, host, end)) return 0;
  for (const ReservationConfig& next : state.config.reservations) {
    if (slots_on(next, host) == 0 || !comes_before(state, next, end)) continue;
    while (most > 0 &&
           !leaves_room(state, next, host, most,
                        charges_of(state, job, {{host, Slots(static_cast<std::int32_t>(most))}}),
                        nullptr))
      --most;
  }
  return most;
}

std::int64_t kept_for(const State& state, const Job& job, HostId host,
                      const std::vector<NameId>& others) {
  std::int64_t kept = 0;
  for (std::size_t at = 0; at < state.config.reservations.size(); ++at) {
    const ReservationConfig& reservation = state.config.reservations[at];
    const bool is_theirs =
        std::ranges::any_of(others, [&](NameId user) { return reservation.users.has(user); });
    if (!holds_at(reservation, state.now) || !reservation.users.has(job.asked.user) || is_theirs)
      continue;
    const std::int64_t rest = slots_on(reservation, host) - in_use(state, at, host);
    kept += std::max<std::int64_t>(0, rest);
  }
  return kept;
}

bool reservations_let_go_on(const State& state, const Job& job, const HostSlots& part) {
  Time end = never;
  if (job.limit_here < unlimited) {
    end = state.now + (job.limit_here - job.ran_before);
    if (end <= state.now) end = state.now + 1ms;
  }
  if (would_close(state, job, part.host, end)) return false;
  for (const ReservationConfig& next : state.config.reservations) {
    if (slots_on(next, part.host) == 0 || !comes_before(state, next, end)) continue;
    if (!leaves_room(state, next, part.host, part.slots.count(), job.charges, &job)) return false;
  }
  return true;
}

std::vector<Charge> charges_of(const State& state, const Job& job,
                               const std::vector<HostSlots>& hosts) {
  std::vector<Charge> charges;
  for (const HostSlots& part : hosts) {
    std::int64_t left = part.slots.count();
    for (std::size_t at = 0; at < state.config.reservations.size() && left > 0; ++at) {
      const ReservationConfig& reservation = state.config.reservations[at];
      if (!holds_at(reservation, state.now) || !reservation.users.has(job.asked.user)) continue;
      const std::int64_t rest = slots_on(reservation, part.host) - in_use(state, at, part.host);
      const std::int64_t slots = std::clamp<std::int64_t>(rest, 0, left);
      if (slots > 0) charges.push_back({at, part.host, slots});
      left -= slots;
    }
  }
  return charges;
}

bool is_shielded_from(const State& state, const Job& job, const Job& other) {
  return std::ranges::any_of(job.charges, [&](const Charge& charge) {
    const ReservationConfig& reservation = state.config.reservations[charge.reservation];
    return holds_at(reservation, state.now) && !reservation.users.has(other.asked.user);
  });
}

}  // namespace mcsim::testing::naive
