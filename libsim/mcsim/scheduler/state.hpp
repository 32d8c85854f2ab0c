// All that LSF's scheduler knows of a cluster at one instant, as a value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "mcsim/base/bits.hpp"
#include "mcsim/base/by_name.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/lim/master_election.hpp"
#include "mcsim/lim/master_load.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/pam/launch_board.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/scheduler/buckets.hpp"
#include "mcsim/scheduler/exclusions.hpp"
#include "mcsim/scheduler/forward_lines.hpp"
#include "mcsim/scheduler/host_finder.hpp"
#include "mcsim/scheduler/hosts.hpp"
#include "mcsim/scheduler/jobs.hpp"
#include "mcsim/scheduler/requirement_keys.hpp"
#include "mcsim/scheduler/slot_reservations.hpp"

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
};

/// Queues that a session serves together: those of one priority without a pool. A queue of a pool
/// is a group of its own.
struct QueueGroup {
  std::vector<QueueId> queues;
  PoolId pool = none<PoolId>;
  std::vector<BucketId> to_open;  ///< parked ones that what was freed may help; seen in its turn
  bool is_stale = false;          ///< in SchedulerState::stale_groups
};

/// A step of a session: a queue group, or the second round of a pool.
struct SessionStep {
  std::uint32_t group = 0;  ///< in SchedulerState::groups
  PoolId second_round = none<PoolId>;
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
  BucketsBySize on_one_host;    ///< whose jobs must have one host
  BucketsBySize on_many_hosts;  ///< the others
  SlotCount count;
  std::int64_t pending_slots = 0;
  ByName<SlotCount> of_user;
  ByName<std::int64_t> pending_of_user;
  std::vector<JobSlotId> suspended;         ///< SSUSP; without those stuck or stopped for load
  AccumulatedUse accumulated;               ///< of pools
  std::int64_t most_on_hosts = no_limit;    ///< of pools: what HJOB_LIMIT and PJOB_LIMIT come to
  std::int64_t most_of_user = no_limit;     ///< likewise, with JL/U of one user
  std::vector<std::int64_t> most_by_limit;  ///< likewise, with JL/P of each row of lsb.users
  std::int32_t entitlement = no_limit;      ///< in this session
  std::uint32_t pool_rank = 0;              ///< its place in its pool's order, likewise
  bool freed = false;                       ///< uses less than when buckets were parked for it
  std::vector<BucketId> parked;             ///< because of the queue: limit, pool, windows
  bool by_user = false;                     ///< its jobs stand in lines by user
  bool by_estimate = false;                 ///< run limits tell its buckets apart
  std::int64_t free_behind = 0;  ///< free slots of hosts whose HostState::suspended_of it is
  ReceivedJobs received;
  bool forwards_by_user = false;  ///< some receive queue is not open to all users
};

/// One row of lsb.users, and the slots in use.
struct UserLimitState {
  SlotCount together;
  ByName<SlotCount> of_user;  ///< where each user has a limit of their own
  bool freed = false;         ///< together: they use less than when lines were parked
};

/// A line that waits for its user to use less, with what decides that.
struct LineOfUser {
  BucketId bucket{};
  std::uint32_t line = 0;
  QueueId queue{};
  std::int32_t slots = 0;
};

/// Slots that a job has of an advance reservation on one host.
struct ReservationCharge {
  JobSlotId job{};
  std::int32_t slots = 0;
};

/// The slots of an advance reservation on one host.
struct ReservedPart {
  std::uint32_t reservation = 0;
  HostId host{};
  std::int32_t slots = 0;
  std::vector<ReservationCharge> charges{};  ///< to jobs that are on the host
};

/// Hosts, each once.
struct HostList {
  std::vector<HostId> hosts;
  Bits is_listed;

  void add(HostId id) {
    if (is_listed.has(index_of(id))) return;
    is_listed.set(index_of(id));
    hosts.push_back(id);
  }
  void clear() {
    for (const HostId id : hosts) is_listed.reset(index_of(id));
    hosts.clear();
  }
};

/// The LIMs of a cluster in which they report load.
struct LimState {
  MasterElection election;
  /// The last master, or none; while it is down there are no sessions.
  HostId mbatchd_on = none<HostId>;
  Table<HostId, Time> down_until;      ///< of LIMs, not of their hosts
  Table<HostId, std::uint32_t> turns;  ///< how often each has ended or begun
  std::vector<HostId> unheard;         ///< that are heard at the next exchange, if they are up
};

/// An sbatchd that is down.
struct SbatchdDown {
  Time since{};
  Time until{};
};

struct SchedulerState;
/// By IMPT_JOBLIMIT and IMPT_TASKLIMIT: whether one more job of another cluster may start.
bool has_room_for_guest(const SchedulerState& state, QueueId queue, Slots slots);

/// The scheduler's whole state; `LsfBook` keeps it consistent, `Session` decides over it.
struct SchedulerState {
  ClusterSettings settings;      ///< as they are now
  bool counts_suspended = true;  ///< no queue has PREEMPTION
  bool selects_on_load = false;
  bool has_thresholds = false;      ///< loadSched is configured, and LIMs report load
  bool has_load_stops = false;      ///< likewise loadStop
  bool reserves_told = false;       ///< rusage of what ELIMs report
  bool ranks_by_told = false;       ///< order[] or thresholds of external indices
  bool reacts_to_starts = false;    ///< a start may let others start: PREEMPTION, select on load
  std::vector<QueueId> preempting;  ///< queues that may preempt
  bool has_reservations = false;    ///< advance reservations are configured
  bool has_user_hosts = false;      ///< JL/U or JL/P is configured

