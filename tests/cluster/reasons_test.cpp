// Pending reasons of a job, its queue, its users and reservations, each in a small world.
#include "mcsim/cluster/reasons.hpp"
#include "mcsim/cluster/cluster_world.hpp"

#include <functional>
#include <vector>

#include "mcsim/views/reason_text.hpp"
#include "support/catch.hpp"
#include "support/reason_worlds.hpp"
#include "support/requirements.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::reasons_test {

using namespace reason_worlds;

TEST_CASE("a new job waits until its delay is over, and a stopped one until it is resumed") {
  ClusterConfig cluster = cluster_of({1}, {{}});
  cluster.queues[0].new_job_sched_delay = 10s;
  const Reasons delayed = reasons_of_last(cluster);
  CHECK(delayed[0].reason == PendReason::delayed);
  CHECK((delayed[0].over == at(10s)));

  ClusterConfig full = cluster_of({1}, {{}, {.id = 2}});
  full.timeline = {on_job(1s, TimelineEntry::Kind::bstop, 2)};
  CHECK(only_reason(full) == PendReason::stopped);
}

TEST_CASE("between two sessions a job that nothing hinders is a new one") {
  ClusterConfig cluster = cluster_of({1}, {{.submit = 3s}});
  cluster.params.job_scheduling_interval = 10s;
  CHECK(only_reason(cluster) == PendReason::new_job);
}

TEST_CASE("a session that may start no more jobs leaves the others to the next one") {
  ClusterConfig cluster = cluster_of({2}, {{}, {.id = 2}});
  cluster.params.max_dispatch_per_session = 1;
  cluster.params.job_scheduling_interval = 10s;
  CHECK(only_reason(cluster) == PendReason::not_looked_at);
}

TEST_CASE("a queue that is inactive or outside its windows keeps its jobs") {
  ClusterConfig cluster = cluster_of({1}, {{}});
  cluster.timeline = {on_queue(0s, TimelineEntry::Kind::qinact, first_queue)};
  CHECK(only_reason(cluster) == PendReason::queue_inactive);

  ClusterConfig closed = cluster_of({1}, {{}});
  closed.queues[0].dispatch_window = window(1h, 2h);
  const Reasons reasons = reasons_of_last(closed);
  CHECK(reasons[0].reason == PendReason::queue_window);
  CHECK((reasons[0].over == at(1h)));

  ClusterConfig late = cluster_of({1}, {{.limit = 2h}});
  late.queues[0].run_window = window(0h, 1h);
  CHECK(only_reason(late) == PendReason::deadline);
}

TEST_CASE("the slot limit of a queue is a reason with its numbers") {
  ClusterConfig cluster = cluster_of({4}, {{}, {.id = 2}});
  cluster.queues[0].qjob_limit = 1;
  const Reasons reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::queue_limit);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 1, .used = 1, .wanted = 1});
  CHECK(reason_with_numbers(reasons[0], cluster, Calendar()) ==
        "The queue has reached its job slot limit (QJOB_LIMIT 1, 1 used, 1 wanted)");

  ClusterConfig parallel = cluster_of({4}, {{}, {.id = 2, .slots = 2}});
  parallel.queues[0].qjob_limit = 2;
  CHECK(only_reason(parallel) == PendReason::queue_limit_parallel);
}

TEST_CASE("a queue of a pool that has its share keeps its jobs, though slots are free") {
  ClusterConfig cluster = cluster_of({4}, {{.id = 1, .slots = 2},
                                           {.id = 2, .slots = 3, .queue = 1, .submit = 1s},
                                           {.id = 3, .slots = 2, .submit = 1s}});
  add_queue(cluster, 1);
  cluster.pools.push_back({.name = "pool", .queues = {QueueId{0}, QueueId{1}}});
  for (QueueConfig& queue : cluster.queues) {
    queue.pool = PoolId{};
    queue.slot_share = 50;
  }
  // The other queue is entitled to two slots too, which are too few for its job.
  cluster.model.pool_limit = PoolLimit::hard;
  const Reasons reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::entitlement);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 2, .used = 2, .wanted = 2});
}

TEST_CASE("the limits of a user in a queue, in the cluster and in a group are told apart") {
  const ClusterConfig plain = cluster_of({4}, {{}, {.id = 2}});
  ClusterConfig cluster = plain;
  cluster.queues[0].ujob_limit = 1;
  CHECK(only_reason(cluster) == PendReason::user_queue_limit);
  cluster = plain;
  cluster.user_limits = {{.users = {NameId{0}}, .max_jobs = 1}};
  CHECK(only_reason(cluster) == PendReason::user_limit);
  cluster.user_limits[0].together = true;
  CHECK(only_reason(cluster) == PendReason::group_limit);

  ClusterConfig parallel = cluster_of({4}, {{}, {.id = 2, .slots = 2}});
  parallel.queues[0].ujob_limit = 2;
  CHECK(only_reason(parallel) == PendReason::user_queue_limit_parallel);
  parallel.queues[0].ujob_limit = no_limit;
  parallel.user_limits = {{.users = {NameId{0}}, .max_jobs = 2}};
  CHECK(only_reason(parallel) == PendReason::user_limit_parallel);
  parallel.user_limits[0].together = true;
  CHECK(only_reason(parallel) == PendReason::group_limit_parallel);
}

TEST_CASE("slots of an advance reservation are kept from other users") {
  ClusterConfig cluster = cluster_of({1}, {{}});
  cluster.reservations = {{.start = at(0s),
                           .end = at(1h),
                           .parts = {{first_host, Slots(1)}},
                           .users = UserList::only({NameId{7}})}};
  CHECK(only_reason(cluster) == PendReason::host_kept);
}

