// A provider and a consumer of leases, for tests.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "support/rooms.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {

inline constexpr ClusterId provider{0};
inline constexpr ClusterId consumer{1};

/// A provider C1 with hosts h1, h2, ... of these slots, and a consumer C2 with one slot of its own
/// whose queue may use all hosts of C1, too. A message takes a second.
inline GridConfig lender_and_borrower(const std::vector<std::int32_t>& slots_of_hosts,
                                      const std::vector<JobRow>& of_provider,
                                      const std::vector<JobRow>& of_consumer) {
  GridConfig grid = grid_of(machine(slots_of_hosts, "lsf", of_provider));
  grid.clusters.push_back(flat_machine(1, "lsf", of_consumer));
  grid.clusters[0].name = "C1";
  ClusterConfig& borrower = grid.clusters[1];
  borrower.name = "C2";
  for (std::size_t host = 0; host < slots_of_hosts.size(); ++host) {
    HostConfig borrowed = grid.clusters[0].hosts[host];
    borrowed.name += "@C1";
    borrowed.mxj = Slots{};
    borrowed.home = HostHome{.cluster = provider,
                             .host = static_cast<HostId>(host),
                             .most = grid.clusters[0].hosts[host].mxj};
    borrower.hosts.push_back(borrowed);
  }
  grid.links = {{.a = provider, .b = consumer, .latency = 1s}};
  return grid;
}

/// A policy with PER_HOST: these hosts, `slots` of each.
inline HostExport named(std::vector<HostId> hosts, std::int32_t slots) {
  return {.hosts = std::move(hosts), .slots = Slots(slots), .distribution = {{consumer, 1}}};
}
/// A policy with RES_SELECT: up to `hosts` whole hosts.
inline HostExport selected(std::int32_t hosts) {
  return {.most_hosts = hosts, .distribution = {{consumer, 1}}};
}

/// Reconfigures the provider to export this from `when` on.
inline void export_later(GridConfig& grid, Duration when, std::vector<HostExport> exports) {
  ClusterSettings settings = grid.clusters[0];
  settings.exports = std::move(exports);
  grid.clusters[0].timeline.push_back(reconfigure(when, settings));
}

inline const JobOutcome& job(const RunResults& results, ClusterId cluster, std::size_t place) {
  return results.clusters[index_of(cluster)].jobs[place];
}

}  // namespace mcsim::testing
