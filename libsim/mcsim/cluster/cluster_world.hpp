// All that a cluster is at one instant: a value, so that a copy is a second world that runs alike.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/baseline/baseline_state.hpp"
#include "mcsim/baseline/job_table.hpp"
#include "mcsim/cluster/array_board.hpp"
#include "mcsim/cluster/condition_board.hpp"
#include "mcsim/cluster/dependents.hpp"
#include "mcsim/cluster/session_clock.hpp"
#include "mcsim/forwarding/forwarding_state.hpp"
#include "mcsim/kernel/agenda.hpp"
#include "mcsim/kernel/cursor.hpp"
#include "mcsim/kernel/importance.hpp"
#include "mcsim/kernel/tagged.hpp"
#include "mcsim/leasing/lease_state.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::cluster {

class Observer;

/// A job reaches its end or its run limit.
struct JobEnds {
  JobSlotId job;
};
/// A job is submitted whose preceding job has ended.
struct DependentComes {
  JobIndex job;
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
/// ORPHAN_JOB_TERM_GRACE_PERIOD of a job is over, unless its condition has turned since.
struct OrphanExpires {
  JobSlotId job;
  ConditionId condition;
  std::uint16_t turn;
};
/// The begin time of a job (bsub -b) has come, if it is still there.
struct BeginTimeComes {
  JobSlotId job;
  JobIndex index;
};
/// NEW_JOB_SCHED_DELAY of a job is over.
struct JobEligible {
  JobSlotId job;
};
/// The amounts that an execution reserves by rusage[...:duration=...] change.
struct UseChanges {
  JobSlotId job;
  JobIndex index;
  std::uint32_t execution;
};
/// Windows of a queue or a host open or close. Events of earlier settings are ignored.
struct QueueWindowTurns {
  QueueId queue;
  std::uint32_t settings;
  static constexpr Importance importance() { return Importance::recurring; }
};
struct HostWindowTurns {
  HostId host;
  std::uint32_t settings;
  static constexpr Importance importance() { return Importance::recurring; }
};
/// An advance reservation starts or ends.
struct ReservationTurns {
  std::uint32_t reservation;
};
/// The last session has left something for the next round.
struct LookAgain {};
/// A message from a neighbour arrives.
struct MailArrives {
  NeighbourId neighbour;
  static constexpr Importance importance() { return Importance::idle; }
};
/// A link goes down or comes up, or a cluster that jobs are sent to is reconfigured. Also: its
/// counters changed, and this cluster sees that at once (`model.counters: instant`).
struct NeighbourTurns {};
/// A report that jobs wait for may become visible. Only without a raster of sessions.
struct ReportComes {
  static constexpr Importance importance() { return Importance::recurring; }
};
/// A job that waited for other clusters only, or for its own cluster only, waits for both now.
struct HoldIsOver {
  JobSlotId job;
  JobIndex index;
  bool is_idle;
  constexpr Importance importance() const { return is_idle ? Importance::idle : Importance::work; }
};
/// MAX_RSCHED_TIME of a guest is over.
struct GuestTimesOut {
  GuestId guest;
  static constexpr Importance importance() { return Importance::idle; }
};
/// A report is made. Only if `model.elide` is false.
struct ReportIsMade {
  static constexpr Importance importance() { return Importance::recurring; }
};
/// The run begins in a cluster that exports hosts.
struct LeasesBegin {};
/// Shared leases are to be evaluated: MC_RECLAIM_DELAY.
struct LeasesAreDue {
  static constexpr Importance importance() { return Importance::recurring; }
};
/// A provider hears what ELIMs have reported of shared resources that it exports.
struct ReportsAreHeard {
  static constexpr Importance importance() { return Importance::recurring; }
};
/// `model.lease_inactive` is over for a borrowed lease.
struct LeaseIsActive {
  BorrowedId lease{};
};

/// Sbatchds check whether load suspends jobs or lets them resume: SBD_SLEEP_TIME.
struct SbatchdsCheck {
  static constexpr Importance importance() { return Importance::recurring; }
};

/// The LIM of a host may run again.
struct LimBack {
  HostId host;
};
/// A LIM has been silent for too long, unless it has ended or begun since.
struct LimIsMissed {
  HostId host;
  std::uint32_t turn;
};
/// The sbatchd of a host may run again.
struct SbatchdBack {
  HostId host;
};
/// An exchange in which hosts report again.
struct HostsAreHeard {};
/// A LIM claims to be the master.
struct MasterIsClaimed {};
/// An ELIM may block its LIM, or no longer: `model.lava_elim`.
struct LimMayWait {
  HostId host;
  static constexpr Importance importance() { return Importance::recurring; }
};
/// mbatchd misses a host that is silent, unless it has been back since.
struct HostIsMissed {
  HostId host;
};
/// The mbatchd of a new master is there, unless its LIM has ended since.
struct MbatchdStarts {};
/// A row of ClusterConfig::random_faults goes down for the n-th time, from 0.
struct HostFails {
  std::uint32_t row;
  std::uint32_t number;
  static constexpr Importance importance() { return Importance::recurring; }
};

/// Events that a baseline never schedules.
template <class Event>
concept OnlyUnderLsf =
    std::same_as<Event, JobEligible> || std::same_as<Event, UseChanges> ||
    std::same_as<Event, QueueWindowTurns> || std::same_as<Event, HostWindowTurns> ||
    std::same_as<Event, ReservationTurns> || std::same_as<Event, LookAgain> ||
    std::same_as<Event, MailArrives> || std::same_as<Event, NeighbourTurns> ||
    std::same_as<Event, ReportComes> || std::same_as<Event, HoldIsOver> ||
    std::same_as<Event, GuestTimesOut> || std::same_as<Event, ReportIsMade> ||
    std::same_as<Event, LeasesBegin> || std::same_as<Event, LeasesAreDue> ||
    std::same_as<Event, ReportsAreHeard> || std::same_as<Event, LeaseIsActive> ||
    std::same_as<Event, SbatchdsCheck> || std::same_as<Event, LimBack> ||
    std::same_as<Event, SbatchdBack> || std::same_as<Event, LimIsMissed> ||
    std::same_as<Event, HostsAreHeard> || std::same_as<Event, MasterIsClaimed> ||
    std::same_as<Event, MbatchdStarts> || std::same_as<Event, HostIsMissed> ||
    std::same_as<Event, LimMayWait> || std::same_as<Event, TasksHaveStarted> ||
    std::same_as<Event, OrphanExpires> || std::same_as<Event, BeginTimeComes>;

using ClusterEvent =
    Tagged<JobEnds, HostBack, TimelineDue, JobEligible, UseChanges, QueueWindowTurns,
           HostWindowTurns, ReservationTurns, LookAgain, MailArrives, NeighbourTurns, ReportComes,
           HoldIsOver, GuestTimesOut, ReportIsMade, LeasesBegin, LeasesAreDue, ReportsAreHeard,
           LeaseIsActive, SbatchdsCheck, SbatchdBack, LimBack, LimIsMissed, HostsAreHeard,
           MasterIsClaimed, MbatchdStarts, HostIsMissed, LimMayWait, HostFails, TasksHaveStarted,
           DependentComes, OrphanExpires, BeginTimeComes>;

/// The state of one cluster. Only handlers change it.
struct ClusterWorld {
  ClusterWorld(ClusterId cluster, ClusterConfig cluster_config, std::uint64_t seed,
               const Registry& registry);
  // Defined in the .cpp file, so that they are compiled once.
  ClusterWorld(const ClusterWorld& other);
  ClusterWorld(ClusterWorld&& other) noexcept;
  ClusterWorld& operator=(const ClusterWorld& other);
  ClusterWorld& operator=(ClusterWorld&& other) noexcept;
  ~ClusterWorld();

