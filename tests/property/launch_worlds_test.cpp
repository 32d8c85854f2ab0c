// Random launches in random clusters whose hosts fail: every slot is accounted for after each fact,
// and all slots come back. Skipped sessions and reordered events do not change the run.
//
// MCSIM_WORLDS: how many worlds (default 3,000); MCSIM_SEED: the seed of the first one.
#include <cstdint>
#include <string>

#include "mcsim/cluster/cluster_world.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/launch_watch.hpp"
#include "support/launch_worlds.hpp"
#include "support/lsf_watcher.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::launch_worlds_test {

namespace {

void give_failures(ClusterConfig& cluster, std::uint64_t seed) {
  RngStream dice(seed, "test/failures");
  for (std::size_t host = 0; host < cluster.hosts.size(); ++host)
    for (std::uint64_t more = dice.below(3); more > 0; --more)
      cluster.timeline.push_back(
          host_down(dice.below(120) * 5s, static_cast<HostId>(host), (1 + dice.below(100)) * 1s));
}

template <class Look>
void for_each_world(std::uint64_t share, Look&& look) {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 3'000) / share;
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_lsf_world(seed).grid;
    give_launches(grid, seed);
    if (seed % 2 == 0) give_failures(grid.clusters[0], seed);
    look(grid, seed);
  }
}

}  // namespace

TEST_CASE("with launches, too, every slot is accounted for after every event",
          "[property][launch]") {
  LsfWatched watched;
  for_each_world(1, [&](const GridConfig& grid, std::uint64_t) {
    REQUIRE(broken_promise(grid, watched) == "");
  });
  CHECK(watched.starts > 0);
}

TEST_CASE("launches end as they begin, and signals reach exactly the tasks that have started",
          "[property][launch]") {
  LaunchWatch all;
  for_each_world(1, [&](const GridConfig& grid, std::uint64_t) {
    Simulation simulation(grid);
    LaunchWatch watch;
    REQUIRE_NOTHROW(simulation.run_until(*grid.until, watch));
    for (std::size_t at = 0; at < launch_outcomes; ++at) all.outcomes[at] += watch.outcomes[at];
    all.signals += watch.signals;
    all.lost_hosts += watch.lost_hosts;
  });
  for (std::size_t at = 0; at + 1 < launch_outcomes; ++at) {
    INFO(name_of(static_cast<LaunchOutcome>(at)));
    CHECK(all.outcomes[at] > 0);
  }
  CHECK(all.signals > 0);
  CHECK(all.lost_hosts > 0);
}

TEST_CASE("when all launched jobs have ended all slots are free", "[property][launch]") {
  std::uint64_t finished = 0;
  for_each_world(1, [&](const GridConfig& grid, std::uint64_t) {
    Simulation simulation(grid);
    Observer nobody;
    // Some launches fail again and again, or have a PJL that never ends.
    if (simulation.run_until(*grid.until + 2h, nobody) != RunState::finished) return;
    ++finished;
    for (const HostState& host : simulation.clusters()[0].lsf->hosts)
      REQUIRE(host.running + host.suspended + host.started_jobs == 0);
  });
  // Jobs may wait for ever for others, too.
  CHECK(finished > number_from_environment("MCSIM_WORLDS", 3'000) / 15);
}

TEST_CASE("launches are the same without skipping sessions, by steps, and in any order of ties",
          "[property][launch]") {
  for_each_world(3, [&](const GridConfig& grid, std::uint64_t seed) {
    const RunResults results = run_until(grid, *grid.until);
    CHECK(difference(grid, results, run_until(grid, *grid.until)) == "");
    CHECK(difference(grid, results, run_every_session(grid, *grid.until)) == "");
    CHECK(difference_but_fingerprint(grid, results, run_shuffled(grid, seed, *grid.until)) == "");
    CHECK(difference(grid, results, run_in_steps(grid, {at(7s), at(60s)}, *grid.until)) == "");
    Flight original(grid);
    original.fly(at(30s));
    Flight copy(original);
    CHECK(difference(grid, results, copy.land(*grid.until)) == "");
  });
}

}  // namespace mcsim::testing::launch_worlds_test
