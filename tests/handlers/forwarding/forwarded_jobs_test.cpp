// Mistakes with forwarded jobs that random grids have found, each in a small world.
#include <cstdint>
#include <functional>
#include <utility>

#include "support/catch.hpp"
#include "support/grid_watcher.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::forwarded_jobs_test {

namespace {

constexpr ClusterId home{0};
constexpr ClusterId away{1};

/// Home, with one slot and no raster of sessions, sends jobs that it cannot start at once to a
/// queue of two slots. It sees counters at any moment, and keeps jobs for which there are no free
/// slots.
GridConfig two_clusters(const std::vector<JobRow>& rows) {
  GridConfig grid = grid_of(flat_machine(1, "lsf", rows));
  grid.clusters.push_back(flat_machine(2, "lsf", {}));
  ClusterConfig& from = grid.clusters[index_of(home)];
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.name = "C2";
  from.params.forwarding.policy = "COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS";
  from.model.counters = CounterMode::instant;
  from.queues[0].forwarding.targets = {{.cluster = away, .queue = QueueId{0}}};
  to.queues[0].forwarding.sources = {home};
  from.foreign_profiles = {{}, {}};
  to.foreign_profiles = {{ProfileId{0}}, {}};
  grid.links = {{.a = home, .b = away, .latency = 0ms}};
  return grid;
}

/// The same, but home sees a report every 20 s, and the other cluster is full until 1000 s.
GridConfig with_reports(const std::vector<JobRow>& rows) {
  GridConfig grid = two_clusters(rows);
  ClusterConfig& to = grid.clusters[index_of(away)];
  grid.clusters[index_of(home)].model.counters = CounterMode::periodic;
  to.params.forwarding.update_interval = 20s;
  to.trace = trace_of({{.id = 1, .slots = 2, .run = 1000s}});
  return grid;
}

const JobOutcome& job_of_home(const RunResults& results, std::uint32_t job) {
  return results.clusters[index_of(home)].jobs[job];
}

/// When the job was forwarded for the last time; never: it stays at home.
Time forwarded(const RunResults& results, std::uint32_t job) {
  const ForwardOutcome* const found = results.clusters[index_of(home)].forward_of(JobIndex{job});
  return found == nullptr ? never : found->forwarded;
}

}  // namespace

TEST_CASE("who sees counters at any moment sees at once that a queue opens") {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s}, {.id = 2, .submit = 10s, .run = 10s}});
  grid.clusters[index_of(away)].timeline = {on_queue(5s, TimelineEntry::Kind::qclose, QueueId{0}),
                                            on_queue(30s, TimelineEntry::Kind::qopen, QueueId{0})};
  const RunResults results = run_all(grid);
  CHECK((job_of_home(results, 1).start == at(30s)));
}

// Each job fails to start once: job 2 at 10 s, while another job starts. It counts as pending also
// in that instant, so job 3 is only sent when job 2 has ended, at 70 s, and tries to start at 80 s.
TEST_CASE("a forwarded job that has failed to start counts as pending") {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s},
                                  {.id = 2, .submit = 1s, .slots = 2, .run = 50s},
                                  {.id = 3, .submit = 2s, .run = 10s}});
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.hosts[0].mxj = Slots(3);
  to.trace = trace_of({{.id = 1, .submit = 1s, .run = 200s}});
  to.params.job_scheduling_interval = 10s;
  to.profiles[0].init_failures = 1;
  const RunResults results = run_all(grid);
  CHECK((job_of_home(results, 1).start == at(20s)));
  CHECK((job_of_home(results, 2).start == at(90s)));
}

// Job 2 preempts a job of all 8 slots, and 7 of them are free to its queue from then on. Jobs 3 to
// 5 may have them at once.
TEST_CASE("jobs are forwarded to slots that a suspended job of a lower queue leaves") {
  GridConfig grid = two_clusters({{.id = 1, .run = 7200s},
                                  {.id = 2, .submit = 32s, .run = 3600s},
                                  {.id = 3, .submit = 62s, .run = 60s},
                                  {.id = 4, .submit = 62s, .run = 60s},
                                  {.id = 5, .submit = 62s, .run = 60s}});
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.hosts[0].mxj = Slots(8);
  to.queues.push_back(to.queues[0]);
  to.queues[0].priority = 60;
  to.queues[0].preemption.preemptive = true;
  to.queues[1].name = "low";
  to.queues[1].priority = 20;
  to.queues[1].forwarding = {};
  to.trace = trace_of({{.id = 1, .submit = 1s, .slots = 8, .run = 7200s, .queue = QueueId{1}}});
  const RunResults results = run_all(grid);
  CHECK((job_of_home(results, 1).start == at(32s)));
  for (const std::uint32_t job : {2U, 3U, 4U}) CHECK((job_of_home(results, job).start == at(62s)));
}

