// Slots that queues, users and groups of users have.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps the counts of QueueState and UserLimits.
class UseCounts : Owner {
 public:
  using Owner::Owner;

  /// A job has more slots than before, or fewer.
  /// `on`: the host of reserved slots.
  void add(JobSlotId id, const SlotCount& change, HostId on = none<HostId>);
  /// A job begins to wait (1), or no longer does (-1).
  void add_pending(const JobState& job, std::int32_t sign) {
    QueueState& queue = state_.queues[job.queue];
    const std::int64_t slots = std::int64_t{sign} * job.slots.count();
    queue.pending_slots += slots;
    if (queue.by_user) add_pending_of_user(job, slots);
  }
  /// Counts anew what started jobs have: other limits may apply now.
  void recount();

 private:
  /// The rows of lsb.users that apply to a user, noted so that readers of const state find them.
  const std::vector<std::uint32_t>& see_limits_of(NameId user);
  void add_pending_of_user(const JobState& job, std::int64_t slots);
  void add_of_user(JobSlotId id, const SlotCount& change);
};

}  // namespace mcsim::scheduler
