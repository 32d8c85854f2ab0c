// A waiting job is in line while its condition (bsub -w) holds, and held back while it does not.
#pragma once

#include "mcsim/cluster/cluster_world.hpp"

namespace mcsim::handlers {

/// To be called when the job has begun to wait, or its condition has turned.
void follow_condition(ClusterWorld& world, JobSlotId id);

}  // namespace mcsim::handlers