// Jobs 2 and 3 go to a queue whose slots are taken until 336 s and that lets two jobs pend. Its
// report of 300 s counts them: it has no room. At 331 s they come home, which gives their room
// back: they go there again, and start long before the next report, at 600 s.
TEST_CASE("a job that has come home does not count in the report that is held") {
  GridConfig grid = two_clusters({{.id = 1, .run = 7200s},
                                  {.id = 2, .submit = 291s, .run = 60s},
                                  {.id = 3, .submit = 291s, .run = 60s}});
  ClusterConfig& from = grid.clusters[index_of(home)];
  ClusterConfig& to = grid.clusters[index_of(away)];
  from.params.forwarding.policy = "RESOURCE_ONLY";
  from.model.counters = CounterMode::periodic;
  from.queues[0].forwarding.max_resched_time = 40s;
  to.params.forwarding.update_interval = 300s;
  to.queues[0].forwarding.job_backlog = 2;
  to.trace = trace_of({{.id = 1, .submit = 1s, .slots = 2, .run = 335s}});
  const RunResults results = run_all(grid);
  CHECK(results.clusters[index_of(home)].forward_of(JobIndex{1})->returns == 1);
  CHECK((job_of_home(results, 1).start < at(600s)));
  CHECK((job_of_home(results, 2).start < at(600s)));
}

// From 50 s on the queue takes no jobs of this cluster, as job 2 learns at 60 s. Reports come every
// 20 s, and none tells of the queue: the job is not sent again before the one of 200 s does.
TEST_CASE("a queue that rejects a cluster is asked once, until it takes its jobs again") {
  GridConfig grid = two_clusters({{.id = 1, .run = 7200s}, {.id = 2, .submit = 60s, .run = 60s}});
  grid.clusters[index_of(home)].model.counters = CounterMode::periodic;
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.params.forwarding.update_interval = 20s;
  ClusterSettings closed = to;
  closed.queues[0].forwarding.sources = {};
  to.timeline = {reconfigure(50s, closed), reconfigure(200s, to)};
  const RunResults results = run_all(grid);
  const ForwardOutcome* const forward = results.clusters[index_of(home)].forward_of(JobIndex{1});
  REQUIRE(forward != nullptr);
  CHECK(forward->returns == 1);
  CHECK(forward->forwards == 2);
  CHECK((job_of_home(results, 1).start == at(200s)));
}

// After two failures the job goes back; the third failure is the first of its second stay.
TEST_CASE("failed starts of a job count over all its forwards") {
  for (const bool in_preexec : {true, false}) {
    GridConfig grid = two_clusters({{.id = 1, .run = 1000s}, {.id = 2, .submit = 10s, .run = 10s}});
    ClusterConfig& to = grid.clusters[index_of(away)];
    to.params.job_scheduling_interval = 10s;
    to.params.forwarding.remote_preexec_retry = 2;
    to.params.forwarding.init_fail_retry = 1;
    grid.clusters[index_of(home)].queues[0].forwarding.max_resched_time = 40s;
    (in_preexec ? to.profiles[0].preexec_failures : to.profiles[0].init_failures) = 3;
    const JobOutcome job = job_of_home(run_all(grid), 1);
    CHECK((job.status == JobStatus::done));
    CHECK((job.start == at(in_preexec ? 70s : 90s)));
  }
}

namespace {

/// Why a forwarded job that has failed to start pends away at 25 s.
PendReason reason_after_failure(const std::function<void(ClusterConfig&)>& change) {
  GridConfig grid = two_clusters({{.id = 1, .run = 1000s}, {.id = 2, .submit = 10s, .run = 10s}});
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.params.job_scheduling_interval = 10s;
  change(to);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(25s), recorder);
  return job_of_home(std::move(recorder).results(simulation, state, at(25s)), 1).pend_reason;
}

}  // namespace

