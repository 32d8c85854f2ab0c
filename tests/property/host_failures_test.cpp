// Hosts that fail again and again in random worlds: no job that can be requeued is lost, and no job
// stays suspended for load without need.
//
// MCSIM_WORLDS: how many worlds (default 2,000); MCSIM_SEED: the seed of the first one.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/load_stops.hpp"
#include "mcsim/scheduler/rules.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lim_worlds.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::host_failures_test {

namespace {

/// Which jobs are on which hosts, by the facts.
struct Places final : public Observer {
  using Observer::on;
  void on(ClusterId, const JobStarted& fact) override {
    for (const HostSlots& part : fact.hosts) hosts[fact.job].insert(part.host);
  }
  void on(ClusterId, const JobEnded& fact) override {
    hosts.erase(fact.job);
    if (fact.reason == EndReason::term_host_down) lost.push_back(fact.job);
  }
  void on(ClusterId, const JobRequeued& fact) override {
    hosts.erase(fact.job);
    if (fact.reason == RequeueReason::host_down) requeued.push_back(fact.job);
  }

  void on(ClusterId, const LoadStopped&) override { ++load_stops; }

  std::uint64_t load_stops = 0;
  std::map<JobIndex, std::set<HostId>> hosts;
  std::vector<JobIndex> lost;
  std::vector<JobIndex> requeued;
};

/// Every host goes down several times, some at the same instant.
std::vector<TimelineEntry> drawn_failures(const ClusterConfig& cluster, RngStream& dice) {
  std::vector<TimelineEntry> failures;
  for (std::size_t host = 0; host < cluster.hosts.size(); ++host)
    for (std::uint64_t more = 1 + dice.below(3); more > 0; --more)
      failures.push_back(
          host_down(dice.below(40) * 10s, static_cast<HostId>(host), (1 + dice.below(200)) * 1s));
  return failures;
}

const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 2'000);

template <class Look>
void for_each_world(Look&& look) {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    look(random_lsf_world(seed).grid, seed);
  }
}

bool is_rerunnable(const ClusterConfig& cluster, JobIndex index) {
  JobState job;
  job.queue = cluster.trace[index].queue;
  job.profile = cluster.trace[index].profile;
  return MergedRules(cluster, cluster).is_rerunnable(job);
}

}  // namespace

TEST_CASE("hosts that go down take no job with them that could be requeued, and leave none",
          "[property]") {
  std::size_t lost = 0;
  std::size_t requeued = 0;
  for_each_world([&](GridConfig grid, std::uint64_t seed) {
    ClusterConfig& cluster = grid.clusters[0];
    RngStream dice(seed, "test/failures");
    const std::vector<TimelineEntry> failures = drawn_failures(cluster, dice);
    cluster.model.host_down = HostDown::at_once;  // else jobs are lost when it is missed
    cluster.timeline = failures;  // so jobs stay in their queues, and queues do not change
    Simulation simulation(grid, default_registry());
    Places places;
    std::set<std::pair<Time, HostId>> times;
    for (const TimelineEntry& failure : failures) times.emplace(failure.at, failure.host);
    for (const auto& [time, host] : times) {
      simulation.run_until(time, places);
      for (const auto& [job, hosts] : places.hosts) CHECK_FALSE(hosts.contains(host));
    }
    simulation.run_until(*grid.until, places);
    for (const JobIndex job : places.lost) CHECK_FALSE(is_rerunnable(cluster, job));
    for (const JobIndex job : places.requeued) CHECK(is_rerunnable(cluster, job));
    lost += places.lost.size();
    requeued += places.requeued.size();
  });
  CHECK(lost > worlds / 20);
  CHECK(requeued > worlds / 20);
}

TEST_CASE("no job stays suspended for load that may go on", "[property]") {
  std::uint64_t stopped = 0;
  for_each_world([&](GridConfig grid, std::uint64_t seed) {
    give_lims(grid, seed);
    ClusterConfig& cluster = grid.clusters[0];
    cluster.model.load_noise = 0;
    Simulation simulation(grid, default_registry());
    Places places;
    // By then nothing has happened for a long time.
    const Time end = *grid.until + 2h;
    simulation.run_until(end, places);
    ClusterWorld world = simulation.clusters()[0];
    for (std::size_t host = 0; host < cluster.hosts.size(); ++host)
      CHECK(LoadStops(world.config, *world.lsf, end, static_cast<HostId>(host)).goes_on() ==
            none<JobSlotId>);
    stopped += places.load_stops;
  });
  CHECK(stopped > worlds / 10);
}

}  // namespace mcsim::testing::host_failures_test
