// What the simulation reports to its observer, at the moment when it becomes true.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/cluster/lease_facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/forwarding_config.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/model/return_reason.hpp"
#include "mcsim/pam/launch_report.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/policy/slot_pool.hpp"

namespace mcsim::baseline {
enum class StartReason : std::uint8_t;
}  // namespace mcsim::baseline

namespace mcsim::forwarding {
struct QueueCounters;
}  // namespace mcsim::forwarding

namespace mcsim::cluster {

/// A job was submitted and waits.
struct JobSubmitted {
  Time at;
  JobIndex job;
  Slots slots;
  Duration delay{};  ///< NEW_JOB_SCHED_DELAY
};

/// A job was refused at submission.
struct JobRejected {
  Time at;
  JobIndex job;
  EndReason reason;
};

/// A job that may have more slots than it needs (bsub -n min,max) starts with so many. JobStarted
/// follows.
struct SlotsChosen {
  Time at;
  JobIndex job;
  Slots slots;
};

/// A job is submitted later than its trace says, since it comes after another one. JobSubmitted or
/// JobRejected follows.
struct JobHeldBack {
  Time at;
  JobIndex job;
};

/// The value of a job's condition (bsub -w) is now this one; also reported when it is submitted.
struct ConditionTurned {
  Time at;
  JobIndex job;
  Truth value;
};

/// A job was dispatched to `hosts`, all at once.
struct JobStarted {
  Time at;
  JobIndex job;
  Slots slots;
  StartReason reason;
  std::span<const HostSlots> hosts;  ///< in the order of placement; valid during the call only
};

/// A job has ended, whether it had started (`started` is not never) or not.
struct JobEnded {
  Time at;
  JobIndex job;
  Slots slots;  ///< that it held until now: none if it waited or was suspended
  Time started;
  JobStatus status;  ///< done or exit
  EndReason reason;
  std::int32_t exit_code;
  bool by_control = false;  ///< JOB_CONTROLS has ended it instead of stopping or resuming it
};

enum class SuspendReason : std::uint8_t {
  asked,  ///< bstop, LSB_MC_INITFAIL_RETRY or LOCAL_MAX_PREEXEC_RETRY
  preempted,
  window,  ///< the run window of its queue has closed
  load
};

/// The LIM of a host has ended or begun; or it is blocked by an ELIM, or no longer.
struct LimTurned {
  Time at;
  HostId host;
  bool is_up;
  bool is_blocked;  ///< it is, or was until now, and goes on running
};
/// A host becomes unavailable to the scheduler because its LIM is silent, or available again.
struct HostHeard {
  Time at;
  HostId host;
  bool is_heard;
};
/// Another LIM is the master.
struct MasterTurned {
  Time at;
  HostId master;  ///< none: there is no master for now
};

/// The sbatchd of a job finds a load index beyond loadStop on one of its hosts. Reported before the
/// job is suspended.
struct LoadStopped {
  Time at;
  JobIndex job;
  HostId host;
  ResourceId index;
  double load;  ///< as LIM reported it; run queues are effective ones
  double stop;
  bool of_queue;  ///< else a threshold of the host
};

/// A job was suspended: by the system or by bstop, while it ran or while it waited.
struct JobSuspended {
  Time at;
  JobIndex job;
  Slots slots;       ///< that it held until now
  JobStatus status;  ///< ssusp, ususp or psusp
  SuspendReason reason;
};

/// A job goes on: it runs, or waits, again.
struct JobResumed {
  Time at;
  JobIndex job;
  Slots slots;       ///< that it holds from now on
  JobStatus status;  ///< run, pend, or ssusp: bresume of a job that ran
};

/// A started job was taken off its hosts and waits again; what it has run is lost.
struct JobRequeued {
  Time at;
  JobIndex job;
  Slots slots;  ///< that it held until now
  RequeueReason reason;
};

/// bswitch has put a job of this cluster into another queue, where it waits, or goes on.
struct JobSwitched {
  Time at;
  JobIndex job;
  QueueId queue;
};

/// The slots of a cluster's hosts that are up are now `slots`.
struct CapacityChanged {
  Time at;
  Slots slots;
};

/// Why an action had no effect.
enum class NoEffect : std::uint8_t {
  not_there,      ///< the job has ended, or was not submitted yet
  wrong_state,    ///< of the job; or bswitch to its own queue, or to one that rejects it
  unknown_host,   ///< no lease has the borrowed host that the action names
  queue_limit,    ///< bswitch of a started job: a limit of the queue has no room for it
  queue_hosts,    ///< likewise: the queue does not have all of its hosts
  of_policy,      ///< on a job of another cluster: its dispatch policy knows bkill only
  unknown_parent  ///< bmod -w names a job that mbatchd does not know
};

/// An action on a job or host had no effect.
struct ActionIgnored {
  Time at;
  TimelineEntry::Kind action;
  JobId job;    ///< of an action on a job
  HostId host;  ///< of hclose and hopen
  NoEffect why;
  std::uint32_t element = 0;  ///< its index, where one of a job array is meant
};

// Job forwarding.

/// A job was sent to a receive queue of another cluster.
struct JobForwarded {
  Time at;
  JobIndex job;
  ClusterId to;
  QueueId queue;  ///< of that cluster
  ForwardRule rule;
};

/// A forwarded job was refused by its execution cluster.
struct ForwardRefused {
  Time at;
  ClusterId home;
  JobIndex job;   ///< of its submission cluster
  QueueId queue;  ///< that it was meant for
  ReturnReason reason;
};

/// A forwarded job is in its receive queue; from now on facts of this cluster name it by `guest`, a
/// number after those of the cluster's own jobs.
struct GuestAccepted {
  Time at;
  JobIndex guest;
  JobId id;  ///< that it has here
  ClusterId home;
  JobIndex job;  ///< of its submission cluster
  QueueId queue;
  Slots slots;
};

/// A job that was accepted, and has not started, is sent back.
struct GuestReturned {
  Time at;
  JobIndex guest;
  ReturnReason reason;
};

/// A forwarded job waits in its submission cluster again.
struct JobReturned {
  Time at;
  JobIndex job;
  ReturnReason reason;
};

// Failed starts, launches, and what forwarding is decided by.

/// A submission cluster hears that the state of a forwarded job changed.
struct ForwardHeard {
  Time at;
  JobIndex job;
  JobStatus status;  ///< pend: it was accepted, or requeued
};

/// A start of a job has failed.
struct StartFailed {
  Time at;
  JobIndex job;
  bool in_preexec;        ///< its pre-execution command; else the initialization of a forwarded job
  std::int32_t failures;  ///< of this kind so far, in this cluster and during this stay
  bool again;             ///< it is tried again; else the job is sent back, or suspended
};

/// A parallel job that has started is launched by PAM.
struct LaunchBegins {
  Time at;
  JobIndex job;
  Slots slots;            ///< one task per slot
  std::uint32_t profile;  ///< number in LaunchRules::profiles of the cluster
};
/// All its tasks have started: RUNNING.
struct LaunchRuns {
  Time at;
  JobIndex job;
  Duration launch;  ///< since the dispatch, suspension apart
};
enum class LaunchSignal : std::uint8_t { stop, resume };
/// PAM forwards a signal. Reported before the suspension or resumption of the job.
struct LaunchSignalled {
  Time at;
  JobIndex job;
  LaunchSignal signal;
  LaunchCounts counts;
};
/// A host of a launched job goes down, and the job goes on without its tasks there.
struct LaunchLosesHost {
  Time at;
  JobIndex job;
  HostId host;
};
/// A launched job is about to leave its hosts: reported before it ends or is requeued.
struct LaunchEnds {
  Time at;
  JobIndex job;
  Slots slots;
  LaunchReport report;
  std::span<const LaunchedHost> hosts;  ///< empty unless wants_launches() is true
};

/// How much a submission cluster knows of a receive queue.
enum class ForwardKnowledge : std::uint8_t {
  room,     ///< its room: nothing else is asked for, or no report has come
  hosts,    ///< and the slots of its hosts: MC_PLUGIN_REMOTE_RESOURCE alone
  counters  ///< all counters
};

/// Why a receive queue does not accept a job.
enum class ForwardBar : std::uint8_t {
  none,
  link,     ///< is down
  cluster,  ///< RCVJOBS_FROM does not name the submission cluster (any more), and it knows
  user,     ///< USERS does not name its user
  queue     ///< is closed or inactive
};

/// One receive queue in a decision.
struct SeenCandidate {
  SendTarget target;
  ForwardCandidate held;  ///< as the policy sees it
  ForwardKnowledge known{};
  ForwardBar bar{};
  Time made = never;        ///< when the report of this was made; never: no report
  ForwardCandidate really;  ///< as it is now, jobs on their way to it included
  ForwardBar real_bar{};
};

/// A forwarding policy was asked about the first job of a waiting line of jobs that are alike to
/// it. Reported before what it leads to, and only if wants_decisions() is true.
struct ForwardDecided {
  Time at;
  JobIndex job;
  std::uint32_t line;  ///< JobState::forward_line
  QueueId queue;
  Slots slots;
  std::string_view setting;
  ForwardAnswer answer;
  std::uint32_t last;                         ///< ForwardView::last
  std::uint64_t decision;                     ///< ForwardView::decision
  std::span<const SeenCandidate> candidates;  ///< as in SNDJOBS_TO; valid during the call only
  // Likewise, what else the policy looked at: empty, and null, if it does not.
  std::span<const ForwardHistory> history{};
  const JobToForward* about = nullptr;
};

/// A session shares out the slots of a pool: what its policy was asked, and its answers. By the
/// queues of the pool in their order. Reported when the session begins, if wants_pools() is true.
struct PoolShared {
  Time at;
  std::string_view pool;
  Slots total;
  bool use_priority;  ///< USE_PRIORITY_IN_POOL
  // Valid during the call only.
  std::span<const QueueId> ids;
  std::span<const PoolQueue> queues;
  std::span<const std::int64_t> used;    ///< slots of their jobs that are part of `total`
  std::span<const Slots> shares;         ///< what each gets before leftovers are dealt
  std::span<const Slots> entitlements;   ///< with them
  std::span<const std::uint32_t> order;  ///< positions, in the order in which they are served
};

/// The counters that an execution cluster reports to this reader have changed. Reported when that
/// becomes known, and only if wants_reports() is true; also at the end of run_until().
struct ReportMade {
  Time made;
  ClusterId reader;
  std::span<const QueueCounters> queues;  ///< by QueueId; valid during the call only
};

/// A receive queue as a submission cluster knows it, own forwards since the last report included.
struct HeldQueue {
  ClusterId cluster{};
  QueueId queue{};
  ForwardKnowledge known{};
  ForwardCandidate numbers;

