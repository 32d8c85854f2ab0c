// A job under LSF's scheduler from when it is pending to its end: every fact about it is reported
// here.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/handlers/jobs/exit_codes.hpp"
#include "mcsim/handlers/jobs/job_launches.hpp"
#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/rules.hpp"
#include "mcsim/scheduler/rusage.hpp"
#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/started_jobs.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::handlers {

/// Changes the jobs of `world` and tells `observer`.
class JobLifecycle {
 public:
  JobLifecycle(ClusterWorld& world, Observer& observer)
      : world_(world), state_(*world.lsf), observer_(observer), launches_(world, observer) {}

  Time now() const { return world_.agenda.now(); }
  // The owners of the scheduler's state, at this instant.
  WaitingJobs waiting() { return {world_.config, state_, now()}; }
  StartedJobs started() { return {world_.config, state_, now()}; }
  HostPlaces places() { return {world_.config, state_, now()}; }
  ShareCharges charges() { return {world_.config, state_, now()}; }
  SlotReserver reserved() { return {world_.config, state_, now()}; }
  RusageTakings rusage() { return {world_.config, state_, now()}; }
  RusageRules rusage_rules() const { return {world_.config, state_, now()}; }
  const TraceJob& described(const JobState& job) const;

  /// Something happened that a session should see. What a session does itself does not count: it
  /// says at its end whether another one is wanted.
  void wake();
  /// Whether a session has a reason. Without waiting jobs it has none, unless hosts are to be asked
  /// for behind it: a job that waits later wakes the cluster. But without a raster the time of the
  /// last session matters: docs/rules/scheduling.md, section 2. A dispatch policy is asked whenever
  /// something happens.
  bool is_worth_a_session() const {
    return state_.anybody_waits() || !world_.sessions.on_raster() ||
           !world_.leasing.calling.empty() || state_.dispatch;
  }
  /// Something happened other than that jobs move between clusters.
  void move() { world_.forwarding.last_moved = now(); }
  void set_deciding(bool deciding) { deciding_ = deciding; }
  bool is_deciding() const { return deciding_; }

  // Waiting.

  /// The job is pending, at once or when it is eligible.
  void wait(JobSlotId id);
  EndReason refusal(const TraceJob& asked, QueueId queue) const;
  /// Why a job that is submitted now is rejected; none: it is not.
  EndReason refusal_of_new(const TraceJob& asked) const;
  /// Likewise, of so many alike that come together: MAX_PEND_JOBS and MAX_PEND_SLOTS.
  EndReason refusal_as_pending(const TraceJob& asked, std::int64_t jobs) const;

  /// Borrowed hosts are known while a lease has them; one that is never exported is none<HostId>.
  bool asks_for_unknown_host(ProfileId profile) const;

  // Starting and ending.

  void start(JobSlotId id, const std::vector<HostSlots>& hosts, StartReason reason);

  /// All tasks of a launched job have started. False: PAM has died with its host, and mbatchd does
  /// not know that.
  bool run(JobSlotId id);
  /// A host of a launched job goes down that is not its first one.
  void lose_host(JobSlotId id, HostId host) { launches_.lose(id, host); }
  static bool is_launched(const JobState& job) { return job.record.launch != none<LaunchId>; }
  /// Cancels the scheduled end of a job.
  void cancel_end(JobSlotId id);

  void expect_use_change(JobSlotId id);

  /// A running job's time is over, or one of its limits is reached.
  void ends(JobSlotId id);

  /// The job has ended, and mbatchd does not know: it makes no load.
  void goes_unheard(JobSlotId id);

  /// Requeues exited jobs in the order of submission: their places in the queue must not depend on
  /// the order of equal events.
  void requeue_exited();

  /// Ends a job in any stage. The end of a running job must no longer be scheduled.
  /// `by_control`: JOB_CONTROLS ends it.
  void end(JobSlotId id, JobStatus status, EndReason reason, std::int32_t exit_code,
           bool by_control = false);

  /// Takes a job that is on no host out of the cluster.
  void forget(JobSlotId id);

  /// Ends a job from outside, before its own end.
  void kill(JobSlotId id, EndReason reason, std::int32_t exit_code);

  /// Ends a job for its user, or since its window closes; JOB_CONTROLS may have it requeued.
  void terminate(JobSlotId id, EndReason reason, std::int32_t exit_code);
  /// TERMINATE_WHEN = PREEMPT.
  void preempt_for_good(JobSlotId id);

  /// Takes a started job, whose end must no longer be scheduled, back into its queue.
  void requeue(JobSlotId id, RequeueReason reason, bool keeps_work = false);

  // Suspension.

  /// JOB_CONTROLS may have the job requeued or killed instead. `stopped_for`: the load index, if
  /// that is the reason.
  void suspend(JobSlotId id, Stage stage, SuspendReason reason,
               ResourceId stopped_for = none<ResourceId>);

  /// JOB_CONTROLS may have it requeued or killed instead.
  void resume(JobSlotId id);

  // Jobs of other clusters.

  /// The state of a guest changed: its submission cluster hears of it.
  void tell_home(const JobState& job, JobStatus status);
  /// A guest that is on no host comes or goes.
  void count_guest(const JobState& job, std::int32_t sign);

  // Hosts that jobs are on.

  template <class Change>
  void change_host(HostId id, Change&& change) {
    const std::int64_t capacity_before = state_.places.capacity;
    places().change(id, change);
    if (state_.dispatch) PolicyJobs(world_.config, state_, now()).change_hosts();
    announce_capacity(capacity_before);
    wake();
  }

  /// Leases add `slots` to a host; negative: they take them away.
  void set_leased(HostId id, std::int32_t slots);
  /// Leases change the total of a resource on a host.
  void set_total(HostId id, ResourceId resource, Amount total);
  /// Likewise that of an instance of a shared resource, by its place in the settings.
  void set_instance_total(std::uint32_t place, Amount total);
  /// What the cluster lends of an instance of which an ELIM reports how much there is.
  void set_instance_lent(std::uint32_t place, Amount lent);
  /// Updates leases by how jobs use their hosts now.
  void settle_leases();

  void announce_capacity(std::int64_t before);

  // Histories of the jobs that have one.

  JobHistory& history_of(const JobState& job);
  JobHistory* known_history(const JobState& job);
  /// The history of a job that goes on waiting.
  JobHistory& history_of_waiting(JobSlotId id);
  /// A waiting job stops waiting, or a stopped one being stopped.
  void note_waiting(const JobState& job);
  void note_suspension(const JobState& job);
  /// A job stops running: it may have been over before.
  void note_unheard(JobSlotId id);

 private:
  void note_instance(const SharedResource& shared, std::uint32_t instance);
  MergedRules rules() const { return {world_.config, state_.settings}; }
  void requeue_by_control(JobSlotId id, RequeueReason reason, bool keeps_work = false);
  void kill_by_control(JobSlotId id, const JobControl& control);
  bool is_watched(HostId id) const;
  void exit_of_its_own(JobSlotId id);
  void exit_of_launch(JobSlotId id, std::int32_t own_code);
  void exit_by(JobSlotId id, std::int32_t code, EndReason reason);

  ForwardId forward_of(const JobState& guest) const;
  void send_home(const JobState& guest, Message message);
  void cancel_timeout(const JobState& job);

  void exclude_host(JobSlotId id);

  ClusterWorld& world_;
  SchedulerState& state_;
  Observer& observer_;
  JobLaunches launches_;
  std::vector<JobSlotId> exited_;  ///< with a value that sends them back into their queue
  bool deciding_ = false;
};

}  // namespace mcsim::handlers
