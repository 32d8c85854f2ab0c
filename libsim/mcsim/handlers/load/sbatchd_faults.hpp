// Sbatchds that end and begin: hosts that mbatchd cannot reach, and ends that it hears of late.
#pragma once

#include <algorithm>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Jobs outlive the sbatchd that has started them; who looks after a job is that of its first host.
/// Source: docs/rules/load.md, section 5.
class SbatchdFaults {
 public:
  SbatchdFaults(ClusterWorld& world, JobLifecycle& life)
      : world_(world), state_(*world.lsf), life_(life) {}

  void take_down(const TimelineEntry& entry);
  void come_back(HostId host);
  /// A job has ended, or is at a limit, and nobody tells mbatchd before a sbatchd is back.
  bool holds_back(JobSlotId id);

 private:
  void set_reached(HostId host, bool is_reached);

  ClusterWorld& world_;
  LsfState& state_;
  JobLifecycle& life_;
};

}  // namespace mcsim::handlers
