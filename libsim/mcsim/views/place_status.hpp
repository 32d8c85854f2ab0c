// The states of hosts and queues at one instant, in the words of bhosts and bqueues.
#pragma once

#include <functional>
#include <string>

#include "mcsim/base/ids.hpp"
#include "mcsim/cluster/cluster_world.hpp"

namespace mcsim::views {

/// The slots of one host. Source: bhosts, Platform LSF Command Reference.
struct HostCounts {
  std::int32_t max = 0;
  std::int32_t run = 0;
  std::int32_t ssusp = 0;
  std::int32_t ususp = 0;
  std::int32_t reserved = 0;

  std::int32_t all() const { return run + ssusp + ususp + reserved; }
};
HostCounts host_counts(const ClusterWorld& world, HostId host);

/// Whether a host is available to a cluster. A borrowed host is while a lease has it. An own host
/// is not if leases have taken all of its slots and no job of the cluster is left on it. Source:
/// Platform MultiCluster 7.0.6, "Tracking", bhosts.
bool is_available(const ClusterWorld& world, HostId host);

/// Calls visit(job, status) for each forwarded job of a submission cluster, with the last status
/// that the cluster has heard of.
void visit_away(const ClusterWorld& world,
                const std::function<void(JobSlotId job, JobStatus status)>& visit);

/// The status that bhosts -w shows: `ok`, `unavail`, `unreach`, `closed_LIM`, `closed_Adm`,
/// `closed_Wind`, `closed_Excl`, `closed_Inact`, `closed_Full` or `closed_Busy` (beyond the host's
/// own loadSched). A borrowed host is `unavail` while its link is down, like a host whose LIM and
/// sbatchd cannot be reached (IBM Spectrum LSF 10.1, "Host status"). `closed_Inact` is our own word
/// for HOST_STAT_LEASE_INACTIVE of lsbatch.h, "closed ... due to the lease is renewing".
std::string host_status(const ClusterWorld& world, HostId host);

/// The slots of one queue's jobs. A forwarded job counts by the last status that the cluster has
/// heard of. Source: bqueues, Platform LSF Command Reference.
struct QueueCounts {
  std::int64_t pend = 0;  ///< including PSUSP
  std::int64_t run = 0;
  std::int64_t ssusp = 0;
  std::int64_t ususp = 0;
  std::int64_t reserved = 0;

  std::int64_t susp() const { return ssusp + ususp; }
  std::int64_t all() const { return pend + run + susp() + reserved; }
};
QueueCounts queue_counts(const ClusterWorld& world, QueueId queue);

/// `Open:Active`, `Closed:Active`, `Open:Inact_Adm`, `Open:Inact_Win`, ...
std::string queue_status(const ClusterWorld& world, QueueId queue);

}  // namespace mcsim::views
