// Jobs on a borrowed host that have to go.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
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
        id,
        [&](const LsfHost&) {
          const Amount free = state_.hosts.available(id, resource);
          return free == LsfHosts::undefined || free >= 0;
        },
        [&](JobSlotId job) {
          return std::ranges::any_of(life_.book().gifts_of(job, true), [&](const auto& gift) {
            return gift.resource == resource && gift.amount > 0;
          });
        });
  }

 private:
  template <class Fits, class MayGo>
  std::int32_t until(HostId id, Fits&& fits, MayGo&& may_go) {
    if (fits(state_.hosts[id])) return 0;
    std::vector<JobSlotId> jobs;
    state_.jobs.visit_on(id, [&](JobSlotId job, Slots) {
      if (may_go(job)) jobs.push_back(job);
    });
    std::ranges::sort(jobs, std::greater(), [&](JobSlotId job) {
      return std::pair(state_.jobs[job].dispatched, state_.jobs[job].index);
    });
    std::int32_t killed = 0;
    for (auto job = jobs.begin(); job != jobs.end() && !fits(state_.hosts[id]); ++job, ++killed) {
      if (state_.jobs[*job].stage == Stage::running) world_.agenda.cancel(state_.jobs[*job].end);
      life_.requeue(*job, RequeueReason::lease);
    }
    return killed;
  }

  ClusterWorld& world_;
  LsfState& state_;
  LsfLife<O>& life_;
};

}  // namespace mcsim