  auto key() const { return std::pair(cluster, queue); }
};
/// What a submission cluster knows of all its receive queues in a session in which it asks its
/// forwarding policy; reported before the first question.
struct QueuesHeld {
  Time at;
  std::span<const HeldQueue> queues;  ///< by key; valid during the call only
};

/// What is decided, and measured as one thing.
enum class DecisionKind : std::uint8_t {
  session,  ///< with all that it starts, and without forwarding; of a baseline: one pass of
            ///< dispatch
  forward,  ///< the receive queue of one job
  reclaim   ///< the idle slots of one lease
};
/// A decision begins, or has been carried out. Reported only if wants_work() is true.
struct DecisionBegins {
  Time at;
  DecisionKind kind;
};
struct DecisionEnds {
  Time at;
  DecisionKind kind;
  std::string_view policy;  ///< of its kind: of sessions the dispatch
  Work work;                ///< that it took
};

/// Kinds of facts.
template <class... Facts>
struct FactList {
  static constexpr std::size_t size = sizeof...(Facts);
};

/// All kinds of facts.
using AllFacts =
    FactList<JobSubmitted, JobRejected, JobStarted, JobEnded, JobSuspended, JobResumed, JobRequeued,
             CapacityChanged, ActionIgnored, JobForwarded, ForwardRefused, GuestAccepted,
             GuestReturned, JobReturned, ForwardHeard, StartFailed, LimTurned, HostHeard,
             MasterTurned, LoadStopped, LaunchBegins, LaunchRuns, LaunchSignalled, LaunchLosesHost,
             LaunchEnds, ForwardDecided, ReportMade, QueuesHeld, LeaseAsked, LeasedSlotsChanged,
             LeasedSlotsStay, LeaseGranted, LeaseEvaluated, LeaseCut, JobHeldBack, SlotsChosen,
             PoolShared, DecisionBegins, DecisionEnds, ConditionTurned, JobSwitched>;

/// Has a virtual on() for each kind of facts, which does nothing.
template <class List>
class Hears;
template <>
class Hears<FactList<>> {
 public:
  Hears() = default;
  Hears(const Hears&) = default;
  Hears(Hears&&) = default;
  Hears& operator=(const Hears&) = default;
  Hears& operator=(Hears&&) = default;
  virtual ~Hears() = default;

