// The checks of load by sbatchds: when, and what follows.
#pragma once

#include <algorithm>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/load_stops.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Every sbatchd checks its jobs at each multiple of SBD_SLEEP_TIME since virtual time 0. One that
/// would find nothing new is skipped; results are the same. Source: docs/rules/load.md, section 4.
class SbatchdChecks {
 public:
  SbatchdChecks(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world), state_(*world.lsf), observer_(observer), life_(life) {}

  /// The event that was expected has come.
  void comes();
  /// Phase `periodic`: the sbatchds that are due check.
  void look();
  /// Schedules a round for when the next sbatchd has to look.
  void expect();

 private:
  Time next_from(Time time) const;
  /// Hosts whose sbatchds may find something, in their order.
  std::vector<HostId> due();
  /// Whether a job on a host is suspended for load, or is also on a host where load may suspend it.
  /// Only the present load counts: a load that comes to a threshold makes the sbatchd check again.
  bool may_find_any(HostId host) const;
  /// Takes over the load that LIMs have reported last: that of other hosts is judged by it.
  void hear_of(HostId host);
  void look_at(HostId host);

  ClusterWorld& world_;
  SchedulerState& state_;
  Observer& observer_;
  JobLifecycle& life_;
};

}  // namespace mcsim::handlers
