// All that a cluster is at one instant: a value, so that a copy is a second world that runs alike.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/baseline/baseline_state.hpp"
#include "mcsim/baseline/job_table.hpp"
#include "mcsim/cluster/session_clock.hpp"
#include "mcsim/forwarding/forwarding_state.hpp"
#include "mcsim/kernel/agenda.hpp"
#include "mcsim/kernel/cursor.hpp"
#include "mcsim/kernel/tagged.hpp"
#include "mcsim/leasing/lease_state.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::cluster {

/// A job reaches its end or its run limit.
struct JobEnds {
  JobSlotId job;
};
/// All tasks of a parallel job have started.
struct TasksHaveStarted {
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
/// NEW_JOB_SCHED_DELAY of a job is over.
struct JobEligible {
  JobSlotId job;
};
/// What an execution of a job has reserved by rusage[...:duration=...] changes.
struct UseChanges {
  JobSlotId job;
  JobIndex index;
  std::uint32_t execution;
};
/// Windows of a queue or a host open or close; those of earlier settings say so to nobody.
struct QueueWindowTurns {
  QueueId queue;
  std::uint32_t settings;
};
struct HostWindowTurns {
  HostId host;
  std::uint32_t settings;
};
/// An advance reservation starts or ends.
struct ReservationTurns {
  std::uint32_t reservation;
};
/// The last session has left something for the next round.
struct LookAgain {};
/// A message of a neighbour has come.
struct MailArrives {
  std::uint32_t neighbour;
};
/// A link goes down or comes up, or a cluster that jobs are sent to is configured anew, or has
/// other counters, of which this one is told at once.
struct NeighbourTurns {};
/// A report may come that a job waits for. Without a grid of sessions.
struct ReportComes {};
/// The time is over for which a job waits for other clusters only, or for its own.
struct HoldIsOver {
  JobSlotId job;
  JobIndex index;
  bool is_idle;  ///< it counts among the events that alone keep no run going
};
/// MAX_RSCHED_TIME of a guest is over.
struct GuestTimesOut {
  Guests::Row guest;
};
/// `model.elide` is false, and a report is made.
struct ReportIsMade {};
/// The run begins in a cluster that exports hosts.
struct LeasesBegin {};
/// Shared leases are to be evaluated: MC_RECLAIM_DELAY.
struct LeasesAreDue {};
/// `model.lease_inactive` is over for a borrowed lease.
struct LeaseIsActive {
  std::uint32_t lease = 0;
};

/// Sbatchds look whether load suspends jobs or lets them go on: SBD_SLEEP_TIME.
struct SbatchdsLook {};

/// The LIM of a host may run again.
struct LimBack {
  HostId host;
};
/// A LIM has been silent for too long, unless it has turned since.
struct LimIsMissed {
  HostId host;
  std::uint32_t turn;
};
/// The sbatchd of a host may run again.
struct SbatchdBack {
  HostId host;
};
/// An exchange at which hosts are heard of again.
struct HostsAreHeard {};
/// A LIM claims to be the master.
struct MasterIsClaimed {};
/// A row of ClusterConfig::random_faults goes down for the n-th time, from 0.
struct HostFails {
  std::uint32_t row;
  std::uint32_t number;
};

/// What a baseline schedules nothing of.
template <class Event>
concept OnlyUnderLsf =
    std::same_as<Event, JobEligible> || std::same_as<Event, UseChanges> ||
    std::same_as<Event, QueueWindowTurns> || std::same_as<Event, HostWindowTurns> ||
    std::same_as<Event, ReservationTurns> || std::same_as<Event, LookAgain> ||
    std::same_as<Event, MailArrives> || std::same_as<Event, NeighbourTurns> ||
    std::same_as<Event, ReportComes> || std::same_as<Event, HoldIsOver> ||
    std::same_as<Event, GuestTimesOut> || std::same_as<Event, ReportIsMade> ||
    std::same_as<Event, LeasesBegin> || std::same_as<Event, LeasesAreDue> ||
    std::same_as<Event, LeaseIsActive> || std::same_as<Event, SbatchdsLook> ||
    std::same_as<Event, LimBack> || std::same_as<Event, SbatchdBack> ||
    std::same_as<Event, LimIsMissed> || std::same_as<Event, HostsAreHeard> ||
    std::same_as<Event, MasterIsClaimed> || std::same_as<Event, TasksHaveStarted>;

using ClusterEvent =
    Tagged<JobEnds, HostBack, TimelineDue, JobEligible, UseChanges, QueueWindowTurns,
           HostWindowTurns, ReservationTurns, LookAgain, MailArrives, NeighbourTurns, ReportComes,
           HoldIsOver, GuestTimesOut, ReportIsMade, LeasesBegin, LeasesAreDue, LeaseIsActive,
           SbatchdsLook, SbatchdBack, LimBack, LimIsMissed, HostsAreHeard, MasterIsClaimed,
           HostFails, TasksHaveStarted>;

/// The state of one cluster. Only handlers change it.
struct ClusterWorld {
  ClusterWorld(ClusterId cluster, ClusterConfig cluster_config, std::uint64_t seed,
               const Registry& registry);
  // Not in each file that includes this.
  ClusterWorld(const ClusterWorld& other);
  ClusterWorld(ClusterWorld&& other) noexcept;
  ClusterWorld& operator=(const ClusterWorld& other);
  ClusterWorld& operator=(ClusterWorld&& other) noexcept;
  ~ClusterWorld();

