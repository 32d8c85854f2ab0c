// Which hosts stay with the consumers that they are exported to, when a provider exports anew.
#pragma once

#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/leasing/export_dealing.hpp"

namespace mcsim::handlers {

/// Hosts that were selected and on which jobs of their consumers run now, those whose latest start
/// is the longest ago first. A job that ends at this instant is gone. Source:
/// docs/rules/leasing.md, section 6.
std::vector<Incumbent> hosts_with_jobs(const ClusterWorld& provider,
                                       const std::vector<ClusterWorld>& grid, Time now);

/// All hosts that policies have selected which are still as they were.
std::vector<Incumbent> hosts_that_stay(const ClusterWorld& provider);

}  // namespace mcsim::handlers
