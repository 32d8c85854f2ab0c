// The documented numbers of queue-based fairshare, in a running cluster.
#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/pool_worlds.hpp"

namespace mcsim::testing::slot_pools_test {

namespace {

/// The slots of each queue, `since_start` after virtual time 0.
ByQueue slots_after(Duration since_start, ClusterConfig cluster,
                    const std::vector<PoolJobs>& jobs) {
  cluster.trace = pool_trace(jobs);
  const RunResults results = run_all(grid_of(cluster));
  return slots_at(cluster, results.clusters[0], at(since_start));
}

/// `count` jobs of an hour in each of these queues.
std::vector<PoolJobs> an_hour_each(const std::vector<std::uint16_t>& queues, std::int32_t count) {
  std::vector<PoolJobs> jobs;
  for (const std::uint16_t queue : queues) jobs.push_back({queue, count, 1h});
  return jobs;
}

/// Roma, Verona and Genova of LSF's document.
const std::vector<PoolRow> three_queues{{50, 50}, {30, 48}, {20, 46}};

}  // namespace

// Source: "Typical slot allocation scenarios" in Administering Platform LSF 7.3 and IBM Spectrum
// LSF 10.1; Platform LSF Administration Guide 6.2, "Queue-based Fairshare".
TEST_CASE("three queues of 50, 30 and 20 per cent start 8, 5 and 2 jobs on 15 slots") {
  CHECK(slots_after(0s, pool_cluster({8, 7}, three_queues), an_hour_each({0, 1, 2}, 20)) ==
        ByQueue{8, 5, 2});
  const std::vector<PoolRow> against{{50, 46}, {30, 48}, {20, 50}};
  CHECK(slots_after(0s, pool_cluster({8, 7}, against), an_hour_each({0, 1, 2}, 20)) ==
        ByQueue{8, 5, 2});
  CHECK(slots_after(0s, pool_cluster({7, 7, 7}, three_queues), an_hour_each({0, 1, 2}, 30)) ==
        ByQueue{11, 7, 3});
  CHECK(slots_after(0s, pool_cluster({15}, {{30}, {30}, {30}}), an_hour_each({0, 1, 2}, 20)) ==
        ByQueue{5, 5, 5});
}

TEST_CASE("the slots of queues without jobs go to the queues of their pool that have some") {
  CHECK(slots_after(0s, pool_cluster({8, 7}, three_queues), an_hour_each({0, 2}, 20)) ==
        ByQueue{11, 0, 4});
  CHECK(slots_after(0s, pool_cluster({8, 7}, three_queues), an_hour_each({2}, 20)) ==
        ByQueue{0, 0, 15});
}

// Ten queues with 10 per cent of 21 slots each. The first jobs of the first seven queues end soon,
// one after the other; their seven slots go to the three queues that had none, which catch up.
TEST_CASE("of ten equal queues seven start three jobs each, and the others catch up as jobs end") {
  std::vector<PoolJobs> jobs;
  for (std::uint16_t queue = 0; queue < 10; ++queue) {
    jobs.push_back({queue, 1, queue < 7 ? (queue + 1) * 60s : 1h});
    jobs.push_back({queue, 9, 1h});
  }
  const ClusterConfig cluster = pool_cluster({7, 7, 7}, std::vector<PoolRow>(10, {10}));
  CHECK(slots_after(0s, cluster, jobs) == ByQueue{3, 3, 3, 3, 3, 3, 3, 0, 0, 0});
  CHECK(slots_after(180s, cluster, jobs) == ByQueue{2, 2, 2, 3, 3, 3, 3, 1, 1, 1});
  ByQueue later = slots_after(420s, cluster, jobs);
  std::ranges::sort(later);
  CHECK(later == ByQueue{2, 2, 2, 2, 2, 2, 2, 2, 2, 3});
}

TEST_CASE("what a limit cuts off goes to the pool's other queues, then to queues outside") {
  const std::vector<PoolRow> limited{{50, 50, 40}, {30, 48}, {20, 46}, {0, 10}};
  const ClusterConfig cluster = pool_cluster({50, 50}, limited);
  CHECK(slots_after(0s, cluster, an_hour_each({0, 1, 2, 3}, 100)) == ByQueue{40, 36, 24, 0});
  CHECK(slots_after(0s, cluster, an_hour_each({0, 3}, 100)) == ByQueue{40, 0, 0, 60});
}

// 15 slots for Roma and Genova with 50 and 20 per cent. But Roma's user must not have more than
// three slots, or two by the limits on each host, or no job of Roma starts for now.
TEST_CASE("what limits on users and closed windows cut off goes to the pool's other queues") {
  const std::vector<PoolJobs> jobs = an_hour_each({0, 1}, 20);
  const ClusterConfig free = pool_cluster({8, 7}, {{50}, {20}});
  CHECK(slots_after(0s, free, jobs) == ByQueue{11, 4});

  const auto limited = [&](const UserLimit& limit) {
    ClusterConfig cluster = free;
    cluster.user_limits = {limit};
    return slots_after(0s, cluster, jobs);
  };
  const std::vector<NameId> roma{NameId{0}};
  CHECK(limited({.users = roma, .max_jobs = 3}) == ByQueue{3, 12});
  CHECK(limited({.users = roma, .together = true, .max_jobs = 3}) == ByQueue{3, 12});
  CHECK(limited({.users = roma, .per_processor = {.thousandths = 125}}) == ByQueue{2, 13});
  ClusterConfig by_queue = free;
  by_queue.queues[0].ujob_limit = 3;
  CHECK(slots_after(0s, by_queue, jobs) == ByQueue{3, 12});
  ClusterConfig by_host = free;
  by_host.hosts[0].user_limit = 3;
  // Roma is entitled to 3 + 7 and Genova to 5, of which 3 find room on the first host.
  CHECK(slots_after(0s, by_host, jobs) == ByQueue{10, 3});

  ClusterConfig later = free;
  later.queues[0].run_window = TimeWindows({{1h, 2h}});
  CHECK(slots_after(0s, later, jobs) == ByQueue{0, 15});
  CHECK(slots_after(1h, later, jobs) == ByQueue{11, 4});
}

// Two queues outside of the pool burst at 600 s. The order by PRIORITY is: the burst of 60, Roma
// and Verona, the burst of 47, Genova; all jobs take 20 min. The entitlements stay those of 15
// slots.
TEST_CASE("queues outside of the pool take its free slots by PRIORITY while they burst") {
  std::vector<PoolRow> rows = three_queues;
  rows.push_back({0, 60});
  rows.push_back({0, 47});
  std::vector<PoolJobs> jobs;
  for (std::uint16_t queue = 0; queue < 3; ++queue) jobs.push_back({queue, 40, 20min});
  jobs.push_back({3, 4, 20min, 600s});
  jobs.push_back({4, 3, 20min, 600s});
  const ClusterConfig cluster = pool_cluster({8, 7}, rows);
  CHECK(slots_after(600s, cluster, jobs) == ByQueue{8, 5, 2, 0, 0});
  // Use per share 8/50, 5/30, 2/20: Genova is entitled to 3, Roma to 8, Verona to 4. The first
  // burst takes 4 of the 15 slots, Roma 8, and 3 are left for Verona.
  CHECK(slots_after(20min, cluster, jobs) == ByQueue{8, 3, 0, 4, 0});
  // 16/50, 8/30, 2/20 (without decay): Genova 3, Verona 5, Roma 7; the second burst gets 3.
  CHECK(slots_after(40min, cluster, jobs) == ByQueue{7, 5, 0, 0, 3});
  // 23/50, 13/30, 2/20: the same, and no queue outside wants a slot.
  CHECK(slots_after(60min, cluster, jobs) == ByQueue{7, 5, 3, 0, 0});
}

TEST_CASE("the queues of a pool never use more than MAX_SLOTS_IN_POOL together") {
  ClusterConfig cluster = pool_cluster({15}, {{50}, {50}});
  cluster.pools[0].max_slots = 10;
  const std::vector<PoolJobs> jobs{{0, 20, 1h}, {1, 20, 1h, 600s}};
  CHECK(slots_after(0s, cluster, jobs) == ByQueue{10, 0});
  CHECK(slots_after(600s, cluster, jobs) == ByQueue{10, 0});
  CHECK(slots_after(1h, cluster, jobs) == ByQueue{5, 5});
}

TEST_CASE("a change of HIST_HOURS holds for what has been used by then, too") {
  ClusterConfig cluster = pool_cluster({9}, {{50}, {50}});
  cluster.params.hist_hours = 0;
  // The first queue used nine slot-hours long ago, the second has just used three.
  const std::vector<PoolJobs> jobs{
      {0, 9, 1h}, {1, 9, 20min, 21h}, {0, 20, 1h, 22h}, {1, 20, 1h, 22h}};
  CHECK(slots_after(22h, cluster, jobs) == ByQueue{4, 5});
  ClusterSettings changed = cluster;
  changed.params.hist_hours = 1;
  cluster.timeline = {reconfigure(2h, changed)};
  CHECK(slots_after(22h, cluster, jobs) == ByQueue{5, 4});
  cluster.model.pool_hist_hours = 0;
  CHECK(slots_after(22h, cluster, jobs) == ByQueue{4, 5});
}

}  // namespace mcsim::testing::slot_pools_test