TEST_CASE("slots that a parallel job has reserved are not free for others") {
  ClusterConfig cluster =
      cluster_of({2}, {{.id = 1}, {.id = 2, .slots = 2, .submit = 1s}, {.id = 3, .submit = 2s}});
  cluster.queues[0].max_reserve_time = 1h;
  CHECK(only_reason(cluster) == PendReason::host_reserved);

  cluster.trace = trace_of(std::vector<Asks>{{.id = 1}, {.id = 2, .slots = 2, .submit = 1s}});
  const Reasons reserving = reasons_of_last(cluster);
  CHECK(reserving[0].reason == PendReason::not_enough_slots);
  CHECK(reserving[0].offers == std::vector{HostSlots{first_host, Slots(1)}});
}

TEST_CASE("a job that has reserved slots for as long as it may is passed over once") {
  ClusterConfig cluster = cluster_of({2}, {{.id = 1}, {.id = 2, .slots = 2}});
  cluster.queues[0].max_reserve_time = 10s;
  cluster.params.job_scheduling_interval = 5s;
  // It has reserved since 0 s: longer than 10 s in the session at 15 s, not in that at 10 s.
  CHECK(reasons_of_last(cluster, 12s)[0].reason == PendReason::not_enough_slots);
  CHECK(reasons_of_last(cluster, 15s)[0].reason == PendReason::reservation_over);
  CHECK(reasons_of_last(cluster, 20s)[0].reason == PendReason::not_enough_slots);
}

TEST_CASE("a job that never reserves is not said to have reserved for as long as it may") {
  ClusterConfig cluster = cluster_of({4}, {{.id = 1, .slots = 3}});
  cluster.queues[0].max_reserve_time = 10s;
  cluster.params.job_scheduling_interval = 5s;
  cluster.queues[0].hjob_limit = 2;
  for (const Duration when : {5s, 12s, 15s, 20s})
    CHECK(reasons_of_last(cluster, when)[0].reason == PendReason::not_enough_slots);
}

TEST_CASE("the main reason is one of hosts that the queue has, though most it has not") {
  ClusterConfig cluster = cluster_of({1, 1, 1}, {{.id = 1, .profile = 1}});
  cluster.queues[0].hosts = {.all = false, .list = {{first_host}}};
  add_profile(cluster).res_req = requirement(cluster, "ncpus > 4");
  GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Observer nobody;
  simulation.run_until(at(5s), nobody);
  const ClusterWorld& world = simulation.clusters()[0];
  SchedulerReasons reasons(world, at(5s));
  world.lsf->jobs.visit([&](JobSlotId id, const JobState&) {
    CHECK(reasons.main_of(id) == PendReason::host_select);
  });
}

TEST_CASE("the recorder gives each job that pends at the end its main reason") {
  ClusterConfig cluster = cluster_of({1, 1, 1}, {{}, {.id = 2}});
  cluster.queues[0].hosts = {.all = false, .list = {{first_host}}};
  GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(5s), recorder);
  const RunResults results = std::move(recorder).results(simulation, state, at(5s));
  CHECK(results.clusters[0].jobs[0].pend_reason == PendReason::none);
  CHECK(results.clusters[0].jobs[1].pend_reason == PendReason::host_full);
}

TEST_CASE("a job that nothing will ever start has the reason that stays, and not a window's") {
  const auto reason_of = [](const std::function<void(ClusterConfig&)>& change) {
    ClusterConfig cluster = cluster_of({4}, {{.slots = 4, .limit = 3h}});
    cluster.hosts[0].dispatch_window = window(6h, 22h);  // it is closed at the end, at 0 s
    change(cluster);
    GridConfig grid = grid_of(cluster);
    Simulation simulation(grid);
    Recorder recorder(grid);
    constexpr Time never_reached{std::chrono::hours{24 * 365}};
    const RunState state = simulation.run_until(never_reached, recorder);
    REQUIRE(state == RunState::stalled);
    return std::move(recorder)
        .results(simulation, state, never_reached)
        .clusters[0]
        .jobs[0]
        .pend_reason;
  };
  CHECK(reason_of([](ClusterConfig& cluster) { cluster.hosts[0].user_limit = 2; }) ==
        PendReason::not_enough_slots);
  CHECK(reason_of([](ClusterConfig& cluster) { cluster.queues[0].qjob_limit = 2; }) ==
        PendReason::queue_limit_parallel);
  // No run window has three hours, whether one is open or not.
  CHECK(reason_of([](ClusterConfig& cluster) { cluster.queues[0].run_window = window(7h, 9h); }) ==
        PendReason::deadline);
  // Where the windows themselves never meet, they decide.
  CHECK(reason_of([](ClusterConfig& cluster) {
          cluster.queues[0].dispatch_window = window(1h, 2h);
        }) == PendReason::queue_window);
}

TEST_CASE("a queue that has its share of a pool keeps that reason where all slots are taken") {
  ClusterConfig cluster = cluster_of(
      {2}, {{.id = 1}, {.id = 2, .queue = 1}, {.id = 3, .queue = 1, .submit = 1s}, {.id = 4}});
  add_queue(cluster, 1);
  cluster.pools.push_back({.name = "pool", .queues = {QueueId{0}, QueueId{1}}});
  for (QueueConfig& queue : cluster.queues) {
    queue.pool = PoolId{};
    queue.slot_share = 50;
  }
  cluster.model.pool_limit = PoolLimit::hard;
  Reasons reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::entitlement);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 1, .used = 1, .wanted = 1});
  cluster.pools[0].use_priority = true;
  reasons = reasons_of_last(cluster);
  CHECK(reasons[0].reason == PendReason::pool_limit);
  CHECK(reasons[0].numbers == ReasonNumbers{.limit = 2, .used = 2, .wanted = 1});
}

}  // namespace mcsim::testing::reasons_test
