// Advance reservations: which jobs are charged to them. Section 10 of docs/scheduling.md.
#include <algorithm>

#include "mcsim/system/lsf_book.hpp"

namespace mcsim {
std::int32_t LsfState::held(std::uint32_t row) const {
  std::int32_t slots = 0;
  for (const ReservationCharge& charged : charges)
    if (charged.part == row && (counts_suspended || jobs[charged.job].stage == Stage::running))
      slots += charged.slots;
  return slots;
}

void LsfBook::charge(JobSlotId id) {
  if (!state_.has_reservations) return;
  const LsfJob& job = state_.jobs[id];
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    std::int32_t left = part.slots.count();
    for (const std::uint32_t row : state_.parts_on[index_of(part.host)]) {
      const ReservedPart& reserved = state_.reserved_parts[row];
      const ReservationConfig& config = config_.reservations[reserved.reservation];
      const bool active = config.start <= now_ && now_ < config.end;
      const std::int32_t slots = std::min(left, reserved.slots - state_.held(row));
      if (!active || slots <= 0 || !config.users.has(job.user)) continue;
      left -= slots;
      state_.charges.push_back({id, row, slots});
    }
  });
}

void LsfBook::uncharge(JobSlotId id) {
  std::erase_if(state_.charges,
                [&](const ReservationCharge& charged) { return charged.job == id; });
}

void LsfBook::turn_reservation(std::uint32_t reservation) {
  const bool over = config_.reservations[reservation].end <= now_;
  for (std::uint32_t row = 0; row < state_.reserved_parts.size(); ++row) {
    const ReservedPart& part = state_.reserved_parts[row];
    if (part.reservation != reservation) continue;
    freed(part.host);
    if (!over) continue;
    std::erase_if(state_.charges,
                  [&](const ReservationCharge& charged) { return charged.part == row; });
  }
}

}  // namespace mcsim
