// Clusters under fcfs, easy and conservative that send each other jobs, each in a small world with
// times by hand.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::policy_dispatch_test {

namespace {

constexpr ClusterId home{0};
constexpr ClusterId away{1};

/// Home sends what it cannot start at once; it sees the counters of the other cluster at any
/// moment. Messages take no time, and there is a session whenever something changes.
GridConfig two_clusters(ClusterConfig from, ClusterConfig to) {
  GridConfig grid = grid_of(std::move(from));
  grid.clusters.push_back(std::move(to));
  ClusterConfig& here = grid.clusters[index_of(home)];
  ClusterConfig& there = grid.clusters[index_of(away)];
  there.name = "C2";
  here.params.forwarding.policy = "COUNT_PREEMPTABLE";
  here.model.counters = CounterMode::instant;
  here.queues[0].forwarding.targets = {{.cluster = away, .queue = QueueId{0}}};
  there.queues[0].forwarding.sources = {home};
  here.foreign_profiles = {{}, {}};
  there.foreign_profiles = {{ProfileId{0}}, {}};
  grid.links = {{.a = home, .b = away, .latency = 0ms}};
  return grid;
}

/// The same, but jobs are only sent where they fit.
GridConfig careful(ClusterConfig from, ClusterConfig to) {
  GridConfig grid = two_clusters(std::move(from), std::move(to));
  grid.clusters[index_of(home)].params.forwarding.policy = "COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS";
  grid.clusters[index_of(home)].model.forward_free_test = ForwardFreeTest::fits;
  return grid;
}

/// Seconds at which the jobs of a cluster started; -1: never.
std::vector<std::int64_t> starts(const RunResults& results, ClusterId cluster) {
  std::vector<std::int64_t> seconds;
  for (const JobOutcome& job : results.clusters[index_of(cluster)].jobs)
    seconds.push_back(job.start == never ? -1 : job.start.time_since_epoch() / 1s);
  return seconds;
}
using Starts = std::vector<std::int64_t>;

/// When the job was forwarded for the last time; never: it stays at home.
Time forwarded(const RunResults& results, std::uint32_t job) {
  const ForwardOutcome* const found = results.clusters[index_of(home)].forward_of(JobIndex{job});
  return found == nullptr ? never : found->forwarded;
}

const std::vector<JobRow> blocked{{.id = 1, .slots = 2, .run = 100s},
                                  {.id = 2, .submit = 1s, .slots = 4, .run = 50s},
                                  {.id = 3, .submit = 2s, .slots = 1, .run = 10s}};

}  // namespace

TEST_CASE("the first job of fcfs that does not fit at home is forwarded, and the next one starts") {
  const RunResults results =
      run_all(careful(flat_machine(4, "fcfs", blocked), flat_machine(4, "fcfs", {})));
  CHECK((starts(results, home) == Starts{0, 1, 2}));
  CHECK((forwarded(results, 1) == at(1s)));
  CHECK((forwarded(results, 2) == never));
}

TEST_CASE("a job that waits behind the first one of fcfs may be forwarded before it") {
  const RunResults results =
      run_all(careful(flat_machine(4, "fcfs", blocked), flat_machine(1, "easy", {})));
  CHECK((starts(results, home) == Starts{0, 100, 2}));
  CHECK((forwarded(results, 1) == never));
  CHECK((forwarded(results, 2) == at(2s)));
}

// Until 30 s the other cluster takes no jobs. Then job 2 goes, and job 3 is first at home.
TEST_CASE("when the first job of fcfs leaves for another cluster the next one starts at once") {
  GridConfig grid = careful(flat_machine(4, "fcfs", blocked), flat_machine(4, "conservative", {}));
  grid.clusters[index_of(away)].timeline = {on_queue(0s, TimelineEntry::Kind::qclose, QueueId{0}),
                                            on_queue(30s, TimelineEntry::Kind::qopen, QueueId{0})};
  CHECK((starts(run_all(grid), home) == Starts{0, 30, 30}));
}

TEST_CASE("on a raster it starts in the next session") {
  GridConfig grid = careful(flat_machine(4, "fcfs", blocked), flat_machine(4, "fcfs", {}));
  grid.clusters[index_of(home)].params.job_scheduling_interval = 10s;
  grid.clusters[index_of(away)].timeline = {on_queue(0s, TimelineEntry::Kind::qclose, QueueId{0}),
                                            on_queue(25s, TimelineEntry::Kind::qopen, QueueId{0})};
  CHECK((starts(run_all(grid), home) == Starts{0, 30, 40}));
}

