// Whether LSF's scheduler's state agrees with itself: all counts are made again from the jobs, by
// plain loops.
#pragma once

#include "mcsim/cluster/cluster_world.hpp"

namespace mcsim::cluster {

/// Stops the run unless the counts of hosts, queues and users, the resources, and what is reserved
/// are those of the jobs. Holds after every event. For tests; slow.
void check_lsf(const ClusterWorld& world);

/// What holds besides when all that happens in an instant has happened: no job is on a host that is
/// down, and each holds of its rusage what is due now.
void check_lsf_at_rest(const ClusterWorld& world);

// Parts of check_lsf.

/// What started jobs hold of each resource, and what is free of it, come to what there is.
void check_lsf_resources(const ClusterWorld& world);
/// Slots that are reserved, in advance and by SLOT_RESERVE, and entitlements.
void check_lsf_claims(const ClusterWorld& world);

}  // namespace mcsim::cluster
