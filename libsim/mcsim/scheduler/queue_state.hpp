// Queues as they are now, and the order in which sessions serve them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/by_name.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/model/limit.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/scheduler/queue_buckets.hpp"

namespace mcsim::scheduler {

/// Slots in use by a queue, user or group that has a limit. Suspended jobs count for queues always,
/// for hosts and users only in a cluster without preemption.
struct SlotCount {
  std::int32_t running = 0;
  std::int32_t suspended = 0;
  std::int32_t reserved = 0;

  std::int32_t used(bool counts_suspended = true) const {
    return running + reserved + (counts_suspended ? suspended : 0);
  }
  SlotCount& operator+=(const SlotCount& more) {
    running += more.running;
    suspended += more.suspended;
    reserved += more.reserved;
    return *this;
  }
  bool operator==(const SlotCount&) const = default;
};

/// Jobs of other clusters in one receive queue.
struct ReceivedJobs {
  std::int32_t pending_jobs = 0;  ///< not on hosts
  std::int64_t pending_slots = 0;
  std::int32_t started_jobs = 0;
  std::int64_t started_slots = 0;
};

/// One queue as it is now.
struct QueueState {
  bool open = true;        ///< qclose: takes no jobs
  bool active = true;      ///< qinact: starts none
  bool dispatches = true;  ///< DISPATCH_WINDOW
  bool runs = true;        ///< RUN_WINDOW
  std::uint32_t group = 0;
  QueueBuckets on_one_host;    ///< whose jobs must have one host
  QueueBuckets on_many_hosts;  ///< the others
  SlotCount count;
  std::int64_t pending_slots = 0;
  ByName<SlotCount> of_user;
  ByName<std::int64_t> pending_of_user;
  std::vector<JobSlotId> suspended;         ///< SSUSP; without those stuck or stopped for load
  AccumulatedUse accumulated;               ///< of pools
  std::int64_t most_on_hosts = no_limit;    ///< of pools: what HJOB_LIMIT and PJOB_LIMIT come to
  std::int64_t most_of_user = no_limit;     ///< likewise, with JL/U of one user
  std::vector<std::int64_t> most_by_limit;  ///< likewise, with JL/P of each row of lsb.users
  std::int32_t pool_share = no_limit;       ///< in this session, before leftovers are dealt
  std::int32_t entitlement = no_limit;      ///< in this session, with its part of leftovers
  std::uint32_t pool_rank = 0;              ///< its place in its pool's order, likewise
  bool freed = false;                       ///< uses less than when buckets were parked for it
  std::vector<BucketId> parked;             ///< because of the queue: limit, pool, windows
  bool by_user = false;                     ///< its jobs stand in lines by user
  bool users_differ = false;                ///< what one may start, another one may not
  bool by_estimate = false;                 ///< run limits tell its buckets apart
  bool backfills = false;                   ///< BACKFILL, where some queue reserves slots
  std::int64_t free_behind = 0;  ///< free slots where it has the SSUSP jobs of largest PRIORITY
  std::int64_t idle_behind = 0;  ///< likewise HostState::idle() of open hosts
  ReceivedJobs received;
  bool shared = false;            ///< a tree of accounts says whose job is next
  bool forwards_by_user = false;  ///< some receive queue is not open to all users
};

/// Queues that a session serves together: those of one priority without a pool or a tree of
/// accounts, or with the same tree. A queue of a pool is a group of its own.
struct QueueGroup {
  std::vector<QueueId> queues{};
  PoolId pool = none<PoolId>;
  FairshareId tree = none<FairshareId>;
  std::vector<BucketId> to_open{};  ///< parked ones that what was freed may help; seen in its turn
  bool is_stale = false;            ///< in QueueGroups::stale
};

/// What a step of a session is for: the turn of a queue group, or what follows when the last queue
/// of a pool has had its turn.
enum class PoolRound : std::uint8_t {
  turn,      ///< in a pool: jobs up to the queue's share
  leftover,  ///< those of one queue up to its entitlement
  free,      ///< those of one queue for which something is still free
  priority   ///< those of all queues by job priority: USE_PRIORITY_IN_POOL
};

struct SessionStep {
  std::uint32_t group = 0;  ///< in QueueGroups
  PoolRound round{};
  PoolId pool = none<PoolId>;  ///< of a round by priority, which has no group
};

/// The groups, in the order of a session.
class QueueGroups {
 public:
  explicit QueueGroups(std::vector<QueueGroup> groups = {}) : groups_(std::move(groups)) {
    needs.clear(groups_.size());
    for (std::uint32_t id = 0; id < size(); ++id) steps.push_back({id});
  }
  QueueGroup& operator[](std::uint32_t id) { return groups_[id]; }
  const QueueGroup& operator[](std::uint32_t id) const { return groups_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(groups_.size()); }
  auto begin() const { return groups_.begin(); }
  auto end() const { return groups_.end(); }

  /// The needs of a group may have changed.
  void mark_stale(std::uint32_t id) {
    if (std::exchange(groups_[id].is_stale, true)) return;
    stale.push_back(id);
  }

  /// Of a session; made anew for each one if there are pools.
  std::vector<SessionStep> steps;
  /// By group: the fewest free slots with which some bucket is worth a look; 0 also where a job is
  /// suspended.
  MinTree needs;
  std::vector<std::uint32_t> stale;  ///< whose needs are out of date

 private:
  std::vector<QueueGroup> groups_;
};

}  // namespace mcsim::scheduler