  // What play_rounds asks of an actor.
  Time next_time() const {
    return std::min({agenda.next_time(), arrivals.time(), sessions.next()});
  }
  bool wants(Time now, Round round) const { return agenda.wants(now, round); }

  /// Events, arrivals, or a session that somebody wants: something can still happen.
  bool has_work() const { return has_events() || awaits_arrivals() || sessions.has_news(); }
  bool awaits_arrivals() const { return arrivals.time() != never; }

  /// A job waits, runs or is to come. Once none does, nothing that befalls the cluster matters.
  bool has_jobs() const {
    return waiting() + started() + forwarding.away != 0 || awaits_arrivals();
  }
  /// Whether nothing can happen but that jobs come and go between clusters.
  bool is_idle() const {
    return agenda.size() == recurring + forwarding.idle_events && !awaits_arrivals();
  }
  std::uint64_t waiting() const { return baseline ? baseline->waiting : lsf->pending; }
  std::uint64_t started() const { return baseline ? baseline->running : lsf->started; }

  /// Under LSF's scheduler.
  CountedCluster counted() const { return {config, *lsf, settings}; }
  /// Of a baseline.
  DispatchView view() const {
    return {agenda.now(),      sessions.on_grid(), baseline->hosts.free(),
            baseline->version, baseline->lines,    baseline->ends};
  }

  ClusterId id;
  ClusterConfig config;
  Agenda<ClusterEvent> agenda;
  Cursor arrivals;
  SessionClock sessions;
  NamedJobs named;                        ///< by actions
  std::optional<BaselineState> baseline;  ///< one of the two
  std::optional<LsfState> lsf;
  ForwardingState forwarding;
  LeasingState leasing;
  std::uint32_t settings = 0;   ///< how often it was reconfigured
  std::uint64_t recurring = 0;  ///< events of the agenda that come again for ever: windows
  Time last_start{};
  std::uint64_t ended_now = 0;  ///< jobs that have reached their end in this instant

  /// Calls arrive(JobIndex) for each job that is submitted now.
  template <class Arrive>
  void take_arrivals(Time now, Arrive&& arrive) {
    while (arrivals.time() == now) {
      arrive(static_cast<JobIndex>(arrivals.row()));
      arrivals.advance(
          [&](std::uint32_t row) { return config.trace[static_cast<JobIndex>(row)].submit; });
    }
  }

  // Hosts that fail again and again.
  /// How long a host is down that fails now.
  Duration down_time(const HostFails& event) const;
  /// A row's next failure but `number`: schedules it.
  void expect_fault(std::uint32_t row, std::uint32_t number);

  // Under LSF's scheduler: what windows will do next.
  void expect_windows(QueueId queue, Time now);
  void expect_windows(HostId host, Time now);

 private:
  bool has_events() const { return agenda.size() > recurring; }
  void open_lsf(const MakeDecay& make_decay, const ShareOut& share_out);
  void open_load(std::uint64_t seed);
  void expect(Time turn, const ClusterEvent& event);
  Duration drawn(Duration mean, std::uint32_t row, std::uint64_t number) const;

  RngStream fault_draws_;
};

/// Makes the lines that the policy asks for, and puts the waiting jobs into theirs.
void arrange_lines(ClusterWorld& world);

/// Counts anew which slots become free with the end of each running job: none on a host that is
/// closed, and on one whose MXJ was reduced below what runs only those that end last.
void count_ends(BaselineState& state);

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

}  // namespace mcsim::cluster
