// When a cluster's scheduling sessions run.
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::sessions_test {

using Times = std::vector<Time>;

namespace {

ClusterConfig every(Duration interval, ClusterConfig cluster) {
  cluster.params.job_scheduling_interval = interval;
  return cluster;
}

}  // namespace

TEST_CASE("a job starts in the next session of the raster, not when it comes") {
  const ClusterConfig cluster = flat_machine(
      1, "lsf", {{.id = 1, .submit = 1s, .run = 7s}, {.id = 2, .submit = 10s, .run = 1s}});
  CHECK(start_times(every(5s, cluster)) == Times{at(5s), at(15s)});
  CHECK(start_times(every(0s, cluster)) == Times{at(1s), at(10s)});
}

TEST_CASE("a session sees what arrives and what ends in its own instant") {
  const ClusterConfig cluster =
      flat_machine(1, "lsf", {{.id = 1, .run = 10s}, {.id = 2, .submit = 10s, .run = 1s}});
  CHECK(start_times(every(5s, cluster)) == Times{at(0s), at(10s)});
}

TEST_CASE("what is freed after the first round of a point of the raster waits for the next one") {
  const ClusterConfig cluster =
      flat_machine(1, "lsf", {{.id = 1, .submit = 5s}, {.id = 2, .submit = 5s, .run = 1s}});
  CHECK(start_times(every(5s, cluster)) == Times{at(5s), at(10s)});
}

TEST_CASE("where the interval is 0, what is freed in an instant is used in the same instant") {
  const ClusterConfig cluster =
      flat_machine(1, "lsf", {{.id = 1, .submit = 5s}, {.id = 2, .submit = 5s, .run = 1s}});
  CHECK(start_times(cluster) == Times{at(5s), at(5s)});
}

TEST_CASE("a seeded daemon phase moves the whole raster by less than an interval") {
  ClusterConfig cluster = flat_machine(
      2, "lsf", {{.id = 1, .submit = 0s, .run = 1s}, {.id = 2, .submit = 60s, .run = 1s}});
  cluster.model.seeded_daemon_phase = true;
  const Times starts = start_times(every(30s, cluster));
  CHECK((starts[0] < at(30s)));
  CHECK((starts[1] - starts[0] == 60s));
  GridConfig other = grid_of(every(30s, cluster));
  other.seed = 2;
  CHECK((run_all(other).clusters[0].jobs[0].start != starts[0]));
}

TEST_CASE("sessions without a reason are skipped, unless they are asked for") {
  ClusterConfig cluster =
      every(1s, flat_machine(1, "lsf", {{.id = 1, .submit = 1000s, .run = 1000s}}));
  CHECK(run_all(grid_of(cluster)).engine.sessions == 1);
  cluster.model.elide = false;
  CHECK(run_all(grid_of(cluster)).engine.sessions >= 2000);
}

TEST_CASE("a start is no reason for another session unless somebody waits who may preempt") {
  ClusterConfig cluster = every(
      1s, flat_machine(2, "lsf",
                       {{.id = 1, .slots = 1, .run = 100s}, {.id = 2, .slots = 2, .run = 10s}}));
  cluster.queues.push_back({.name = "urgent", .priority = 90});
  cluster.queues[1].preemption.preemptive = true;
  CHECK(run_all(grid_of(cluster)).engine.sessions == 2);
  cluster.model.elide = false;
  CHECK(start_times(cluster) == Times{at(0s), at(100s)});
}

// 0 s: job 1 starts, and is looked behind. 10 s: job 2 preempts it, likewise. 60 s: job 1 resumes,
// likewise. 150 s: it ends. At 4 s and 14 s only suspended jobs could wait for the host.
TEST_CASE("the end of an accept interval is no reason for a session that only resumes jobs") {
  ClusterConfig cluster = flat_machine(
      1, "lsf",
      {{.id = 1, .run = 100s}, {.id = 2, .submit = 10s, .run = 50s, .queue = QueueId{1}}});
  cluster.queues.push_back({.name = "urgent", .priority = 90});
  cluster.queues[1].preemption.preemptive = true;
  for (QueueConfig& queue : cluster.queues) queue.job_accept_interval = 4s;
  const RunResults results = run_all(grid_of(every(0s, cluster)));
  CHECK(results.clusters[0].jobs[0].finish == at(150s));
  CHECK(results.engine.sessions == 7);
}

TEST_CASE("a run that nothing can bring forward has stalled, and says why its jobs wait") {
  const RunResults results = run_all(grid_of(machine(
      {2, 2}, "fcfs", {{.id = 1, .slots = 5, .run = 10s}, {.id = 2, .slots = 1, .run = 10s}})));
  CHECK(results.stalled);
  const JobOutcomes& jobs = results.clusters[0].jobs;
  CHECK((jobs[0].status == JobStatus::pend));
  CHECK((jobs[0].pend_reason == PendReason::too_few_slots_in_cluster));
  CHECK((jobs[1].pend_reason == PendReason::behind_earlier));
}

TEST_CASE("a stalled run ends also where no session is skipped") {
  ClusterConfig cluster = every(
      5s,
      machine({2}, "lsf", {{.id = 1, .slots = 3, .run = 10s}, {.id = 2, .slots = 1, .run = 10s}}));
  cluster.model.elide = false;
  cluster.model.stall_after = 1h;
  const RunResults results = run_all(grid_of(cluster));
  CHECK(results.stalled);
  CHECK((results.end == at(10s)));
}

TEST_CASE("a job that only closed hosts keep waiting says so") {
  ClusterConfig cluster =
      machine({2, 2}, "fcfs", {{.id = 1, .submit = 5s, .slots = 4, .run = 10s}});
  cluster.timeline = {on_host(1s, TimelineEntry::Kind::hclose, HostId{1})};
  const JobOutcomes jobs = outcomes(cluster);
  CHECK((jobs[0].pend_reason == PendReason::hosts_closed));
}

TEST_CASE(
    "a job that no session has looked at yet says so, also under a policy that minds the clock") {
  const ClusterConfig cluster =
      every(30s, flat_machine(4, "easy",
                              {{.id = 1, .slots = 3, .run = 90s, .limit = 90s},
                               {.id = 2, .slots = 4, .run = 5s, .limit = 5s},
                               {.id = 3, .slots = 1, .run = 95s, .limit = 95s},
                               {.id = 4, .submit = 40s, .run = 5s}}));
  const auto reasons_at = [&](Time until) {
    const GridConfig grid = grid_of(cluster);
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState state = simulation.run_until(until, recorder);
    const RunResults results = std::move(recorder).results(simulation, state, until);
    std::vector<PendReason> reasons;
    for (const JobOutcome& job : results.clusters[0].jobs) reasons.push_back(job.pend_reason);
    return reasons;
  };
  using enum PendReason;
  CHECK((reasons_at(at(10s)) == std::vector{none, not_enough_slots, reserved_for_first, none}));
  CHECK((reasons_at(at(45s)) == std::vector{none, not_enough_slots, new_job, new_job}));
}

TEST_CASE("an unfinished run may be asked for its results") {
  const GridConfig grid = grid_of(flat_machine(
      2, "fcfs",
      {{.id = 1, .slots = 2, .run = 100s}, {.id = 2, .submit = 10s, .slots = 1, .run = 10s}}));
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(50s), recorder);
  CHECK((state == RunState::until));
  const RunResults results = std::move(recorder).results(simulation, state, at(50s));
  CHECK((results.end == at(50s)));
  CHECK(results.complete);
  CHECK((results.clusters[0].jobs[0].status == JobStatus::run));
  CHECK((results.clusters[0].jobs[1].pend_reason == PendReason::not_enough_slots));
  CHECK((results.clusters[0].whole_span.allocated == Int128{100'000}));
}

TEST_CASE("a run that is stopped says that it is not complete") {
  const GridConfig grid = grid_of(flat_machine(2, "fcfs", {{.id = 1, .run = 100s}}));
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state =
      simulation.run_until(never, recorder, [](Time now) { return now > at(1s); });
  CHECK((state == RunState::stopped));
  CHECK_FALSE(std::move(recorder).results(simulation, state, never).complete);
}

TEST_CASE("an empty grid, and one without jobs, are over at once") {
  CHECK_FALSE(run_all(GridConfig{}).stalled);
  const RunResults results = run_all(grid_of(flat_machine(2, "lsf", {})));
  CHECK((results.end == at(0s)));
  CHECK((results.clusters[0].whole_span.capacity == Int128{0}));
}

TEST_CASE("a change of JOB_SCHEDULING_INTERVAL moves sessions to the new raster at once") {
  std::vector<JobRow> rows;
  for (const Duration submit : {130s, 165s, 201s, 303s})
    rows.push_back({.id = submit / 1s, .submit = submit, .run = 1s});
  ClusterConfig cluster = every(60s, flat_machine(1, "lsf", rows));
  const auto change_to = [&](Duration when, Duration interval) {
    ClusterSettings changed = cluster;
    changed.params.job_scheduling_interval = interval;
    return reconfigure(when, changed);
  };
  cluster.model.elide = GENERATE(true, false);
  CHECK(start_times(cluster) == Times{at(180s), at(240s), at(300s), at(360s)});
  cluster.timeline = {change_to(100s, 7s), change_to(200s, 0s)};
  CHECK(start_times(cluster) == Times{at(133s), at(168s), at(201s), at(303s)});
  cluster.timeline = {change_to(100s, 0s), change_to(165s, 50s)};
  CHECK(start_times(cluster) == Times{at(130s), at(200s), at(250s), at(350s)});
}

}  // namespace mcsim::testing::sessions_test
