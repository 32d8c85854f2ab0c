// Slots of hosts that advance reservations keep for their users.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::scheduler {

/// Slots that a job has of an advance reservation on one host.
struct ReservationCharge {
  JobSlotId job{};
  std::int32_t slots = 0;
};

/// The slots of an advance reservation on one host.
struct ReservedPart {
  std::uint32_t reservation = 0;
  HostId host{};
  std::int32_t slots = 0;
  std::vector<ReservationCharge> charges{};  ///< to jobs that are on the host
};

/// All parts, and those on each host.
struct AdvanceReservations {
  std::vector<ReservedPart> parts;
  std::vector<std::vector<std::uint32_t>> on_host;  ///< by HostId: rows of `parts`
};

}  // namespace mcsim::scheduler
