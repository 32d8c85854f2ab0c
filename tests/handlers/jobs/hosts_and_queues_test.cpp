// Faults of hosts, and actions on and changes of hosts and queues.
#include "support/catch.hpp"
#include "support/same_results.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::hosts_and_queues_test {

using Kind = TimelineEntry::Kind;
using Times = std::vector<Time>;

TEST_CASE("a host that goes down ends its jobs and comes back later") {
  ClusterConfig cluster = machine({2, 2}, "fcfs",
                                  {{.id = 1, .slots = 2, .run = 100s},
                                   {.id = 2, .slots = 2, .run = 100s},
                                   {.id = 3, .slots = 2, .run = 10s}});
  cluster.timeline = {host_down(20s, HostId{0}, 30s)};
  const auto jobs = outcomes(cluster);
  CHECK((jobs[0].status == JobStatus::exit));
  CHECK((jobs[0].end_reason == EndReason::term_host_down));
  CHECK(jobs[0].exit_code == 137);
  CHECK((jobs[0].finish == at(20s)));
  CHECK((jobs[1].status == JobStatus::done));
  CHECK((jobs[2].start == at(50s)));
}

TEST_CASE("a parallel job ends where one of its hosts goes down, and frees the others") {
  ClusterConfig cluster = machine(
      {2, 2}, "fcfs",
      {{.id = 1, .slots = 4, .run = 100s}, {.id = 2, .submit = 1s, .slots = 2, .run = 10s}});
  cluster.timeline = {host_down(20s, HostId{1}, unlimited)};
  const auto jobs = outcomes(cluster);
  CHECK((jobs[0].finish == at(20s)));
  CHECK((jobs[1].start == at(20s)));
}

TEST_CASE("of overlapping faults the longest counts") {
  ClusterConfig cluster = machine({2}, "fcfs", {{.id = 1, .submit = 12s, .slots = 2, .run = 5s}});
  cluster.timeline = {host_down(10s, HostId{0}, 50s), host_down(20s, HostId{0}, 10s)};
  CHECK(start_times(cluster) == Times{at(60s)});
  cluster.timeline = {host_down(10s, HostId{0}, 20s), host_down(20s, HostId{0}, 60s)};
  CHECK(start_times(cluster) == Times{at(80s)});
}

TEST_CASE("a fault that begins when another ends leaves the host down throughout") {
  ClusterConfig cluster = machine({2}, "fcfs", {{.id = 1, .submit = 12s, .slots = 2, .run = 5s}});
  cluster.timeline = {host_down(10s, HostId{0}, 10s), host_down(20s, HostId{0}, 10s)};
  CHECK(start_times(cluster) == Times{at(30s)});
}

TEST_CASE("hclose lets running jobs go on and keeps new ones away until hopen") {
  ClusterConfig cluster = machine(
      {2}, "fcfs", {{.id = 1, .slots = 1, .run = 30s}, {.id = 2, .submit = 15s, .run = 5s}});
  cluster.timeline = {on_host(10s, Kind::hclose, HostId{0}), on_host(50s, Kind::hopen, HostId{0})};
  const auto jobs = outcomes(cluster);
  CHECK((jobs[0].finish == at(30s)));
  CHECK((jobs[0].status == JobStatus::done));
  CHECK((jobs[1].start == at(50s)));
}

TEST_CASE("a closed queue rejects new jobs and still serves those that wait") {
  ClusterConfig cluster = machine({1}, "fcfs",
                                  {{.id = 1, .run = 30s},
                                   {.id = 2, .submit = 1s, .run = 5s},
                                   {.id = 3, .submit = 15s, .run = 5s},
                                   {.id = 4, .submit = 25s, .run = 5s}});
  cluster.timeline = {on_queue(10s, Kind::qclose, QueueId{0}),
                      on_queue(20s, Kind::qopen, QueueId{0})};
  const auto jobs = outcomes(cluster);
  CHECK((jobs[1].start == at(30s)));
  CHECK((jobs[2].status == JobStatus::rejected));
  CHECK((jobs[2].end_reason == EndReason::queue_closed));
  CHECK((jobs[3].start == at(35s)));
}

TEST_CASE("queues are served by PRIORITY, those of equal priority as one line") {
  ClusterConfig cluster = machine({1}, "lsf",
                                  {{.id = 1, .run = 10s, .queue = QueueId{0}},
                                   {.id = 2, .submit = 1s, .run = 10s, .queue = QueueId{0}},
                                   {.id = 3, .submit = 2s, .run = 10s, .queue = QueueId{1}},
                                   {.id = 4, .submit = 3s, .run = 10s, .queue = QueueId{2}},
                                   {.id = 5, .submit = 4s, .run = 10s, .queue = QueueId{1}}});
  cluster.queues.resize(3, cluster.queues[0]);
  cluster.queues[0].priority = 20;
  cluster.queues[1].priority = 40;
  cluster.queues[2].priority = 40;
  CHECK(start_times(cluster) == Times{at(0s), at(40s), at(10s), at(20s), at(30s)});
}

