// When a run is over, and what stops a run that would not end.
#include <string>
#include <utility>

#include "mcsim/kernel/rounds.hpp"
#include "support/catch.hpp"
#include "support/same_results.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::ends_of_runs_test {

namespace {

/// The answer of run_until, and the results.
struct Stop {
  RunState state;
  RunResults results;
};

Stop run_to(const GridConfig& grid, Time until) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(until, recorder);
  return {state, std::move(recorder).results(simulation, state, until)};
}

std::string why_it_fails(const ClusterConfig& cluster) {
  try {
    outcomes(cluster);
  } catch (const RunFailed& failure) {
    return failure.what();
  }
  return "it does not";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a run ends when all jobs have ended, whatever is still to befall the hosts") {
  ClusterConfig cluster = flat_machine(1, "lsf", {{.id = 1, .run = 10s}});
  cluster.timeline = {host_down(240h, HostId{0}, 1h)};
  const Stop whole = run_to(grid_of(cluster), never);
  CHECK((whole.state == RunState::finished));
  CHECK((whole.results.end == at(10s)));
  const Stop before_the_fault = run_to(grid_of(cluster), at(1h));
  CHECK((before_the_fault.state == RunState::finished));
  CHECK((before_the_fault.results.end == at(10s)));
}

TEST_CASE("a run ends when the jobs of all clusters have ended") {
  GridConfig grid = grid_of(flat_machine(1, "lsf", {{.id = 1, .run = 10s}}));
  grid.clusters[0].timeline = {host_down(20s, HostId{0}, 1h), host_down(500s, HostId{0}, 1h)};
  grid.clusters.push_back(flat_machine(1, "lsf", {{.id = 1, .submit = 60s, .run = 10s}}));
  grid.clusters[1].name = "C2";
  const RunResults results = run_all(grid);
  CHECK((results.end == at(70s)));
  CHECK(results.engine.timeline == 1);
}

// From 10 s on nothing can happen, and an hour later the run has stalled.
TEST_CASE("a run has stalled once nothing has started for stall_after, not before") {
  ClusterConfig cluster =
      machine({2}, "lsf", {{.id = 1, .slots = 3, .run = 10s}, {.id = 2, .slots = 1, .run = 10s}});
  cluster.model.stall_after = 1h;
  cluster.params.job_scheduling_interval = 7s;
  const bool elide = GENERATE(true, false);
  cluster.model.elide = elide;
  const GridConfig grid = grid_of(cluster);
  const Stop before = run_to(grid, at(1h - 1ms));
  CHECK((before.state == RunState::until));
  CHECK((before.results.end == at(1h - 1ms)));
  const Stop after = run_to(grid, at(1h));
  CHECK((after.state == RunState::stalled));
  CHECK((after.results.end == at(10s)));
}

TEST_CASE("a run in circles names the instant, the cluster, and what went on") {
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= 10'050; ++id) rows.push_back({.id = id, .submit = 3s});
  const std::string failure = why_it_fails(flat_machine(1, "fcfs", rows));
  INFO(failure);
  CHECK(contains(failure, "more than 10000 rounds at 3000 ms in cluster C1: 9999 jobs have ended"));
  CHECK(contains(failure, "jobs without run time that follow one another"));
}

TEST_CASE("jobs that follow one another for more than a million years stop the run") {
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= 1'200; ++id) rows.push_back({.id = id, .run = longest_duration});
  const bool elide = GENERATE(true, false);
  ClusterConfig cluster = flat_machine(1, "easy", rows);
  cluster.model.elide = elide;
  CHECK(contains(why_it_fails(cluster), "virtual time ended at 36028797018963968 ms"));
}

TEST_CASE("the fingerprint tells jobs apart that end at the same time in another way") {
  const auto run = [](Duration run_time) {
    return run_all(grid_of(flat_machine(1, "lsf", {{.id = 1, .run = run_time, .limit = 10s}})));
  };
  const RunResults done = run(10s);
  const RunResults killed = run(20s);
  CHECK((done.clusters[0].jobs[0].status == JobStatus::done));
  CHECK((killed.clusters[0].jobs[0].status == JobStatus::exit));
  CHECK((done.end == killed.end));
  CHECK(done.fingerprint != killed.fingerprint);
}

namespace {

/// Whether nothing would start any more after `until`.
bool is_at_rest(const ClusterConfig& cluster, Time until) {
  const GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Observer nobody;
  simulation.run_until(until, nobody);
  return simulation.is_at_rest();
}

}  // namespace

TEST_CASE("a cluster is at rest where nothing would ever start, and not where time alone helps") {
  ClusterConfig cluster = machine({1}, "lsf", {{.id = 1, .run = 10s}, {.id = 2, .run = 10s}});
  CHECK_FALSE(is_at_rest(cluster, at(5s)));  // a job runs
  SECTION("no host is open") {
    cluster.timeline = {TimelineEntry{.at = at(8s), .kind = TimelineEntry::Kind::hclose}};
    CHECK_FALSE(is_at_rest(cluster, at(9s)));
    CHECK(is_at_rest(cluster, at(11s)));
    cluster.timeline.push_back({.at = at(2h), .kind = TimelineEntry::Kind::hopen});
    CHECK_FALSE(is_at_rest(cluster, at(11s)));
  }
  SECTION("a host waits for its dispatch window, which repeats each week") {
    cluster.hosts[0].dispatch_window = TimeWindows({{12h, 13h}});
    CHECK_FALSE(is_at_rest(cluster, at(1h)));
  }
  SECTION("a queue waits for its run window") {
    cluster.queues[0].run_window = TimeWindows({{12h, 13h}});
    CHECK_FALSE(is_at_rest(cluster, at(1h)));
  }
  SECTION("a host has just started a job") {
    cluster.queues[0].job_accept_interval = 1h;
    CHECK_FALSE(is_at_rest(cluster, at(20s)));
  }
}

}  // namespace mcsim::testing::ends_of_runs_test
