// What queue, application and job say together about one job: limits, exit values, run times.
#pragma once

#include <optional>

#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// Looks at settings, changes nothing. Source: docs/rules/scheduling.md, section 11.
class MergedRules {
 public:
  MergedRules(const ClusterConfig& config, const ClusterSettings& settings)
      : config_(config), settings_(settings) {}

  /// Why a queue refuses a job, wherever it comes from; none: it does not.
  EndReason refusal(const TraceJob& asked, QueueId queue) const;
  /// The run limit of a job in a queue; unlimited: none.
  Duration limit_in(const TraceJob& asked, QueueId queue) const;
  /// What a job asks for by bsub -sp, or what jobs without it have.
  std::int32_t priority_of(ProfileId profile) const;
  /// Of a job that has `priority` in its submission cluster, where the largest is `most`.
  std::int32_t priority_of_guest(ProfileId profile, std::int32_t priority, std::int32_t most) const;
  /// bsub -n min,max: with how many slots a job may start; fewer than it waits for: with these
  /// only.
  std::int32_t most_slots_of(const JobState& job) const;
  JobState job_in_flight(const TraceJob& asked, JobIndex index, Time now) const;
  /// Sets how long an execution lasts under a dispatch policy, wherever it begins: the run limit is
  /// that with which the job came.
  void begin_as_submitted(JobState& job) const;
  /// Sets how long an execution that begins on a host will last, and what will end it.
  void begin_execution(JobState& job, HostId first) const;
  /// How long a job runs on a host if nothing stops it.
  Duration run_on(const JobState& job, HostId first) const;
  /// Sets the same as begin_execution() for an execution on `first` that would last `length` and
  /// uses its memory from `uses_memory_from` on.
  void bound(JobState& job, HostId first, Duration length, Duration uses_memory_from) const;
  /// The exit code of the present execution.
  std::int32_t exit_code(const JobState& job) const;
  /// The exit value that sends the job back into its queue; null: none does.
  const RequeueExitValue* requeue_value(const JobState& job, std::int32_t code) const;
  /// MAX_JOB_REQUEUE; none: no limit.
  std::optional<std::int32_t> max_job_requeue(const JobState& job) const;
  bool is_rerunnable(const JobState& job) const;
  /// What SUSPEND, RESUME or TERMINATE of JOB_CONTROLS does to a job.
  JobControl control(const JobState& job, std::optional<JobControl> JobRules::* action) const;
  /// Whether a job that is preempted leaves its hosts: it is killed, and maybe requeued.
  bool leaves_when_preempted(const JobState& job) const;
  /// A checkpoint keeps what a job has done in so long a run on a host.
  void keep_work(JobState& job, Duration ran, HostId first) const;

  const JobProfile& profile_of(ProfileId id) const { return config_.profiles[index_of(id)]; }

 private:
  const JobRules& of_queue(QueueId id) const { return settings_.queues[index_of(id)].rules; }
  /// Of the application of a job; null: it has none.
  const JobRules* of_application(ProfileId id) const;
  Duration most_run_limit(QueueId queue, ProfileId profile) const;
  std::int64_t most_memory(QueueId queue, ProfileId profile) const;
  Duration most_cpu_time(QueueId queue, ProfileId profile) const;
  /// How much memory a job may use, in KB; negative: no limit.
  std::int64_t memory_limit(const JobState& job) const;
  Duration scaled(Duration length, HostId first) const;
  Duration limit_on(HostId first, Duration limit) const;
  /// CPU time that a job may use, on a host of CPU factor 1; unlimited: no limit.
  Duration cpu_limit(const JobState& job) const;
  /// After how long a run it has used that.
  Duration ends_by_cpu_limit(const JobState& job, HostId first) const;
  Duration enforced_limit(const JobState& job) const;

  const ClusterConfig& config_;
  const ClusterSettings& settings_;
};

}  // namespace mcsim::scheduler
