// Which grid belongs to a seed.
#include "support/swarm_worlds.hpp"

#include <iterator>

#include "support/launch_worlds.hpp"
#include "support/random_grid.hpp"
#include "support/random_leases.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/random_mixture.hpp"
#include "support/random_worlds.hpp"

namespace mcsim::testing {
namespace {

constexpr std::string_view names[] = {"baselines", "lsf", "forwarding", "leases", "mixture"};
static_assert(std::size(names) == world_kinds);

/// The kinds of ten seeds in a row.
constexpr WorldKind kinds[] = {WorldKind::mixture,    WorldKind::lsf,     WorldKind::mixture,
                               WorldKind::forwarding, WorldKind::mixture, WorldKind::lsf,
                               WorldKind::mixture,    WorldKind::leases,  WorldKind::mixture,
                               WorldKind::baselines};

GridConfig leases_with_launches(std::uint64_t seed) {
  GridConfig grid = random_leases(seed);
  grid.seed = seed;
  if (seed % 3 == 0) give_launches(grid, seed);
  return grid;
}

}  // namespace

std::string_view name_of(WorldKind kind) { return names[static_cast<std::size_t>(kind)]; }

WorldKind swarm_kind(std::uint64_t seed) { return kinds[seed % std::size(kinds)]; }

SwarmWorld swarm_world(std::uint64_t seed) {
  const WorldKind kind = swarm_kind(seed);
  switch (kind) {
    case WorldKind::baselines:
      return {kind, random_grid(seed, {.most_jobs = 60}), {}};
    case WorldKind::lsf: {
      LsfWorld world = random_lsf_world(seed);
      return {kind, std::move(world.grid), all_features(world.features, {})};
    }
    case WorldKind::forwarding: {
      GridWorld world = random_grid_world(seed);
      return {kind, std::move(world.grid), all_features(world.lsf, world.features)};
    }
    case WorldKind::leases: {
      GridConfig grid = leases_with_launches(seed);
      const AllFeatures features = features_in(grid);
      return {kind, std::move(grid), features};
    }
    case WorldKind::mixture:
      break;
  }
  Mixture world = random_mixture(seed);
  return {kind, std::move(world.grid), world.features};
}

}  // namespace mcsim::testing