TEST_CASE("a job whose starts fail says so, and is not taken for one that is postponed") {
  CHECK((reason_after_failure([](ClusterConfig& to) { to.profiles[0].init_failures = 9; }) ==
         PendReason::init_failed));
  CHECK((reason_after_failure([](ClusterConfig& to) { to.profiles[0].preexec_failures = 9; }) ==
         PendReason::preexec_failed));
  CHECK((reason_after_failure([](ClusterConfig& to) {
           to.profiles[0].init_failures = 1;
           to.params.forwarding.init_fail_retry = 0;
         }) == PendReason::gave_up));
}

// Job 2 fails; job 3, which has another profile, starts after that in the same session.
TEST_CASE("a forwarded job may fail to start at virtual time 0") {
  GridConfig grid = two_clusters({});
  ClusterConfig& from = grid.clusters[index_of(home)];
  ClusterConfig& to = grid.clusters[index_of(away)];
  TraceBuilder jobs;
  for (const std::int64_t id : {1, 2, 3}) {
    TraceJob job = trace_of({{.id = id, .run = 100s}})[JobIndex{0}];
    if (id == 3) job.profile = ProfileId{1};
    jobs.add(job);
  }
  from.trace = std::move(jobs).freeze();
  from.profiles.resize(2);
  to.profiles.resize(2);
  to.profiles[0].init_failures = 1;
  to.foreign_profiles[index_of(home)] = {ProfileId{0}, ProfileId{1}};
  grid.until = at(300s);
  GridWatched watched;
  CHECK(broken_promise(grid, watched) == "");
  CHECK(watched.ends_elsewhere == 2);
}

// Job 2 finds no free slots at 10 s, and is killed at 20 s.
TEST_CASE("a job that is gone is no reason to look at other clusters again") {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s}, {.id = 2, .submit = 10s, .run = 10s}});
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.trace = trace_of({{.id = 1, .slots = 2, .run = 90s}});
  grid.clusters[index_of(home)].timeline = {bkill(20s, 2)};
  const std::uint64_t sessions = run_all(grid).engine.sessions;
  to.timeline = {reconfigure(50s, to)};
  CHECK(run_all(grid).engine.sessions == sessions + 1);  // the session of the other cluster
}

TEST_CASE("who sees counters at any moment sees others in whatever round messages come, too") {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s},
                                  {.id = 2, .submit = 10s, .run = 10s},
                                  {.id = 3, .submit = 12s, .run = 10s}});
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.hosts[0].mxj = Slots(1);
  to.params.job_scheduling_interval = 30s;
  to.params.forwarding.init_fail_retry = 0;
  to.profiles[0].init_failures = 1;  // job 2 fails at 30 s, and no longer keeps job 3 away
  const RunResults results = run_all(grid);
  CHECK((forwarded(results, 2) == at(30s)));
}

// Job 2 waits from 10 s to 100 s, when home's slot becomes free.
TEST_CASE("a report is a reason for one session, whether it takes time to come or not") {
  GridConfig grid = with_reports({{.id = 1, .run = 100s}, {.id = 2, .submit = 10s, .run = 10s}});
  const std::uint64_t sessions = run_all(grid).engine.sessions;
  grid.links[0].publication_delay = 1s;
  CHECK(run_all(grid).engine.sessions == sessions);
  grid.clusters[index_of(away)].params.forwarding.update_interval = 0s;
  CHECK(run_all(grid).engine.sessions == sessions - 4);
}

// Job 2 waits in a queue whose window closes at 30 s, and is killed before or after a report comes.
TEST_CASE("a report is no reason for a session once nobody waits to be forwarded") {
  const auto sessions_until = [](Duration killed) {
    GridConfig grid = with_reports({{.id = 1, .run = 100s}, {.id = 2, .submit = 10s, .run = 10s}});
    ClusterConfig& from = grid.clusters[index_of(home)];
    from.queues[0].dispatch_window = TimeWindows({{0s, 30s}});
    from.timeline = {bkill(killed, 2)};
    return run_all(grid).engine.sessions;
  };
  CHECK(sessions_until(35s) == sessions_until(45s));
}

