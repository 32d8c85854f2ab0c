// Checks that the state of LSF's scheduler is consistent: all counts are made again from the jobs,
// by plain loops.
#pragma once

#include "mcsim/cluster/cluster_world.hpp"

namespace mcsim::cluster {

/// Stops the run unless the counts of hosts, queues and users, the resources, and what is reserved
/// are those of the jobs. Holds after every event. For tests; slow.
void check_lsf(const ClusterWorld& world);

/// Checks what also holds once an instant is over: no job is on a host that is down, and each job
/// holds the amounts of its rusage that are due now.
void check_lsf_at_rest(const ClusterWorld& world);

// Parts of these.

/// At rest: the elements of job arrays that count against their limits, and those in line.
void check_lsf_arrays(const ClusterWorld& world);

/// Amounts that started jobs hold and free amounts come to the total of each resource.
void check_lsf_resources(const ClusterWorld& world);
/// Slots that are reserved, in advance and by SLOT_RESERVE, and entitlements.
void check_lsf_claims(const ClusterWorld& world);
/// What accounts of user fairshare are charged, and whose jobs may be elected.
void check_lsf_shares(const ClusterWorld& world);

}  // namespace mcsim::cluster
