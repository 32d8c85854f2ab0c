// All that a cluster is at one instant: a value, so that a copy is a second world that runs alike.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/kernel/agenda.hpp"
#include "mcsim/kernel/cursor.hpp"
#include "mcsim/kernel/tagged.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/end_profile.hpp"
#include "mcsim/model/host_index.hpp"
#include "mcsim/model/waiting_line.hpp"
#include "mcsim/policy/registry.hpp"
#include "mcsim/system/job_table.hpp"
#include "mcsim/system/session_clock.hpp"

namespace mcsim {

/// A job reaches its end or its run limit.
struct JobEnds {
  JobSlotId job;
};
/// A host may be up again.
struct HostBack {
  HostId host;
};
/// An entry of the timeline is due.
struct TimelineDue {
  std::uint32_t entry;
};

using ClusterEvent = Tagged<JobEnds, HostBack, TimelineDue>;

/// One queue as it is now.
struct Queue {
  QueueConfig config;
  bool open = true;        ///< qclose: refuses new jobs
  std::uint32_t line = 0;  ///< where its jobs wait
};

/// The state of one cluster. Only the handlers of the system floor change it.
struct ClusterWorld {
  ClusterWorld(ClusterId cluster, ClusterConfig cluster_config, std::uint64_t seed,
               const Registry& registry);

  // What play_rounds asks of an actor.
  Time next_time() const {
    return std::min({agenda.next_time(), arrivals.time(), sessions.next()});
  }
  bool wants(Time now, Round round) const { return agenda.wants(now, round); }

  /// Events, arrivals, or a session that somebody wants: something can still happen.
  bool has_work() const {
    return !agenda.empty() || arrivals.time() != never || sessions.next_wanted() != never;
  }

  DispatchView view() const { return {agenda.now(), hosts.free(), version, lines, ends}; }

  ClusterId id;
  ClusterConfig config;
  Agenda<ClusterEvent> agenda;
  Cursor arrivals;
  SessionClock sessions;
  AnyDispatch policy;
  bool predicts_ends;  ///< policy.predicts_ends(), and per_event(): asked on every event
  bool per_event;

  HostIndex hosts;
  Table<QueueId, Queue> queues;
  JobTable jobs;
  std::vector<WaitingLine> lines;  ///< largest line_key first
  Table<JobSlotId, WaitingLine::Place> places;
  EndProfile ends;
  std::uint64_t version = 0;  ///< of what is free and running
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  Time last_start{};
};

/// Makes the lines that the policy asks for, and puts the waiting jobs into theirs.
void arrange_lines(ClusterWorld& world);

/// Why a waiting job waits, in LSF's words.
PendReason why_pending(const ClusterWorld& world, const WaitingJob& job);

/// Stops the run unless the world agrees with itself: slots, counts and lists. For tests; slow.
void check_invariants(const ClusterWorld& world);

}  // namespace mcsim
