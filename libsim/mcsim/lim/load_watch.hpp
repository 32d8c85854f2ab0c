// Which loads matter to the scheduler.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::lim {

/// Of the indices that change with what runs.
struct LoadWatch {
  /// A run queue, as an effective one, or utilization: what matters is when it is reached, or
  /// passed.
  struct Level {
    std::uint16_t index;
    double level;
    bool stops = false;  ///< it is a loadStop

    auto operator<=>(const Level&) const = default;
  };

  std::uint32_t values = 0;     ///< bits by index: whenever it is another one
  std::vector<Level> levels{};  ///< of all hosts
  Table<HostId, std::vector<Level>> of_host{};
  bool stops_for_others = false;  ///< there is a loadStop of another index
};

/// What order[], select[] and same[] name anywhere, and the thresholds of queues and hosts.
LoadWatch watched_loads(const ClusterConfig& config, const ClusterSettings& settings);

}  // namespace mcsim::lim
