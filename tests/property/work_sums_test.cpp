// Work in random worlds: what all decisions have cost is what was counted, and counting changes
// nothing.
//
// MCSIM_GRIDS: how many (default 60); MCSIM_SEED: the seed of the first one (default 1).
#include <cstdint>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/random_grid.hpp"
#include "support/random_worlds.hpp"
#include "support/work_log.hpp"

namespace mcsim::testing::work_sums_test {

namespace {

std::uint64_t fingerprint_of(const GridConfig& grid, Time until, Observer* also,
                             std::vector<Work>& totals) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  Observers all{&recorder};
  if (also != nullptr) all.add(*also);
  const RunState state = simulation.run_until(until, all);
  totals.clear();
  for (const ClusterWorld& world : simulation.clusters()) {
    totals.push_back(world.work());
    totals.back().messages = 0;  // of the last round
  }
  return std::move(recorder).results(simulation, state, until).fingerprint;
}

void check_sums(const GridConfig& grid, Time until) {
  WorkLog log;
  std::vector<Work> totals;
  std::vector<Work> unheard;
  REQUIRE(fingerprint_of(grid, until, &log, totals) ==
          fingerprint_of(grid, until, nullptr, unheard));
  REQUIRE(totals == unheard);
  if (!counts_work) return;
  REQUIRE(log.begun() == log.decisions().size());
  for (std::size_t at = 0; at < totals.size(); ++at) {
    Work sum = log.sum_of(static_cast<ClusterId>(at));
    sum.messages = 0;
    REQUIRE(sum == totals[at]);
  }
}

}  // namespace

TEST_CASE("the work of all decisions is what was counted, and counting changes nothing",
          "[property]") {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t grids = number_from_environment("MCSIM_GRIDS", 60);
  for (std::uint64_t seed = first; seed < first + grids; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid_world(seed).grid;
    check_sums(grid, *grid.until);
    check_sums(random_grid(seed), Time{} + 240h);  // baselines among them
  }
}

}  // namespace mcsim::testing::work_sums_test
