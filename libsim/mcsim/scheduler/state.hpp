// All that LSF's scheduler knows of a cluster at one instant, as a value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/lim/master_election.hpp"
#include "mcsim/lim/master_load.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/pam/launch_board.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/policy/victim_rank.hpp"
#include "mcsim/scheduler/advance_reservations.hpp"
#include "mcsim/scheduler/buckets.hpp"
#include "mcsim/scheduler/exclusions.hpp"
#include "mcsim/scheduler/features.hpp"
#include "mcsim/scheduler/forward_lines.hpp"
#include "mcsim/scheduler/hosts.hpp"
#include "mcsim/scheduler/jobs.hpp"
#include "mcsim/scheduler/limit_uses.hpp"
#include "mcsim/scheduler/places.hpp"
#include "mcsim/scheduler/policy_dispatch.hpp"
#include "mcsim/scheduler/queue_state.hpp"
#include "mcsim/scheduler/requirements.hpp"
#include "mcsim/scheduler/shares.hpp"
#include "mcsim/scheduler/slot_reservations.hpp"
#include "mcsim/scheduler/user_limits.hpp"

namespace mcsim::scheduler {

/// The LIMs of a cluster in which they report load.
struct LimState {
  MasterElection election;
  HostId mbatchd_on = none<HostId>;    ///< the last master, or none
  bool has_mbatchd = true;             ///< it runs there
  Time mbatchd_from{};                 ///< when it is, or was, started there
  Table<HostId, Time> down_until;      ///< of LIMs, not of their hosts
  Table<HostId, std::uint32_t> turns;  ///< how often each has ended or begun
  std::vector<HostId> unheard;         ///< that are heard at the next exchange, if they are up
  std::map<HostId, Time> waits;        ///< LIMs that an ELIM may block: when to look at each
};

/// An sbatchd that is down.
struct SbatchdDown {
  Time since{};
  Time until{};
};

/// A host that is down, where mbatchd knows it by its silence only.
struct SilentHost {
  Time since{};
  Time missed{};  ///< when mbatchd takes it for down
};

/// The sbatchds of a cluster.
struct SbatchdState {
  std::map<HostId, SbatchdDown> down;
  std::map<JobSlotId, Time> unheard_ends;  ///< jobs that are over, which mbatchd does not know
  std::set<JobSlotId> held_ends;           ///< ends of which there was no mbatchd to hear
  std::map<HostId, SilentHost> silent;
  Time next_check = never;  ///< when they check jobs next, as scheduled
  // Of this round, and empty between rounds:
  std::vector<HostId> may_be_back;    ///< of the silent hosts
  std::vector<HostId> may_be_missed;  ///< likewise
  std::vector<HostId> turned;         ///< hosts whose sbatchd has ended or begun
};

/// The hosts of a slot pool. `PoolHosts` keeps it.
struct PoolSlots {
  std::vector<bool> hosts;    ///< which ones are the pool's
  std::set<HostId> left_out;  ///< of these: their slots are not shared out now
  std::int64_t mxj = 0;       ///< the sum over the others
};

/// Slot pools: their policies, and the slots of each.
struct PoolState {
  AnyDecay decay{NoDecay{}};
  MakeDecay make_decay;
  AnySlotPool share_out{SlotPoolShares{}};
  std::vector<PoolSlots> slots;    ///< by PoolId
  std::vector<std::int64_t> most;  ///< by PoolId: what its queues may use together in this session
  std::vector<std::int64_t> used;  ///< by PoolId: slots that its queues use
};

/// The scheduler's whole state. `Session` decides over it. What follows from a change is kept by
/// the owners that ARCHITECTURE.md lists; handlers set only what nothing else follows from: whether
/// a queue is open and active, a job's record, history and excluded hosts, and what daemons do.
struct SchedulerState {
  // What is.
  ClusterSettings settings;  ///< as they are now
  ClusterHosts hosts;
  JobsInFlight jobs;
  std::map<JobIndex, JobHistory> histories;  ///< of jobs that were suspended or requeued
  Exclusions exclusions;
  std::optional<AnyVictims> victims;  ///< `model.victims`; none: LSF's order
  Table<QueueId, QueueState> queues;
  UserLimits users;
  LimitUses limits;
  PoolState pools;
  Shares shares;
  AdvanceReservations advance;
  SlotReservations slot_reservations;
  ForwardLines forward_lines;
  std::optional<MasterLoad> load;  ///< `model.load`: lim
  LimState lims;                   ///< likewise
  SbatchdState sbatchds;
  std::optional<LaunchBoard> launches;  ///< where some jobs are launched by PAM

  // What follows from that, kept so that a session need not look for it.
  Features features;
  Requirements requirements;
  HostSearches searches;
  Buckets buckets;
  QueueGroups groups;
  Bits queues_running;  ///< by QueueId: whose jobs run
  Places places;
  std::optional<PolicyDispatch> dispatch;  ///< in place of LSF's sessions
  News news;

  Work work;  ///< of its sessions

  // Memory that is used again, without a meaning between calls.
  std::vector<HostSlots> scratch_hosts;
  std::vector<std::int64_t> scratch_keys;

  /// What jobs in SSUSP keep from jobs of a queue, since their PRIORITY is not lower.
  std::int64_t behind_suspended(QueueId id, std::int64_t QueueState::* slots) const;
  /// Of the free slots, what suspended jobs leave to jobs of a queue. Where there are advance
  /// reservations: all, since these may leave some, too.
  std::int64_t free_slots_for(QueueId id) const;
  /// Slots that the queues of a pool use.
  std::int64_t used_of(PoolId pool) const { return pools.used[index_of(pool)]; }
  /// There are no sessions then. Source: docs/rules/load.md, section 5.
  bool lacks_mbatchd() const { return lims.mbatchd_on != none<HostId> && !lims.has_mbatchd; }
  /// UNKWN: whether a job is started, and the sbatchd of its first host cannot be reached.
  bool is_unknown(JobSlotId id) const {
    return jobs[id].is_started() && hosts[jobs.first_host(id)].unreached;
  }
  /// How much of a running job's present stage, until `until`, it was over, and mbatchd did not
  /// know.
  Duration unheard(JobSlotId id, Time until) const;
  /// Whether a session could find something to do.
  bool anybody_waits() const { return jobs.pending() + jobs.ssusp() != 0; }
};

/// By IMPT_JOBLIMIT and IMPT_TASKLIMIT: whether one more job of another cluster may start.
bool has_room_for_guest(const SchedulerState& state, QueueId queue, Slots slots);

}  // namespace mcsim::scheduler
