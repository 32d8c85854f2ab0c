// Which loads matter to the scheduler.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::lim {

/// The loads that matter, among the indices that change with what runs.
struct LoadWatch {
  /// A level of an effective run queue, or of utilization: it matters when it is reached or passed.
  struct Level {
    std::uint16_t index;
    double level;
    bool stops = false;  ///< it is a loadStop

    auto operator<=>(const Level&) const = default;
  };

  std::uint32_t values = 0;     ///< bits by index: every change of it matters
  std::vector<Level> levels{};  ///< for all hosts
  Table<HostId, std::vector<Level>> of_host{};
  bool stops_for_others = false;  ///< there is a loadStop of another index
};

/// The loads that any order[], select[] or same[] names, and the thresholds of queues and hosts.
LoadWatch watched_loads(const ClusterConfig& config, const ClusterSettings& settings);

}  // namespace mcsim::lim
