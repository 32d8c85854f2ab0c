// Advance reservations: which jobs are charged to them. Section 10 of docs/rules/scheduling.md.
#include "mcsim/scheduler/advance_charges.hpp"

#include <algorithm>

#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/host_rules.hpp"

namespace mcsim::scheduler {
void AdvanceCharges::charge(JobSlotId id) {
  if (!state_.features.has_reservations) return;
  const JobState& job = state_.jobs[id];
  const HostRules rules(config_, state_, now_);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    std::int32_t left = part.slots.count();
    for (const std::uint32_t row : state_.advance.current[index_of(part.host)]) {
      ReservedPart& reserved = state_.advance.parts[row];
      const ReservationConfig& config = config_.reservations[reserved.reservation];
      if (!rules.is_active(config) || !config.users.has(job.user)) continue;
      const std::int32_t slots = std::min(left, reserved.slots - rules.held_of(row));
      if (slots <= 0) continue;
      left -= slots;
      reserved.charges.push_back({id, slots});
    }
  });
}

void AdvanceCharges::uncharge(JobSlotId id) {
  if (!state_.features.has_reservations) return;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    for (const std::uint32_t row : state_.advance.current[index_of(part.host)])
      std::erase_if(state_.advance.parts[row].charges,
                    [&](const ReservationCharge& charge) { return charge.job == id; });
  });
}

void AdvanceCharges::turn(std::uint32_t reservation) {
  AdvanceReservations& advance = state_.advance;
  const bool over = config_.reservations[reservation].end <= now_;
  const auto [first, last] =
      std::ranges::equal_range(advance.parts, reservation, {}, &ReservedPart::reservation);
  for (auto part = first; part != last; ++part) {
    const auto row = static_cast<std::uint32_t>(part - advance.parts.begin());
    std::vector<std::uint32_t>& current = advance.current[index_of(part->host)];
    const auto place = std::ranges::lower_bound(current, row);
    const bool is_there = place != current.end() && *place == row;
    if (over && is_there) current.erase(place);
    if (!over && !is_there) current.insert(place, row);
    the<HostPlaces>().freed(part->host);
    if (over) part->charges.clear();
  }
}

}  // namespace mcsim::scheduler
