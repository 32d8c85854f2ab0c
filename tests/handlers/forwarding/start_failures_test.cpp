// Failing pre-execution commands of jobs that have not been forwarded.
#include <cstdint>
#include <functional>
#include <utility>

#include "support/catch.hpp"
#include "support/lease_worlds.hpp"

namespace mcsim::testing::start_failures_test {

namespace {

/// One slot and a session every 10 s; pre-execution commands fail `failures` times.
ClusterConfig with_failures(std::int32_t failures, const std::vector<JobRow>& rows) {
  ClusterConfig cluster = flat_machine(1, "lsf", rows);
  cluster.params.job_scheduling_interval = 10s;
  cluster.profiles[0].preexec_failures = failures;
  return cluster;
}

PendReason reason_at(const GridConfig& grid, ClusterId cluster, Time until) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(until, recorder);
  return job(std::move(recorder).results(simulation, state, until), cluster, 0).pend_reason;
}

}  // namespace

TEST_CASE("a job whose pre-execution command fails is tried again in the next session") {
  const auto jobs = outcomes(with_failures(3, {{.id = 1, .run = 10s}}));
  CHECK((jobs[0].start == at(30s)));
  CHECK((jobs[0].status == JobStatus::done));
  // Without a raster of sessions it is tried again at once.
  ClusterConfig at_once = with_failures(3, {{.id = 1, .run = 10s}});
  at_once.params.job_scheduling_interval = 0s;
  CHECK((outcomes(at_once)[0].start == at(0s)));
}

// Job 2 has another profile.
TEST_CASE("a job whose pre-execution command fails is in nobody's way in that session") {
  ClusterConfig cluster = with_failures(1, {});
  cluster.profiles.emplace_back();
  TraceBuilder jobs;
  for (const std::int64_t id : {1, 2}) {
    TraceJob job = trace_of({{.id = id, .run = 15s}})[JobIndex{0}];
    job.profile = static_cast<ProfileId>(id - 1);
    jobs.add(job);
  }
  cluster.trace = std::move(jobs).freeze();
  CHECK((start_times(cluster) == std::vector{at(20s), at(0s)}));
}

// As said by the application, else the queue, else the cluster, else 5.
TEST_CASE("a job is suspended when LOCAL_MAX_PREEXEC_RETRY pre-execution commands have failed") {
  struct Case {
    std::optional<std::int32_t> cluster, queue, application;
    std::int32_t limit;
  };
  for (const Case& one : {Case{{}, {}, {}, 5}, Case{3, {}, {}, 3}, Case{3, 2, {}, 2},
                          Case{3, 2, 4, 4}, Case{{}, {}, 0, 0}}) {
    const auto limited = [&](std::int32_t failures) {
      ClusterConfig cluster = with_failures(failures, {{.id = 1, .run = 10s}});
      cluster.params.retries.local_preexec_retry = one.cluster;
      cluster.queues[0].rules.retries.local_preexec_retry = one.queue;
      cluster.applications.push_back({.name = "a"});
      cluster.applications[0].rules.retries.local_preexec_retry = one.application;
      cluster.profiles[0].application = ApplicationId{0};
      cluster.timeline.push_back(bkill(1000s, 1));
      return cluster;
    };
    INFO("limit " << one.limit);
    const Duration last = std::max(one.limit - 1, 0) * 10s;
    if (one.limit > 0) CHECK((outcomes(limited(one.limit - 1))[0].start == at(last)));
    const GridConfig given_up = grid_of(limited(std::max(one.limit, 1)));
    CHECK((job(run_all(given_up), ClusterId{0}, 0).start == never));
    if (one.limit > 1)
      CHECK((reason_at(given_up, ClusterId{0}, at(last - 1s)) == PendReason::preexec_failed));
    CHECK((reason_at(given_up, ClusterId{0}, at(last + 1s)) == PendReason::preexec_gave_up));
  }
}

TEST_CASE("a job that was suspended for its pre-execution command may be resumed") {
  ClusterConfig cluster = with_failures(3, {{.id = 1, .run = 10s}});
  cluster.params.retries.local_preexec_retry = 2;
  TimelineEntry resume = bkill(100s, 1);
  resume.kind = TimelineEntry::Kind::bresume;
  cluster.timeline = {resume};
  SECTION("it fails once more, and is suspended again") {
    cluster.timeline.push_back(bkill(500s, 1));
    CHECK((outcomes(cluster)[0].start == never));
  }
  SECTION("twice") {
    resume.at = at(200s);
    cluster.timeline.push_back(resume);
    CHECK((outcomes(cluster)[0].start == at(200s)));
  }
}

// The lease is there at 2 s. All own slots of the consumer are in use.
TEST_CASE("the consumer's limits of failing pre-execution commands hold on borrowed hosts") {
  for (const std::int32_t limit : {2, 3}) {
    GridConfig grid = lender_and_borrower({1}, {}, {{.id = 1, .run = 10s}});
    grid.clusters[0].exports = {named({HostId{0}}, 1)};
    grid.clusters[0].params.retries.local_preexec_retry = 1;
    ClusterConfig& borrower = grid.clusters[index_of(consumer)];
    borrower.hosts[0].mxj = Slots{};
    borrower.params.retries.local_preexec_retry = limit;
    borrower.profiles[0].preexec_failures = 2;
    borrower.timeline = {bkill(1000s, 1)};
    const JobOutcome outcome = job(run_all(grid), consumer, 0);
    CHECK((outcome.start == (limit == 3 ? at(2s) : never)));
  }
}

}  // namespace mcsim::testing::start_failures_test
