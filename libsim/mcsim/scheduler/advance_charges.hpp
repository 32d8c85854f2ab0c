// Advance reservations: which jobs are charged to them.
#pragma once

#include <cstdint>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps AdvanceReservations. Source: docs/rules/scheduling.md, section 10.
class AdvanceCharges : Owner {
 public:
  using Owner::Owner;

  /// A job has started, or leaves its hosts.
  void charge(JobSlotId id);
  void uncharge(JobSlotId id);
  /// A reservation begins or ends now.
  void turn(std::uint32_t reservation);
};

}  // namespace mcsim::scheduler
