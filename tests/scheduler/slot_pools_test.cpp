// The documented numbers of queue-based fairshare, in a running cluster.
#include <algorithm>
#include <vector>

#include "mcsim/simulation/simulation.hpp"
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

/// What the queues of a pool had used when its slots were shared out last.
struct LastUse final : public Observer {
  std::vector<double> used;

  using Observer::on;
  bool wants_pools() const override { return true; }
  void on(ClusterId, const PoolShared& fact) override {
    used.clear();
    for (const PoolQueue& queue : fact.queues) used.push_back(queue.accumulated);
  }
};

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

// Half of the pool's 20 slots are down or closed: 50 per cent of the other half are 5. By all hosts
// the first queue is entitled to 10, which are all.
TEST_CASE("the slots of hosts that are down or closed are not shared out") {
  const std::vector<PoolJobs> jobs{{0, 40, 100s}, {1, 40, 100s}};
  ClusterConfig cluster = pool_cluster({10, 10}, {{50}, {50}});
  cluster.model.pool_limit = GENERATE(PoolLimit::soft, PoolLimit::hard);
  const TimelineEntry entry =
      GENERATE(host_down(0s, HostId{1}, 3h), on_host(0s, TimelineEntry::Kind::hclose, HostId{1}));
  cluster.timeline = {entry};
  for (const Duration when : {0s, 100s, 200s, 300s})
    CHECK(slots_after(when, cluster, jobs) == ByQueue{5, 5});
  cluster.model.pool_total = PoolTotal::configured;
  CHECK(slots_after(0s, cluster, jobs) == ByQueue{10, 0});
  CHECK(slots_after(100s, cluster, jobs) == ByQueue{0, 10});
}

// Each queue has 5 jobs on the second host when it is closed and the first one opened. Of the 10
// slots there each gets 5, as if it had nothing else.
TEST_CASE("what the queues of a pool use on closed hosts does not count against their shares") {
  ClusterConfig cluster = pool_cluster({10, 10}, {{50}, {50}});
  cluster.model.pool_limit = GENERATE(PoolLimit::soft, PoolLimit::hard);
  using Kind = TimelineEntry::Kind;
  cluster.timeline = {on_host(0s, Kind::hclose, HostId{0}), on_host(60s, Kind::hclose, HostId{1}),
                      on_host(60s, Kind::hopen, HostId{0})};
  const std::vector<PoolJobs> jobs{{0, 5, 1h}, {1, 5, 1h}, {0, 20, 1h, 120s}, {1, 20, 1h, 120s}};
  CHECK(slots_after(60s, cluster, jobs) == ByQueue{5, 5});
  CHECK(slots_after(120s, cluster, jobs) == ByQueue{10, 10});
  // MAX_SLOTS_IN_POOL counts them: of 16 slots 6 are left, 3 for each.
  cluster.pools[0].max_slots = 16;
  CHECK(slots_after(120s, cluster, jobs) == ByQueue{8, 8});
}

// Used by then, in slot-seconds a per cent: 0 and 0; 140 and 120; 270 and 260; 400 and 400.
TEST_CASE(
    "queues of 10 and 5 per cent get 13 or 14 and 6 or 7 of 20 slots, two thirds in the end") {
  ClusterConfig cluster = pool_cluster({10, 10}, {{10}, {5}});
  cluster.model.pool_decay = "none";
  const std::vector<PoolJobs> jobs{{0, 80, 100s}, {1, 80, 100s}};
  CHECK(slots_after(0s, cluster, jobs) == ByQueue{14, 6});
  CHECK(slots_after(100s, cluster, jobs) == ByQueue{13, 7});
  CHECK(slots_after(200s, cluster, jobs) == ByQueue{13, 7});
  CHECK(slots_after(300s, cluster, jobs) == ByQueue{14, 6});
  cluster.model.pool_leftover = PoolLeftover::passes;
  CHECK(slots_after(0s, cluster, jobs) == ByQueue{12, 8});
  CHECK(slots_after(300s, cluster, jobs) == ByQueue{12, 8});
}

// One job of 8 slots in a queue that is entitled to 5 of 10, and jobs of one slot in another one.
TEST_CASE("the last job that a queue starts may take it beyond what it is entitled to") {
  ClusterConfig cluster = pool_cluster({10}, {{50, 50}, {50, 10}});
  std::vector<JobRow> rows{{.id = 1, .slots = 8, .run = 100s, .queue = QueueId{0}}};
  for (std::int64_t id = 2; id <= 101; ++id)
    rows.push_back({.id = id, .run = 100s, .queue = QueueId{1}});
  cluster.trace = trace_of(rows);
  const std::vector<Time> soft = start_times(cluster);
  CHECK(soft[0] == at(0s));
  CHECK(std::ranges::count(soft, at(0s)) == 3);     // and 2 of one slot
  CHECK(std::ranges::count(soft, at(100s)) == 10);  // the other queue wants nothing any more
  cluster.model.pool_limit = PoolLimit::hard;
  const std::vector<Time> hard = start_times(cluster);
  CHECK(std::ranges::count(hard, at(0s)) == 5);
  CHECK(hard[0] == at(2000s));
}

