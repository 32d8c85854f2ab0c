// Grids that differ only in something that must not matter.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The clusters in another order, under their own names: cluster `order[at]` moves to `at`.
GridConfig reordered(const GridConfig& grid, const std::vector<ClusterId>& order);

/// Adds a last cluster, to which every send queue sends jobs last, and whose links are always down.
GridConfig with_unreachable_cluster(const GridConfig& grid);

/// Adds a last cluster that has nothing to do with the others: a random one with jobs of its own.
GridConfig with_unrelated_cluster(const GridConfig& grid, std::uint64_t seed);

}  // namespace mcsim::testing
