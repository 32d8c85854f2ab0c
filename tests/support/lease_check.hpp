// What must be so of leases after each instant, counted anew from both sides and the mail between.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Stops the run unless each exported slot is the provider's, the consumer's, or on its way, and
/// unless what is kept of shared leases is what hosts say. Source: docs/rules/leasing.md, sections
/// 4, 5.
void check_leases(const std::vector<ClusterWorld>& clusters);

}  // namespace mcsim::testing
