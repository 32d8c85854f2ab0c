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
#include "mcsim/model/results.hpp"
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

  /// A job waits, runs or is to come. Once none does, nothing that befalls the cluster matters.
  bool has_jobs() const { return waiting + running != 0 || arrivals.time() != never; }

  DispatchView view() const { return {agenda.now(), hosts.free(), version, lines, ends}; }

  ClusterId id;
  ClusterConfig config;
  Agenda<ClusterEvent> agenda;
  Cursor arrivals;
  SessionClock sessions;
  AnyDispatch policy;
  bool predicts_ends;  ///< policy.predicts_ends(), and so on: asked on every event
  bool has_gates;
  bool per_event;  ///< never on a grid, where an instant has one session

  HostIndex hosts;
  Table<QueueId, Queue> queues;
  JobTable jobs;
  NamedJobs named;     ///< by bkill
  WaitingLines lines;  ///< largest line_key first
  Table<JobSlotId, WaitingLine::Place> places;
  EndProfile ends;
  bool lines_are_stale = false;  ///< a line_key has changed: arrange_lines before a session
  bool ends_are_stale = false;   ///< other slots will become free: count_ends before a session
  std::uint64_t version = 0;     ///< of what is free and running
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  Time last_start{};

  std::uint64_t ended_now = 0;   ///< jobs that have reached their end in this instant
  std::vector<HostSlots> taken;  ///< scratch: the hosts of the job that starts
};

/// Makes the lines that the policy asks for, and puts the waiting jobs into theirs.
void arrange_lines(ClusterWorld& world);

/// Counts anew which slots become free with the end of each running job: none on a host that is
/// closed, and on one whose MXJ was reduced below what runs only those that end last.
void count_ends(ClusterWorld& world);

/// Why waiting jobs wait, in LSF's words. Looks at the hosts once, for any number of jobs.
class PendReasons {
 public:
  explicit PendReasons(const ClusterWorld& world);
  PendReason of(const WaitingJob& job) const;

 private:
  const ClusterWorld& world_;
  std::int64_t all_ = 0;           ///< MXJ of all hosts
  std::int64_t free_if_open_ = 0;  ///< with the closed and unavailable hosts back
};

/// Stops the run unless the world agrees with itself: slots, counts and lists. For tests; slow.
void check_invariants(const ClusterWorld& world);

}  // namespace mcsim
