// The looks of sbatchds at load: when, and what follows.
#pragma once

#include <algorithm>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/load_stops.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Every sbatchd looks at each multiple of SBD_SLEEP_TIME since virtual time 0. Those who would
/// find nothing new do not: that changes nothing. Source: docs/rules/load.md, section 4.
class SbatchdChecks {
 public:
  SbatchdChecks(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world), state_(*world.lsf), observer_(observer), life_(life) {}

  /// The event that was expected has come.
  void comes();
  /// Phase 6: those that are due look.
  void look();
  /// Sees to it that there is a round when somebody has to look.
  void expect();

 private:
  Time next_from(Time time) const;
  /// Hosts whose sbatchds may find something, in their order.
  std::vector<HostId> due();
  /// Whether a job that its sbatchd looks after is suspended, or on a host where load may suspend
  /// it: now, since a load that comes to a level makes it look again.
  bool may_find_any(HostId host) const;
  /// What is told of a host that suspends a job is what its LIM has told last.
  void hear_of(HostId host);
  void look_at(HostId host);

  ClusterWorld& world_;
  LsfState& state_;
  Observer& observer_;
  JobLifecycle& life_;
};

}  // namespace mcsim::handlers
