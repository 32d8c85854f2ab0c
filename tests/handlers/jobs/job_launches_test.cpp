// Parallel jobs that PAM launches, in simulations.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/launch_worlds.hpp"
#include "support/lease_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::job_launches_test {

namespace {

using Fault = LaunchFault::Kind;

/// 10 s until the PJL runs, and 20 s more until the tasks run.
LaunchProfile thirty_seconds() {
  return {.name = "mpirun", .pjl_start = constant(10s), .ts_start = constant(20s)};
}

TimelineEntry on_job(Duration when, TimelineEntry::Kind kind) {
  TimelineEntry entry{.at = at(when), .kind = kind};
  entry.job = JobId{1};
  return entry;
}

/// Two hosts of two slots, one job of four that runs for 100 s.
ClusterConfig one_job(LaunchProfile profile, Duration limit = unlimited) {
  ClusterConfig cluster =
      machine({2, 2}, "lsf", {{.id = 1, .slots = 4, .run = 100s, .limit = limit}});
  launch_all(cluster, std::move(profile));
  return cluster;
}

struct Came {
  JobOutcome job;
  JobHistory history;
  LaunchResults launches;
};
Came run_one(const ClusterConfig& cluster) {
  const RunResults results = run_all(grid_of(cluster));
  const ClusterResults& all = results.clusters[0];
  REQUIRE(all.launches);
  return {all.jobs[0], *all.history_of(JobIndex{0}), *all.launches};
}

}  // namespace

