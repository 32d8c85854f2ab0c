// The counts of leases during a run.
#include "mcsim/results/lease_log.hpp"

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::lease_log_test {

namespace {

constexpr HostId first{0};
constexpr HostId second{1};

ClusterConfig two_hosts() { return machine({2, 2}, "lsf", {}); }

/// C1 exports a host of two slots to C2 twice: by policy 1, and, shared, by policy 2.
GridConfig lender_and_borrower() {
  GridConfig grid = grid_of(machine({2}, "lsf", {}));
  grid.clusters.push_back(flat_machine(1, "lsf", {}));
  ClusterConfig& borrower = grid.clusters[1];
  borrower.name = "C2";
  HostConfig borrowed = grid.clusters[0].hosts[0];
  borrowed.mxj = Slots{};
  borrowed.home = HostHome{ClusterId{0}, first};
  borrower.hosts.push_back(borrowed);
  HostExport policy{.hosts = {first}, .slots = Slots(1), .distribution = {{ClusterId{1}, 1}}};
  grid.clusters[0].exports = {policy, policy};
  grid.clusters[0].exports[1].is_shared = true;
  grid.links = {{.a = ClusterId{0}, .b = ClusterId{1}, .latency = 1s}};
  return grid;
}

constexpr ClusterId lender{0};
constexpr ClusterId borrower{1};

/// The fact that the consumer now has `slots` slots of the borrowed host by a policy.
LeasedSlotsChanged holds(Duration when, std::uint32_t policy, std::int32_t slots) {
  return {at(when), lender, LeaseId{policy}, policy, policy == 1, HostId{1}, Slots(slots)};
}

/// Starts a job of a cluster on one of its hosts.
void start(LeaseLog& log, ClusterId cluster, Duration when, JobIndex job, HostId host,
           std::int32_t slots) {
  const HostSlots part{host, Slots(slots)};
  log.on(cluster, JobStarted{at(when), job, Slots(slots), StartReason{}, {&part, 1}});
}

Int128 slot_seconds(std::int64_t number) { return Int128{number} * 1000; }

}  // namespace

TEST_CASE("slots above the processors are counted for as long as they last") {
  HostUse use(ClusterId{0}, two_hosts());
  use.change(first, 3, at(10s));
  use.change(second, 4, at(20s));
  use.change(first, 1, at(30s));
  use.change(second, -4, at(40s));
  const Overcommitment over = use.result(at(50s));
  CHECK(over.most == 2);
  CHECK((over.host == second));
  CHECK((over.since == at(20s)));
  CHECK((over.above == slot_seconds(20 * 1 + 20 * 2 + 20 * 2)));
}

TEST_CASE("what comes and goes in one instant is not above the processors") {
  HostUse use(ClusterId{0}, two_hosts());
  use.change(first, 2, at(10s));
  use.change(first, 2, at(20s));
  use.change(first, -2, at(20s));
  const Overcommitment over = use.result(at(50s));
  CHECK(over.most == 0);
  CHECK((over.since == never));
  CHECK((over.above == 0));
}

TEST_CASE("a host with other processors is judged by them from then on") {
  HostUse use(ClusterId{0}, two_hosts());
  use.change(first, 3, at(10s));
  ClusterConfig bigger = two_hosts();
  bigger.hosts[0].ncpus = 4;
  use.reconfigure(bigger, at(30s));
  const Overcommitment over = use.result(at(50s));
  CHECK(over.most == 1);
  CHECK((over.above == slot_seconds(20)));
}

TEST_CASE("only a grid in which somebody exports hosts, now or later, has leases") {
  GridConfig grid = lender_and_borrower();
  CHECK(has_leases(grid));
  grid.clusters[0].exports.clear();
  CHECK_FALSE(has_leases(grid));
  TimelineEntry change{.at = at(1h), .kind = TimelineEntry::Kind::reconfigure};
  change.settings = std::make_shared<const ClusterSettings>(lender_and_borrower().clusters[0]);
  grid.clusters[0].timeline = {change};
  CHECK(has_leases(grid));
}

// As when slots become a whole host: the new lease has them before the old one has lost them.
TEST_CASE("one policy may go on with another lease") {
  const GridConfig grid = lender_and_borrower();
  LeaseLog log(grid);
  const auto has = [](Duration when, std::uint32_t lease, std::int32_t slots) {
    return LeasedSlotsChanged{at(when), lender, LeaseId{lease}, 0, false, HostId{1}, Slots(slots)};
  };
  log.on(borrower, has(10s, 0, 1));
  start(log, borrower, 20s, JobIndex{0}, HostId{1}, 1);
  log.on(borrower, has(30s, 5, 1));
  log.on(borrower, has(30s, 0, 0));
  const LeaseResults results = log.results(Simulation(grid), at(100s));
  CHECK((results.leases[0].had == slot_seconds(90)));
  CHECK((results.leases[0].used == slot_seconds(80)));
}

// Slots of policy 1 go on under policy 2: they were granted once, and nothing was given back.
TEST_CASE("slots that stay by another policy are not counted as granted and returned") {
  const GridConfig grid = lender_and_borrower();
  LeaseLog log(grid);
  log.on(borrower, holds(10s, 0, 2));
  log.on(borrower, holds(30s, 1, 3));
  log.on(borrower, holds(30s, 0, 0));
  log.on(borrower, LeasedSlotsStay{at(30s), lender, 0, 1, false, true, HostId{1}, Slots(2)});
  const LeaseResults results = log.results(Simulation(grid), at(100s));
  CHECK(results.leases[0].granted == 2);
  CHECK(results.leases[0].returned == 0);
  CHECK(results.leases[1].granted == 1);
  CHECK(results.leases[1].returned == 0);
}

TEST_CASE("slots of an exclusive lease are used before those of a shared one") {
  const GridConfig grid = lender_and_borrower();
  LeaseLog log(grid);
  log.on(borrower, holds(10s, 1, 1));
  log.on(borrower, holds(20s, 0, 1));
  start(log, borrower, 30s, JobIndex{0}, HostId{1}, 1);
  start(log, borrower, 40s, JobIndex{1}, HostId{1}, 1);
  log.on(borrower, JobEnded{at(70s), JobIndex{0}, Slots(1), at(30s), JobStatus::done, {}, 0});
  const LeaseResults results = log.results(Simulation(grid), at(100s));
  REQUIRE(results.leases.size() == 2);
  CHECK((results.leases[0].had == slot_seconds(80)));
  CHECK((results.leases[0].used == slot_seconds(70)));
  CHECK((results.leases[1].had == slot_seconds(90)));
  CHECK((results.leases[1].used == slot_seconds(30)));
  CHECK(results.leases[1].is_shared);
}

TEST_CASE("a suspended job uses nothing, and jobs of both sides are above together") {
  const GridConfig grid = lender_and_borrower();
  LeaseLog log(grid);
  log.on(borrower, holds(0s, 0, 2));
  start(log, lender, 10s, JobIndex{0}, first, 2);
  start(log, borrower, 20s, JobIndex{0}, HostId{1}, 2);
  log.on(borrower,
         JobSuspended{at(30s), JobIndex{0}, Slots(2), JobStatus::ususp, SuspendReason::asked});
  log.on(borrower, JobResumed{at(60s), JobIndex{0}, Slots{}, JobStatus::ssusp});
  log.on(borrower, JobResumed{at(80s), JobIndex{0}, Slots(2), JobStatus::run});
  log.on(lender, JobRequeued{at(90s), JobIndex{0}, Slots(2), RequeueReason::preempted});
  const LeaseResults results = log.results(Simulation(grid), at(100s));
  CHECK((results.leases[0].used == slot_seconds(2 * 30)));
  REQUIRE(results.overcommitted.size() == 1);
  CHECK(results.overcommitted[0].most == 2);
  CHECK((results.overcommitted[0].since == at(20s)));
  CHECK((results.overcommitted[0].above == slot_seconds(2 * 20)));
}

}  // namespace mcsim::testing::lease_log_test
