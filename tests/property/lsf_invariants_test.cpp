// The promises of dispatch `lsf`, checked after every fact of random worlds that use all features:
// no limit is exceeded, used and free amounts add up to the whole, and suspended jobs stay on their
// hosts.
//
// MCSIM_WORLDS: how many worlds (default 4,000); MCSIM_SEED: the seed of the first one.
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lsf_watcher.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"

namespace mcsim::testing::lsf_invariants_test {

TEST_CASE(
    "after every event of LSF's scheduler no limit is exceeded and every slot is accounted for",
    "[property][invariants]") {
  const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 4'000);
  const std::uint64_t first_seed = number_from_environment("MCSIM_SEED", 1);
  LsfWatched watched;
  for (std::uint64_t seed = first_seed; seed < first_seed + worlds; ++seed) {
    const GridConfig grid = random_lsf_world(seed).grid;
    const std::string broken = broken_promise(grid, watched);
    if (broken.empty()) continue;
    const auto find = [](const GridConfig& other) {
      LsfWatched ignored;
      return broken_promise(other, ignored);
    };
    const GridConfig small = shrunk(grid, find);
    FAIL("seed " << seed << ": " << broken << "\nin the smallest such world: " << find(small)
                 << "\n"
                 << to_text(small));
  }
  INFO(watched.facts << " facts, " << watched.starts << " starts, " << watched.backfills
                     << " by backfill, " << watched.suspensions << " suspensions, "
                     << watched.resumes << " resumes, " << watched.requeues << " requeues");
  CHECK(watched.starts > worlds);
  CHECK(watched.backfills > worlds / 100);
  CHECK(watched.suspensions > worlds / 10);
  CHECK(watched.resumes > worlds / 10);
  CHECK(watched.requeues > worlds / 10);
}

}  // namespace mcsim::testing::lsf_invariants_test
