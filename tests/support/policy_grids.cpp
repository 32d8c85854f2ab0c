// Which cluster has which policy.
#include "support/policy_grids.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mcsim/base/random.hpp"
#include "mcsim/config/vocabulary/slots_only.hpp"

namespace mcsim::testing {

namespace {

bool is_linked(const GridConfig& grid, const ClusterConfig& cluster) {
  const auto id = static_cast<ClusterId>(&cluster - grid.clusters.data());
  return std::ranges::any_of(grid.links,
                             [&](const LinkConfig& link) { return link.a == id || link.b == id; });
}

}  // namespace

void give_policies(GridConfig& grid, std::uint64_t seed) {
  constexpr std::array policies{"lsf", "fcfs", "easy", "conservative"};
  RngStream stream{seed, "test/policies"};
  const auto one_in = [&](std::uint64_t chances) { return stream.below(chances) == 0; };
  for (ClusterConfig& cluster : grid.clusters) {
    const bool leases = !cluster.exports.empty() || !cluster.resource_exports.empty() ||
                        std::ranges::any_of(cluster.hosts, [](const HostConfig& host) {
                          return host.home.has_value();
                        });
    const char* dispatch = policies[one_in(3) ? 0 : 1 + stream.below(3)];
    EasyOptions easy;
    if (one_in(2)) easy.reservation = EasyOptions::Reservation::sticky;
    if (one_in(3)) easy.running = easy.candidates = PredictedBy::actual;
    if (one_in(3)) easy.extra = false;
    if (one_in(3)) easy.pass = EasyOptions::Pass::event;
    ConservativeOptions conservative;
    if (one_in(2)) conservative.depth = stream.below(5);
    if (leases || dispatch == policies[0]) continue;
    ClusterConfig slots = slots_only(cluster);
    const bool exchanges = exchanges_jobs(slots, slots.timeline);
    if (is_linked(grid, cluster) && !exchanges) continue;  // its link is for leases
    cluster = std::move(slots);
    cluster.model.dispatch = dispatch;
    cluster.model.easy = easy;
    cluster.model.conservative = conservative;
  }
}

}  // namespace mcsim::testing
