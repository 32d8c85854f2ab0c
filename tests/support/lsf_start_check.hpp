// Whether a job may run where it has just been put: the limits of docs/rules/scheduling.md, counted
// again from the jobs.
//
// Limits are checked when a job starts or resumes, since only that can use more of them. A limit
// may be exceeded without a start in these cases: a reconfiguration lowers it; bswitch moves a
// started job to another pool; a suspended job that did not count resumes, which needs free slots
// of its hosts, but does not respect limits of queues and users.
#pragma once

#include "mcsim/cluster/cluster_world.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The job has started now; throws InvariantBroken if it must not have.
void check_start(const ClusterWorld& world, JobSlotId job);
/// The job has resumed now; throws InvariantBroken if it must not have.
void check_resume(const ClusterWorld& world, JobSlotId job);

}  // namespace mcsim::testing
