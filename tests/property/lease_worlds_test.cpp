// Random leases: slots are never lost nor doubled, slots that are in use or exported stay where
// they are, and skipped sessions and reordered events do not change the run. MCSIM_LEASES says how
// many.
#include <algorithm>
#include <cstdint>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/observers.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/fact_log.hpp"
#include "support/launch_worlds.hpp"
#include "support/lease_asks.hpp"
#include "support/lease_check.hpp"
#include "support/lease_watch.hpp"
#include "support/random_leases.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::lease_worlds_test {

namespace {

GridConfig with_launches(std::uint64_t seed) {
  GridConfig grid = random_leases(seed);
  if (seed % 3 == 0) give_launches(grid, seed);
  return grid;
}
/// Whether the consumer gets a host that shares the instance.
bool gets_one_of(const ClusterWorld& world, const SharedResource& shared, const ExportShare& of) {
  return std::ranges::any_of(world.leasing.dealt, [&](const DealtLease& lease) {
    return lease.consumer == of.consumer &&
           std::ranges::any_of(lease.parts, [&](const ExportedPart& part) {
             return std::ranges::find(shared.hosts, index_of(part.host)) != shared.hosts.end();
           });
  });
}

/// Checks what a provider lends of what is reported. Returns how many instances it lends some of.
std::uint64_t check_told_licences(const ClusterWorld& world) {
  const SchedulerState& state = *world.lsf;
  const auto& exports = state.settings.resource_exports;
  Amount most = 0;
  for (const SharedResourceExport& policy : exports) most += policy.amount;
  std::uint64_t lending = 0;
  for (std::uint32_t row = 0; row < state.settings.shared_resources.size(); ++row) {
    const SharedResource& shared = state.settings.shared_resources[row];
    if (shared.home) continue;
    const auto first = static_cast<HostId>(shared.hosts.front());
    const Amount reported = state.hosts.reported(licences, state.hosts.instance(first, licences));
    Amount exported = 0;
    Amount away = 0;
    for (const LentInstance& lent : world.leasing.lent_instances) {
      if (lent.instance != row) continue;
      exported += lent.exported;
      away += std::max(lent.exported, lent.told);
    }
    const Amount whole = std::max<Amount>(reported, 0) / amount_unit * amount_unit;
    MCSIM_CHECK(exported <= std::min(whole, most), "more is exported than there is");
    const Amount total = state.hosts.total(first, licences);
    MCSIM_CHECK(total == ClusterHosts::undefined || total == reported - away,
                "the provider has something else than what is left");
    const bool is_for_one = exports.size() == 1 && exports[0].distribution.size() == 1;
    const bool brings_host = is_for_one && gets_one_of(world, shared, exports[0].distribution[0]);
    MCSIM_CHECK(!brings_host || exported == std::min(whole, most),
                "less is exported than there is");
    if (exported > 0) ++lending;
  }
  return lending;
}

std::uint64_t grids() { return fewer_by_environment(number_from_environment("MCSIM_LEASES", 300)); }

}  // namespace

TEST_CASE("each exported slot is the provider's, the consumer's, or on its way", "[property]") {
  std::uint64_t granted = 0;
  std::uint64_t moved = 0;
  std::uint64_t kills = 0;
  std::uint64_t apart = 0;
  for (std::uint64_t seed = 1; seed <= grids(); ++seed) {
    const GridConfig grid = with_launches(seed);
    INFO("seed " << seed);
    Simulation simulation(grid);
    LeaseLog log(grid);
    LeaseWatch watch;
    Observers both{&log, &watch};
    Time now{};
    for (Time next = next_instant(simulation); next <= *grid.until && next != never;
         next = next_instant(simulation)) {
      INFO("at " << next.time_since_epoch().count() << " ms");
      now = next;
      const RunState state = simulation.run_until(next, both);
      REQUIRE_NOTHROW(check_leases(simulation.clusters()));
      REQUIRE_NOTHROW(watch.look(simulation.clusters(), next));
      for (const ClusterWorld& world : simulation.clusters()) check_invariants(world);
      if (state != RunState::until) break;
    }
    REQUIRE_NOTHROW(watch.compare(log.results(simulation, now), simulation.clusters(), now));
    kills += watch.kills();
    apart += watch.apart();
    for (const ClusterWorld& world : simulation.clusters())
      for (const BorrowedLease& lease : world.leasing.borrowed) {
        ++granted;
        if (lease.is_shared && world.leasing.holdings[lease.holding].sum.available != 1) ++moved;
      }
  }
  CHECK(granted > grids() / 2);
  CHECK(moved > grids() / 20);
  CHECK(kills > grids() / 20);
  CHECK(apart > 0);
}

TEST_CASE("a lease is established when a job asks for it, and no sooner", "[property]") {
  int exclusive = 0;
  int shared = 0;
  int wide = 0;
  for (std::uint64_t seed = 1; seed <= grids(); ++seed) {
    const GridConfig grid = random_leases(seed);
    INFO("seed " << seed);
    Simulation simulation(grid);
    LeaseAsks asks(grid);
    for (Time next = next_instant(simulation); next <= *grid.until && next != never;
         next = next_instant(simulation)) {
      INFO("at " << next.time_since_epoch().count() << " ms");
      const RunState state = simulation.run_until(next, asks);
      REQUIRE_NOTHROW(asks.look(simulation.clusters(), next));
      if (state != RunState::until) break;
    }
    exclusive += asks.exclusive();
    shared += asks.shared();
    wide += asks.wide();
  }
  INFO(exclusive << " exclusive leases, " << shared << " shared ones, " << wide << " by wide jobs");
  CHECK(exclusive > 10);
  CHECK(shared > 10);
  CHECK(wide > 0);
}

// The consumer of one policy has all that there is, up to NINSTANCES; several have no more than
// that. A consumer may have heard of an older report.
TEST_CASE("what ELIMs report of an exported resource is shared out, and no more", "[property]") {
  std::uint64_t lent = 0;
  for (std::uint64_t seed = 1; seed <= grids() / 3; ++seed) {
    GridConfig grid = random_leases(seed);
    give_told_licences(grid, seed);
    INFO("seed " << seed);
    Simulation simulation(grid);
    Observer nobody;
    for (Time next = next_instant(simulation); next <= at(3h) && next != never;
         next = next_instant(simulation)) {
      INFO("at " << next.time_since_epoch().count() << " ms");
      if (simulation.run_until(next, nobody) != RunState::until) break;
      for (const ClusterWorld& world : simulation.clusters()) {
        check_invariants(world);
        REQUIRE_NOTHROW(lent += check_told_licences(world));
      }
    }
    const RunResults results = run_until(grid, at(2h));
    CHECK(difference(grid, results, run_every_session(grid, at(2h))) == "");
  }
  CHECK(lent > 100);
}

TEST_CASE("leases are the same without skipping sessions, by steps, and in any order of ties",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= grids() / 3; ++seed) {
    const GridConfig grid = with_launches(seed);
    INFO("seed " << seed);
    const RunResults results = run_until(grid, *grid.until);
    CHECK(difference(grid, results, run_every_session(grid, *grid.until)) == "");
    CHECK(difference_but_fingerprint(grid, results, run_shuffled(grid, seed, *grid.until)) == "");
    CHECK(difference(grid, results, run_in_steps(grid, {at(30min), at(2h)}, *grid.until)) == "");
  }
}

}  // namespace mcsim::testing::lease_worlds_test
