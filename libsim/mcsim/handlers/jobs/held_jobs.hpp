// A waiting job is in line while its condition (bsub -w) holds, its begin time (bsub -b) has come
// and the limit of its job array has room for it, and held back while not.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"

namespace mcsim::handlers {

/// To be called when the job has begun to wait, or its condition has turned, or its begin
/// time has come.
void follow_condition(ClusterWorld& world, JobSlotId id);

// Where there are job arrays; without effect on jobs that are no elements of one with a limit.

/// To be called when the job has left a line, or has got there, in any other way: started,
/// forwarded, stopped, moved, or changed what it asks for.
void follow_element(ClusterWorld& world, JobSlotId id);
/// The same of jobs to which it has happened together: none leaves a line only to come back.
void follow_elements(ClusterWorld& world, const std::vector<JobSlotId>& jobs);
/// The job has ended. Returns whether another element has come into line by that.
bool forget_element(ClusterWorld& world, JobIndex job);
/// bmod -J "%n": 0: no limit.
void limit_array(ClusterWorld& world, ArrayId array, std::int32_t limit);

}  // namespace mcsim::handlers
