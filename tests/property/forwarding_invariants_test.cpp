// The promises of forwarding, checked after every fact of random grids that use all features: no
// job is lost or in two places, no job is accepted where it must not be, and all counts agree with
// the jobs.
//
// MCSIM_GRIDS: how many grids (default 200); MCSIM_SEED: the seed of the first one.
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/grid_watcher.hpp"
#include "support/policy_grids.hpp"
#include "support/random_grid.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"

namespace mcsim::testing::forwarding_invariants_test {

TEST_CASE("every job of a grid is in one place at a time, where it may be, and ends once",
          "[property][forwarding][invariants]") {
  const std::uint64_t worlds = number_from_environment("MCSIM_GRIDS", 200);
  const std::uint64_t first_seed = number_from_environment("MCSIM_SEED", 1);
  GridWatched watched;
  for (std::uint64_t seed = first_seed; seed < first_seed + worlds; ++seed) {
    GridConfig grid = random_grid_world(seed).grid;
    if (seed % 2 == 0) give_policies(grid, seed);
    const std::string broken = broken_promise(grid, watched);
    if (broken.empty()) continue;
    const auto find = [](const GridConfig& other) {
      GridWatched ignored;
      return broken_promise(other, ignored);
    };
    const GridConfig small = shrunk(grid, find);
    FAIL("seed " << seed << ": " << broken << "\nin the smallest such world: " << find(small)
                 << "\n"
                 << to_text(small));
  }
  INFO(watched.facts << " facts, " << watched.forwards << " forwards, " << watched.refusals
                     << " refused, " << watched.guests << " accepted, " << watched.returns
                     << " returned, " << watched.ends_elsewhere << " ended elsewhere, "
                     << watched.fresh_reports << " reports as fresh as the truth");
  CHECK(watched.forwards > worlds);
  CHECK(watched.refusals > worlds / 10);
  CHECK(watched.guests > worlds / 2);
  CHECK(watched.returns > worlds / 10);
  CHECK(watched.ends_elsewhere > worlds / 2);
  if (worlds >= 200) CHECK(watched.fresh_reports > 0);  // most are of a few grids
}

}  // namespace mcsim::testing::forwarding_invariants_test