TEST_CASE("a job holds its slots while it is launched, and runs from RUNNING on", "[launch]") {
  const Came came = run_one(one_job(thirty_seconds()));
  CHECK(came.job.start == at(0s));
  CHECK(came.job.finish == at(130s));
  CHECK(came.job.status == JobStatus::done);
  CHECK(came.history.launch == 30s);
  CHECK(came.launches.launching == 4 * 30'000);
  CHECK(came.launches.lost == 0);
}

TEST_CASE("the run limit counts from the dispatch", "[launch]") {
  SECTION("it ends a job that runs") {
    const Came came = run_one(one_job(thirty_seconds(), 120s));
    CHECK(came.job.finish == at(120s));
    CHECK(came.job.end_reason == EndReason::term_runlimit);
    CHECK(came.history.launch == 30s);
  }
  SECTION("and one that is launched yet") {
    const Came came = run_one(one_job(thirty_seconds(), 25s));
    CHECK(came.job.finish == at(25s));
    CHECK(came.job.end_reason == EndReason::term_runlimit);
    CHECK(came.history.launch == unlimited);
    CHECK(came.launches.outcomes.at("interrupted") == 1);
    CHECK(came.launches.lost == 4 * 25'000);
  }
  SECTION("at exactly the limit it is done") {
    CHECK(run_one(one_job(thirty_seconds(), 130s)).job.status == JobStatus::done);
  }
}

TEST_CASE("a launch that fails ends the job with PAM's exit status", "[launch]") {
  struct Row {
    LaunchFault fault;
    Duration finish;
    std::int32_t exit_code;
    EndReason reason;
  };
  const Row rows[] = {
      {{.kind = Fault::pjl_cannot_start}, 10s, 127, EndReason::pjl_not_started},
      {{.kind = Fault::task_cannot_start, .task = 2}, 30s, 1, EndReason::tasks_not_started},
      {{.kind = Fault::ts_dies, .task = 2, .at = 15s}, 310s, 1, EndReason::tasks_not_registered},
      {{.kind = Fault::res_dies, .hosts = {HostId{1}}, .at = 15s},
       310s,
       1,
       EndReason::tasks_not_registered},
      {{.kind = Fault::pjl_exits, .at = 15s, .exit_code = 3}, 15s, 3, EndReason::pjl_exited},
      {{.kind = Fault::pjl_exits, .at = 90s, .exit_code = 4}, 90s, 4, EndReason::pjl_exited},
      // Its tasks end at 130 s; LSF_HPC_PJL_LOADENV_TIMEOUT is 300 s.
      {{.kind = Fault::pjl_hangs}, 430s, 1, EndReason::pjl_not_exited},
  };
  for (const Row& row : rows) {
    LaunchProfile profile = thirty_seconds();
    profile.faults = {row.fault};
    const Came came = run_one(one_job(profile));
    INFO(name_of(row.reason));
    CHECK(came.job.status == JobStatus::exit);
    CHECK(came.job.finish == at(row.finish));
    CHECK(came.job.exit_code == row.exit_code);
    CHECK(came.job.end_reason == row.reason);
  }
}

TEST_CASE("a PJL that hangs and has lost a task is never killed by PAM, only by the run limit",
          "[launch]") {
  LaunchProfile profile = thirty_seconds();
  profile.faults = {{.kind = Fault::pjl_hangs}, {.kind = Fault::ts_dies, .task = 2, .at = 60s}};
  const Came came = run_one(one_job(profile, 1000s));
  CHECK(came.job.finish == at(1000s));
  CHECK(came.job.end_reason == EndReason::term_runlimit);
}

TEST_CASE("a PJL that exits with 0 before its tasks leaves a job that is DONE", "[launch]") {
  LaunchProfile profile = thirty_seconds();
  profile.faults = {{.kind = Fault::pjl_exits, .at = 15s, .exit_code = 0}};
  const Came came = run_one(one_job(profile));
  CHECK(came.job.status == JobStatus::done);
  CHECK(came.job.end_reason == EndReason::pjl_exited);
  CHECK(came.job.finish == at(15s));
}

TEST_CASE("REQUEUE_EXIT_VALUES holds for PAM's exit status", "[launch]") {
  LaunchProfile profile = thirty_seconds();
  profile.faults = {{.kind = Fault::task_cannot_start, .execution = 1, .task = 0}};
  ClusterConfig cluster = one_job(profile);
  cluster.queues[0].rules.requeue_exit_values = {{.code = 1}};
  const Came came = run_one(cluster);
  CHECK(came.job.status == JobStatus::done);
  CHECK(came.job.start == at(30s));
  CHECK(came.job.finish == at(160s));
  CHECK(came.history.requeues == 1);
  CHECK(came.history.lost == 30s);
  CHECK(came.history.launch == 30s);
}

TEST_CASE("a job that is suspended while it is launched goes on with its launch later",
          "[launch]") {
  ClusterConfig cluster = one_job(thirty_seconds());
  cluster.timeline = {on_job(15s, TimelineEntry::Kind::bstop),
                      on_job(45s, TimelineEntry::Kind::bresume)};
  const Came came = run_one(cluster);
  CHECK(came.job.finish == at(160s));
  CHECK(came.history.launch == 30s);
  CHECK(came.history.suspended == 30s);
  CHECK(came.job.status == JobStatus::done);
}

TEST_CASE("PAM's timer goes on while the job is suspended, and ends it", "[launch]") {
  ClusterConfig cluster = one_job(thirty_seconds());
  cluster.params.pjl_timeout = 60s;
  cluster.timeline = {on_job(15s, TimelineEntry::Kind::bstop)};
  SECTION("it stays suspended") {
    const Came came = run_one(cluster);
    CHECK(came.job.status == JobStatus::exit);
    CHECK(came.job.finish == at(70s));
    CHECK(came.job.end_reason == EndReason::tasks_not_registered);
    CHECK(came.history.suspended == 55s);
  }
  SECTION("it goes on in time") {
    cluster.timeline.push_back(on_job(45s, TimelineEntry::Kind::bresume));
    CHECK(run_one(cluster).job.finish == at(160s));
  }
  SECTION("it goes on, and too late") {
    cluster.timeline.push_back(on_job(60s, TimelineEntry::Kind::bresume));
    const Came came = run_one(cluster);
    CHECK(came.job.finish == at(70s));
    CHECK(came.job.end_reason == EndReason::tasks_not_registered);
  }
}

TEST_CASE("bkill ends a launch", "[launch]") {
  ClusterConfig cluster = one_job(thirty_seconds());
  cluster.timeline = {on_job(15s, TimelineEntry::Kind::bkill)};
  const Came came = run_one(cluster);
  CHECK(came.job.finish == at(15s));
  CHECK(came.job.end_reason == EndReason::term_owner);
  CHECK(came.launches.outcomes.at("interrupted") == 1);
}

TEST_CASE("a host of a launched job that goes down costs the job its tasks there", "[launch]") {
  struct Row {
    OnLostTask does;
    Duration down_at;
    Duration finish;
    JobStatus status;
    EndReason reason;
  };
  const Row rows[] = {
      {OnLostTask::goes_on, 50s, 130s, JobStatus::done, EndReason::none},
      {OnLostTask::aborts, 50s, 50s, JobStatus::exit, EndReason::pjl_exited},
      {OnLostTask::waits, 50s, 150s, JobStatus::exit, EndReason::term_runlimit},
      // Lost before its tasks have registered: PAM waits for them in vain.
      {OnLostTask::goes_on, 20s, 150s, JobStatus::exit, EndReason::term_runlimit},
  };
  for (const Row& row : rows) {
    LaunchProfile profile = thirty_seconds();
    profile.on_lost_task = row.does;
    ClusterConfig cluster = one_job(profile, 150s);
    cluster.timeline = {host_down(row.down_at, HostId{1}, 10s)};
    const Came came = run_one(cluster);
    CHECK(came.job.finish == at(row.finish));
    CHECK(came.job.status == row.status);
    CHECK(came.job.end_reason == row.reason);
  }
  SECTION("the first host has PAM on it") {
    ClusterConfig cluster = one_job(thirty_seconds());
    cluster.timeline = {host_down(50s, HostId{0}, 10s)};
    const Came came = run_one(cluster);
    CHECK(came.job.finish == at(50s));
    CHECK(came.job.end_reason == EndReason::term_host_down);
  }
}

TEST_CASE("slots of a host that went down come back with the end of the job that was there",
          "[launch]") {
  ClusterConfig cluster = machine(
      {2, 2}, "lsf",
      {{.id = 1, .slots = 4, .run = 100s}, {.id = 2, .submit = 1s, .slots = 4, .run = 10s}});
  launch_all(cluster, thirty_seconds());
  cluster.timeline = {host_down(50s, HostId{1}, 10s)};
  const RunResults results = run_all(grid_of(cluster));
  CHECK(results.clusters[0].jobs[1].start == at(130s));
  // The two slots that job 1 keeps while their host is down count as offered.
  CHECK(results.clusters[0].whole_span.capacity == 4 * (170'000));
}

TEST_CASE("a PJL that waits for a lost task without a run limit holds its slots for ever",
          "[launch]") {
  LaunchProfile profile = thirty_seconds();
  profile.on_lost_task = OnLostTask::waits;
  profile.faults = {{.kind = Fault::ts_dies, .task = 0, .at = 60s}};
  const RunResults results = run_all(grid_of(one_job(profile)));
  CHECK(results.stalled);
  CHECK(results.clusters[0].jobs[0].status == JobStatus::run);
}

TEST_CASE("a job of a queue, an application or by name is launched by its own profile",
          "[launch]") {
  LaunchRules rules;
  for (const char* name : {"others", "of_queue", "of_application", "of_job"})
    rules.profiles.push_back({.name = name});
  rules.least_slots = {Slots{2}, Slots{2}, Slots{2}, Slots{2}};
  rules.of_others = 0;
  rules.of_queue.emplace(QueueId{1}, 1);
  rules.of_application.emplace(ApplicationId{1}, 2);
  rules.of_job.emplace(HomeJob{ClusterId{0}, JobIndex{7}}, 3);
  const auto name = [&](std::uint32_t job, std::uint16_t application, std::uint16_t queue,
                        std::int32_t slots) {
    const LaunchProfile* const found =
        rules.find({ClusterId{0}, JobIndex{job}}, static_cast<ApplicationId>(application),
                   static_cast<QueueId>(queue), Slots(slots));
    return found == nullptr ? std::string("none") : found->name;
  };
  CHECK(name(1, 0, 0, 4) == "others");
  CHECK(name(1, 0, 1, 4) == "of_queue");
  CHECK(name(1, 1, 1, 4) == "of_application");
  CHECK(name(7, 1, 1, 4) == "of_job");
  CHECK(name(1, 1, 1, 1) == "none");
  CHECK(name(7, 0, 0, 1) == "of_job");
}

TEST_CASE("jobs on borrowed hosts are launched by their own cluster", "[launch]") {
  GridConfig grid = lender_and_borrower({4}, {}, {{.id = 1, .slots = 4, .run = 100s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  LaunchProfile profile = thirty_seconds();
  profile.slow_hosts = {{HostId{1}, 2.0}};  // h1@C1
  launch_all(grid.clusters[1], profile);
  const RunResults results = run_all(grid);
  const JobOutcome& outcome = job(results, consumer, 0);
  CHECK(outcome.status == JobStatus::done);
  CHECK(outcome.finish - outcome.start == 150s);
  CHECK(results.clusters[1].history_of(JobIndex{0})->launch == 50s);
  CHECK(results.clusters[1].launches->launches == 1);
}

TEST_CASE("forwarded jobs are launched by the cluster that they run in", "[launch]") {
  GridConfig grid = grid_of(flat_machine(1, "lsf", {{.id = 1, .slots = 4, .run = 100s}}));
  grid.clusters.push_back(flat_machine(4, "lsf", {}));
  ClusterConfig& from = grid.clusters[0];
  ClusterConfig& to = grid.clusters[1];
  to.name = "C2";
  from.model.counters = CounterMode::instant;
  from.queues[0].forwarding.targets = {{.cluster = ClusterId{1}, .queue = QueueId{0}}};
  to.queues[0].forwarding.sources = {ClusterId{0}};
  from.foreign_profiles = {{}, {}};
  to.foreign_profiles = {{ProfileId{0}}, {}};
  grid.links = {{.a = ClusterId{0}, .b = ClusterId{1}, .latency = 0ms}};
  launch_all(to, thirty_seconds());
  LaunchProfile by_name = thirty_seconds();
  by_name.name = "of_job";
  by_name.ts_start = constant(40s);
  to.launch.profiles.push_back(by_name);
  to.launch.least_slots.push_back(Slots{1});
  SECTION("by the profile of its queue there") {
    const RunResults results = run_all(grid);
    CHECK(results.clusters[0].jobs[0].finish - results.clusters[0].jobs[0].start == 130s);
    CHECK(results.clusters[0].history_of(JobIndex{0})->launch == 30s);
    CHECK(results.clusters[1].launches->launches == 1);
  }
  SECTION("by its name at home") {
    to.launch.of_job.emplace(HomeJob{ClusterId{0}, JobIndex{0}}, 1);
    const RunResults results = run_all(grid);
    CHECK(results.clusters[0].jobs[0].finish - results.clusters[0].jobs[0].start == 150s);
  }
}

TEST_CASE("an end that PAM reports while the sbatchd of the first host is down is heard later",
          "[launch]") {
  LaunchProfile profile = thirty_seconds();
  profile.faults = {{.kind = Fault::task_cannot_start, .task = 0}};
  ClusterConfig cluster = one_job(profile);
  TimelineEntry entry{.at = at(20s), .kind = TimelineEntry::Kind::sbatchd_down};
  entry.down_for = 60s;
  cluster.timeline = {entry};
  const Came came = run_one(cluster);
  CHECK(came.job.finish == at(80s));
  CHECK(came.job.end_reason == EndReason::tasks_not_started);
}

TEST_CASE("a launched job at its limit, whose sbatchd is down, may be stopped and go on",
          "[launch]") {
  ClusterConfig cluster = one_job(thirty_seconds(), 25s);
  TimelineEntry entry{.at = at(20s), .kind = TimelineEntry::Kind::sbatchd_down};
  entry.down_for = 80s;
  // The change to RUNNING, at 30 s, comes after the limit.
  cluster.timeline = {entry, on_job(40s, TimelineEntry::Kind::bstop),
                      on_job(60s, TimelineEntry::Kind::bresume)};
  const Came came = run_one(cluster);
  CHECK(came.job.finish == at(100s));
  CHECK(came.job.end_reason == EndReason::term_runlimit);
  CHECK(came.history.suspended == 20s);
}

TEST_CASE("memory is used from RUNNING on", "[launch]") {
  ClusterConfig cluster = one_job(thirty_seconds());
  cluster.profiles[0].memory = 2000;
  cluster.profiles[0].mem_limit = 1000;
  cluster.params.sbd_sleep_time = 15s;
  const Came came = run_one(cluster);
  CHECK(came.job.finish == at(45s));
  CHECK(came.job.end_reason == EndReason::term_memlimit);
}

}  // namespace mcsim::testing::job_launches_test