// No job may pend in the other cluster: job 2 cannot go there before a report shows free slots.
TEST_CASE("a cluster that comes to collect counters sees the next report") {
  GridConfig grid = with_reports({{.id = 1, .run = 100s}, {.id = 2, .submit = 10s, .run = 10s}});
  ClusterConfig& from = grid.clusters[index_of(home)];
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.trace = {};
  to.queues[0].forwarding.job_backlog = 0;
  ClusterSettings later = from;
  from.params.forwarding.policy = "NOT_DEFINED";
  from.timeline = {reconfigure(30s, later)};
  CHECK((job_of_home(run_all(grid), 1).start == at(50s)));
}

// One of two slots is reserved, and the job of its user on it is suspended.
TEST_CASE("slots that a reservation keeps and a suspended job has count once") {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s}, {.id = 2, .submit = 30s, .run = 10s}});
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.trace = trace_of({{.id = 1, .submit = 5s, .run = 100s}});
  to.reservations = {{.start = at(0s), .end = at(60s), .parts = {{HostId{0}, Slots{1}}}}};
  to.queues.push_back(to.queues[0]);
  to.queues[1].forwarding.sources = {};
  to.queues[1].preemption.preemptive = true;
  TimelineEntry stop{.at = at(10s), .kind = TimelineEntry::Kind::bstop};
  stop.job = JobId{1};
  to.timeline = {stop};
  CHECK((forwarded(run_all(grid), 1) == at(30s)));
}

TEST_CASE("a job on its way back counts as pending, though it was suspended where it was") {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s}, {.id = 2, .submit = 10s, .run = 10s}});
  ClusterConfig& to = grid.clusters[index_of(away)];
  to.params.forwarding.init_fail_retry = 0;
  to.profiles[0].init_failures = 1;
  grid.clusters[index_of(home)].queues[0].forwarding.max_resched_time = 20s;
  grid.links[0].latency = 5s;
  const auto status_at = [&](Time time) {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState state = simulation.run_until(time, recorder);
    return job_of_home(std::move(recorder).results(simulation, state, time), 1).status;
  };
  CHECK((status_at(at(12s)) == JobStatus::pend));
  CHECK((status_at(at(20s)) == JobStatus::psusp));
  CHECK((status_at(at(37s)) == JobStatus::pend));
}

// Job 2 ends away at 32 s. Job 3 is forwarded at 40 s and gets its place in memory.
TEST_CASE("an action on a forwarded job that is over reaches no other job") {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s},
                                  {.id = 2, .submit = 10s, .run = 20s},
                                  {.id = 3, .submit = 40s, .run = 30s}});
  grid.links[0].latency = 1s;
  grid.clusters[index_of(home)].timeline = {bkill(50s, 2)};
  const RunResults results = run_all(grid);
  CHECK((job_of_home(results, 2).status == JobStatus::done));
  CHECK(results.ignored_actions == 1);
}

namespace {

/// Why job 2 of home pends at 15 s. It was submitted at 10 s to a queue without hosts.
PendReason reason_with(const std::function<void(GridConfig&)>& change) {
  GridConfig grid = two_clusters({{.id = 1, .run = 100s},
                                  {.id = 2, .submit = 10s, .run = 1h},
                                  {.id = 3, .submit = 10s, .run = 10s}});
  ClusterConfig& from = grid.clusters[index_of(home)];
  from.queues[0].forwarding.remote_only = true;
  change(grid);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(15s), recorder);
  return job_of_home(std::move(recorder).results(simulation, state, at(15s)), 1).pend_reason;
}

}  // namespace

TEST_CASE("a job that is not forwarded says which rule keeps it") {
  const auto queue = [](GridConfig& grid) -> QueueForwarding& {
    return grid.clusters[index_of(home)].queues[0].forwarding;
  };
  CHECK(
      (reason_with([](GridConfig& grid) { grid.links[0].latency = 1h; }) == PendReason::forwarded));
  CHECK((reason_with([](GridConfig& grid) {
           grid.clusters[index_of(away)].queues[0].forwarding.job_backlog = 0;
           grid.clusters[index_of(away)].trace = trace_of({{.id = 1, .slots = 2, .run = 1h}});
         }) == PendReason::no_receive_queue));
  CHECK((reason_with([&](GridConfig& grid) { queue(grid).forward_users = UserList::only({}); }) ==
         PendReason::forward_user));
  CHECK((reason_with([&](GridConfig& grid) { queue(grid).forward_delay = 30s; }) ==
         PendReason::forward_delay));
}

}  // namespace mcsim::testing::forwarded_jobs_test
