// Running jobs as victims of a preemption: what hosts would have without them.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "mcsim/base/bits.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/scheduler/rules.hpp"
#include "mcsim/scheduler/rusage.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// Looks at the state, changes nothing; not to be kept.
class WithoutVictims {
 public:
  WithoutVictims(const ClusterConfig& config, const SchedulerState& state, Time now)
      : state_(state),
        rusage_(config, state, now),
        rules_(config, state.settings),
        on_(state.hosts.size()),
        limit_rules_(config, state, now) {}

  void take(JobSlotId victim);
  void let_go(JobSlotId victim);
  bool has(JobSlotId job) const { return is_taken_.has(index_of(job)); }
  /// What victims have under section Limit, and would give back.
  const LimitCounts& limits() const { return limits_; }

  /// What victims have on one host.
  struct OnHost {
    std::int32_t slots = 0;
    std::int32_t jobs = 0;
    std::int32_t exclusive_jobs = 0;
  };
  const OnHost& on(HostId host) const { return on_[host]; }
  /// What victims give back of a resource that the host could then offer.
  Amount given_back(HostId host, ResourceId resource) const;
  /// How much more would be free on a host without the victims.
  HostRelief relief(HostId host) const;
  /// Whether a victim gives back something that hosts share, on some of which it may not run.
  bool gives_shared(JobSlotId victim) const;

 private:
  /// Where a resource is taken from: a host (nowhere), or an instance that hosts share.
  using Source = std::tuple<ResourceId, std::uint32_t, HostId>;
  Source source(HostId host, ResourceId resource) const;
  std::vector<RusageRules::Gift> gifts_of(JobSlotId victim) const;
  void count(JobSlotId victim, std::int32_t sign);

  const SchedulerState& state_;
  RusageRules rusage_;
  MergedRules rules_;
  Bits is_taken_;
  Table<HostId, OnHost> on_;
  std::map<Source, Amount> given_back_;
  LimitRules limit_rules_;
  LimitCounts limits_;
};

}  // namespace mcsim::scheduler