  // What play_rounds requires of an actor.
  Time next_time() const {
    return std::min({agenda.next_time(), arrivals.time(), sessions.next()});
  }
  bool wants(Time now, Round round) const { return agenda.wants(now, round); }

  /// Whether something can still happen: an event, an arrival, or a session with a reason.
  bool has_work() const { return has_events() || awaits_arrivals() || sessions.has_news(); }
  bool awaits_arrivals() const { return arrivals.time() != never || dependents.are_expected(); }

  /// Whether a job waits, runs or is still to arrive. Without one nothing that happens to the
  /// cluster matters.
  bool has_jobs() const {
    return waiting() + started() + away() != 0 || awaits_arrivals() ||
           (lsf && lsf->jobs.held() > 0);
  }
  /// Whether nothing can happen except by jobs that move between clusters.
  bool is_idle() const {
    return agenda.size() == agenda.recurring() + agenda.idle() && !awaits_arrivals();
  }
  /// Those that may start, held ones not among them.
  std::uint64_t waiting() const { return baseline ? baseline->waiting : lsf->jobs.pending(); }
  std::uint64_t away() const { return baseline ? 0 : lsf->jobs.away(); }
  std::uint64_t started() const { return baseline ? baseline->running : lsf->jobs.started(); }

  /// The work of all decisions so far, and the messages of this round.
  Work work() const;

