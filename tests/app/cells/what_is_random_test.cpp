// Whether a seed matters, by what a scenario has, and by what its runs come to.
#include "mcsim/app/cells/what_is_random.hpp"

#include <functional>
#include <string>

#include "support/catch.hpp"
#include "support/random_grid.hpp"
#include "support/random_worlds.hpp"
#include "support/same_results.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::what_is_random_test {

namespace {

GridConfig plain() {
  GridConfig grid = grid_of(flat_machine(2, "lsf", {{.id = 1, .run = 5s}}));
  grid.links.emplace_back();
  return grid;
}

bool is_random(const GridConfig& grid, const Registry& registry = default_registry()) {
  return is_anything_random(grid, registry);
}

RunResults run_to_end(const GridConfig& grid) {
  const Time until = grid.until.value_or(never);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(until, recorder);
  return std::move(recorder).results(simulation, state, until);
}

}  // namespace

TEST_CASE("each thing that is drawn makes a seed matter, and none that is constant does") {
  CHECK_FALSE(is_random(plain()));
  const auto with = [](const std::function<void(GridConfig&, ClusterConfig&)>& change) {
    GridConfig grid = plain();
    change(grid, grid.clusters[0]);
    return is_random(grid);
  };
  using Grid = GridConfig;
  using Cluster = ClusterConfig;
  CHECK(with([](Grid& grid, Cluster&) { grid.links[0].jitter = 1ms; }));
  CHECK(with([](Grid& grid, Cluster&) { grid.links[0].loss = 0.5; }));
  CHECK_FALSE(with([](Grid& grid, Cluster&) { grid.links[0].loss = 1; }));  // all are lost
  CHECK(with([](Grid&, Cluster& one) { one.model.seeded_daemon_phase = true; }));
  CHECK(with([](Grid&, Cluster& one) { one.model.load_noise = 0.1; }));
  CHECK(with([](Grid&, Cluster& one) { one.model.forward_policy = "random"; }));
  CHECK(with([](Grid&, Cluster& one) { one.model.forward_policy = "power-of-d"; }));
  CHECK_FALSE(with([](Grid&, Cluster& one) { one.model.forward_policy = "round-robin"; }));
  CHECK(with([](Grid&, Cluster& one) { one.random_faults.emplace_back(); }));

  const auto with_launch = [&](const std::function<void(LaunchProfile&)>& change) {
    return with([&](Grid&, Cluster& one) { change(one.launch.profiles.emplace_back()); });
  };
  CHECK_FALSE(with_launch([](LaunchProfile& one) { one.pjl_start.least = 5s; }));
  CHECK(with_launch(
      [](LaunchProfile& one) { one.latency = {.kind = DrawnTime::Kind::uniform, .spread = 1s}; }));
  CHECK(with_launch([](LaunchProfile& one) { one.faults.push_back({.probability = 0.5}); }));
  CHECK_FALSE(with_launch([](LaunchProfile& one) { one.faults.emplace_back(); }));
  const LaunchFault dies{.kind = LaunchFault::Kind::ts_dies};
  CHECK(with_launch([&](LaunchProfile& one) { one.faults.push_back(dies); }));
  CHECK_FALSE(with_launch([&](LaunchProfile& one) {
    one.faults.push_back(dies);
    one.faults.back().at = 1s;
  }));

  const auto with_elim = [&](const std::function<void(ElimConfig&)>& change) {
    return with([&](Grid&, Cluster& one) { change(one.elims.emplace_back()); });
  };
  CHECK_FALSE(with_elim([](ElimConfig& one) {
    one.values.emplace_back().steps.push_back({.at = Time{}, .value = 1});
  }));
  CHECK(with_elim([](ElimConfig& one) { one.values.emplace_back().walk.step = 1000; }));
  CHECK(with_elim([](ElimConfig& one) { one.mishaps.push_back({.drawn = true}); }));
}

TEST_CASE("a program's own forwarding policy may draw") {
  Registry registry = default_registry();
  registry.forward.push_back(registry.forward.front());
  registry.forward.back().name = "mine";
  GridConfig grid = plain();
  grid.clusters[0].model.forward_policy = "mine";
  CHECK(is_random(grid, registry));
}

// Property: where nothing is random, another seed gives the same results.
TEST_CASE("a seed that is said not to matter changes no result", "[property]") {
  int idle = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    for (GridConfig grid : {random_grid(seed), random_grid_world(seed).grid}) {
      if (is_random(grid)) continue;
      ++idle;
      const RunResults one = run_to_end(grid);
      grid.seed += 1;
      CHECK(difference_but_fingerprint(grid, one, run_to_end(grid)) == "");
    }
  }
  CHECK(idle >= 10);  // else the worlds are too random to tell
}

}  // namespace mcsim::testing::what_is_random_test
