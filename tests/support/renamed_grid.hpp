// Grids that are the same but for something that must not matter.
#pragma once

#include <vector>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The clusters in another order, under their own names: cluster `order[at]` comes to stand at
/// `at`.
GridConfig reordered(const GridConfig& grid, const std::vector<ClusterId>& order);

/// With one more cluster behind all others, to which every send queue sends jobs last, and whose
/// links are down all the time.
GridConfig with_unreachable_cluster(const GridConfig& grid);

}  // namespace mcsim::testing
