// A short slice of the swarm: grids in which everything meets everything, with invariants looked at
// after each instant, and played in other ways. tools/swarm plays as many as one likes.
//
// MCSIM_SWARM: how many grids (default 200); MCSIM_SEED: the seed of the first one.
#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/swarm_worlds.hpp"

namespace mcsim::property_swarm_test {

namespace {

void check_world(std::uint64_t seed) {
  const SwarmWorld world = swarm_world(seed);
  const std::string found = first_wrong(world.kind, world.grid);
  if (found.empty()) return;
  const auto find = [&](const GridConfig& grid) { return first_wrong(world.kind, grid); };
  const GridConfig small = shrunk(world.grid, find);
  FAIL("seed " << seed << ", " << name_of(world.kind) << ": " << found
               << "\nin the smallest such grid: " << find(small) << "\n"
               << to_text(small));
}

}  // namespace

// 2868: a job ended on a host of an inactive lease, whose slots were reported until a session came,
// and it hung on model.elide when that was.
TEST_CASE("grids of the swarm in which something was wrong", "[property][swarm]") {
  check_world(2868);
}

TEST_CASE("nothing is wrong with any of the first grids of the swarm", "[property][swarm]") {
  const std::uint64_t grids = number_from_environment("MCSIM_SWARM", 200);
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  for (std::uint64_t seed = first; seed < first + grids; ++seed) check_world(seed);
}

}  // namespace mcsim::property_swarm_test
