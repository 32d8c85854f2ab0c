// Leases whose export policies change: which slots change hands, and which jobs are killed.
#include <cstdint>
#include <utility>

#include "support/catch.hpp"
#include "support/lease_worlds.hpp"

namespace mcsim::testing::lease_changes_test {

namespace {

/// How often a job of the consumer was requeued.
std::int32_t requeues(const RunResults& results, std::uint32_t place) {
  const JobHistory* history =
      results.clusters[index_of(consumer)].history_of(static_cast<JobIndex>(place));
  return history == nullptr ? 0 : history->requeues;
}

}  // namespace

// The jobs start at 2 s and 12 s. The policy changes at 100 s, and the consumer kills at 101 s.
TEST_CASE("jobs on what is not exported any more are killed and requeued, the latest ones first") {
  GridConfig grid = lender_and_borrower(
      {4}, {},
      {{.id = 1, .run = 300s}, {.id = 2, .run = 200s}, {.id = 3, .submit = 12s, .run = 200s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  SECTION("all of it") {
    export_later(grid, 100s, {});
    const RunResults results = run_all(grid);
    CHECK(requeues(results, 1) == 1);
    CHECK(requeues(results, 2) == 1);
    // One after the other on the consumer's own slot.
    CHECK((job(results, consumer, 2).finish == at(700s)));
  }
  SECTION("a slot") {
    export_later(grid, 100s, {named({HostId{0}}, 1)});
    const RunResults results = run_all(grid);
    CHECK(requeues(results, 1) == 0);
    CHECK((job(results, consumer, 1).finish == at(202s)));
    CHECK(requeues(results, 2) == 1);
    CHECK((job(results, consumer, 2).finish == at(402s)));
  }
  SECTION("nothing") {
    export_later(grid, 100s, {named({HostId{0}}, 2)});
    CHECK(requeues(run_all(grid), 2) == 0);
  }
}

TEST_CASE("slots that are exported later are granted where a lease is established") {
  GridConfig grid = lender_and_borrower(
      {4}, {}, {{.id = 1, .run = 1000s}, {.id = 2, .run = 1000s}, {.id = 3, .run = 1000s}});
  grid.clusters[0].exports = {named({HostId{0}}, 1)};
  export_later(grid, 100s, {named({HostId{0}}, 2)});
  CHECK((job(run_all(grid), consumer, 2).start == at(101s)));
}

TEST_CASE("a lease that comes later is asked for by who waits then") {
  GridConfig grid =
      lender_and_borrower({4}, {}, {{.id = 1, .run = 1000s}, {.id = 2, .run = 1000s}});
  export_later(grid, 100s, {named({HostId{0}}, 1)});
  // The consumer knows at 101 s, asks at 102 s and is granted the slot at 103 s.
  CHECK((job(run_all(grid), consumer, 1).start == at(103s)));
}

// h1 runs the older job, h2 the younger one.
TEST_CASE("of selected hosts those with the oldest jobs stay") {
  GridConfig grid = lender_and_borrower(
      {1, 1}, {{.id = 1, .submit = 90s, .run = 10s}},
      {{.id = 1, .run = 900s}, {.id = 2, .run = 300s}, {.id = 3, .submit = 5s, .run = 300s}});
  grid.clusters[0].exports = {selected(2)};
  export_later(grid, 100s, {selected(1)});
  const RunResults results = run_all(grid);
  CHECK(requeues(results, 1) == 0);
  CHECK(requeues(results, 2) == 1);
  // The provider has the host again when the consumer has given it up.
  CHECK((job(results, provider, 0).start == at(102s)));
}

TEST_CASE("hosts that are missing are added when they come up, and those that are there stay") {
  GridConfig grid = lender_and_borrower(
      {1, 1}, {}, {{.id = 1, .run = 900s}, {.id = 2, .run = 900s}, {.id = 3, .run = 900s}});
  grid.clusters[0].exports = {selected(2)};
  grid.clusters[0].timeline = {host_down(0s, HostId{0}, 100s)};
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 1).start == at(2s)));
  CHECK((job(results, consumer, 2).start == at(101s)));
}

// Jobs of the provider use both slots of the host when it is exported: the consumer gets each slot
// when the job on it has ended.
TEST_CASE("a host that jobs of its provider are on is handed over as they end") {
  GridConfig grid = lender_and_borrower(
      {2}, {{.id = 1, .run = 200s}, {.id = 2, .run = 300s}, {.id = 3, .submit = 150s, .run = 10s}},
      {{.id = 1, .run = 900s}, {.id = 2, .run = 900s}, {.id = 3, .run = 900s}});
  export_later(grid, 100s, {selected(1)});
  grid.until = at(1h);
  const RunResults results = run_all(grid);
  CHECK((job(results, provider, 1).finish == at(300s)));
  CHECK((job(results, consumer, 1).start == at(201s)));
  CHECK((job(results, consumer, 2).start == at(301s)));
  CHECK((job(results, provider, 2).start == never));
}

TEST_CASE("a host goes from one consumer to another through its provider") {
  GridConfig grid = lender_and_borrower({1}, {}, {{.id = 1, .run = 900s}, {.id = 2, .run = 900s}});
  ClusterConfig other = grid.clusters[1];
  other.name = "C3";
  grid.clusters.push_back(other);
  grid.links.push_back({.a = provider, .b = ClusterId{2}, .latency = 1s});
  grid.clusters[0].exports = {selected(1)};
  HostExport policy = selected(1);
  policy.distribution = {{ClusterId{2}, 1}};
  export_later(grid, 100s, {policy});
  const RunResults results = run_all(grid);
  CHECK(requeues(results, 1) == 1);
  // C2 knows at 101 s; the request of C3 is there at 102 s, when the host comes back from C2.
  CHECK((job(results, ClusterId{2}, 1).start == at(103s)));
}

// h1 goes from C2 to C3, which has asked for it, while C2's message that gives it up is held back
// by an outage; then the policy changes again, and C3 may have nothing either.
TEST_CASE("a lease may end before its consumer has got any slot") {
  GridConfig grid = lender_and_borrower({1}, {}, {{.id = 1, .run = 900s}, {.id = 2, .run = 900s}});
  ClusterConfig other = grid.clusters[1];
  other.name = "C3";
  grid.clusters.push_back(other);
  grid.links.push_back({.a = provider, .b = ClusterId{2}, .latency = 1s});
  grid.links[0].outages = {{at(90s), at(500s)}};
  grid.clusters[0].exports = {selected(1)};
  HostExport policy = selected(1);
  policy.distribution = {{ClusterId{2}, 1}};
  export_later(grid, 100s, {policy});
  export_later(grid, 200s, {});
  const RunResults results = run_all(grid);
  CHECK((job(results, ClusterId{2}, 1).start == at(900s)));
}

// Policy 1 is removed, so the others move up: slots of a host held by policy 2 are held by policy 1
// from then on.
TEST_CASE("jobs stay on what is exported still, by whichever policy") {
  GridConfig grid = lender_and_borrower({1, 4}, {},
                                        {{.id = 1, .run = 900s},
                                         {.id = 2, .run = 300s},
                                         {.id = 3, .run = 300s},
                                         {.id = 4, .run = 300s}});
  grid.clusters[0].exports = {named({HostId{0}}, 1), named({HostId{1}}, 2)};
  const auto requeued = [&] {
    const RunResults results = run_all(grid);
    return std::vector<std::int32_t>{requeues(results, 1), requeues(results, 2),
                                     requeues(results, 3)};
  };
  SECTION("one that moves up") {
    export_later(grid, 100s, {named({HostId{1}}, 2)});
    CHECK(requeued() == std::vector{1, 0, 0});
  }
  SECTION("one that moves up and has less") {
    export_later(grid, 100s, {named({HostId{1}}, 1)});
    CHECK(requeued() == std::vector{1, 0, 1});
  }
  SECTION("two that become one") {
    export_later(grid, 100s, {named({HostId{0}, HostId{1}}, 1)});
    CHECK(requeued() == std::vector{0, 0, 1});
  }
  SECTION("one that becomes two") {
    export_later(grid, 100s, {named({HostId{0}}, 1), named({HostId{1}}, 1), named({HostId{1}}, 1)});
    CHECK(requeued() == std::vector{0, 0, 0});
  }
  SECTION("slots that become a whole host") {
    export_later(grid, 100s, {named({HostId{0}}, 1), selected(1)});
    CHECK(requeued() == std::vector{0, 0, 0});
  }
  SECTION("slots that are shared from then on") {
    HostExport shared = named({HostId{1}}, 2);
    shared.is_shared = true;
    export_later(grid, 100s, {named({HostId{0}}, 1), shared});
    CHECK(requeued() == std::vector{0, 0, 0});
  }
}

// The first of the provider's hosts satisfies RES_SELECT as well.
TEST_CASE("a host that was named is selected where jobs of the consumer are on it") {
  GridConfig grid = lender_and_borrower(
      {2, 2, 2}, {}, {{.id = 1, .run = 900s}, {.id = 2, .run = 300s}, {.id = 3, .run = 300s}});
  const auto requeued_with = [&](std::vector<HostExport> later) {
    export_later(grid, 100s, std::move(later));
    const RunResults results = run_all(grid);
    return requeues(results, 1) + requeues(results, 2);
  };
  SECTION("by the policy that named it") {
    grid.clusters[0].exports = {named({HostId{1}}, 2)};
    CHECK(requeued_with({selected(1)}) == 0);
  }
  SECTION("with others") {
    grid.clusters[0].exports = {named({HostId{2}}, 2)};
    CHECK(requeued_with({selected(2)}) == 0);
  }
}

// The lease of h2 is evaluated at 600 s, when the consumer gets all of h2; its two jobs run there
// when policy 1 is removed at 700 s.
TEST_CASE("jobs stay on what is shared still, by whichever policy") {
  HostExport shared = named({HostId{1}}, 2);
  shared.is_shared = true;
  GridConfig grid = lender_and_borrower({1, 2}, {},
                                        {{.id = 1, .run = 3000s},
                                         {.id = 2, .run = 3000s},
                                         {.id = 3, .run = 3000s},
                                         {.id = 4, .run = 3000s}});
  grid.clusters[0].exports = {named({HostId{0}}, 1), shared};
  const auto requeued_with = [&](std::vector<HostExport> later) {
    export_later(grid, 700s, std::move(later));
    const RunResults results = run_all(grid);
    return std::vector{requeues(results, 1), requeues(results, 2), requeues(results, 3)};
  };
  SECTION("that moves up") { CHECK(requeued_with({shared}) == std::vector{1, 0, 0}); }
  SECTION("that is the consumer's alone from then on") {
    CHECK(requeued_with({named({HostId{0}}, 1), named({HostId{1}}, 2)}) == std::vector{0, 0, 0});
  }
  SECTION("of which there is less: MXJ") {
    ClusterSettings settings = grid.clusters[0];
    settings.hosts[1].mxj = Slots(1);
    grid.clusters[0].timeline.push_back(reconfigure(700s, settings));
    const RunResults results = run_all(grid);
    CHECK(requeues(results, 2) + requeues(results, 3) == 1);
  }
}

// The host that is exported is down when the provider is reconfigured.
TEST_CASE("a selected host is judged again when its policy changes, and not when others do") {
  GridConfig grid = lender_and_borrower(
      {1, 1}, {},
      {{.id = 1, .run = 900s}, {.id = 2, .run = 50s}, {.id = 3, .submit = 300s, .run = 100s}});
  grid.clusters[0].exports = {selected(1)};
  grid.clusters[0].timeline = {host_down(90s, HostId{0}, 400s)};
  HostExport policy = selected(1);
  SECTION("another policy is new") {
    export_later(grid, 100s, {policy, named({HostId{1}}, 0)});
    CHECK(job(run_all(grid), consumer, 2).start == at(491s));
  }
  SECTION("its policy is another one") {
    policy.mem = amount_unit;
    export_later(grid, 100s, {policy});
    CHECK(job(run_all(grid), consumer, 2).start == at(300s));
  }
}

// The job exits with a code that requeues it each time that it ends by itself.
TEST_CASE("MAX_JOB_REQUEUE holds on borrowed hosts, and jobs that a lease kills are not counted") {
  GridConfig grid = lender_and_borrower({4}, {}, {{.id = 1, .run = 900s}, {.id = 2, .run = 50s}});
  grid.clusters[0].exports = {named({HostId{0}}, 1)};
  ClusterConfig& borrower = grid.clusters[1];
  borrower.queues[0].rules.requeue_exit_values = {{.code = 9}};
  borrower.queues[0].rules.retries.max_job_requeue = 1;
  JobProfile fails;
  fails.exit_codes = {9, 9, 9};
  borrower.profiles.push_back(fails);
  TraceBuilder trace;
  for (std::size_t at = 0; at < borrower.trace.size(); ++at) {
    TraceJob one = borrower.trace[static_cast<JobIndex>(at)];
    if (at == 1) one.profile = static_cast<ProfileId>(borrower.profiles.size() - 1);
    trace.add(one);
  }
  borrower.trace = std::move(trace).freeze();
  const auto ends = [&] {
    const RunResults results = run_all(grid);
    CHECK(job(results, consumer, 1).status == JobStatus::exit);
    return std::pair(job(results, consumer, 1).finish - Time{}, requeues(results, 1));
  };
  // From 2 s to 52 s, and once more.
  CHECK((ends() == std::pair<Duration, std::int32_t>(102s, 1)));
  // Killed at 31 s; asked for again at 61 s and granted at 63 s.
  export_later(grid, 30s, {});
  export_later(grid, 60s, {named({HostId{0}}, 1)});
  CHECK((ends() == std::pair<Duration, std::int32_t>(163s, 2)));
}

// The slot of the lease is there at 2 s: job 2 preempts job 1 once, job 3 may not do so again.
TEST_CASE("MAX_JOB_PREEMPT holds on borrowed hosts") {
  GridConfig grid =
      lender_and_borrower({1}, {},
                          {{.id = 1, .run = 100s},
                           {.id = 2, .submit = 10s, .run = 20s, .queue = QueueId{1}},
                           {.id = 3, .submit = 40s, .run = 20s, .queue = QueueId{1}}});
  grid.clusters[0].exports = {named({HostId{0}}, 1)};
  ClusterConfig& borrower = grid.clusters[1];
  borrower.hosts[0].mxj = Slots{};
  borrower.queues.push_back(borrower.queues[0]);
  borrower.queues[1].name = "urgent";
  borrower.queues[1].priority = borrower.queues[0].priority + 1;
  borrower.queues[1].preemption.preemptive = true;
  const auto finish = [&] {
    const RunResults results = run_all(grid);
    return std::pair(job(results, consumer, 0).finish - Time{},
                     job(results, consumer, 2).start - Time{});
  };
  CHECK((finish() == std::pair<Duration, Duration>(142s, 40s)));
  borrower.params.retries.max_job_preempt = 1;
  CHECK((finish() == std::pair<Duration, Duration>(122s, 122s)));
}

// T is the sum of MXJ, however much of it is lent when the cluster is reconfigured.
TEST_CASE("a slot pool has all of its slots again when a lease of its host has ended") {
  GridConfig grid = lender_and_borrower({4}, {{.id = 1, .submit = 300s, .run = 10s}},
                                        {{.id = 1, .run = 1000s}, {.id = 2, .run = 1000s}});
  ClusterConfig& cluster = grid.clusters[0];
  cluster.pools = {{.name = "pool", .queues = {QueueId{0}}}};
  cluster.queues[0].pool = PoolId{0};
  cluster.queues[0].slot_share = 100;
  cluster.exports = {selected(1)};
  export_later(grid, 100s, {});
  CHECK((job(run_all(grid), provider, 0).start == at(300s)));
}

// The provider has sessions every ten seconds. At 100 s its second job has the first one requeued:
// of the three slots that are left the shared lease gets its first one at once.
TEST_CASE("what a session's victims leave is lent in the same instant") {
  GridConfig grid = lender_and_borrower(
      {4},
      {{.id = 1, .slots = 4, .run = 1h}, {.id = 2, .submit = 95s, .run = 1h, .queue = QueueId{1}}},
      {{.id = 1, .run = 1h}, {.id = 2, .run = 50s}});
  ClusterConfig& lender = grid.clusters[0];
  lender.params.job_scheduling_interval = 10s;
  lender.queues.push_back(lender.queues[0]);
  lender.queues[1].name = "urgent";
  lender.queues[1].priority = lender.queues[0].priority + 1;
  lender.queues[1].preemption.preemptive = true;
  lender.queues[0].terminate_when_preempted = true;
  HostExport policy = named({HostId{0}}, 2);
  policy.is_shared = true;
  export_later(grid, 20s, {policy});
  const RunResults results = run_all(grid);
  CHECK((job(results, provider, 1).start == at(100s)));
  CHECK(job(results, consumer, 1).start.time_since_epoch().count() == 101'000);
}

}  // namespace mcsim::testing::lease_changes_test
