// Which host comes first, and which job is preempted first, by policies of a program's own.
#include <string>
#include <vector>

#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::host_and_victim_test {

namespace {

/// The last host with as few free slots as possible.
struct Packed {
  static constexpr std::string_view name = "packed";
  std::int64_t host_rank(const HostOrderView& view) const {
    const std::int64_t free = view.total.count() - view.used.count();
    return free * 1000 - view.place;
  }
};
static_assert(HostOrderPolicy<Packed>);

/// The job that has run longest.
struct LongestFirst {
  static constexpr std::string_view name = "longest-first";
  std::int64_t victim_rank(const VictimView& view) const { return -view.ran.count(); }
};
static_assert(VictimPolicy<LongestFirst>);

template <class P>
Registry registry_with(const P& policy) {
  Registry registry = default_registry();
  registry.add(policy);
  return registry;
}

/// The host of each job, from 1.
std::vector<int> hosts_used(const ClusterConfig& cluster, const Registry& registry) {
  const GridConfig grid = grid_of(cluster);
  const RunResults results = run_all(grid, registry);
  std::vector<int> hosts;
  for (std::uint32_t job = 0; job < cluster.trace.size(); ++job)
    hosts.push_back(1 + static_cast<int>(index_of(
                            hosts_of(results.clusters[0], cluster.trace, JobIndex{job})[0].host)));
  return hosts;
}

}  // namespace

// The first job goes to the last of three hosts with 2 free slots; the second one beside it, where
// 1 is free; the third to the last of two.
TEST_CASE("a host order of a program's own comes before the order string") {
  ClusterConfig cluster = machine({2, 2, 2}, "lsf",
                                  {{.id = 1, .run = 100s},
                                   {.id = 2, .submit = 1s, .run = 100s},
                                   {.id = 3, .submit = 2s, .run = 100s}});
  cluster.model.host_order = "packed";
  CHECK(hosts_used(cluster, registry_with(Packed{})) == std::vector<int>{3, 3, 2});
  cluster.model.host_order = "lsf";
  CHECK(hosts_used(cluster, registry_with(Packed{})) == std::vector<int>{1, 2, 3});
}

// Two jobs of one slot run since 0 s and 10 s. A job of the higher queue needs one slot at 20 s.
TEST_CASE("a victim order of a program's own comes before PREEMPT_FOR and victim_order") {
  const auto suspended = [](const std::string& victims) {
    ClusterConfig cluster =
        flat_machine(2, "lsf",
                     {{.id = 1, .run = 100s},
                      {.id = 2, .submit = 10s, .run = 100s},
                      {.id = 3, .submit = 20s, .run = 30s, .queue = QueueId{1}}});
    cluster.queues.push_back(cluster.queues[0]);
    cluster.queues[1].name = "high";
    cluster.queues[1].priority = cluster.queues[0].priority + 10;
    cluster.queues[1].preemption.preemptive = true;
    cluster.model.victims = victims;
    const JobOutcomes found = outcomes(cluster, registry_with(LongestFirst{}));
    // Job 1 would end at 100 s and job 2 at 110 s; the one that is suspended ends 30 s later.
    return std::pair(found[0].finish, found[1].finish);
  };
  CHECK(suspended("longest-first") == std::pair(Time{} + 130s, Time{} + 110s));
  CHECK(suspended("lsf") == std::pair(Time{} + 100s, Time{} + 140s));
}

}  // namespace mcsim::testing::host_and_victim_test
