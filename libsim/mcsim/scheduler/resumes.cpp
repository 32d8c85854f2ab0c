#include "mcsim/scheduler/resumes.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/scheduler/rusage.hpp"
#include "mcsim/scheduler/started_jobs.hpp"

namespace mcsim::scheduler {
namespace {

bool can_resume(const ClusterConfig& config, const SchedulerState& state, JobSlotId id, Time now) {
  return HostRules(config, state, now).keeps_suspended(id) == none<HostId> &&
         RusageRules(config, state, now).can_take_back(id) &&
         (!state.features.has_limits || !LimitRules(config, state, now).keeps_suspended(id));
}

/// Calls visit(queues) for queue groups in their order, down to that of a queue.
template <class Visit>
void visit_groups_to(const SchedulerState& state, QueueId last, Visit&& visit) {
  for (std::uint32_t at = 0; at <= state.queues[last].group; ++at)
    visit(std::span<const QueueId>(state.groups[at].queues));
}

}  // namespace

void list_resumable(const ClusterConfig& config, const SchedulerState& state,
                    std::span<const QueueId> queues, std::vector<JobSlotId>& jobs) {
  jobs.clear();
  for (const QueueId id : queues)
    if (const QueueState& queue = state.queues[id]; queue.runs)
      jobs.insert(jobs.end(), queue.suspended.begin(), queue.suspended.end());
  const bool by_suspension = config.model.resume_order == ResumeOrder::suspended;
  std::ranges::sort(jobs, {}, [&](JobSlotId id) {
    const JobState& job = state.jobs[id];
    return std::pair(by_suspension ? job.since : job.dispatched, job.index);
  });
}

std::optional<SchedulerState> after_resumes(const ClusterConfig& config,
                                            const SchedulerState& state, QueueId queue, Time now) {
  const auto is_any = [](const QueueState& one) { return !one.suspended.empty(); };
  if (state.jobs.ssusp() == 0 || std::ranges::none_of(state.queues, is_any)) return {};
  std::vector<JobSlotId> jobs;
  bool any = false;
  visit_groups_to(state, queue, [&](std::span<const QueueId> group) {
    list_resumable(config, state, group, jobs);
    any = any || std::ranges::any_of(
                     jobs, [&](JobSlotId id) { return can_resume(config, state, id, now); });
  });
  if (!any) return {};
  SchedulerState then = state;
  visit_groups_to(then, queue, [&](std::span<const QueueId> group) {
    list_resumable(config, then, group, jobs);
    for (const JobSlotId id : jobs)
      if (can_resume(config, then, id, now)) StartedJobs(config, then, now).resume(id);
  });
  return then;
}

}  // namespace mcsim::scheduler
