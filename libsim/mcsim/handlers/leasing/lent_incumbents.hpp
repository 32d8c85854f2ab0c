// Which hosts stay with the consumers that they are exported to, when a provider exports anew.
#pragma once

#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/leasing/export_dealing.hpp"

namespace mcsim::handlers {

/// Exported hosts on which jobs of their consumers run now, those with the earliest latest start
/// first. A job that ends at this instant does not count. Source: docs/rules/leasing.md, section 6.
std::vector<Incumbent> hosts_with_jobs(const ClusterWorld& provider,
                                       const std::vector<ClusterWorld>& grid, Time now);

/// All hosts selected by policies that have not changed.
std::vector<Incumbent> hosts_that_stay(const ClusterWorld& provider);

}  // namespace mcsim::handlers
