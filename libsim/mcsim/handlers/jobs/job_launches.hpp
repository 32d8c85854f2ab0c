// Launches of parallel jobs: PAM of each job from dispatch to end.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/pam/launch_board.hpp"
#include "mcsim/scheduler/rules.hpp"

namespace mcsim::handlers {

/// What JobLifecycle asks of launches. All but begin() are for jobs that have one. Source:
/// docs/rules/launch.md.
class JobLaunches {
  template <class Ask>
  auto on_hosts(JobSlotId id, Ask&& ask) const {
    std::vector<HostSlots> hosts;
    state_.jobs.visit_hosts(id, [&](HostSlots part) { hosts.push_back(part); });
    const Launch& launch = row_of(id).launch;
    return ask(LaunchPlay(world_.config.launch.profiles[launch.profile], state_.launches->draws(),
                          launch, hosts));
  }

 public:
  JobLaunches(ClusterWorld& world, Observer& observer)
      : world_(world), state_(*world.lsf), observer_(observer) {}

  /// A job was dispatched. False: it has no launch. True: its end is scheduled here.
  bool begin(JobSlotId id) { return state_.launches.has_value() && begin_by_rules(id); }

  /// All tasks have started.
  void run(JobSlotId id);

  /// A running job is suspended; its end is no longer scheduled. PAM goes on.
  void suspend(JobSlotId id);
  /// The job runs again: its end is scheduled.
  void resume(JobSlotId id);
  /// A host of the job that is not its first one goes down.
  void lose(JobSlotId id, HostId host);

  /// The scheduled event comes (take_event), or is cancelled.
  void take_event(JobSlotId id) { row_of(id).has_event = false; }
  void cancel(JobSlotId id);
  /// From dispatch to RUNNING, suspension apart; none: the job is not RUNNING yet.
  std::optional<Duration> time_of(JobSlotId id) const { return row_of(id).launch.launch; }

  /// PAM exits. Returns the exit status of the job: `own` for a job that ends as it should.
  std::int32_t exit(JobSlotId id, std::int32_t own);
  /// Why a job ends whose PAM has exited.
  EndReason end_reason(JobSlotId id) const;

  /// The job is about to leave its hosts.
  void close(JobSlotId id);

 private:
  bool begin_by_rules(JobSlotId id);
  Time now() const { return world_.agenda.now(); }
  LaunchRow& row_of(JobSlotId id) { return (*state_.launches)[state_.jobs[id].record.launch]; }
  const LaunchRow& row_of(JobSlotId id) const {
    return (*state_.launches)[state_.jobs[id].record.launch];
  }

  HomeJob home_of(const JobState& job) const;
  std::uint64_t home_key_of(const JobState& job) const;
  /// How long the execution has gone on, suspension apart.
  Duration clock_of(JobSlotId id) const;
  static Duration paused_before(const LaunchRow& row);

  void schedule(JobSlotId id, Time at, const ClusterEvent& event);

  /// Schedules what comes next for a running job: RUNNING, its end, or nothing.
  void expect(JobSlotId id);
  static Duration end_of_both(Duration turn, Duration run);
  void expect_end(JobSlotId id, Duration clock);

  void signal(JobSlotId id, LaunchSignal signal);
  LaunchCounts counts_now(JobSlotId id) const;

  LaunchReport report_on(JobSlotId id) const;

  ClusterWorld& world_;
  SchedulerState& state_;
  Observer& observer_;
};

}  // namespace mcsim::handlers
