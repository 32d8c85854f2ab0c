// Random grids whose clusters lend each other hosts, memory, swap space and licences.
#pragma once

#include <cstdint>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Two to four clusters with random policies, which change, jobs of which some reserve what is
/// exported, faults, and links that fail. Of each cluster the own hosts come first.
GridConfig random_leases(std::uint64_t seed);

/// The resource "lic", which hosts share, in each cluster of such a grid.
inline constexpr ResourceId licences = resource(builtin::count);

}  // namespace mcsim::testing
