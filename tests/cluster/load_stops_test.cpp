// loadStop: which jobs are suspended when LIM reports too much load, and which resume.
#include "mcsim/cluster/load_stops.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/fact_log.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::load_stops_test {

namespace {

using Kind = TimelineEntry::Kind;

/// Hosts of one processor that take four jobs each: their effective run queue is its length.
ClusterConfig with_lims(std::size_t hosts, const std::vector<JobRow>& rows) {
  ClusterConfig cluster = machine(std::vector<std::int32_t>(hosts, 4), "lsf", rows);
  for (HostConfig& host : cluster.hosts) host.ncpus = 1;
  cluster.model.load = LoadMode::lim;
  return cluster;
}

LoadThreshold on(std::uint16_t index, std::optional<double> sched, std::optional<double> stop) {
  return {.index = resource(index), .sched = sched, .stop = stop};
}

/// `30 stop 3, 120 resume 3`: seconds, and the ids of jobs, which are 1, 2, ...
std::string told(const ClusterConfig& cluster) {
  Simulation simulation(grid_of(cluster), default_registry());
  FactLog log;
  simulation.run_until(latest_time, log);
  std::string text;
  for (const Fact& fact : log.facts) {
    if (fact.kind != Fact::Kind::suspended && fact.kind != Fact::Kind::resumed) continue;
    const bool stops = fact.kind == Fact::Kind::suspended;
    const auto second = std::chrono::duration_cast<std::chrono::seconds>(fact.at - Time{});
    text += (text.empty() ? "" : ", ") + std::to_string(second.count()) +
            (stops ? " stop " : " resume ") + std::to_string(index_of(fact.job) + 1);
  }
  return text;
}

/// A queue like the first one, of another priority.
QueueId another_queue(ClusterConfig& cluster, std::int32_t priority) {
  QueueConfig queue = cluster.queues[0];
  queue.name = "other";
  queue.priority = priority;
  cluster.queues.push_back(queue);
  return QueueId{1};
}

std::vector<JobRow> jobs(std::int64_t count, Duration run) {
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= count; ++id) rows.push_back({.id = id, .run = run});
  return rows;
}

}  // namespace

// Three jobs: reported are 3 (1 - e^-1) = 1.90 at 15 s and 2.59 at 30 s. Two continue until 100 s;
// reported are 2.01 e^(-2/3) = 1.03 at 105 s and 0.38 at 120 s. The third one has 70 s left to run.
TEST_CASE("beyond loadStop a job is suspended, and goes on when all are within loadSched again") {
  ClusterConfig cluster = with_lims(1, jobs(3, 100s));
  const LoadThreshold threshold = on(builtin::r15s, 0.5, 2.5);
  SECTION("of the queue") { cluster.queues[0].thresholds = {threshold}; }
  SECTION("of the host") { cluster.hosts[0].thresholds = {threshold}; }
  SECTION("of both: the stricter one") {
    cluster.queues[0].thresholds = {on(builtin::r15s, 0.5, 9)};
    cluster.hosts[0].thresholds = {on(builtin::r15s, 2, 2.5)};
  }
  CHECK(told(cluster) == "30 stop 3, 120 resume 3");
  const JobOutcomes ends = outcomes(cluster);
  CHECK(ends[0].finish == at(100s));
  CHECK(ends[2].finish == at(190s));
}

// Three jobs: 3 (1 - e^(-n/3)) after n ticks of 5 s is 2.3 or more from the fifth on, at 25 s, and
// told at 30 s. From 100 s on it is 2 e^(-n/3): 0.53 at 115 s, 0.38 at 120 s.
TEST_CASE("sbatchd asks its own LIM, and does not wait for the exchange of LIMs") {
  ClusterConfig cluster = with_lims(1, jobs(3, 100s));
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.5, 2.3)};
  cluster.params.sbd_sleep_time = 7s;
  CHECK(told(cluster) == "28 stop 3, 126 resume 3");
  cluster.lim.exchange_interval = 90s;
  CHECK(told(cluster) == "28 stop 3, 126 resume 3");
}

// From 20 s to 80 s the LIM does not answer. It begins anew at 80 s, with three jobs: 2.43 after
// the fifth look, at 100 s.
TEST_CASE("an sbatchd whose LIM does not answer suspends nobody for load") {
  ClusterConfig cluster = with_lims(1, jobs(3, 200s));
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.5, 2.3)};
  cluster.params.sbd_sleep_time = 7s;
  TimelineEntry silence{.at = at(20s), .kind = Kind::lim_down};
  silence.host = HostId{0};
  silence.down_for = 60s;
  cluster.timeline = {silence};
  CHECK(told(cluster).starts_with("105 stop 3, "));
}

TEST_CASE("nobody is suspended where nobody tells of load") {
  ClusterConfig cluster = with_lims(1, jobs(3, 100s));
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.5, 2.5)};
  cluster.model.load = LoadMode::slots;
  CHECK(told(cluster).empty());
}