// The guest of 4 slots comes at 10 s, and has the reservation for 100 s. Job 2 is over by then,
// job 3 is not.
TEST_CASE("a guest that is first in line has the reservation of easy") {
  for (const char* dispatch : {"easy", "conservative"}) {
    INFO(dispatch);
    const RunResults results = run_all(two_clusters(
        flat_machine(1, "fcfs", {{.id = 1, .submit = 10s, .slots = 4, .run = 50s, .limit = 50s}}),
        flat_machine(4, dispatch,
                     {{.id = 1, .slots = 3, .run = 100s, .limit = 100s},
                      {.id = 2, .submit = 20s, .slots = 1, .run = 60s, .limit = 60s},
                      {.id = 3, .submit = 21s, .slots = 1, .run = 200s, .limit = 200s}})));
    CHECK((starts(results, home) == Starts{100}));
    CHECK((starts(results, away) == Starts{0, 20, 150}));
  }
}

// Until 100 s all is busy. The guest, of 10 s, comes behind job 2, of 20 s. (Under conservative all
// have reservations from when they come.)
TEST_CASE("a guest stands in the order of the line, between a cluster's own jobs") {
  const auto world = [](const std::string& dispatch, const std::string& order) {
    ClusterConfig line =
        flat_machine(4, dispatch,
                     {{.id = 1, .slots = 4, .run = 100s, .limit = 100s},
                      {.id = 2, .submit = 5s, .slots = 4, .run = 20s, .limit = 20s},
                      {.id = 3, .submit = 20s, .slots = 4, .run = 5s, .limit = 5s}});
    line.model.baseline.order = order;
    return run_all(two_clusters(
        flat_machine(1, "fcfs", {{.id = 1, .submit = 10s, .slots = 4, .run = 10s, .limit = 10s}}),
        std::move(line)));
  };
  for (const char* dispatch : {"fcfs", "easy"}) {
    INFO(dispatch);
    CHECK((starts(world(dispatch, "submit"), home) == Starts{120}));
    CHECK((starts(world(dispatch, "submit"), away) == Starts{0, 100, 130}));
    CHECK((starts(world(dispatch, "sjf"), home) == Starts{105}));
    CHECK((starts(world(dispatch, "sjf"), away) == Starts{0, 115, 100}));
  }
}

// Estimates count, not run times: the guest is expected to end at 60 s, and ends at 40 s.
TEST_CASE("the run limit of a guest is its estimate") {
  const auto world = [](PredictedBy runtime) {
    EasyOptions options;
    options.running = options.candidates = runtime;
    return two_clusters(
        flat_machine(1, "fcfs", {{.id = 1, .submit = 0s, .slots = 2, .run = 40s, .limit = 60s}}),
        easy_machine(4, options,
                     {{.id = 1, .submit = 1s, .slots = 4, .run = 10s, .limit = 10s},
                      {.id = 2, .submit = 2s, .slots = 2, .run = 50s, .limit = 50s}}));
  };
  // Reserved for 60 s, job 2 may start at once; it holds job 1 up when the guest ends early.
  CHECK((starts(run_all(world(PredictedBy::requested)), away) == Starts{52, 2}));
  // Reserved for 40 s, it may not.
  CHECK((starts(run_all(world(PredictedBy::actual)), away) == Starts{40, 50}));
}

// Job 2 is forwarded at 1 s, finds no slots for 40 s, and comes back at 41 s. Job 3, of a queue
// that does not forward, came after it.
TEST_CASE("a job that comes back has its place in line again") {
  const auto world = [](const char* dispatch) {
    ClusterConfig here = flat_machine(
        2, dispatch,
        {{.id = 1, .slots = 2, .run = 100s, .limit = 100s},
         {.id = 2, .submit = 1s, .slots = 2, .run = 50s, .limit = 50s},
         {.id = 3, .submit = 5s, .slots = 2, .run = 50s, .limit = 50s, .queue = QueueId{1}}});
    here.queues.push_back(here.queues[0]);
    here.queues[1].name = "stay";
    here.queues[0].forwarding.max_resched_time = 40s;
    here.model.max_forwards = 1;
    return two_clusters(std::move(here),
                        flat_machine(2, "fcfs", {{.id = 1, .slots = 2, .run = 1000s}}));
  };
  for (const char* dispatch : {"fcfs", "easy"}) {
    INFO(dispatch);
    CHECK((starts(run_all(world(dispatch)), home) == Starts{0, 100, 150}));
  }
  // Job 3 has its reservation when job 2 comes back, and keeps it.
  CHECK((starts(run_all(world("conservative")), home) == Starts{0, 150, 100}));
}

