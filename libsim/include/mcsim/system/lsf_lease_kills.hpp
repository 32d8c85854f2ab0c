// Jobs on a borrowed host that have to go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/lsf_life.hpp"

namespace mcsim {

/// Source: spec 3.7; docs/leasing.md, section 5.
template <Observer O>
class LsfLeaseKills {
 public:
  LsfLeaseKills(ClusterWorld& world, LsfLife<O>& life)
      : world_(world), state_(*world.lsf), life_(life) {}

  /// Requeues jobs on a host until it fits, the latest ones first. Returns how many.
  template <class Fits>
  std::int32_t until(HostId id, Fits&& fits) {
    return until(id, fits, [](JobSlotId) { return true; });
  }
  /// Likewise until there is no less of a resource than jobs there hold: only those that hold some.
  std::int32_t for_resource(HostId id, ResourceId resource) {
    return until(
        id, [&](const LsfHost&) { return is_enough(id, resource); },
        [&](JobSlotId job) { return holds(job, resource); });
  }
  /// Likewise of an instance, among the jobs of all hosts that share it. Returns how many of each
  /// host; a job of several hosts is one of the first that shares the instance.
  std::map<HostId, std::int32_t> for_instance(const SharedResource& instance) {
    std::map<HostId, std::int32_t> killed;
    const auto fits = [&] {
      return std::ranges::all_of(instance.hosts, [&](std::uint32_t host) {
        return is_enough(static_cast<HostId>(host), instance.resource);
      });
    };
    if (fits()) return killed;
    std::vector<JobSlotId> jobs;
    std::map<JobSlotId, HostId> host_of;
    for (const std::uint32_t at : instance.hosts) {
      const auto host = static_cast<HostId>(at);
      state_.jobs.visit_on(host, [&](JobSlotId job, Slots) {
        if (holds(job, instance.resource) && host_of.emplace(job, host).second) jobs.push_back(job);
      });
    }
    sort_latest_first(jobs);
    for (auto job = jobs.begin(); job != jobs.end() && !fits(); ++job) {
      ++killed[host_of[*job]];
      kill(*job);
    }
    return killed;
  }

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

  bool is_enough(HostId id, ResourceId resource) const {
    const Amount free = state_.hosts.available(id, resource);
    return free == LsfHosts::undefined || free >= 0;
  }
  bool holds(JobSlotId job, ResourceId resource) {
    return std::ranges::any_of(life_.book().gifts_of(job, true), [&](const auto& gift) {
      return gift.resource == resource && gift.amount > 0;
    });
  }
  void sort_latest_first(std::vector<JobSlotId>& jobs) const {
    std::ranges::sort(jobs, std::greater(), [&](JobSlotId job) {
      return std::pair(state_.jobs[job].dispatched, state_.jobs[job].index);
    });
  }
  void kill(JobSlotId id) {
    life_.cancel_end(id);
    life_.requeue(id, RequeueReason::lease);
  }

  ClusterWorld& world_;
  LsfState& state_;
  LsfLife<O>& life_;
};

}  // namespace mcsim