// The first queue is entitled to 5 of 10 slots: 3 are fewer, 6 are not.
TEST_CASE("a queue that has what it is entitled to starts no more while others want the slots") {
  ClusterConfig cluster = pool_cluster({10}, {{50, 50}, {50, 10}});
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= 3; ++id)
    rows.push_back({.id = id, .slots = 3, .run = 100s, .queue = QueueId{0}});
  for (std::int64_t id = 4; id <= 13; ++id)
    rows.push_back({.id = id, .run = 100s, .queue = QueueId{1}});
  cluster.trace = trace_of(rows);
  const std::vector<Time> starts = start_times(cluster);
  CHECK(std::count(starts.begin(), starts.begin() + 3, at(0s)) == 2);
  CHECK(std::count(starts.begin() + 3, starts.end(), at(0s)) == 4);
}

// A queue outside runs on 3 of 10 slots, so that a job of 8 slots finds no room for what its queue
// is entitled to. The other queue of the pool has 5 of them by its entitlement, and takes 2 more
// before a queue of smaller PRIORITY, but after one of a PRIORITY between those of the pool.
TEST_CASE("what is still free goes to queues of the pool when its last queue has had its turn") {
  ClusterConfig cluster = pool_cluster({10}, {{50, 50}, {50, 10}, {0, 60}, {0, 30}, {0, 5}});
  std::vector<JobRow> rows{{.id = 1, .slots = 3, .run = 1h, .queue = QueueId{2}},
                           {.id = 2, .slots = 8, .run = 1h, .queue = QueueId{0}},
                           {.id = 3, .run = 1h, .queue = QueueId{3}}};
  for (std::int64_t id = 4; id <= 13; ++id)
    rows.push_back({.id = id, .run = 1h, .queue = static_cast<QueueId>(id < 9 ? 1 : 4)});
  for (std::int64_t id = 14; id <= 18; ++id)
    rows.push_back({.id = id, .run = 1h, .queue = QueueId{1}});
  cluster.trace = trace_of(rows);
  const auto started = [&](PoolLimit limit) {
    cluster.model.pool_limit = limit;
    return slots_at(cluster, run_all(grid_of(cluster)).clusters[0], at(0s));
  };
  CHECK(started(PoolLimit::soft) == ByQueue{0, 6, 3, 1, 0});
  CHECK(started(PoolLimit::hard) == ByQueue{0, 5, 3, 1, 1});
}

// 10 and 90 per cent of 20 slots are 2 and 18, of which a queue outside has 2. At 100 s the second
// queue wants 6 and the first all it can get: 2, then 6, then the 10 that are left, of the 14 that
// it is entitled to.
TEST_CASE("the shares of all queues of a pool come before what one can have of leftovers") {
  ClusterConfig cluster = pool_cluster({20}, {{10, 3}, {90, 4}, {0, 9}});
  cluster.model.pool_limit = GENERATE(PoolLimit::soft, PoolLimit::hard);
  cluster.model.pool_leftover = GENERATE(PoolLeftover::ratio, PoolLeftover::passes);
  const std::vector<PoolJobs> jobs{{2, 2, 10h}, {0, 200, 100s}, {1, 18, 100s}, {1, 6, 1000s, 100s}};
  CHECK(slots_after(0s, cluster, jobs) == ByQueue{0, 18, 2});
  CHECK(slots_after(100s, cluster, jobs) == ByQueue{12, 6, 2});
}

// The first queue may reserve slots, or preempt. It has its 5 of 10 slots when a job of 4 comes;
// the second queue wants its 5, of which 3 are in use by a queue outside. That takes the 2 that are
// free.
TEST_CASE("beyond its entitlement a queue takes what is free, but reserves and preempts nothing") {
  ClusterConfig cluster = pool_cluster({10}, {{50, 50}, {50, 40}, {0, 1}});
  cluster.trace = trace_of({{.id = 1, .slots = 5, .run = 1h, .queue = QueueId{0}},
                            {.id = 2, .slots = 3, .run = 1h, .queue = QueueId{2}},
                            {.id = 3, .submit = 60s, .slots = 4, .run = 1h, .queue = QueueId{0}},
                            {.id = 4, .submit = 60s, .slots = 5, .run = 1h, .queue = QueueId{1}},
                            {.id = 5, .submit = 60s, .slots = 2, .run = 1h, .queue = QueueId{2}}});
  cluster.queues[0].max_reserve_time = 10h;
  CHECK(start_times(cluster)[4] == at(60s));
  cluster.queues[0].max_reserve_time = 0s;
  cluster.queues[0].preemption.preemptive = true;
  const std::vector<Time> starts = start_times(cluster);
  CHECK(starts[2] != at(60s));
  CHECK(starts[4] == at(60s));
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

TEST_CASE("a reconfiguration that changes nothing does not even round what has been used") {
  ClusterConfig cluster = pool_cluster({9}, {{50}, {30}, {20}});
  cluster.trace = pool_trace({{0, 3, 1h}, {1, 2, 3h}, {2, 2, 5h}, {2, 1, 1h, 100min}});
  const auto used = [](const ClusterConfig& config) {
    LastUse last;
    const GridConfig grid = grid_of(config);
    Simulation(grid).run_until(never - 1ms, last);
    return last.used;
  };
  const std::vector<double> before = used(cluster);
  CHECK(before.size() == 3);
  const ClusterSettings same = cluster;
  for (int minutes = 7; minutes < 90; minutes += 7)
    cluster.timeline.push_back(reconfigure(std::chrono::minutes(minutes), same));
  CHECK(used(cluster) == before);
}

}  // namespace mcsim::testing::slot_pools_test