  void on() = delete;  // so that `using` has an on() to name
};
template <class Fact, class... Rest>
class Hears<FactList<Fact, Rest...>> : public Hears<FactList<Rest...>> {
 public:
  using Hears<FactList<Rest...>>::on;
  virtual void on(ClusterId, const Fact&) {}
};

/// Hears what happens, cluster by cluster in each round: for each kind of facts it has `virtual
/// void on(ClusterId cluster, const Fact& fact)`, which does nothing unless it is overridden. A
/// class that overrides some of them says `using Observer::on;` for the others. What a fact points
/// to, such as a span, is valid during the call only.
class Observer : public Hears<AllFacts> {
 public:
  /// Whether it asks for ForwardDecided, which costs a look at each candidate.
  virtual bool wants_decisions() const { return false; }
  /// Whether it asks for PoolShared.
  virtual bool wants_pools() const { return false; }
  /// Whether it asks for ReportMade and QueuesHeld.
  virtual bool wants_reports() const { return false; }
  /// Whether it asks for DecisionBegins and DecisionEnds.
  virtual bool wants_work() const { return false; }
  /// Whether it asks for the hosts of LaunchEnds.
  virtual bool wants_launches() const { return false; }
  /// Whether it asks for LaunchSignalled, which costs a count of tasks.
  virtual bool wants_signals() const { return false; }
  /// A job is about to start: the observer may prefetch what it keeps of the job.
  virtual void prefetch(ClusterId, JobIndex) const {}
};

}  // namespace mcsim::cluster
