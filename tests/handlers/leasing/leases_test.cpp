// Hosts that one cluster lends another: when a lease is established, and which jobs may run where.
#include <utility>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/views/place_status.hpp"
#include "support/catch.hpp"
#include "support/lease_worlds.hpp"

namespace mcsim::testing::leases_test {

// Asked for at 0 s, granted at 1 s, there at 2 s.
TEST_CASE("a lease is established when a job waits that could use it") {
  GridConfig grid = lender_and_borrower(
      {4}, {{.id = 1, .submit = 10s, .slots = 4, .run = 100s}},
      {{.id = 1, .run = 100s}, {.id = 2, .slots = 2, .run = 50s}, {.id = 3, .run = 50s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 0).start == at(0s)));
  CHECK((job(results, consumer, 1).start == at(2s)));
  CHECK((job(results, consumer, 2).start == at(52s)));
  // The provider keeps using named slots, too.
  CHECK((job(results, provider, 0).start == at(10s)));
}

TEST_CASE("a host that is selected is the consumer's alone, whether it wants it or not") {
  GridConfig grid = lender_and_borrower(
      {4, 2}, {{.id = 1, .slots = 4, .run = 100s}, {.id = 2, .slots = 2, .run = 10s}}, {});
  grid.clusters[0].exports = {selected(1)};
  grid.until = at(1h);
  const RunResults results = run_all(grid);
  CHECK((job(results, provider, 0).start == never));
  CHECK((job(results, provider, 1).start == at(0s)));
}

// The lease begins with one slot. At 10 min the provider uses two of its three, and the consumer
// its only one: the consumer has fewer idle slots, so all of them go to the consumer.
TEST_CASE("idle slots of a shared lease go to the side that has fewer") {
  GridConfig grid = lender_and_borrower({4}, {{.id = 1, .slots = 2, .run = 1000s}},
                                        {{.id = 1, .run = 3000s},
                                         {.id = 2, .run = 1000s},
                                         {.id = 3, .run = 100s},
                                         {.id = 4, .run = 100s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 1).start == at(2s)));
  CHECK((job(results, consumer, 2).start == at(603s)));
  CHECK((job(results, consumer, 3).start == at(703s)));
}

// At 10 min the consumer has no jobs and one idle slot; the provider has three, which all go to the
// consumer. At 20 min all four come back, and the job that waits for them starts.
TEST_CASE("all idle slots go to one side, though its need is of no account") {
  GridConfig grid = lender_and_borrower({4}, {{.id = 1, .submit = 100s, .slots = 4, .run = 10s}},
                                        {{.id = 1, .run = 50s}, {.id = 2, .run = 50s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 1).start == at(2s)));
  CHECK((job(results, provider, 0).start == at(1202s)));
}

TEST_CASE("a shared lease may keep a slot for its consumer, and be inactive for a while") {
  GridConfig grid = lender_and_borrower(
      {4}, {{.id = 1, .slots = 3, .run = 700s}},
      {{.id = 1, .run = 5000s}, {.id = 2, .run = 50s}, {.id = 3, .submit = 610s, .run = 50s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  // At 10 min the consumer's slot is idle, and the provider has none: the slot goes back, and comes
  // again at 20 min.
  CHECK((job(run_all(grid), consumer, 2).start == at(1203s)));
  grid.clusters[1].model.lease_inactive = 30s;
  CHECK((job(run_all(grid), consumer, 2).start == at(1233s)));
  grid.clusters[0].model.lease_keep_one_slot = true;
  CHECK((job(run_all(grid), consumer, 2).start == at(631s)));
}

// Both hosts are shared. h1, with all slots of the provider, goes down at 700 s. The four slots of
// the consumer on h2 are idle from 900 s on; at 1200 s they go to the provider, which has none.
TEST_CASE("slots of hosts that are down are nobody's in an evaluation") {
  GridConfig grid = lender_and_borrower({4, 4}, {{.id = 1, .submit = 1000s, .slots = 2}},
                                        {{.id = 1, .run = 900s},
                                         {.id = 2, .run = 900s},
                                         {.id = 3, .run = 898s},
                                         {.id = 4, .run = 898s},
                                         {.id = 5, .run = 898s}});
  grid.clusters[0].exports = {named({HostId{0}, HostId{1}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  grid.clusters[0].timeline = {host_down(700s, HostId{0}, 2h)};
  grid.until = at(2h);
  const RunResults results = run_all(grid);
  CHECK((job(results, provider, 0).start == at(1202s)));
  SECTION("nor the first one, that waits for the consumer") {
    grid.clusters[0].timeline = {host_down(0s, HostId{0}, 2h)};
    CHECK((job(run_all(grid), consumer, 1).start == at(2s)));
  }
}

TEST_CASE("a lease that is inactive is not evaluated") {
  GridConfig grid = lender_and_borrower(
      {4}, {}, {{.id = 1, .run = 300s}, {.id = 2, .run = 300s}, {.id = 3, .run = 300s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  grid.clusters[0].params.reclaim_delay = 1min;
  grid.clusters[1].model.lease_inactive = 200s;
  // At 60 s the other slots go to the consumer, which may use them 200 s after it has got them.
  CHECK((job(run_all(grid), consumer, 2).start == at(263s)));
}

// Job 1 makes the consumer ask for the lease at 0 s, which is there at 2 s. Jobs 2 and 4 ask for
// the host by name, before that and later.
TEST_CASE("a borrowed host is unknown until a lease has it") {
  GridConfig grid = lender_and_borrower({4}, {},
                                        {{.id = 1, .run = 60s},
                                         {.id = 2, .submit = 1s, .run = 10s},
                                         {.id = 3, .submit = 1s, .run = 10s},
                                         {.id = 4, .submit = 5s, .run = 10s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  ClusterConfig& borrower = grid.clusters[1];
  JobProfile asks;
  asks.hosts = HostPreferences{.all = false, .list = {{HostId{1}, 0}}};
  borrower.profiles.push_back(asks);
  TraceBuilder trace;
  for (std::size_t at = 0; at < borrower.trace.size(); ++at) {
    TraceJob one = borrower.trace[static_cast<JobIndex>(at)];
    if (at % 2 != 0) one.profile = static_cast<ProfileId>(borrower.profiles.size() - 1);
    trace.add(one);
  }
  borrower.trace = std::move(trace).freeze();
  const RunResults results = run_all(grid);
  CHECK(job(results, consumer, 1).end_reason == EndReason::host_unknown);
  CHECK((job(results, consumer, 1).start == never));
  CHECK((job(results, consumer, 2).start == at(2s)));
  CHECK((job(results, consumer, 3).start == at(5s)));
}

TEST_CASE("nothing new starts on borrowed hosts while the link is down, and what runs goes on") {
  GridConfig grid = lender_and_borrower(
      {4}, {},
      {{.id = 1, .run = 500s}, {.id = 2, .run = 100s}, {.id = 3, .submit = 50s, .run = 10s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  grid.links[0].outages = {{at(40s), at(200s)}};
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 1).start == at(2s)));
  CHECK((job(results, consumer, 1).finish == at(102s)));
  CHECK((job(results, consumer, 2).start == at(200s)));
}

TEST_CASE("a host that goes down does so for its consumer, who hears of it") {
  GridConfig grid = lender_and_borrower({4}, {}, {{.id = 1, .run = 500s}, {.id = 2, .run = 100s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  grid.clusters[0].timeline = {host_down(50s, HostId{0}, 100s)};
  const RunResults results = run_all(grid);
  CHECK(job(results, consumer, 1).end_reason == EndReason::term_host_down);
  CHECK((job(results, consumer, 1).finish == at(51s)));
}

// Down from 50 s to 150 s, which the consumer hears a second later. Job 2 has ended at 102 s, and
// is told of at 150 s.
TEST_CASE("a host whose sbatchd is down is unreach for its consumer, too") {
  GridConfig grid = lender_and_borrower(
      {4}, {},
      {{.id = 1, .run = 500s}, {.id = 2, .run = 100s}, {.id = 3, .submit = 60s, .run = 5s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  grid.clusters[0].timeline = {
      {.at = at(50s), .kind = TimelineEntry::Kind::sbatchd_down, .down_for = 100s}};
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 1).finish == at(150s)));
  CHECK(job(results, consumer, 1).status == JobStatus::done);
  CHECK((job(results, consumer, 2).start == at(151s)));
  Simulation simulation(grid);
  Observer nobody;
  const auto status = [&](Duration when) {
    simulation.run_until(at(when), nobody);
    return host_status(simulation.clusters()[index_of(consumer)], HostId{1});
  };
  CHECK(status(45s) == "ok");
  CHECK(status(60s) == "unreach");
  CHECK(status(156s) == "ok");
}

TEST_CASE("no job of several slots starts on hosts of a provider that RECV_FROM=N excludes") {
  GridConfig grid = lender_and_borrower(
      {4}, {}, {{.id = 1, .run = 500s}, {.id = 2, .slots = 2, .run = 50s}, {.id = 3, .run = 50s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.until = at(1h);
  CHECK((job(run_all(grid), consumer, 1).start == at(2s)));
  grid.clusters[1].hosts[1].home->takes_parallel = false;
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 1).start == never));
  CHECK((job(results, consumer, 2).start == at(2s)));
}

// The consumer has a slot, the lease two: a job of three spans both clusters, others need not.
TEST_CASE("a job of several slots spans clusters only where they list each other") {
  const auto outcome = [](std::int32_t slots, bool is_apart) {
    GridConfig grid = lender_and_borrower({2}, {}, {{.id = 1, .slots = slots, .run = 50s}});
    grid.clusters[0].exports = {named({HostId{0}}, 2)};
    grid.clusters[1].hosts[1].span_group = is_apart ? 1 : 0;
    grid.until = at(1h);
    return job(run_all(grid), consumer, 0);
  };
  CHECK((outcome(3, false).start == at(2s)));
  CHECK((outcome(3, true).start == never));
  CHECK(outcome(3, true).pend_reason == PendReason::clusters_apart);
  CHECK((outcome(2, true).start == at(2s)));
  CHECK((outcome(1, true).start == at(0s)));
}

// Job 1 could have the consumer's slot and the two of the lease, were they of one cluster.
TEST_CASE("a job that no hosts could hold together reserves nothing") {
  GridConfig grid = lender_and_borrower(
      {2}, {}, {{.id = 1, .slots = 3, .run = 50s}, {.id = 2, .submit = 100s, .run = 10s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  grid.clusters[1].queues[0].max_reserve_time = 1000h;
  grid.clusters[1].hosts[1].span_group = 1;
  grid.until = at(1h);
  CHECK((job(run_all(grid), consumer, 1).start == at(100s)));
}

// Asked for at 0 s, granted at 1 s, there at 2 s.
TEST_CASE(
    "a job establishes the leases that its queue names, also one that RECV_FROM=N keeps out") {
  GridConfig grid = lender_and_borrower({4}, {}, {{.id = 1, .slots = 2, .run = 50s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[1].hosts[1].home->takes_parallel = false;
  grid.until = at(1h);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(1h), recorder);
  CHECK(simulation.clusters()[index_of(consumer)].leasing.borrowed.size() == 1);
  const RunResults results = std::move(recorder).results(simulation, state, at(1h));
  CHECK(job(results, consumer, 0).pend_reason == PendReason::host_serial);
}

// Job 1 runs on the consumer's own slot from 0 s on, and waits for nothing.
TEST_CASE("a job that starts at once establishes the leases that its queue names") {
  GridConfig grid = lender_and_borrower(
      {2}, {}, {{.id = 1, .run = 500s}, {.id = 2, .submit = 100s, .slots = 2, .run = 10s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  const RunResults results = run_all(grid);
  CHECK((job(results, consumer, 0).start == at(0s)));
  CHECK((job(results, consumer, 1).start == at(100s)));
}

// h1 is of the first lease, h2 of the second one. The queue names h2 only.
TEST_CASE("a lease that has none of the hosts which a queue names is not established by its jobs") {
  GridConfig grid = lender_and_borrower({1, 1}, {}, {{.id = 1, .run = 5s}, {.id = 2, .run = 5s}});
  grid.clusters[0].exports = {named({HostId{0}}, 1), named({HostId{1}}, 1)};
  grid.clusters[1].queues[0].hosts = {.all = false, .list = {{.host = HostId{2}}}};
  Simulation simulation(grid);
  Recorder recorder(grid);
  simulation.run_until(at(1h), recorder);
  const auto& borrowed = simulation.clusters()[index_of(consumer)].leasing.borrowed;
  REQUIRE(borrowed.size() == 1);
  CHECK(borrowed.begin()->policy == 1);
}

// Three leases: one slot of h1, two of h2, three of h3; with its own slot the consumer has seven.
TEST_CASE("a job that is wider than any lease starts when all of them are there") {
  for (const std::int32_t slots : {2, 5, 7, 8}) {
    GridConfig grid = lender_and_borrower({1, 2, 3}, {}, {{.id = 1, .slots = slots, .run = 50s}});
    grid.clusters[0].exports = {named({HostId{0}}, 1), named({HostId{1}}, 2), selected(1)};
    grid.until = at(1h);
    INFO(slots << " slots");
    CHECK((job(run_all(grid), consumer, 0).start == (slots <= 7 ? at(2s) : never)));
  }
}

namespace {

/// A consumer with `own` slots, and a shared lease of four slots of h1.
GridConfig with_shared_lease(std::int32_t own, const std::vector<JobRow>& of_consumer) {
  GridConfig grid = lender_and_borrower({4}, {}, of_consumer);
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  grid.clusters[0].exports[0].is_shared = true;
  grid.clusters[1].hosts[0].mxj = Slots(own);
  grid.clusters[1].hosts[1].home->by_exclusive = false;
  grid.until = at(1h);
  return grid;
}

}  // namespace

// The first slot of the lease and one's own are as many as the job wants: asked for at 0 s, there
// at 2 s.
TEST_CASE("a shared lease is asked for by a wide job that could start with its first slot") {
  const auto outcome = [](const GridConfig& grid) { return job(run_all(grid), consumer, 0); };
  for (const std::int32_t own : {1, 3})
    CHECK((outcome(with_shared_lease(own, {{.id = 1, .slots = own + 1, .run = 50s}})).start ==
           at(2s)));
  const JobOutcome too_wide = outcome(with_shared_lease(1, {{.id = 1, .slots = 3, .run = 50s}}));
  CHECK((too_wide.start == never));
  CHECK(too_wide.pend_reason == PendReason::host_first_slot);
  SECTION("where the slots are free later, it is asked for then") {
    const RunResults results = run_all(with_shared_lease(
        2, {{.id = 1, .slots = 2, .run = 100s}, {.id = 2, .slots = 3, .run = 5s}}));
    CHECK((job(results, consumer, 1).start == at(102s)));
  }
  SECTION("one host must have all slots") {
    GridConfig grid = with_shared_lease(1, {{.id = 1, .slots = 2, .run = 50s}});
    grid.clusters[1].queues[0].rules.res_req.one_host = true;
    CHECK((outcome(grid).start == never));
  }
  SECTION("it may not span the two clusters") {
    GridConfig grid = with_shared_lease(1, {{.id = 1, .slots = 2, .run = 50s}});
    grid.clusters[1].hosts[1].span_group = 1;
    CHECK((outcome(grid).start == never));
  }
  SECTION("a job that may not use the host does not ask for it") {
    GridConfig grid = with_shared_lease(1, {{.id = 1, .slots = 2, .run = 50s}});
    grid.clusters[1].queues[0].hosts = {.all = false, .list = {{.host = HostId{0}}}};
    CHECK((outcome(grid).start == never));
  }
}

// At 2 s job 2 of one slot asks for the lease; its slot is free again at 14 s.
TEST_CASE("a wide job may use a shared lease that another one has established") {
  const RunResults results =
      run_all(with_shared_lease(2, {{.id = 1, .submit = 1s, .slots = 2, .run = 3000s},
                                    {.id = 2, .submit = 2s, .run = 10s},
                                    {.id = 3, .submit = 3s, .slots = 4, .run = 5s}}));
  CHECK((job(results, consumer, 1).start == at(4s)));
  // At 10 min the provider has three idle slots, the consumer one: all of them go to the consumer.
  CHECK((job(results, consumer, 2).start == at(603s)));
}

// Job 1 runs on the consumer's own slot. The policy changes at 100 s, and the consumer loses the
// host at 101 s.
TEST_CASE("what waits for a host that a lease had says so") {
  GridConfig grid = lender_and_borrower(
      {1}, {}, {{.id = 1, .run = 1000s}, {.id = 2, .run = 1000s}, {.id = 3, .run = 1000s}});
  grid.clusters[0].exports = {named({HostId{0}}, 1)};
  export_later(grid, 100s, {});
  grid.clusters[1].queues[0].hosts = {.all = false, .list = {{.host = HostId{1}}}};
  for (const auto& [until, reason] :
       {std::pair(at(0s), PendReason::host_not_borrowed), std::pair(at(50s), PendReason::host_full),
        std::pair(at(150s), PendReason::host_lease_over)}) {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState state = simulation.run_until(until, recorder);
    const RunResults results = std::move(recorder).results(simulation, state, until);
    CHECK((job(results, consumer, 2).pend_reason == reason));
  }
}

TEST_CASE("a job that waits may be made to ask for a borrowed host, once a lease has it") {
  GridConfig grid = lender_and_borrower(
      {4}, {},
      {{.id = 1, .run = 300s}, {.id = 2, .run = 20s}, {.id = 3, .submit = 1s, .run = 20s}});
  grid.clusters[0].exports = {named({HostId{0}}, 4)};
  ClusterConfig& borrower = grid.clusters[1];
  JobProfile own;
  own.hosts = HostPreferences{.all = false, .list = {{HostId{0}, 0}}};
  JobProfile borrowed;
  borrowed.hosts = HostPreferences{.all = false, .list = {{HostId{1}, 0}}};
  borrower.profiles.insert(borrower.profiles.end(), {own, borrowed});
  const auto modify = [](Duration when, std::int64_t job, std::uint32_t profile) {
    TimelineEntry entry{.at = at(when), .kind = TimelineEntry::Kind::bmod};
    entry.job = static_cast<JobId>(job);
    entry.profile = static_cast<ProfileId>(profile);
    return entry;
  };
  const auto last = static_cast<std::uint32_t>(borrower.profiles.size() - 1);
  SECTION("away from borrowed hosts, and back") {
    borrower.timeline = {modify(1s, 2, last - 1), modify(50s, 2, last)};
    CHECK((job(run_all(grid), consumer, 1).start == at(50s)));
  }
  SECTION("too early") {
    borrower.timeline = {modify(1s, 2, last - 1), modify(1s, 2, last)};
    CHECK((job(run_all(grid), consumer, 1).start == at(300s)));
  }
}

// Granted at 2 s to a job that waits; the consumer's own host is free at 60 s.
TEST_CASE("a consumer can close a borrowed host once a lease has it, and not before") {
  GridConfig grid = lender_and_borrower(
      {4}, {}, {{.id = 1, .run = 60s}, {.id = 2, .run = 1s}, {.id = 3, .submit = 5s, .run = 10s}});
  grid.clusters[0].exports = {named({HostId{0}}, 2)};
  const auto start = [&](Duration closed) {
    GridConfig one = grid;
    one.clusters[1].timeline = {on_host(closed, TimelineEntry::Kind::hclose, HostId{1})};
    return job(run_all(one), consumer, 2).start;
  };
  CHECK((start(1s) == at(5s)));
  CHECK((start(4s) == at(60s)));
}

namespace {

constexpr ClusterId other{2};

/// A second consumer C3, which is like C2.
void add_other_consumer(GridConfig& grid) {
  grid.clusters.push_back(grid.clusters[1]);
  grid.clusters.back().name = "C3";
  grid.links.push_back({.a = provider, .b = other, .latency = 1s});
}

}  // namespace

TEST_CASE("who is not named in DISTRIBUTION gets nothing, and without a lease all stays as it is") {
  GridConfig grid = lender_and_borrower({1, 1}, {{.id = 1, .submit = 10s, .slots = 2, .run = 10s}},
                                        {{.id = 1, .run = 60s}, {.id = 2, .run = 60s}});
  add_other_consumer(grid);
  SECTION("of three clusters two have to do with each other") {
    grid.clusters[0].exports = {named({HostId{0}}, 1)};
    grid.clusters[0].exports[0].distribution = {{other, 1}};
    const RunResults results = run_all(grid);
    CHECK((job(results, consumer, 1).start == at(60s)));
    CHECK((job(results, other, 1).start == at(2s)));
  }
  SECTION("nothing is exported") {
    const RunResults results = run_all(grid);
    CHECK((job(results, provider, 0).start == at(10s)));
    CHECK((job(results, consumer, 1).start == at(60s)));
  }
}

// Each of the two hosts has its own lease, which begins with one slot. At 10 min the provider has
// two idle slots in each, and C2 and C3 none: these get them all.
TEST_CASE("hosts that are selected for a shared lease go to several consumers, one host to each") {
  GridConfig grid = lender_and_borrower({3, 3}, {},
                                        {{.id = 1, .run = 3000s},
                                         {.id = 2, .run = 3000s},
                                         {.id = 3, .run = 3000s},
                                         {.id = 4, .run = 3000s},
                                         {.id = 5, .run = 3000s}});
  add_other_consumer(grid);
  HostExport shared = selected(2);
  shared.is_shared = true;
  shared.distribution = {{consumer, 1}, {other, 1}};
  grid.clusters[0].exports = {shared};
  const RunResults results = run_all(grid);
  for (const ClusterId cluster : {consumer, other}) {
    CHECK((job(results, cluster, 1).start == at(2s)));
    CHECK((job(results, cluster, 2).start == at(603s)));
    CHECK((job(results, cluster, 3).start == at(603s)));
    CHECK((job(results, cluster, 4).start == at(3000s)));
  }
}

}  // namespace mcsim::testing::leases_test
