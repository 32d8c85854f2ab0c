// The fast simulator against the slow right answer, job by job.
#include <cstdint>
#include <string>
#include <utility>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_cluster.hpp"
#include "support/random_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::fast_and_slow_test {

namespace {

void check_cluster(const ClusterConfig& cluster, const ClusterResults& fast, std::uint64_t seed) {
  const std::vector<NaiveJob> slow = NaiveCluster(cluster, seed).run();
  REQUIRE(slow.size() == fast.jobs.size());
  for (std::size_t at = 0; at < slow.size(); ++at) {
    INFO(cluster.name << ", " << cluster.model.dispatch << ", job " << at);
    const JobOutcome& job = fast.jobs[at];
    REQUIRE(job.start.time_since_epoch() == slow[at].start.time_since_epoch());
    REQUIRE(job.finish.time_since_epoch() == slow[at].finish.time_since_epoch());
    REQUIRE(name_of(job.status) == name_of(slow[at].status));
    REQUIRE(name_of(job.end_reason) == name_of(slow[at].reason));
    REQUIRE(hosts_of(fast, cluster.trace, static_cast<JobIndex>(at)) == slow[at].hosts);
  }
}

/// Compares `usual` random grids, or fewer; a failure says what they contained.
void compare(std::uint64_t usual, const WorldShape& shape) {
  const std::uint64_t count = fewer_by_environment(usual);
  FeatureCounts features;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed, shape);
    const RunResults results = run_all(grid);
    for (std::size_t at = 0; at < grid.clusters.size(); ++at)
      check_cluster(grid.clusters[at], results.clusters[at], grid.seed);
    count_features(grid, results, features);
  }
  INFO(to_text(features));
  CHECK(features["waited"] > features["jobs"] / 4);  // else the worlds are too empty to tell
  for (const char* needed : {"HOST_DOWN", "TERM_OWNER", "TERM_RUNLIMIT", "REJECTED", "overran"}) {
    if (!shape.timeline) continue;
    INFO(needed);
    CHECK(features[needed] > count / 4);
  }
}

}  // namespace

TEST_CASE("fcfs starts every job when the slow right answer does, on the same hosts",
          "[property]") {
  compare(400, {.dispatch = {"fcfs"}});
}

// The random worlds are those of the other tests but for the order.
TEST_CASE("in any order of the line baselines start all jobs when the slow right answer does",
          "[property]") {
  compare(100, {.dispatch = {"fcfs"}, .orders = true});
  compare(250, {.dispatch = {"easy"}, .variants = true, .orders = true});
  compare(150, {.dispatch = {"conservative"}, .most_jobs = 40, .orders = true});
}

TEST_CASE("every variant of easy starts every job when the slow right answer does", "[property]") {
  compare(150, {.dispatch = {"easy"}, .variants = true});
  const WorldShape per_event{
      .dispatch = {"easy"}, .per_event = true, .variants = true, .orders = true, .timeline = false};
  compare(350, per_event);
}

TEST_CASE("easy starts every job when the slow right answer does, on the same hosts",
          "[property]") {
  compare(1000, {.dispatch = {"easy"}});
}

TEST_CASE("conservative starts every job when the slow right answer does, on the same hosts",
          "[property]") {
  compare(600, {.dispatch = {"conservative"}, .most_jobs = 80});
}

TEST_CASE("lsf starts every job when the slow right answer does, on the same hosts", "[property]") {
  compare(600, {.dispatch = {"lsf"}});
}

TEST_CASE("clusters of different policies do not disturb each other's answers", "[property]") {
  compare(200, {.most_jobs = 100});  // the slow answer for conservative is very slow
}

}  // namespace mcsim::testing::fast_and_slow_test
