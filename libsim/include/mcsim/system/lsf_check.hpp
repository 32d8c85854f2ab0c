// Whether LSF's scheduler's state agrees with itself.
#pragma once

#include "mcsim/system/cluster_world.hpp"

namespace mcsim {

/// Stops the run unless the counts of hosts and queues are those of their jobs. For tests; slow.
void check_lsf(const ClusterWorld& world);

}  // namespace mcsim
