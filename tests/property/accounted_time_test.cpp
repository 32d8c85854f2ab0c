// The columns of jobs.csv account for each millisecond of each job, whatever happens to it.
//
// MCSIM_SWARM: how many grids of the swarm (default 1,000); MCSIM_SEED: the seed of the first one.
#include <cstdint>
#include <string>

#include "support/accounted_time.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/policy_grids.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/swarm_worlds.hpp"
#include "support/whole_run.hpp"

namespace mcsim::testing::accounted_time_test {

TEST_CASE("the times of each job add up to its turnaround in the grids of the swarm",
          "[property][swarm]") {
  const std::uint64_t grids = number_from_environment("MCSIM_SWARM", 1'000);
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  ColumnsInUse seen;
  const auto find = [&](GridConfig grid) {
    if (!grid.until) grid.until = Time{} + 24h;
    return unaccounted_time(grid, whole_run(grid, *grid.until).results, seen);
  };
  for (std::uint64_t seed = first; seed < first + grids; ++seed) {
    SwarmWorld world = swarm_world(seed);
    if (seed % 3 == 0) give_policies(world.grid, seed);
    const std::string found = find(world.grid);
    if (found.empty()) continue;
    const GridConfig small = shrunk(world.grid, find);
    FAIL("seed " << seed << ", " << name_of(world.kind) << ": " << found
                 << "\nin the smallest such grid: " << find(small) << "\n"
                 << to_text(small));
  }
  // Each way in which a job spends its time is there, and each that leads it through several.
  for (const char* column :
       {"wait_time", "held_time", "launch_time", "run_time", "lost_time", "suspended_time",
        "unreachable_time", "forwards", "returns", "preemptions", "requeues"}) {
    INFO(column);
    CHECK(seen[column] >= grids / 100);
  }
}

}  // namespace mcsim::testing::accounted_time_test
