// What jobs reserve by rusage, and give back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Looks at the state, changes nothing; not to be kept. Source: docs/rules/scheduling.md,
/// section 5.
class RusageRules {
 public:
  RusageRules(const ClusterConfig& config, const SchedulerState& state, Time now)
      : config_(config), state_(state), now_(now) {}

  /// When what the job has reserved by rusage[...:duration=...] changes next, after now; never: it
  /// does not.
  Time next_change(JobSlotId id) const;
  /// What it has reserved at present.
  Amount due(const JobState& job, const ResourceUse& use) const;
  /// Whether what a suspended job gave back of its resources can be taken again.
  bool can_take_back(JobSlotId id) const;
  struct Gift {
    HostId host{};  ///< the first of those that share the instance
    ResourceId resource{};
    Amount amount = 0;
  };
  /// How many times its amount a job takes of a resource at a host: that host's, or of the instance
  /// that the host shares.
  std::int64_t units(JobSlotId id, const ResourceUse& use, HostId host) const;
  /// What a job gives back when it is suspended, or killed.
  std::vector<Gift> gifts_of(JobSlotId id, bool killed) const;

 private:
  Duration decay_step() const;

  const ClusterConfig& config_;
  const SchedulerState& state_;
  Time now_;
};

/// Keeps what jobs have taken: JobsInFlight::taken(), and the amounts of ClusterHosts.
class RusageTakings : Owner {
 public:
  using Owner::Owner;

  void take_all(JobSlotId id);
  void give_all(JobSlotId id);
  /// A suspended job keeps memory, and what has no RELEASE.
  void give_released(JobSlotId id);
  /// Changes what the job has reserved to the amounts that are due now.
  void update(JobSlotId id);
  /// Takes what started jobs hold from the totals of the present settings, maybe at other places
  /// than before.
  void take_again();

 private:
  void set(JobSlotId id, std::size_t use, Amount amount);
};

}  // namespace mcsim::scheduler
