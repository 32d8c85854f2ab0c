// What must change nothing: the same run twice, ties shuffled, sessions not skipped, pauses, names.
#include <cstdint>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/random_worlds.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::sameness_test {

TEST_CASE("the same grid runs alike twice, to the engine's counts", "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(300); ++seed) {
    INFO("seed " << seed);
    const RunResults first = run_all(random_grid(seed, {.per_event = true}));
    const GridConfig again = random_grid(seed, {.per_event = true});
    const RunResults second = run_all(again);
    REQUIRE(difference(again, first, second) == "");
    REQUIRE(same_counts(first.engine, second.engine));
  }
}

// The fingerprint is left out: it hashes the facts in the order in which they are told, and jobs
// that end in one round are told in the order of their events. Entries of the timeline are not
// shuffled: their order is the scenario's.
TEST_CASE("shuffling events of equal order changes no result", "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(500); ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed);
    REQUIRE(difference_but_fingerprint(grid, run_all(grid), run_shuffled(grid, seed + 7)) == "");
  }
}

TEST_CASE(
    "entries of one instant that contradict each other keep their order when ties are shuffled",
    "[property]") {
  ClusterConfig cluster = flat_machine(1, "lsf", {{.id = 1, .submit = 1s, .run = 1s}});
  for (int times = 0; times < 10; ++times)
    for (const auto kind : {TimelineEntry::Kind::qclose, TimelineEntry::Kind::qopen})
      cluster.timeline.push_back(on_queue(1s, kind, QueueId{0}));
  for (std::uint64_t shuffle = 1; shuffle <= 100; ++shuffle) {
    INFO("shuffle " << shuffle);
    const RunResults results = run_shuffled(grid_of(cluster), shuffle);
    REQUIRE((results.clusters[0].jobs[0].status == JobStatus::done));
  }
}

TEST_CASE("running the sessions that cannot matter changes nothing but the engine's counts",
          "[property]") {
  std::uint64_t sessions = 0;
  std::uint64_t all_sessions = 0;
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(1000); ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed, {.per_event = true});
    const RunResults skipping = run_all(grid);
    const RunResults all = run_every_session(grid);
    REQUIRE(difference(grid, skipping, all) == "");
    sessions += skipping.engine.sessions;
    all_sessions += all.engine.sessions;
  }
  CHECK(all_sessions > 2 * sessions);
}

// Runs are ended before their last fact, and around the time from which a run that cannot go on has
// stalled.
TEST_CASE("a run that is ended early ends alike whether sessions are skipped or not",
          "[property]") {
  std::uint64_t stalled = 0;
  std::uint64_t could_stall = 0;
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(600); ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed, {.most_jobs = 60, .per_event = true});
    RngStream stream{seed, "test/until"};
    const RunResults whole = run_all(grid);
    const auto span = static_cast<std::uint64_t>((whole.end - Time{}).count()) + 1;
    Time until = at(Duration(static_cast<std::int64_t>(stream.below(span))));
    if (whole.stalled)
      until = whole.end + Duration(static_cast<std::int64_t>(stream.below(7'200'000)));
    const RunResults skipping = run_until(grid, until);
    REQUIRE(difference(grid, skipping, run_every_session(grid, until)) == "");
    stalled += skipping.stalled ? 1 : 0;
    could_stall += whole.stalled ? 1 : 0;
  }
  CHECK(stalled > fewer_by_environment(10));
  CHECK(could_stall > 2 * stalled / 3 + fewer_by_environment(10));
}

TEST_CASE("a run that pauses on its way comes to the same end", "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(300); ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed, {.per_event = true});
    const RunResults whole = run_all(grid);
    const Time half = Time{} + whole.end.time_since_epoch() / 2;
    REQUIRE(difference(grid, whole, run_in_steps(grid, {half})) == "");
    REQUIRE(difference(grid, whole, run_in_steps(grid, {at(0ms), half - 1ms, half, whole.end})) ==
            "");
  }
}

TEST_CASE("another name for one cluster changes nothing in the others", "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(200); ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_grid(seed);
    const RunResults before = run_all(grid);
    grid.clusters[0].name = "renamed";
    const RunResults after = run_all(grid);
    // The phase of a cluster's daemons is drawn from its name, so the renamed cluster may change.
    const std::size_t first = grid.clusters[0].model.seeded_daemon_phase ? 1 : 0;
    for (std::size_t at = first; at < grid.clusters.size(); ++at)
      for (std::size_t job = 0; job < before.clusters[at].jobs.size(); ++job)
        REQUIRE(same_outcome(before.clusters[at].jobs[job], after.clusters[at].jobs[job]));
  }
}

TEST_CASE("a cluster without jobs changes nothing in the others", "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(200); ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_grid(seed);
    const GridConfig before = grid;
    ClusterConfig idle = flat_machine(8, "lsf", {});
    idle.name = "idle";
    grid.clusters.push_back(idle);
    REQUIRE(difference_but_fingerprint(before, run_all(before), run_all(grid)) == "");
  }
}

}  // namespace mcsim::testing::sameness_test
