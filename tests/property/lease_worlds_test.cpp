// Random leases: slots are never lost nor doubled, slots that are in use or exported stay where
// they are, and skipped sessions and reordered events do not change the run. MCSIM_LEASES says how
// many.
#include <cstdint>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/observers.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/fact_log.hpp"
#include "support/launch_worlds.hpp"
#include "support/lease_asks.hpp"
#include "support/lease_check.hpp"
#include "support/lease_watch.hpp"
#include "support/random_leases.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::lease_worlds_test {

namespace {

GridConfig with_launches(std::uint64_t seed) {
  GridConfig grid = random_leases(seed);
  if (seed % 3 == 0) give_launches(grid, seed);
  return grid;
}
std::uint64_t grids() { return number_from_environment("MCSIM_LEASES", 300); }

}  // namespace

TEST_CASE("each exported slot is the provider's, the consumer's, or on its way", "[property]") {
  std::uint64_t granted = 0;
  std::uint64_t moved = 0;
  std::uint64_t kills = 0;
  std::uint64_t apart = 0;
  for (std::uint64_t seed = 1; seed <= grids(); ++seed) {
    const GridConfig grid = with_launches(seed);
    INFO("seed " << seed);
    Simulation simulation(grid);
    LeaseLog log(grid);
    LeaseWatch watch;
    Observers both{&log, &watch};
    Time now{};
    for (Time next = next_instant(simulation); next <= *grid.until && next != never;
         next = next_instant(simulation)) {
      INFO("at " << next.time_since_epoch().count() << " ms");
      now = next;
      const RunState state = simulation.run_until(next, both);
      REQUIRE_NOTHROW(check_leases(simulation.clusters()));
      REQUIRE_NOTHROW(watch.look(simulation.clusters(), next));
      for (const ClusterWorld& world : simulation.clusters()) check_invariants(world);
      if (state != RunState::until) break;
    }
    REQUIRE_NOTHROW(watch.compare(log.results(simulation, now), simulation.clusters(), now));
    kills += watch.kills();
    apart += watch.apart();
    for (const ClusterWorld& world : simulation.clusters())
      for (const BorrowedLease& lease : world.leasing.borrowed) {
        ++granted;
        if (lease.is_shared && world.leasing.holdings[lease.holding].sum.available != 1) ++moved;
      }
  }
  CHECK(granted > grids() / 2);
  CHECK(moved > grids() / 20);
  CHECK(kills > grids() / 20);
  CHECK(apart > 0);
}

TEST_CASE("a lease is established when a job asks for it, and no sooner", "[property]") {
  int exclusive = 0;
  int shared = 0;
  int wide = 0;
  for (std::uint64_t seed = 1; seed <= grids(); ++seed) {
    const GridConfig grid = random_leases(seed);
    INFO("seed " << seed);
    Simulation simulation(grid);
    LeaseAsks asks(grid);
    for (Time next = next_instant(simulation); next <= *grid.until && next != never;
         next = next_instant(simulation)) {
      INFO("at " << next.time_since_epoch().count() << " ms");
      const RunState state = simulation.run_until(next, asks);
      REQUIRE_NOTHROW(asks.look(simulation.clusters(), next));
      if (state != RunState::until) break;
    }
    exclusive += asks.exclusive();
    shared += asks.shared();
    wide += asks.wide();
  }
  INFO(exclusive << " exclusive leases, " << shared << " shared ones, " << wide << " by wide jobs");
  CHECK(exclusive > 10);
  CHECK(shared > 10);
  CHECK(wide > 0);
}

TEST_CASE("leases are the same without skipping sessions, by steps, and in any order of ties",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= grids() / 3; ++seed) {
    const GridConfig grid = with_launches(seed);
    INFO("seed " << seed);
    const RunResults results = run_until(grid, *grid.until);
    CHECK(difference(grid, results, run_every_session(grid, *grid.until)) == "");
    CHECK(difference_but_fingerprint(grid, results, run_shuffled(grid, seed, *grid.until)) == "");
    CHECK(difference(grid, results, run_in_steps(grid, {at(30min), at(2h)}, *grid.until)) == "");
  }
}

}  // namespace mcsim::testing::lease_worlds_test
