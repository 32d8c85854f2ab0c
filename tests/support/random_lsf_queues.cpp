// Random queues, pools, application profiles and users' limits.
#include <algorithm>

#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {
namespace {

using enum LsfFeature;

std::int32_t draw_priority(LsfDraft& draft, std::size_t at) {
  if (draft.wants(equal_priorities)) return draft.one_of<std::int32_t>({20, 30, 30});
  return draft.one_of<std::int32_t>({1, 10, 20, 30, 40}) + static_cast<std::int32_t>(at);
}

/// Other actions than suspending, resuming and ending.
void draw_controls(LsfDraft& draft, JobRules& rules) {
  using Kind = JobControl::Kind;
  const auto draw = [&](std::optional<JobControl>& control, Kind last) {
    if (!draft.one_in(2)) return;
    control = JobControl{draft.one_of<Kind>({Kind::usual, Kind::requeue, last})};
    if (control->kind == Kind::kill && draft.one_in(2)) control->exit_code = 143;
  };
  draw(rules.suspend_control, Kind::kill);
  draw(rules.resume_control, Kind::kill);
  draw(rules.terminate_control, Kind::checkpoint);
}

void draw_requeues(LsfDraft& draft, JobRules& rules) {
  if (draft.uses(requeue_exit_values, 2)) {
    rules.requeue_exit_values.push_back({99, draft.uses(exclude, 2)});
    if (draft.one_in(2)) rules.requeue_exit_values.push_back({98, draft.uses(exclude, 2)});
  }
  if (draft.uses(max_job_requeue, 3)) rules.retries.max_job_requeue = draft.number(1, 2);
  if (draft.uses(max_job_preempt, 3)) rules.retries.max_job_preempt = draft.number(1, 2);
  if (draft.uses(preexec_limit, 3)) rules.retries.local_preexec_retry = draft.number(0, 3);
  if (draft.uses(rerunnable, 3)) rules.rerunnable = draft.one_in(2);
  if (draft.uses(job_controls, 2)) draw_controls(draft, rules);
}

void draw_when(LsfDraft& draft, QueueConfig& queue) {
  if (draft.uses(accept_interval, 2))
    queue.job_accept_interval = draft.between(1, 2) * draft.cluster.params.mbd_sleep_time;
  if (draft.uses(new_job_delay, 2)) queue.new_job_sched_delay = draft.between(1, 20) * 1s;
  if (draft.uses(dispatch_window, 2)) queue.dispatch_window = draw_windows(draft);
  if (draft.uses(run_window, 2)) {
    queue.run_window = draw_windows(draft);
    queue.ignore_deadline = draft.uses(ignore_deadline, 2);
    queue.terminate_when_window_closes = draft.uses(terminate_window, 2);
  }
}

/// Calls visit(id) for some other queues, perhaps none.
template <class Visitor>
void draw_others(LsfDraft& draft, std::size_t self, std::size_t queues, Visitor&& visit) {
  for (std::size_t other = 0; other < queues; ++other)
    if (other != self && draft.one_in(2)) visit(static_cast<QueueId>(other));
}

void draw_preemption(LsfDraft& draft, std::size_t self, std::size_t queues,
                     PreemptionConfig& preemption) {
  preemption.preemptive = draft.uses(preemptive, 2);
  preemption.preemptable = draft.uses(preemptable, 2);
  if (!draft.wants(preemption_lists)) return;
  if (preemption.preemptive && draft.one_in(2))
    draw_others(draft, self, queues, [&](QueueId id) {
      preemption.low.push_back({id, draft.one_in(2) ? 0 : draft.number(1, 3)});
    });
  if (preemption.preemptable && draft.one_in(2))
    draw_others(draft, self, queues, [&](QueueId id) { preemption.high.push_back(id); });
  if (!preemption.low.empty() || !preemption.high.empty()) draft.has_used(preemption_lists);
}

void draw_reserve(LsfDraft& draft, QueueConfig& queue) {
  if (draft.wants(slot_reserve) && !draft.one_in(3)) {
    queue.max_reserve_time = draft.between(1, 9) * draft.cluster.params.mbd_sleep_time;
    draft.has_used(slot_reserve);
  }
  queue.backfill = draft.wants(backfill) && !draft.one_in(3);
  if (queue.backfill) draft.has_used(backfill);
}

QueueConfig draw_queue(LsfDraft& draft, std::size_t at, std::size_t queues) {
  QueueConfig queue;
  queue.name = "q" + std::to_string(at + 1);
  queue.priority = draw_priority(draft, at);
  draw_limits(draft, queue);
  draw_when(draft, queue);
  draw_preemption(draft, at, queues, queue.preemption);
  draw_reserve(draft, queue);
  if (draft.uses(terminate_preempt, 2)) queue.terminate_when_preempted = true;
  queue.exclusive = draft.wants(exclusive) && !draft.one_in(4);
  if (draft.wants(queue_hosts) && draft.one_in(2)) {
    queue.hosts = draw_preferences(draft, draft.uses(host_levels, 2));
    draft.has_used(queue_hosts);
  }
  if (draft.uses(queue_res_req, 2)) queue.rules.res_req = draw_requirement(draft);
  draw_rules(draft, queue.rules);
  return queue;
}

/// All queues of a pool have the hosts of its first queue.
void draw_pool(LsfDraft& draft) {
  std::vector<QueueConfig>& queues = draft.cluster.queues;
  if (queues.size() < 2) return;
  PoolConfig pool;
  pool.name = "pool";
  const std::int64_t size = draft.between(2, 3);
  for (std::size_t at = 0; at < queues.size(); ++at)
    if (static_cast<std::int64_t>(pool.queues.size()) < size &&
        (queues.size() - at <= static_cast<std::size_t>(size) || draft.one_in(2)))
      pool.queues.push_back(static_cast<QueueId>(at));
  for (const QueueId id : pool.queues) {
    QueueConfig& queue = queues[index_of(id)];
    queue.pool = PoolId{};
    queue.hosts = queues[index_of(pool.queues.front())].hosts;
    queue.slot_share = draft.one_of<std::int32_t>({10, 20, 30, 30, 50, 100});
  }
  if (draft.uses(max_slots_in_pool)) pool.max_slots = draft.number(1, 8);
  pool.use_priority = draft.uses(use_priority_in_pool);
  draft.cluster.pools.push_back(pool);
  draft.has_used(LsfFeature::pool);
}

void draw_applications(LsfDraft& draft) {
  for (std::int64_t left = draft.between(1, 2); left > 0; --left) {
    ApplicationConfig config;
    config.name = "app" + std::to_string(left);
    draw_rules(draft, config.rules);
    if (draft.one_in(2)) config.rules.res_req = draw_requirement(draft);
    draft.cluster.applications.push_back(config);
  }
}

UserLimit draw_user_limit(LsfDraft& draft) {
  UserLimit limit;
  if (draft.one_in(2)) limit.max_jobs = draft.number(1, 6);
  if (draft.uses(jl_per_processor, 2))
    limit.per_processor.thousandths = draft.one_of<std::int64_t>({500, 1'000, 1'500, 2'000});
  if (limit.max_jobs == no_limit && limit.per_processor.thousandths < 0) limit.max_jobs = 4;
  return limit;
}

}  // namespace

HostPreferences draw_preferences(LsfDraft& draft, bool with_levels) {
  HostPreferences preferences;
  preferences.all = false;
  const std::size_t hosts = draft.cluster.hosts.size();
  for (std::size_t at = 0; at < hosts; ++at)
    if (!draft.one_in(3) || (at + 1 == hosts && preferences.list.empty()))
      preferences.list.push_back(
          {static_cast<HostId>(at), with_levels && draft.one_in(2) ? draft.number(1, 2) : 0});
  return preferences;
}

void draw_limits(LsfDraft& draft, QueueConfig& queue) {
  if (draft.uses(qjob_limit, 2)) queue.qjob_limit = draft.number(1, 8);
  if (draft.uses(ujob_limit, 2)) queue.ujob_limit = draft.number(1, 5);
  if (draft.uses(hjob_limit, 2)) queue.hjob_limit = draft.number(1, 3);
  if (draft.uses(pjob_limit, 2))
    queue.pjob_limit.thousandths = draft.one_of<std::int64_t>({500, 1'000, 1'500});
}

void draw_rules(LsfDraft& draft, JobRules& rules) {
  if (draft.uses(proclimit, 2))
    rules.proc_limit = {.least = draft.one_in(4) ? 2 : 1, .usual = {}, .most = draft.number(2, 6)};
  if (draft.uses(runlimit, 2)) {
    rules.run_limit = draft.between(4, 20) * 10s;
    if (draft.one_in(2)) rules.default_run_limit = draft.between(2, 4) * 10s;
  }
  if (draft.uses(memlimit, 2)) {
    rules.mem_limit = draft.between(2, 5) * 500;
    if (draft.one_in(2)) rules.default_mem_limit = draft.between(1, 2) * 500;
  }
  draw_requeues(draft, rules);
}

void draw_queues(LsfDraft& draft) {
  const auto size = static_cast<std::size_t>(
      draft.wants(pool) || draft.wants(preemptive) ? draft.between(2, 5) : draft.between(1, 5));
  for (std::size_t at = 0; at < size; ++at)
    draft.cluster.queues.push_back(draw_queue(draft, at, size));
  if (draft.wants(pool)) draw_pool(draft);
  if (draft.uses(application)) draw_applications(draft);
  const auto has_twin = [&](const QueueConfig& queue) {
    return std::ranges::count(draft.cluster.queues, queue.priority, &QueueConfig::priority) > 1;
  };
  if (std::ranges::any_of(draft.cluster.queues, has_twin)) draft.has_used(equal_priorities);
}

void draw_user_limits(LsfDraft& draft) {
  std::vector<UserLimit>& limits = draft.cluster.user_limits;
  const auto some_users = [&] {
    std::vector<NameId> users;
    for (const NameId user : draft.users)
      if (draft.one_in(2) || (users.empty() && user == draft.users.back())) users.push_back(user);
    return users;
  };
  if (draft.uses(limit_of_each)) {
    limits.push_back(draw_user_limit(draft));
    limits.back().users = some_users();
    limits.back().all_but = draft.one_in(3);
  }
  if (draft.uses(limit_together)) {
    limits.push_back(draw_user_limit(draft));
    limits.back().users = some_users();
    limits.back().together = true;
    limits.back().all_but = draft.one_in(3);
  }
  if (draft.uses(limit_default)) {
    limits.push_back(draw_user_limit(draft));
    limits.back().is_default = true;
  }
}

}  // namespace mcsim::testing
