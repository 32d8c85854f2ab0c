// What must hold for leases after each instant, counted again from both sides and the mail between
// them.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Stops the run unless each exported slot is the provider's, the consumer's, or on its way, and
/// unless the sums that are kept for shared leases agree with the hosts. Source:
/// docs/rules/leasing.md, sections 4, 5.
void check_leases(const std::vector<ClusterWorld>& clusters);

}  // namespace mcsim::testing
