// Random leases: slots are never lost nor doubled, and whatever is skipped or reordered, the run is
// the same. MCSIM_LEASES says how many.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lease_check.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

using namespace mcsim;

namespace {

std::uint64_t grids() { return number_from_environment("MCSIM_LEASES", 300); }

std::int32_t one_of(RngStream& dice, std::int32_t least, std::int32_t most) {
  return least +
         static_cast<std::int32_t>(dice.below(static_cast<std::uint64_t>(most - least + 1)));
}

std::vector<JobRow> random_jobs(RngStream& dice) {
  std::vector<JobRow> rows;
  Duration now{};
  for (std::int32_t id = one_of(dice, 0, 40); id > 0; --id) {
    now += Duration(one_of(dice, 0, 120) * 1000);
    rows.push_back({.id = 100 - id,
                    .submit = now,
                    .slots = dice.below(3) == 0 ? one_of(dice, 1, 5) : 1,
                    .run = Duration(one_of(dice, 1, 900) * 1000)});
  }
  return rows;
}

/// Shared leases of a host have one consumer.
void add_exports(ClusterSettings& cluster, std::size_t provider, std::int32_t clusters,
                 std::int32_t own, RngStream& dice) {
  std::vector<bool> used(cluster.hosts.size(), false);
  for (std::int32_t more = one_of(dice, 0, 3); more > 0; --more) {
    HostExport policy;
    policy.is_shared = dice.below(2) == 0;
    const std::int32_t consumers = policy.is_shared ? 1 : one_of(dice, 1, clusters - 1);
    for (std::int32_t at = 0; at < clusters; ++at)
      if (at != static_cast<std::int32_t>(provider) &&
          std::cmp_less(policy.distribution.size(), consumers))
        policy.distribution.push_back({static_cast<ClusterId>(at), one_of(dice, 1, 4)});
    if (dice.below(3) == 0) {
      policy.most_hosts = one_of(dice, 1, 3);
    } else {
      policy.slots = Slots(one_of(dice, 1, 4));
      for (std::int32_t host = 0; host < own; ++host)
        if (!used[static_cast<std::size_t>(host)] && dice.below(2) == 0) {
          policy.hosts.push_back(static_cast<HostId>(host));
          used[static_cast<std::size_t>(host)] = true;
        }
      if (policy.hosts.empty()) continue;
    }
    cluster.exports.push_back(std::move(policy));
  }
}

void add_borrowed_hosts(GridConfig& grid) {
  const std::vector<ClusterConfig> own = grid.clusters;
  for (std::size_t at = 0; at < grid.clusters.size(); ++at)
    for (std::size_t other = 0; other < own.size(); ++other)
      for (std::size_t host = 0; other != at && host < own[other].hosts.size(); ++host) {
        HostConfig borrowed = own[other].hosts[host];
        borrowed.name += "@" + own[other].name;
        borrowed.mxj = Slots{};
        borrowed.home = HostHome{static_cast<ClusterId>(other), static_cast<HostId>(host)};
        grid.clusters[at].hosts.push_back(std::move(borrowed));
      }
}

/// Policies and MXJ are other ones later on.
void add_reconfigurations(ClusterConfig& cluster, std::size_t provider, std::int32_t clusters,
                          std::int32_t own, RngStream& dice) {
  Duration now{};
  for (std::int32_t more = one_of(dice, 0, 2); more > 0; --more) {
    now += Duration(one_of(dice, 0, 3600) * 1000);
    auto settings = std::make_shared<ClusterSettings>(cluster);
    if (dice.below(4) > 0) {
      settings->exports.clear();
      add_exports(*settings, provider, clusters, own, dice);
    } else {
      for (HostExport& policy : settings->exports) {
        if (!policy.selects()) policy.slots = Slots(one_of(dice, 1, 4));
        if (policy.selects()) policy.most_hosts = one_of(dice, 1, 3);
      }
    }
    if (dice.below(3) == 0)
      settings->hosts[static_cast<std::size_t>(one_of(dice, 0, own - 1))].mxj =
          Slots(one_of(dice, 1, 6));
    TimelineEntry entry{.at = at(now), .kind = TimelineEntry::Kind::reconfigure};
    entry.settings = std::move(settings);
    cluster.timeline.push_back(std::move(entry));
  }
}

void add_faults(ClusterConfig& cluster, std::int32_t own, RngStream& dice) {
  for (std::int32_t more = one_of(dice, 0, 2); more > 0; --more) {
    TimelineEntry entry{.at = at(Duration(one_of(dice, 0, 3600) * 1000)),
                        .kind = TimelineEntry::Kind::host_down};
    entry.host = static_cast<HostId>(one_of(dice, 0, own - 1));
    entry.down_for = Duration(one_of(dice, 1, 1800) * 1000);
    const auto place = std::ranges::upper_bound(cluster.timeline, entry.at, {}, &TimelineEntry::at);
    cluster.timeline.insert(place, std::move(entry));
  }
}

GridConfig random_leases(std::uint64_t seed) {
  RngStream dice(seed, "random leases");
  GridConfig grid;
  const std::int32_t clusters = one_of(dice, 2, 4);
  for (std::int32_t at = 0; at < clusters; ++at) {
    std::vector<std::int32_t> hosts;
    for (std::int32_t host = one_of(dice, 1, 4); host > 0; --host)
      hosts.push_back(one_of(dice, 1, 6));
    grid.clusters.push_back(machine(hosts, "lsf", random_jobs(dice)));
    ClusterConfig& cluster = grid.clusters.back();
    cluster.name = "C" + std::to_string(at + 1);
    cluster.params.reclaim_delay = Duration(one_of(dice, 1, 10) * 60'000);
    cluster.params.job_scheduling_interval = Duration(one_of(dice, 0, 2) * 5'000);
    cluster.model.lease_keep_one_slot = dice.below(2) == 0;
    if (dice.below(3) == 0) cluster.model.lease_inactive = Duration(one_of(dice, 1, 120) * 1000);
  }
  std::vector<std::int32_t> own;
  for (const ClusterConfig& cluster : grid.clusters)
    own.push_back(static_cast<std::int32_t>(cluster.hosts.size()));
  for (std::size_t at = 0; at < grid.clusters.size(); ++at)
    add_exports(grid.clusters[at], at, clusters, own[at], dice);
  add_borrowed_hosts(grid);
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    add_reconfigurations(grid.clusters[at], at, clusters, own[at], dice);
    add_faults(grid.clusters[at], own[at], dice);
  }
  for (std::int32_t a = 0; a < clusters; ++a)
    for (std::int32_t b = a + 1; b < clusters; ++b) {
      LinkConfig link{.a = static_cast<ClusterId>(a), .b = static_cast<ClusterId>(b)};
      link.latency = Duration(one_of(dice, 0, 3) * one_of(dice, 0, 30) * 500);
      if (dice.below(3) == 0) {
        const Time from = at(Duration(one_of(dice, 0, 3000) * 1000));
        link.outages = {{from, from + Duration(one_of(dice, 1, 900) * 1000)}};
      }
      grid.links.push_back(link);
    }
  grid.until = at(8h);
  return grid;
}

}  // namespace

TEST_CASE("each exported slot is the provider's, the consumer's, or on its way", "[property]") {
  std::uint64_t granted = 0;
  std::uint64_t moved = 0;
  for (std::uint64_t seed = 1; seed <= grids(); ++seed) {
    const GridConfig grid = random_leases(seed);
    INFO("seed " << seed);
    Simulation simulation(grid);
    Recorder recorder(grid);
    for (Time next = next_instant(simulation); next <= *grid.until && next != never;
         next = next_instant(simulation)) {
      const RunState state = simulation.run_until(next, recorder);
      REQUIRE_NOTHROW(check_leases(simulation.clusters()));
      for (const ClusterWorld& world : simulation.clusters()) check_invariants(world);
      if (state != RunState::until) break;
    }
    for (const ClusterWorld& world : simulation.clusters())
      for (const BorrowedLease& lease : world.leasing.borrowed) {
        ++granted;
        if (lease.is_shared && world.leasing.holdings[lease.holding].sum.available != 1) ++moved;
      }
  }
  CHECK(granted > grids() / 2);
  CHECK(moved > grids() / 20);
}

TEST_CASE("leases are the same without skipping sessions, by steps, and in any order of ties",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= grids() / 3; ++seed) {
    const GridConfig grid = random_leases(seed);
    INFO("seed " << seed);
    const RunResults results = run_until(grid, *grid.until);
    CHECK(difference(grid, results, run_every_session(grid, *grid.until)) == "");
    CHECK(difference_but_fingerprint(grid, results, run_shuffled(grid, seed, *grid.until)) == "");
    CHECK(difference(grid, results, run_in_steps(grid, {at(30min), at(2h)}, *grid.until)) == "");
  }
}
