// Limits and exit values of single jobs.
#include "mcsim/scheduler/rules.hpp"

#include <algorithm>
#include <cmath>

#include "mcsim/model/refusal.hpp"
#include "mcsim/model/run_limit.hpp"

namespace mcsim::scheduler {

const JobRules* MergedRules::of_application(ProfileId id) const {
  const ApplicationId application = profile_of(id).application;
  return application == none<ApplicationId> ? nullptr
                                            : &settings_.applications[index_of(application)].rules;
}

Duration MergedRules::most_run_limit(QueueId queue, ProfileId profile) const {
  return model::most_run_limit(settings_, queue, profile_of(profile).application);
}

std::int64_t MergedRules::most_memory(QueueId queue, ProfileId profile) const {
  return model::most_memory(settings_, queue, profile_of(profile).application);
}

Duration MergedRules::most_cpu_time(QueueId queue, ProfileId profile) const {
  return model::most_cpu_time(settings_, queue, profile_of(profile).application);
}

std::int32_t MergedRules::most_slots_of(const JobState& job) const {
  const JobRules* application = of_application(job.profile);
  const std::int32_t most =
      std::min(profile_of(job.profile).most_slots, of_queue(job.queue).proc_limit.most);
  return application == nullptr ? most : std::min(most, application->proc_limit.most);
}

EndReason MergedRules::refusal(const TraceJob& asked, QueueId queue) const {
  return refusal_of(settings_, config_.model.fairshare.no_share, asked, profile_of(asked.profile),
                    queue);
}

Duration MergedRules::limit_in(const TraceJob& asked, QueueId queue) const {
  return run_limit_of(settings_, queue, profile_of(asked.profile).application, asked.limit);
}

std::int32_t MergedRules::priority_of(ProfileId profile) const {
  const std::int32_t asked = profile_of(profile).priority;
  return asked > 0 ? asked : settings_.params.max_user_priority / 2;
}

/// Source: IBM Spectrum LSF 10.1, "Specify a job priority (bsub -sp)" of the MultiCluster guide.
std::int32_t MergedRules::priority_of_guest(ProfileId profile, std::int32_t priority,
                                            std::int32_t most) const {
  const std::int32_t most_here = settings_.params.max_user_priority;
  if (most == 0) return most_here == 0 ? priority : std::min(priority_of(profile), most_here);
  const std::int64_t scaled = std::int64_t{priority} * most_here / most;
  return most_here == 0 ? 0 : static_cast<std::int32_t>(std::max<std::int64_t>(scaled, 1));
}

JobState MergedRules::job_in_flight(const TraceJob& asked, JobIndex index, Time now) const {
  const JobProfile& profile = profile_of(asked.profile);
  JobState job;
  job.index = index;
  job.stage = Stage::delayed;
  job.queue = asked.queue;
  job.user = asked.user;
  job.profile = asked.profile;
  job.slots = job.record.least = asked.slots;
  job.priority = priority_of(asked.profile);
  job.estimate = limit_in(asked, asked.queue);
  job.record.enforced = enforced_limit(job);
  job.record.run = asked.run;
  job.since = now;
  job.exclusive = profile.exclusive;
  return job;
}

std::int64_t MergedRules::memory_limit(const JobState& job) const {
  const JobRules* application = of_application(job.profile);
  std::int64_t own = profile_of(job.profile).mem_limit;
  if (own < 0 && application != nullptr) own = application->default_mem_limit;
  if (own < 0) own = of_queue(job.queue).default_mem_limit;
  const std::int64_t most = most_memory(job.queue, job.profile);
  return own < 0 || most < 0 ? std::max(own, most) : std::min(own, most);
}

Duration MergedRules::scaled(Duration length, HostId first) const {
  const double factor =
      config_.model.run_time_scaling ? settings_.hosts[index_of(first)].cpuf : 1.0;
  if (factor == 1.0 || length >= unlimited) return length;
  return Duration(std::llround(static_cast<double>(length.count()) / factor));
}

Duration MergedRules::run_on(const JobState& job, HostId first) const {
  return scaled(job.record.run, first);
}

Duration MergedRules::limit_on(HostId first, Duration limit) const {
  return settings_.params.abs_runlimit ? limit : scaled(limit, first);
}

/// On a host of CPU factor 1. What a job asks for itself is an estimate only, if the job may run
/// longer.
Duration MergedRules::enforced_limit(const JobState& job) const {
  if (!config_.model.enforce_runlimit) return unlimited;
  const bool overuses = profile_of(job.profile).overuse;
  return overuses ? most_run_limit(job.queue, job.profile) : job.estimate;
}

void MergedRules::begin_as_submitted(JobState& job) const {
  job.limit = job.estimate;
  bound(job, none<HostId>, job.record.run, Duration{});
}

void MergedRules::begin_execution(JobState& job, HostId first) const {
  job.limit = limit_on(first, job.estimate);
  job.record.enforced = limit_on(first, enforced_limit(job));
  bound(job, first, run_on(job, first), Duration{});
}

Duration MergedRules::cpu_limit(const JobState& job) const {
  const JobRules* application = of_application(job.profile);
  const Duration most = most_cpu_time(job.queue, job.profile);
  if (const Duration asked = profile_of(job.profile).cpu_limit; asked >= 0ms)
    return std::min(asked, most);
  const auto usual = application != nullptr && application->default_cpu_limit
                         ? application->default_cpu_limit
                         : of_queue(job.queue).default_cpu_limit;
  return std::min(usual.value_or(most), most);
}

/// Traces do not say when a job used its CPU time: it has used the same in each second.
Duration MergedRules::ends_by_cpu_limit(const JobState& job, HostId first) const {
  const Duration limit = cpu_limit(job);
  const double of_slot = config_.model.fairshare.cpu_per_slot;
  if (limit >= unlimited || of_slot <= 0 || !config_.model.enforce_runlimit ||
      profile_of(job.profile).overuse)
    return unlimited;
  const std::int32_t slots = settings_.params.cpu_limit_of_process ? 1 : job.slots.count();
  const double length = static_cast<double>(limit.count()) / (of_slot * slots);
  if (length >= static_cast<double>(unlimited.count())) return unlimited;
  const Duration in_all{std::llround(length)};
  return first == none<HostId> ? in_all : scaled(in_all, first);
}

void MergedRules::bound(JobState& job, HostId first, Duration length,
                        Duration uses_memory_from) const {
  job.record.occupies = length;
  job.record.cause = EndCause::done;
  if (job.record.occupies > job.record.enforced) {
    job.record.occupies = job.record.enforced;
    job.record.cause = EndCause::run_limit;
  }
  if (const Duration cpu = ends_by_cpu_limit(job, first); cpu < job.record.occupies) {
    job.record.occupies = cpu;
    job.record.cause = EndCause::cpu_limit;
  }
  const std::int64_t memory = memory_limit(job);
  if (memory < 0 || profile_of(job.profile).memory <= memory) return;
  const Duration check = config_.model.memlimit_at_once ? 0ms : settings_.params.sbd_sleep_time;
  if (uses_memory_from >= unlimited || uses_memory_from + check >= job.record.occupies) return;
  job.record.occupies = uses_memory_from + check;
  job.record.cause = EndCause::mem_limit;
}

std::int32_t MergedRules::exit_code(const JobState& job) const {
  const std::vector<std::int32_t>& codes = profile_of(job.profile).exit_codes;
  if (codes.empty()) return 0;
  return codes[std::min<std::size_t>(job.record.executions, codes.size()) - 1];
}

const RequeueExitValue* MergedRules::requeue_value(const JobState& job, std::int32_t code) const {
  const JobRules* application = of_application(job.profile);
  const JobRules& queue = of_queue(job.queue);
  const bool own = application != nullptr && !application->requeue_exit_values.empty();
  const auto& values = own ? application->requeue_exit_values : queue.requeue_exit_values;
  const auto found = std::ranges::find(values, code, &RequeueExitValue::code);
  return found == values.end() ? nullptr : &*found;
}

std::optional<std::int32_t> MergedRules::max_job_requeue(const JobState& job) const {
  const JobRules* application = of_application(job.profile);
  const JobRules& queue = of_queue(job.queue);
  return application != nullptr && application->retries.max_job_requeue
             ? application->retries.max_job_requeue
         : queue.retries.max_job_requeue ? queue.retries.max_job_requeue
                                         : settings_.params.retries.max_job_requeue;
}

JobControl MergedRules::control(const JobState& job,
                                std::optional<JobControl> JobRules::* action) const {
  const JobRules* application = of_application(job.profile);
  if (application != nullptr && application->*action) return *(application->*action);
  return (of_queue(job.queue).*action).value_or(JobControl{});
}

bool MergedRules::leaves_when_preempted(const JobState& job) const {
  return settings_.queues[index_of(job.queue)].terminate_when_preempted ||
         control(job, &JobRules::suspend_control).ends_execution();
}

void MergedRules::keep_work(JobState& job, Duration ran, HostId first) const {
  const double factor =
      config_.model.run_time_scaling ? settings_.hosts[index_of(first)].cpuf : 1.0;
  const Duration work{std::llround(static_cast<double>(ran.count()) * factor)};
  job.record.run = std::max(job.record.run - work, Duration{});
}

bool MergedRules::is_rerunnable(const JobState& job) const {
  const JobRules* application = of_application(job.profile);
  if (profile_of(job.profile).rerunnable) return true;
  if (application != nullptr && application->rerunnable) return *application->rerunnable;
  return of_queue(job.queue).rerunnable.value_or(false);
}

}  // namespace mcsim::scheduler
