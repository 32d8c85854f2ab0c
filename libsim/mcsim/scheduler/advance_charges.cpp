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
    for (const std::uint32_t row : state_.advance.on_host[index_of(part.host)]) {
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
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    for (const std::uint32_t row : state_.advance.on_host[index_of(part.host)])
      std::erase_if(state_.advance.parts[row].charges,
                    [&](const ReservationCharge& charge) { return charge.job == id; });
  });
}

void AdvanceCharges::turn(std::uint32_t reservation) {
  const bool over = config_.reservations[reservation].end <= now_;
  for (ReservedPart& part : state_.advance.parts) {
    if (part.reservation != reservation) continue;
    the<HostPlaces>().freed(part.host);
    if (over) part.charges.clear();
  }
}

}  // namespace mcsim::scheduler
