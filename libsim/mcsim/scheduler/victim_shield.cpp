// Shields of running jobs.
#include "mcsim/scheduler/victim_shield.hpp"

#include <algorithm>

#include "mcsim/scheduler/host_rules.hpp"

namespace mcsim::scheduler {
namespace {

std::int32_t preemptions_of(const SchedulerState& state, const JobState& job) {
  const auto found = state.histories.find(job.index);
  return found == state.histories.end() ? 0 : found->second.preemptions;
}

}  // namespace

std::optional<std::int32_t> most_preemptions(const ClusterConfig& config,
                                             const SchedulerState& state, const JobState& job) {
  const ApplicationId application = config.profiles[index_of(job.profile)].application;
  if (application != none<ApplicationId>)
    if (const auto& own =
            state.settings.applications[index_of(application)].rules.retries.max_job_preempt)
      return own;
  const auto& of_queue = state.settings.queues[index_of(job.queue)].rules.retries.max_job_preempt;
  return of_queue ? of_queue : state.settings.params.retries.max_job_preempt;
}

bool is_shielded(const ClusterConfig& config, const SchedulerState& state, const JobState& victim,
                 Time now) {
  const ClusterParameters& params = state.settings.params;
  if (victim.exclusive && !params.preempt_exclusive) return true;
  if (victim.backfilled && !params.preempt_backfill) return true;
  if (const auto most = most_preemptions(config, state, victim);
      most && preemptions_of(state, victim) >= *most)
    return true;
  if (now == never) return false;

  const Duration ran = victim.ran + (now - victim.since);
  const PreemptShield& long_enough = params.no_preempt_run_time;
  const PreemptShield& soon_over = params.no_preempt_finish_time;
  if (long_enough.time && ran >= *long_enough.time) return true;
  if (victim.limit >= unlimited) return false;
  const Duration left = HostRules(config, state, now).predicted_end(victim) - now;
  if (long_enough.percent && ran * 100 >= victim.limit * *long_enough.percent) return true;
  if (soon_over.time && left <= *soon_over.time) return true;
  return soon_over.percent && left * 100 <= victim.limit * *soon_over.percent;
}

bool shields_by_time(const ClusterParameters& params) {
  const auto is_set = [](const PreemptShield& shield) { return shield.time || shield.percent; };
  return is_set(params.no_preempt_run_time) || is_set(params.no_preempt_finish_time);
}

bool has_shields(const SchedulerState& state) {
  const ClusterSettings& settings = state.settings;
  const ClusterParameters& params = settings.params;
  const auto retries = [](const auto& of) { return of.rules.retries.max_job_preempt.has_value(); };
  return params.retries.max_job_preempt || shields_by_time(params) ||
         std::ranges::any_of(settings.queues, retries) ||
         std::ranges::any_of(settings.applications, retries) ||
         std::ranges::any_of(settings.queues, &QueueConfig::exclusive) ||
         std::ranges::any_of(settings.queues, &QueueConfig::backfill);
}

}  // namespace mcsim::scheduler
