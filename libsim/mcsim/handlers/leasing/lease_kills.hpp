// Requeues jobs that have to leave a borrowed host.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Source: docs/rules/lsf.md, 3.7; docs/rules/leasing.md, section 5.
class LeaseKills {
 public:
  LeaseKills(ClusterWorld& world, JobLifecycle& life) : state_(*world.lsf), life_(life) {}

  /// Requeues jobs on a host until it fits, the latest ones first. Returns how many.
  template <class Fits>
  std::int32_t until(HostId id, Fits&& fits) {
    return until(id, fits, [](JobSlotId) { return true; });
  }
  /// Likewise until jobs there hold no more of a resource than there is: only jobs that hold some.
  std::int32_t for_resource(HostId id, ResourceId resource);
  /// Likewise of an instance, among the jobs of all hosts that share it. Returns how many, by host;
  /// a job on several hosts counts for the first that shares the instance.
  std::map<HostId, std::int32_t> for_instance(const SharedResource& instance);

 private:
  template <class Fits, class MayGo>
  std::int32_t until(HostId id, Fits&& fits, MayGo&& may_go) {
    if (fits(state_.hosts[id])) return 0;
    std::vector<JobSlotId> jobs;
    state_.jobs.visit_on(id, [&](JobSlotId job, Slots) {
      if (may_go(job)) jobs.push_back(job);
    });
    sort_latest_first(jobs);
    std::int32_t killed = 0;
    for (auto job = jobs.begin(); job != jobs.end() && !fits(state_.hosts[id]); ++job, ++killed)
      kill(*job);
    return killed;
  }

  bool is_enough(HostId id, ResourceId resource) const;
  bool holds(JobSlotId job, ResourceId resource);
  void sort_latest_first(std::vector<JobSlotId>& jobs) const;
  void kill(JobSlotId id);

  const SchedulerState& state_;
  JobLifecycle& life_;
};

}  // namespace mcsim::handlers