// Job 3 came last, and comes back at 42 s while job 2 still waits.
TEST_CASE("the last comer that comes back is last in line again") {
  for (const char* dispatch : {"fcfs", "easy", "conservative"}) {
    INFO(dispatch);
    ClusterConfig here = flat_machine(
        2, dispatch,
        {{.id = 1, .slots = 2, .run = 100s, .limit = 100s, .queue = QueueId{1}},
         {.id = 2, .submit = 1s, .slots = 2, .run = 50s, .limit = 50s, .queue = QueueId{1}},
         {.id = 3, .submit = 2s, .slots = 2, .run = 50s, .limit = 50s}});
    here.queues.push_back(here.queues[0]);
    here.queues[1].name = "stay";
    here.queues[0].forwarding.max_resched_time = 40s;
    here.model.max_forwards = 1;
    const RunResults results = run_all(two_clusters(
        std::move(here), flat_machine(2, "fcfs", {{.id = 1, .slots = 2, .run = 1000s}})));
    CHECK((forwarded(results, 2) == at(2s)));
    CHECK((starts(results, home) == Starts{0, 100, 150}));
  }
}

// The guest waits for two slots, of which one is free. Job 2 of the other cluster waits behind it.
TEST_CASE("bkill of a forwarded job lets those start that waited behind it") {
  GridConfig grid = two_clusters(
      flat_machine(1, "easy", {{.id = 1, .submit = 1s, .slots = 2, .run = 50s}}),
      flat_machine(
          2, "fcfs",
          {{.id = 1, .slots = 1, .run = 100s}, {.id = 2, .submit = 5s, .slots = 1, .run = 10s}}));
  grid.clusters[index_of(home)].timeline = {bkill(20s, 1)};
  const RunResults results = run_all(grid);
  CHECK((starts(results, away) == Starts{0, 20}));
  const JobOutcome& killed = results.clusters[index_of(home)].jobs[0];
  CHECK((killed.status == JobStatus::exit && killed.end_reason == EndReason::term_owner));
}

TEST_CASE("a guest ends with a host that it is on, and the cluster goes on without it") {
  GridConfig grid = two_clusters(
      flat_machine(1, "fcfs", {{.id = 1, .submit = 1s, .slots = 2, .run = 100s}}),
      machine({1, 1}, "easy", {{.id = 1, .submit = 5s, .slots = 2, .run = 10s, .limit = 10s}}));
  grid.clusters[index_of(away)].timeline = {host_down(10s, HostId{1}, 30s)};
  const RunResults results = run_all(grid);
  const JobOutcome& lost = results.clusters[index_of(home)].jobs[0];
  CHECK((lost.status == JobStatus::exit && lost.end_reason == EndReason::term_host_down));
  CHECK((lost.start == at(1s) && lost.finish == at(10s)));
  CHECK((starts(results, away) == Starts{40}));
}

TEST_CASE("bstop and bresume do not reach a guest of a policy's cluster") {
  GridConfig grid =
      two_clusters(flat_machine(1, "lsf", {{.id = 1, .submit = 1s, .slots = 2, .run = 100s}}),
                   flat_machine(2, "fcfs", {}));
  TimelineEntry stop = bkill(20s, 1);
  stop.kind = TimelineEntry::Kind::bstop;
  TimelineEntry resume = bkill(40s, 1);
  resume.kind = TimelineEntry::Kind::bresume;
  grid.clusters[index_of(home)].timeline = {stop, resume};
  const RunResults results = run_all(grid);
  const JobOutcome job = results.clusters[index_of(home)].jobs[0];
  CHECK((job.status == JobStatus::done && job.finish == at(101s)));
  CHECK(results.ignored_actions == 2);
}

// In a cluster under lsf job 2 could start at 2 s, behind the guest that needs 4 slots.
TEST_CASE("a job of lsf's cluster is forwarded to one under fcfs and waits there in its line") {
  const RunResults results = run_all(two_clusters(
      flat_machine(1, "lsf", {{.id = 1, .submit = 1s, .slots = 4, .run = 50s}}),
      flat_machine(
          4, "fcfs",
          {{.id = 1, .slots = 2, .run = 100s}, {.id = 2, .submit = 2s, .slots = 1, .run = 10s}})));
  CHECK((starts(results, home) == Starts{100}));
  CHECK((starts(results, away) == Starts{0, 150}));
}

}  // namespace mcsim::testing::policy_dispatch_test