  ClusterHosts hosts;
  std::optional<MasterLoad> load;       ///< `model.load`: lim
  LimState lims;                        ///< likewise
  std::optional<LaunchBoard> launches;  ///< where some jobs are launched by PAM
  std::map<HostId, SbatchdDown> sbatchds_down;
  std::set<JobSlotId> unheard_ends;  ///< jobs that are over, which mbatchd does not know
  HostFinder finder;
  std::vector<std::vector<OrderKey>> orders;  ///< by order of the finder
  std::vector<HostList> stale_hosts;  ///< likewise: changed since the order was last asked for
  HostList to_look_at;                ///< hosts where the answer of loadStop may have changed
  Time next_look = never;             ///< when sbatchds look next, as scheduled
  HostList lease_changed;             ///< watched hosts, since leases were settled
  std::vector<ResourceId> measured;   ///< by measure of the finder, from 1; none: precedence
  std::vector<std::pair<Time, HostId>> accept_gates;  ///< a heap, earliest first

  JobsInFlight jobs;
  Table<QueueId, QueueState> queues;
  std::vector<UserLimitState> user_limits;
  ByName<std::optional<std::vector<std::uint32_t>>> limits_of_user;  ///< once seen
  /// The same, of a user with jobs in a queue whose jobs stand in lines by user.
  const std::vector<std::uint32_t>& limits_of(NameId user) const;

  Table<RequirementId, Requirement> requirements;
  std::vector<std::vector<RequirementId>> requirement_of;      ///< by queue and profile, once seen
  std::map<RequirementKey, RequirementId> known_requirements;  ///< under the present settings
  std::map<HostSetKey, HostSetId> known_host_sets;             ///< likewise
  Table<AskId, Ask> asks;
  std::map<AskKey, AskId> known_asks;
  Table<DemandId, Demand> demands;
  std::vector<AskId> waiting_asks;  ///< that have parked buckets, or are barren
  Table<BucketId, Bucket> buckets;
  std::vector<BucketId> free_buckets;
  std::unordered_map<BucketKey, BucketId, BucketKey::Hash> bucket_of;  // never iterated
  std::vector<SessionStep> steps;  ///< of a session; made anew for each one if there are pools
  std::vector<HostSlots> hosts_scratch;
  /// By queue group: the fewest free slots with which some bucket is worth a look; 0 also where a
  /// job is suspended.
  MinTree group_needs;
  std::vector<std::uint32_t> stale_groups;  ///< whose needs are out of date
  std::vector<QueueId> queues_parked;       ///< that have parked buckets
  std::vector<QueueGroup> groups;           ///< in the order of a session
  Exclusions exclusions;

  AnyDecay decay{NoDecay{}};
  MakeDecay make_decay;
  ShareOut share_out;
  std::vector<std::int64_t> pool_totals;             ///< slots of each pool
  std::int64_t used_of(PoolId pool) const;           ///< slots that its queues use
  std::vector<ReservedPart> reserved_parts;          ///< of advance reservations
  std::vector<std::vector<std::uint32_t>> parts_on;  ///< by host: rows of reserved_parts
  std::vector<std::vector<Amount>> takings;  ///< by job slot: of its rusage, what it has taken
  SlotReservations slot_reservations;
  std::vector<JobSlotId> reserving;  ///< whose time to reserve has begun

  std::vector<BucketId> parked_volatile;  ///< are looked at in every session
  HostList freed;  ///< hosts on which something was freed since the last look
  bool any_freed = false;
  using Instance = std::pair<ResourceId, std::uint32_t>;
  std::vector<Instance> freed_instances;  ///< of shared resources, likewise
  /// Lines that wait for their user to use less; and the users who do by now.
  ByName<std::vector<LineOfUser>> parked_of_user;
  std::vector<NameId> users_freed;
  std::int64_t last_position = 0;
  std::int64_t first_position = 0;
  std::map<JobIndex, JobHistory> histories;  ///< of jobs that were suspended or requeued
  std::int64_t free_slots = 0;  ///< on hosts that take jobs, whatever the accept interval
  /// Of these, what suspended jobs leave to jobs of a queue. Where there are advance reservations:
  /// all, since these may leave some, too.
  std::int64_t free_slots_for(QueueId id) const;
  MinTree most_free;     ///< by host: minus those free slots
  OpenSlots open_slots;  ///< of all hosts
  std::vector<std::int64_t> key_scratch;
  std::int64_t capacity = 0;     ///< slots that hosts offer: MXJ, or what runs if that is more
  std::uint64_t host_turns = 0;  ///< how often a host was opened, closed, came up or went down
  ForwardLines forward_lines;
  std::uint64_t pending = 0;  ///< jobs, delayed and stopped ones among them
  std::uint64_t started = 0;  ///< jobs that run or are suspended
  std::uint64_t ssusp = 0;    ///< of these, those that the system has suspended

  /// Whether the host of mbatchd is down, and no other host has taken its place.
  bool lacks_mbatchd() const {
    return lims.mbatchd_on != none<HostId> && hosts[lims.mbatchd_on].down;
  }
  /// Whether load decides which hosts a job may start on.
  bool judges_load() const { return selects_on_load || has_thresholds || reserves_told; }
  /// Whether a session could find something to do.
  bool anybody_waits() const { return pending + ssusp != 0; }
};

}  // namespace mcsim::scheduler