  /// Under LSF's scheduler.
  CountedCluster counted() const { return {config, *lsf, settings}; }
  /// Of a dispatch policy.
  JobReader reader() const { return lsf ? JobReader(config, *lsf) : JobReader(config, *baseline); }
  DispatchView view() const {
    if (lsf)
      return lsf->dispatch->view(agenda.now(), sessions.on_raster(), lsf->places.free_slots,
                                 reader());
    return {agenda.now(),      sessions.on_raster(), baseline->hosts.free(),
            baseline->version, baseline->lines,      baseline->ends,
            reader()};
  }

  ClusterId id;
  ClusterConfig config;
  Agenda<ClusterEvent> agenda;
  Cursor arrivals;
  Dependents dependents;
  ConditionBoard conditions;
  ArrayBoard arrays;
  SessionClock sessions;
  NamedJobs named;                  ///< jobs that actions name
  std::map<JobIndex, Time> begins;  ///< begin times that bmod has set
  /// This one or `lsf` is set: a dispatch other than LSF's, in a cluster that keeps its jobs.
  std::optional<BaselineState> baseline;
  std::optional<SchedulerState> lsf;  ///< LSF's dispatch, or another one in a federation
  ForwardingState forwarding;
  LeasingState leasing;
  std::uint32_t settings = 0;  ///< how often it was reconfigured
  Time last_start{};
  Work work_before;             ///< of the decision that is being made; only if tells_work
  bool tells_work = false;      ///< Observer::wants_work() of whom it is told
  std::uint64_t ended_now = 0;  ///< jobs that have reached their end in this instant

  /// Whether some jobs come after others, by think times, by conditions, in job arrays, or not
  /// before some time.
  bool is_ordered() const { return is_ordered_; }

  /// Whether a job of this cluster may start, as far as its condition (bsub -w) goes, and its begin
  /// time (bsub -b).
  bool holds_condition(JobIndex job) const {
    if (!conditions.any()) return true;
    const ConditionId condition = conditions.of(config.conditions, job);
    return condition == none<ConditionId> || conditions.value(condition) == Truth::yes;
  }
  /// Time{}: it has no begin time.
  Time begin_of(JobIndex job) const {
    const auto modified = begins.find(job);
    return modified != begins.end() ? modified->second : config.begins.of(job);
  }
  bool has_begun(JobIndex job) const {
    return (!config.begins.any() && begins.empty()) || begin_of(job) <= agenda.now();
  }