TEST_CASE("a change of PRIORITY re-sorts the jobs that wait") {
  ClusterConfig cluster = machine({1}, "lsf",
                                  {{.id = 1, .run = 10s, .queue = QueueId{0}},
                                   {.id = 2, .submit = 1s, .run = 10s, .queue = QueueId{0}},
                                   {.id = 3, .submit = 2s, .run = 10s, .queue = QueueId{1}},
                                   {.id = 4, .submit = 3s, .run = 10s, .queue = QueueId{0}}});
  cluster.queues.resize(2, cluster.queues[0]);
  cluster.queues[1].priority = 40;
  CHECK(start_times(cluster) == Times{at(0s), at(20s), at(10s), at(30s)});

  ClusterSettings changed = cluster;
  changed.queues[0].priority = 50;
  cluster.timeline = {reconfigure(5s, changed)};
  CHECK(start_times(cluster) == Times{at(0s), at(10s), at(30s), at(20s)});
}

// One slot. The queue's maximum is 200 s, and from 10 s on 50 s; its default is 60 s, then 30 s.
// Job 1 runs since 0 s and keeps its limit of 80 s, to 80 s. Job 2 asks for 100 s and job 3 for
// nothing: they start with the limits of then, 50 s and 30 s. A job that may overuse has 50 s, too.
TEST_CASE("a job is held to the run limits that its queue has when it starts") {
  ClusterConfig cluster = machine({1}, "lsf",
                                  {{.id = 1, .run = 300s, .limit = 80s},
                                   {.id = 2, .submit = 1s, .run = 300s, .limit = 100s},
                                   {.id = 3, .submit = 2s, .run = 300s},
                                   {.id = 4, .submit = 3s, .run = 300s, .limit = 40s}});
  cluster.queues[0].rules.run_limit = 200s;
  cluster.queues[0].rules.default_run_limit = 60s;
  ClusterSettings changed = cluster;
  changed.queues[0].rules.run_limit = 50s;
  changed.queues[0].rules.default_run_limit = 30s;
  cluster.timeline = {reconfigure(10s, changed)};
  CHECK(start_times(cluster) == Times{at(0s), at(80s), at(130s), at(160s)});
  const JobOutcomes jobs = outcomes(cluster);
  CHECK(jobs[3].finish == at(200s));
  for (const JobOutcome& job : jobs) CHECK((job.end_reason == EndReason::term_runlimit));

  cluster.profiles[0].overuse = true;
  CHECK(start_times(cluster) == Times{at(0s), at(200s), at(250s), at(300s)});
}

TEST_CASE("a host whose MXJ is reduced below what runs takes no job until it has drained") {
  ClusterConfig cluster = machine({4}, "fcfs",
                                  {{.id = 1, .slots = 3, .run = 30s},
                                   {.id = 2, .slots = 1, .run = 20s},
                                   {.id = 3, .submit = 15s, .slots = 1, .run = 5s}});
  ClusterSettings reduced = cluster;
  reduced.hosts[0].mxj = Slots(2);
  cluster.timeline = {reconfigure(10s, reduced)};
  const RunResults results = run_all(grid_of(cluster));
  CHECK((results.clusters[0].jobs[0].status == JobStatus::done));
  CHECK((results.clusters[0].jobs[2].start == at(30s)));
  // 20 s with 4 slots, of which 10 s only because that many were in use; 10 s with 3; 5 s with 2.
  CHECK((results.clusters[0].whole_span.capacity == Int128{120'000}));
}

TEST_CASE("no more slot time is held than offered, even where MXJ falls below what runs") {
  ClusterConfig cluster = machine({4}, "fcfs", {{.id = 1, .slots = 4, .run = 30s}});
  ClusterSettings reduced = cluster;
  reduced.hosts[0].mxj = Slots(1);
  cluster.timeline = {reconfigure(10s, reduced)};
  const SlotUse use = run_all(grid_of(cluster)).clusters[0].whole_span;
  CHECK((use.allocated == Int128{120'000}));
  CHECK((use.capacity == use.allocated));
}

TEST_CASE("changes of one instant that leave PRIORITY as it was do not move the jobs that wait") {
  std::vector<JobRow> rows{{.id = 1, .run = 10s}};
  for (std::int64_t id = 2; id <= 50; ++id) rows.push_back({.id = id, .submit = 1s, .run = 1s});
  ClusterConfig cluster = machine({1}, "lsf", rows);
  cluster.queues.resize(2, cluster.queues[0]);
  const Times undisturbed = start_times(cluster);
  ClusterSettings changed = cluster;
  for (const std::int32_t priority : {90, 1, 60, cluster.queues[0].priority}) {
    changed.queues[0].priority = priority;
    cluster.timeline.push_back(reconfigure(5s, changed));
  }
  CHECK(start_times(cluster) == undisturbed);
}

TEST_CASE("entries of one instant are applied in the order of the scenario") {
  ClusterConfig cluster = machine({1}, "fcfs", {{.id = 1, .submit = 15s, .run = 5s}});
  cluster.timeline = {on_queue(10s, Kind::qclose, QueueId{0}),
                      on_queue(10s, Kind::qopen, QueueId{0})};
  CHECK((outcomes(cluster)[0].status == JobStatus::done));
  std::swap(cluster.timeline[0], cluster.timeline[1]);
  CHECK((outcomes(cluster)[0].status == JobStatus::rejected));
}

}  // namespace mcsim::testing::hosts_and_queues_test
