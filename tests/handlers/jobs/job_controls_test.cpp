// JOB_CONTROLS: what happens to jobs in place of being suspended, resumed and ended.
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::job_controls_test {

using Kind = JobControl::Kind;

namespace {

TimelineEntry on_job(Duration when, TimelineEntry::Kind kind) {
  return {.at = at(when), .kind = kind, .job = JobId{1}};
}

/// One slot, on which a job of 100 s starts at 0 s.
ClusterConfig one_job() { return flat_machine(1, "lsf", {{.id = 1, .run = 100s}}); }

/// Behind it a job of 20 s preempts it at 30 s.
ClusterConfig preempted() {
  ClusterConfig cluster = flat_machine(
      1, "lsf",
      {{.id = 1, .run = 100s}, {.id = 2, .submit = 30s, .run = 20s, .queue = QueueId{1}}});
  cluster.queues.push_back(cluster.queues[0]);
  cluster.queues[1].priority = 50;
  cluster.queues[1].preemption.preemptive = true;
  return cluster;
}

}  // namespace

// It begins anew at 50 s, and has lost 30 s.
TEST_CASE("a job that brequeue takes in place of suspension runs its whole time again") {
  ClusterConfig cluster = preempted();
  cluster.queues[0].rules.suspend_control = JobControl{Kind::requeue};
  const RunResults results = run_all(grid_of(cluster));
  const JobOutcome& job = results.clusters[0].jobs[0];
  CHECK((job.start == at(50s)));
  CHECK((job.finish == at(150s)));
  const JobHistory& history = results.clusters[0].histories.at(JobIndex{0});
  CHECK(history.lost == 30s);
  CHECK(history.suspended == 0s);
  CHECK(history.requeues == 1);
  CHECK(history.preemptions == 1);
}

TEST_CASE("a job that bkill or a signal ends in place of suspension is over") {
  ClusterConfig cluster = preempted();
  cluster.queues[0].rules.suspend_control = JobControl{Kind::kill};
  const auto killed = outcomes(cluster);
  CHECK((killed[0].finish == at(30s)));
  CHECK(killed[0].end_reason == EndReason::term_owner);
  CHECK(killed[0].exit_code == 130);
  CHECK((killed[1].start == at(30s)));
  cluster.queues[0].rules.suspend_control = JobControl{Kind::kill, 143};
  const auto signalled = outcomes(cluster);
  CHECK((signalled[0].finish == at(30s)));
  CHECK(signalled[0].end_reason == EndReason::none);
  CHECK(signalled[0].exit_code == 143);
}

// bstop at 10 s; the job is back at once, and runs until 110 s.
TEST_CASE("bstop has a job requeued where its queue says so") {
  ClusterConfig cluster = one_job();
  cluster.queues[0].rules.suspend_control = JobControl{Kind::requeue};
  cluster.timeline = {on_job(10s, TimelineEntry::Kind::bstop)};
  CHECK((outcomes(cluster)[0].finish == at(110s)));
}

// The job is suspended from 30 s to 50 s. What happens then is not that it goes on.
TEST_CASE("a job may be requeued or killed in place of being resumed") {
  ClusterConfig cluster = preempted();
  cluster.queues[0].rules.resume_control = JobControl{Kind::requeue};
  CHECK((outcomes(cluster)[0].start == at(50s)));
  CHECK((outcomes(cluster)[0].finish == at(150s)));
  cluster.queues[0].rules.resume_control = JobControl{Kind::kill};
  CHECK((outcomes(cluster)[0].finish == at(50s)));
  CHECK(outcomes(cluster)[0].end_reason == EndReason::term_owner);
}

// Of 100 s the job has run 30 when it is preempted, so it runs 70 s from 50 s on. On a host of CPU
// factor 2 it has 50 s to run, 30 of which are done; the other job runs from 30 s to 40 s, and then
// 20 s are left.
TEST_CASE("what a checkpoint keeps of a job that is killed is not run again") {
  ClusterConfig cluster = preempted();
  cluster.queues[0].terminate_when_preempted = true;
  cluster.queues[0].rules.terminate_control = JobControl{Kind::checkpoint};
  const RunResults results = run_all(grid_of(cluster));
  CHECK((results.clusters[0].jobs[0].finish == at(120s)));
  const JobHistory& history = results.clusters[0].histories.at(JobIndex{0});
  CHECK(history.ran == 100s);
  CHECK(history.lost == 0s);
  cluster.model.run_time_scaling = true;
  cluster.hosts[0].cpuf = 2.0;
  CHECK((outcomes(cluster)[0].finish == at(60s)));
}

TEST_CASE("bkill has a started job requeued where its queue says so, and ends others") {
  ClusterConfig cluster = one_job();
  cluster.timeline = {on_job(10s, TimelineEntry::Kind::bkill)};
  CHECK((outcomes(cluster)[0].finish == at(10s)));
  cluster.queues[0].rules.terminate_control = JobControl{Kind::checkpoint};
  CHECK((outcomes(cluster)[0].finish == at(10s)));
  cluster.queues[0].rules.terminate_control = JobControl{Kind::requeue};
  CHECK((outcomes(cluster)[0].finish == at(110s)));
}

// The application's profile says that jobs are suspended as usual.
TEST_CASE("what an application profile says of job controls goes before its queue") {
  ClusterConfig cluster = preempted();
  cluster.queues[0].rules.suspend_control = JobControl{Kind::requeue};
  cluster.applications.push_back({.name = "a"});
  cluster.applications[0].rules.suspend_control = JobControl{};
  cluster.profiles[0].application = ApplicationId{0};
  CHECK((outcomes(cluster)[0].start == at(0s)));
  CHECK((outcomes(cluster)[0].finish == at(120s)));
}

}  // namespace mcsim::testing::job_controls_test
