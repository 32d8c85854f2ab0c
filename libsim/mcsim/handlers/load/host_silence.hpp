// Hosts that go down, where mbatchd notices it by their silence: `model.host_down`.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"
#include "mcsim/handlers/jobs/timeline.hpp"
#include "mcsim/handlers/load/sbatchd_faults.hpp"

namespace mcsim::handlers {

/// At first mbatchd cannot reach the sbatchd of such a host, and does not know of its jobs. When
/// the host's LIM has missed too many exchanges, the host is down. Source: docs/rules/load.md,
/// section 5.
class HostSilence {
 public:
  HostSilence(ClusterWorld& world, JobLifecycle& life, TimelinePlayer& timeline,
              SbatchdFaults& sbatchds)
      : world_(world), state_(*world.lsf), life_(life), timeline_(timeline), sbatchds_(sbatchds) {}

  void begin(const TimelineEntry& entry);
  /// The host may be back, or missed, at this instant.
  void end(HostId host) { state_.sbatchds.may_be_back.push_back(host); }
  void miss(HostId host) { state_.sbatchds.may_be_missed.push_back(host); }
  /// There is an mbatchd again, which misses what its predecessor did not.
  void miss_late();
  bool has_turned() const {
    return !state_.sbatchds.may_be_back.empty() || !state_.sbatchds.may_be_missed.empty();
  }
  /// At the end of phase `change`. Answers which hosts are up, or down for mbatchd, from now on.
  std::vector<HostId> turn();

 private:
  Time missed_at() const;
  bool is_over(HostId host) const;
  bool is_missed(HostId host) const;

  ClusterWorld& world_;
  SchedulerState& state_;
  JobLifecycle& life_;
  TimelinePlayer& timeline_;
  SbatchdFaults& sbatchds_;
};

}  // namespace mcsim::handlers
