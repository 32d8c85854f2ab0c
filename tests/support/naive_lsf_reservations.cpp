// Slots that are kept for somebody, now or soon.
#include "support/naive_lsf_reservations.hpp"

#include <algorithm>

namespace mcsim::naive {
namespace {

std::int64_t slots_on(const ReservationConfig& reservation, HostId host) {
  for (const ReservationConfig::Part& part : reservation.parts)
    if (part.host == host) return part.slots.count();
  return 0;
}

bool holds_at(const ReservationConfig& reservation, Time time) {
  return reservation.start <= time && time < reservation.end;
}

std::int64_t charged(const Job& job, std::size_t reservation, HostId host) {
  std::int64_t sum = 0;
  for (const Charge& charge : job.charges)
    if (charge.reservation == reservation && charge.host == host) sum += charge.slots;
  return sum;
}

/// Whether the job's slots count on its hosts.
bool counts(const State& state, const Job& job) {
  return !state.is_gone(job) && (state.runs_now(job) || !state.has_preemption());
}

std::int64_t in_use(const State& state, std::size_t reservation, HostId host) {
  std::int64_t sum = 0;
  for (const Job& job : state.jobs)
    if (counts(state, job)) sum += charged(job, reservation, host);
  return sum;
}

/// Whether the job's slots are free at a time to come.
bool is_over_by(const State& state, const Job& job, Time time) {
  return state.config.model.reservation_backfill != ReservationBackfill::nobody &&
         state.predicted_end(job) <= time;
}

/// What a host offers jobs that still run when its reservations of that time begin.
std::int64_t most_over(const State& state, HostId host, Time time) {
  std::int64_t most = state.host(host).mxj.count();
  const auto& reservations = state.config.reservations;
  for (const ReservationConfig& reservation : reservations)
    if (holds_at(reservation, time)) most -= slots_on(reservation, host);
  for (const Job& job : state.jobs) {
    if (!counts(state, job) || is_over_by(state, job, time)) continue;
    most -= job.slots_on(host);
    for (std::size_t at = 0; at < reservations.size(); ++at)
      if (holds_at(reservations[at], time)) most += charged(job, at, host);
  }
  return most;
}

}  // namespace

std::int64_t kept_from(const State& state, const Job& job, HostId host) {
  std::int64_t kept = 0;
  for (std::size_t at = 0; at < state.config.reservations.size(); ++at) {
    const ReservationConfig& reservation = state.config.reservations[at];
    if (!holds_at(reservation, state.now) || contains(reservation.users, job.asked.user)) continue;
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
  const ReservationBackfill rule = state.config.model.reservation_backfill;
  if (rule == ReservationBackfill::anybody) return most;
  const Time end = rule == ReservationBackfill::nobody ? never : end_of(state.now, job.limit);
  for (const ReservationConfig& reservation : state.config.reservations)
    if (state.now < reservation.start && reservation.start < end && slots_on(reservation, host) > 0)
      most = std::min(most, most_over(state, host, reservation.start));
  return most;
}

std::vector<Charge> charges_of(const State& state, const Job& job,
                               const std::vector<HostSlots>& hosts) {
  std::vector<Charge> charges;
  for (const HostSlots& part : hosts) {
    std::int64_t left = part.slots.count();
    for (std::size_t at = 0; at < state.config.reservations.size() && left > 0; ++at) {
      const ReservationConfig& reservation = state.config.reservations[at];
      if (!holds_at(reservation, state.now) || !contains(reservation.users, job.asked.user))
        continue;
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
    return holds_at(reservation, state.now) && !contains(reservation.users, other.asked.user);
  });
}

}  // namespace mcsim::naive
