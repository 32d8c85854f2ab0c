// Clusters under fcfs, easy and conservative that jobs of others might come to: as long as none
// does, they have the schedule of the same clusters alone.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_cluster.hpp"
#include "support/random_worlds.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::linked_policies_test {
namespace {

void open_to_others(ClusterSettings& settings) {
  for (QueueConfig& queue : settings.queues) queue.forwarding.sources = {ClusterId{0}};
}

/// The grid with RCVJOBS_FROM in all queues, from a cluster that sends nothing.
GridConfig linked(GridConfig grid) {
  for (ClusterConfig& cluster : grid.clusters) {
    open_to_others(cluster);
    for (TimelineEntry& entry : cluster.timeline)
      if (entry.settings) {
        auto settings = std::make_shared<ClusterSettings>(*entry.settings);
        open_to_others(*settings);
        entry.settings = std::move(settings);
      }
  }
  return grid;
}

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

const WorldShape any_policy{.dispatch = {"fcfs", "easy", "conservative"}, .most_jobs = 80};

}  // namespace

TEST_CASE("a policy's cluster that jobs might come to starts its own as the slow right answer does",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(600); ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = linked(random_grid(seed, any_policy));
    const RunResults results = run_all(grid);
    for (std::size_t at = 0; at < grid.clusters.size(); ++at)
      check_cluster(grid.clusters[at], results.clusters[at], grid.seed);
  }
}

TEST_CASE("a policy's cluster that jobs might come to runs its own as it would alone",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(600); ++seed) {
    INFO("seed " << seed);
    WorldShape shape = any_policy;
    shape.per_event = true;
    shape.most_jobs = 200;
    const GridConfig grid = random_grid(seed, shape);
    REQUIRE(difference_but_fingerprint(grid, run_all(grid), run_all(linked(grid))) == "");
  }
}

TEST_CASE("sessions of policies that cannot matter change nothing in a federation", "[property]") {
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(300); ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = linked(random_grid(seed, any_policy));
    REQUIRE(difference(grid, run_all(grid), run_every_session(grid)) == "");
    REQUIRE(difference_but_fingerprint(grid, run_all(grid), run_shuffled(grid, seed + 7)) == "");
  }
}

}  // namespace mcsim::testing::linked_policies_test
