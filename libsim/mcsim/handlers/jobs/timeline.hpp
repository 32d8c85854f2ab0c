// What happens to a cluster from outside and by the clock: entries of the timeline, and time
// windows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// What mbatchd knows of a host that is down: `model.host_down`.
enum class HostLoss : std::uint8_t {
  at_once,  ///< all
  begins,   ///< nothing; the PAMs of parallel jobs notice themselves
  missed,   ///< that it is down, and not whether jobs are over whose sbatchd is there
  is_over,  ///< that they are
};

/// Carries these out by way of JobLifecycle.
class TimelinePlayer {
 public:
  TimelinePlayer(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world), state_(*world.lsf), observer_(observer), life_(life) {}

  void apply(const TimelineEntry& entry);

  /// A host's fault may be over. Returns whether it is.
  bool come_back(HostId host);
  /// The jobs on hosts that go down together end, or go back into their queues.
  void lose_jobs_on(const std::vector<HostId>& hosts, HostLoss loss = HostLoss::at_once);
  /// A borrowed host goes down or comes up at its provider.
  void turn(HostId host, bool is_down);

  // Windows that turn at this instant.

  void expect_turn(QueueId queue) { turning_queues_.push_back(queue); }
  void expect_turn(HostId host) { turning_hosts_.push_back(host); }
  /// Opens and closes windows, all together, after the changes and ends of an instant: a job may
  /// end just when its run window closes.
  void turn_due_windows();

  /// Carries out an action on a job; on a guest, for its submission cluster. False: it has no
  /// effect in the job's stage.
  bool act_on(JobSlotId id, RemoteAction action);
  /// Whether the cluster was reconfigured since this was last asked.
  bool was_reconfigured() { return std::exchange(reconfigured_, false); }

 private:
  // Windows.

  void turn_windows(QueueId id);

  void close_run_window(QueueId queue);

  void turn_window(HostId id);

  std::vector<JobSlotId> running_in(QueueId queue) const;
  std::vector<JobSlotId> by_submission(std::vector<JobSlotId> jobs) const;

  // Actions.

  void act_on_job(const TimelineEntry& entry);
  void act_on_single(const TimelineEntry& entry);
  void act_on_array(const TimelineEntry& entry);
  std::optional<NoEffect> act_on_element(const TimelineEntry& entry, std::uint32_t place);
  std::uint32_t index_at(const TimelineEntry& entry, std::uint32_t place) const;
  /// `element`: its index, of a job array; 0: it is none.
  void ignore(const TimelineEntry& entry, NoEffect why, std::uint32_t element = 0);
  /// Why an action had no effect.
  NoEffect why_not(const TimelineEntry& entry, JobSlotId id) const;
  bool is_in_flight(JobSlotId slot, JobId id) const;

  /// False: the action has no effect on a job in its stage.
  bool act(const TimelineEntry& entry, JobSlotId id);

  /// A forwarded job: its execution cluster is told.
  bool act_away(TimelineEntry::Kind kind, JobSlotId id);
  bool tell_away(JobSlotId id, RemoteAction action);

  bool stop(JobSlotId id);

  bool unstop(JobSlotId id);

  /// Why a job may not go into a queue; none: it may.
  std::optional<NoEffect> what_forbids(JobSlotId id, QueueId queue) const;
  TraceJob asked_now(const JobState& job) const;
  bool switch_queue(JobSlotId id, QueueId queue);

  /// Only a job that waits may ask for other hosts, or wait for other jobs.
  bool modify(JobSlotId id, const TimelineEntry& bmod);
  void set_begin(JobSlotId id, Time begin);
  bool names_unknown_host(const TimelineEntry& bmod) const;
  void set_profile(JobSlotId id, ProfileId profile);

  /// With all that the action moves, in act_on_job().
  bool move(JobSlotId id);

  /// A borrowed host that no lease has yet is unknown, and badmin refuses to act on it.
  void close(const TimelineEntry& entry);

  void take_down(const TimelineEntry& entry);

  void set_run_limits(const ClusterSettings& settings);
  void reconfigure(const ClusterSettings& settings);

  ClusterWorld& world_;
  SchedulerState& state_;
  Observer& observer_;
  JobLifecycle& life_;
  std::vector<JobSlotId> movers_;  ///< that btop or bbot moves, one after the other
  std::vector<QueueId> turning_queues_;
  std::vector<HostId> turning_hosts_;
  bool windows_are_new_ = false;  ///< by a reconfiguration
  bool reconfigured_ = false;
};

}  // namespace mcsim::handlers
