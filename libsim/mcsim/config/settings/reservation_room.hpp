// When the advance reservations of one host ask for more slots than it has.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/time.hpp"

namespace mcsim::config {

/// The slots of a reservation on the host.
struct ReservedSlots {
  Time start{};
  std::size_t reservation = 0;  ///< its position in the scenario
  Time end{};
  std::int64_t slots = 0;
};

/// What MXJ is from some time on.
struct MxjSince {
  Time since{};
  std::int64_t mxj = 0;
};

/// At `at` the reservations that hold have more slots than the host.
struct Shortage {
  Time at{};
  std::size_t reservation = 0;  ///< of those that hold, the last to start
  std::int64_t slots = 0;       ///< of all of them
  MxjSince has{};
};

/// `mxj`: in the order of time; the first holds from the beginning.
std::vector<Shortage> shortages(std::vector<ReservedSlots> reserved,
                                const std::vector<MxjSince>& mxj);

}  // namespace mcsim::config
