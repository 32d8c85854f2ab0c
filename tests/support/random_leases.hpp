// Random grids whose clusters lend each other hosts, memory, swap space and licences.
#pragma once

#include <cstdint>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Two to four clusters with random policies that change, jobs of which some reserve exported
/// resources, faults, and links that fail. Each cluster has its own hosts first.
GridConfig random_leases(std::uint64_t seed);

/// In such a grid ELIMs report from time to time how many licences there are.
void give_told_licences(GridConfig& grid, std::uint64_t seed);

/// The resource "lic" of each cluster of such a grid, which hosts share.
inline constexpr ResourceId licences = resource(builtin::count);

}  // namespace mcsim::testing