// Reported are 3.46 at 30 s, 3.06 at 60 s, 2.15 at 90 s, and from then on values above 1. No user
// is at the host.
TEST_CASE(
    "one job a period is suspended, the latest one first, and never the last of an idle host") {
  ClusterConfig cluster = with_lims(1, jobs(4, 10min));
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.1, 1)};
  CHECK(told(cluster).starts_with("30 stop 4, 60 stop 3, 90 stop 2, "));
  cluster = with_lims(1, jobs(1, 10min));
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.1, 0.5)};
  CHECK(told(cluster).empty());
  cluster.params.stop_ignores_it = true;  // LSB_STOP_IGNORE_IT
  CHECK(told(cluster).starts_with("30 stop 1, "));
}

// Two jobs: reported are 1.73 at 30 s and 1.96 at 60 s.
TEST_CASE("the job of the lowest priority is suspended first, and goes on last") {
  ClusterConfig cluster = with_lims(1, jobs(4, 100s));
  const QueueId urgent = another_queue(cluster, cluster.queues[0].priority + 1);
  for (QueueConfig& queue : cluster.queues) queue.thresholds = {on(builtin::r15s, 2, 2)};
  cluster.trace = trace_of({{.id = 1, .run = 100s},
                            {.id = 2, .run = 100s, .queue = urgent},
                            {.id = 3, .run = 100s},
                            {.id = 4, .run = 100s, .queue = urgent}});
  CHECK(told(cluster) ==
        "30 stop 3, 60 stop 1, 90 stop 4, 120 resume 4, 150 resume 1, 180 resume 3");
}

TEST_CASE("a job is not suspended before it has run for SBD_SLEEP_TIME") {
  ClusterConfig cluster = with_lims(
      1, {{.id = 1, .run = 200s}, {.id = 2, .run = 200s}, {.id = 3, .submit = 1s, .run = 200s}});
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.1, 1.5)};
  CHECK(told(cluster).starts_with("30 stop 2, 60 stop 3, "));
  cluster.params.sbd_sleep_time = 45s;
  CHECK(told(cluster).starts_with("45 stop 2, 90 stop 3, "));
}

TEST_CASE("when somebody comes to a host all jobs are suspended but the last one") {
  ClusterConfig cluster = with_lims(1, jobs(4, 10min));
  cluster.queues[0].thresholds = {on(builtin::it, 3000, 2000)};  // no user is there: it is 1440 min
  CHECK(start_times(cluster) == std::vector<Time>(4, never));
  cluster.queues[0].thresholds = {on(builtin::it, std::nullopt, 2000)};
  CHECK(told(cluster).starts_with("30 stop 4, 30 stop 3, 30 stop 2, 60 resume 2, "));
}

// The second job is on both hosts, the third one beside it on h2; 1.73 is reported of h2 at 30 s.
TEST_CASE("a parallel job is suspended for the load of any of its hosts") {
  ClusterConfig cluster = with_lims(
      2, {{.id = 1, .run = 500s}, {.id = 2, .slots = 3, .run = 500s}, {.id = 3, .run = 100s}});
  cluster.hosts[0].mxj = Slots(3);
  cluster.hosts[1].mxj = Slots(2);
  cluster.hosts[1].thresholds = {on(builtin::r15s, 0.9, 1.5)};
  CHECK(told(cluster) == "30 stop 2, 120 resume 2");
}

TEST_CASE("a job that load has suspended goes on where its thresholds are taken away") {
  ClusterConfig cluster = with_lims(1, jobs(3, 100s));
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.5, 2.5)};
  ClusterSettings after = cluster;
  after.queues[0].thresholds.clear();
  cluster.timeline = {reconfigure(40s, after)};
  CHECK(told(cluster) == "30 stop 3, 60 resume 3");
}

TEST_CASE("bstop takes a suspended job from its sbatchd, and a session lets it go on") {
  ClusterConfig cluster = with_lims(1, jobs(3, 100s));
  cluster.queues[0].thresholds = {on(builtin::r15s, 0.5, 2.5)};
  TimelineEntry stop{.at = at(40s), .kind = Kind::bstop, .job = JobId{3}};
  TimelineEntry resume{.at = at(50s), .kind = Kind::bresume, .job = JobId{3}};
  cluster.timeline = {stop, resume};
  CHECK(told(cluster).starts_with("30 stop 3, 40 stop 3, 50 resume 3, 50 resume 3"));
}

TEST_CASE("a job whose thresholds name loadStop only goes on at once, and is suspended again") {
  ClusterConfig cluster = with_lims(1, jobs(2, 200s));
  cluster.queues[0].thresholds = {on(builtin::r15s, std::nullopt, 0.5)};
  CHECK(told(cluster).starts_with("30 stop 2, 60 resume 2, 90 stop 2, 120 resume 2, "));
}

}  // namespace mcsim::testing::load_stops_test
