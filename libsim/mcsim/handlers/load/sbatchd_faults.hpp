// Sbatchds that end and begin: hosts that mbatchd cannot reach, and ends that it hears of late.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Jobs outlive the sbatchd that has started them. The sbatchd of its first host looks after a job.
/// Source: docs/rules/load.md, section 5.
class SbatchdFaults {
 public:
  SbatchdFaults(ClusterWorld& world, JobLifecycle& life)
      : world_(world), state_(*world.lsf), life_(life) {}

  void take_down(const TimelineEntry& entry);
  /// Whether it is back.
  bool come_back(HostId host);
  /// Of a borrowed host the provider has told that its sbatchd is down, until `back`, or that it is
  /// not. Jobs there are told of by then, as on hosts of the cluster's own.
  void hear(HostId host, std::optional<Time> back);
  /// Whether mbatchd does not hear that a job has ended, or is at a limit, before an sbatchd or
  /// mbatchd itself is back.
  bool holds_back(JobSlotId id);
  /// There is an mbatchd again, which hears of these ends now.
  std::vector<JobSlotId> take_held_ends();

 private:
  void set_reached(HostId host, bool is_reached);

  ClusterWorld& world_;
  SchedulerState& state_;
  JobLifecycle& life_;
};

}  // namespace mcsim::handlers
