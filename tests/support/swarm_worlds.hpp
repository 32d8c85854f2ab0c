// The grids that the swarm plays: each seed is a grid of one kind. And the checks of these grids.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/model/config.hpp"
#include "support/mixture_features.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The naive reference of a kind decides what its grids may hold.
enum class WorldKind : std::uint8_t {
  baselines,   ///< separate clusters with fcfs, easy, conservative and lsf; a naive cluster
  lsf,         ///< one cluster with all of LSF's scheduler; a naive scheduler
  forwarding,  ///< clusters that forward jobs; a naive grid
  leases,      ///< clusters that lend hosts for hours
  mixture      ///< everything
};
inline constexpr std::size_t world_kinds = 5;
std::string_view name_of(WorldKind kind);

struct SwarmWorld {
  WorldKind kind{};
  GridConfig grid;
  AllFeatures features;  ///< of a mixture only
};

SwarmWorld swarm_world(std::uint64_t seed);
WorldKind swarm_kind(std::uint64_t seed);

/// The first thing that is wrong with a run of such a grid, in words; empty: nothing. The grid is
/// played with invariants checked after each instant, against the naive reference where there is
/// one, and in another way, chosen by the grid's seed, that must give the same results.
std::string first_wrong(WorldKind kind, const GridConfig& grid);

}  // namespace mcsim::testing