  /// Calls arrive(JobIndex) for each job that is submitted now; where some jobs come after others,
  /// arrive_in_order(JobIndex) instead, and tells `observer` before that of a job that was held
  /// back.
  template <class Arrive, class ArriveInOrder>
  void take_arrivals(Time now, Observer& observer, Arrive&& arrive,
                     ArriveInOrder&& arrive_in_order) {
    if (is_ordered_) [[unlikely]]
      return take_with_dependents(now, observer, arrive_in_order);
    while (arrivals.time() == now) {
      arrive(static_cast<JobIndex>(arrivals.row()));
      advance_arrivals();
    }
  }
  /// `job` has ended, as far as the cluster knows that submitted it, or was refused.
  void note_end(JobIndex job) {
    if (is_ordered_) expect_dependents(job);
  }
  /// Likewise, under LSF's scheduler, of a job that had been accepted. `own_code`: its exit code;
  /// 0: a signal ended it.
  void note_end(JobIndex job, JobStatus status, std::int32_t own_code);
  /// When a job of the cluster was, or will be, submitted; never: when another one has ended.
  Time submitted(JobIndex job) const { return dependents.submitted(job, config.trace[job].submit); }

  // Random faults of hosts.
  /// How long the host stays down after this failure.
  Duration down_time(const HostFails& event) const;
  /// Schedules failure `number` of a row of ClusterConfig::random_faults, counted from 0.
  void expect_fault(std::uint32_t row, std::uint32_t number);

  // Under LSF's scheduler: schedules when windows open or close next.
  void expect_windows(QueueId queue, Time now);
  void expect_windows(HostId host, Time now);

 private:
  bool has_events() const { return agenda.size() > agenda.recurring(); }
  void open_lsf(const Registry& registry, std::optional<PolicyDispatch> dispatch);
  void open_load(std::uint64_t seed);
  void expect(Time turn, const ClusterEvent& event);
  void advance_arrivals() {
    arrivals.advance(
        [&](std::uint32_t row) { return config.trace[static_cast<JobIndex>(row)].submit; });
  }
  bool is_due(JobIndex job, Time now);
  /// One by one, since a job that is refused lets those come that wait for it.
  template <class Arrive>
  [[gnu::noinline]] void take_with_dependents(Time now, Observer& observer, Arrive&& arrive) {
    for (const JobIndex job : dependents.take_come()) {
      tell_held_back(now, job, observer);
      arrive(job);
    }
    for (; arrivals.time() == now; advance_arrivals())
      if (const auto job = static_cast<JobIndex>(arrivals.row()); is_due(job, now)) arrive(job);
  }
  void tell_held_back(Time now, JobIndex job, Observer& observer) const;
  void expect_dependents(JobIndex job);
  Duration drawn(Duration mean, std::uint32_t row, std::uint64_t number) const;

  RngStream fault_draws_;
  bool is_ordered_ = false;
};

/// Makes the waiting lines that the policy asks for, and puts each waiting job into its line.
void arrange_lines(ClusterWorld& world);

/// Puts a waiting job into a line.
void add_to_line(ClusterWorld& world, std::uint32_t line, const WaitingJob& job);

/// Counts anew how many slots the end of each running job frees: none on a closed host; on a host
/// whose MXJ was reduced below what runs there, only the jobs that end last free some.
void count_ends(BaselineState& state);

/// Why jobs wait under a dispatch policy, in LSF's words. Looks at the hosts once, for any number
/// of jobs.
class PendReasons {
 public:
  explicit PendReasons(const ClusterWorld& world);
  PendReason of(const WaitingJob& job) const;

 private:
  const ClusterWorld& world_;
  std::int64_t all_ = 0;           ///< MXJ of all hosts
  std::int64_t free_if_open_ = 0;  ///< with the closed and unavailable hosts back
};

/// Stops the run unless the world is consistent: slots, counts and lists. For tests; slow.
void check_invariants(const ClusterWorld& world);

}  // namespace mcsim::cluster
