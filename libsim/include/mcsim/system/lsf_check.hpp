// Whether LSF's scheduler's state agrees with itself.
#pragma once

#include "mcsim/system/cluster_world.hpp"

namespace mcsim {

/// Stops the run unless counts are those of the jobs, and no limit is exceeded. For tests; slow.
void check_lsf(const ClusterWorld& world);

}  // namespace mcsim
