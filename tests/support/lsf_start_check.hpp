// Whether a job may run where it has just been put: what docs/rules/scheduling.md says of limits,
// counted again from the jobs.
//
// Limits are looked at when a job starts or resumes, since only that can use more of them. What may
// leave a limit exceeded without a start: a reconfiguration that lowers it; bswitch of a started
// job into another queue; a suspended job that did not count and resumes, which asks for free slots
// of its hosts and for no limit of queues and users.
#pragma once

#include "mcsim/cluster/cluster_world.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The job has started now; throws InvariantBroken if it must not have.
void check_start(const ClusterWorld& world, JobSlotId job);
/// The job goes on now after a suspension.
void check_resume(const ClusterWorld& world, JobSlotId job);

}  // namespace mcsim::testing
