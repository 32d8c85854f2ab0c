// The usual value of each setting.
#include "support/shrink_settings.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace mcsim::testing {
namespace {

void simplify(Simplifier& one, ResourceRequirement& requirement) {
  one.visit(requirement.select, {});
  one.visit(requirement.order, {});
  one.visit(requirement.rusage, {});
  one.visit(requirement.one_host, false);
  one.visit(requirement.ptile, 0);
  one.visit(requirement.same, {});
}

void simplify(Simplifier& one, JobRules& rules) {
  one.visit(rules.default_run_limit, std::nullopt);
  one.visit(rules.run_limit, unlimited);
  one.visit(rules.proc_limit, {});
  one.visit(rules.default_mem_limit, -1);
  one.visit(rules.mem_limit, -1);
  one.visit(rules.requeue_exit_values, {});
  one.visit(rules.rerunnable, std::nullopt);
  one.visit(rules.retries, {});
  one.visit(rules.suspend_control, std::nullopt);
  one.visit(rules.resume_control, std::nullopt);
  one.visit(rules.terminate_control, std::nullopt);
  simplify(one, rules.res_req);
}

void simplify(Simplifier& one, QueueForwarding& forwarding) {
  for (SendTarget& target : forwarding.targets) one.visit(target.preference, 0);
  one.visit(forwarding.job_backlog, 50);
  one.visit(forwarding.slot_backlog, no_limit);
  one.visit(forwarding.job_limit, no_limit);
  one.visit(forwarding.task_limit, no_limit);
  one.visit(forwarding.max_resched_time, unlimited);
  one.visit(forwarding.forward_delay, 0ms);
  one.visit(forwarding.forward_users, {});
}

void simplify(Simplifier& one, ForwardingParameters& forwarding) {
  one.visit(forwarding.policy, "NOT_DEFINED");
  one.visit(forwarding.policy, "RESOURCE_ONLY");
  one.visit(forwarding.update_interval, 20'000ms);
  one.visit(forwarding.max_per_session, 50);
  one.visit(forwarding.init_fail_retry, 5);
  one.visit(forwarding.remote_preexec_retry, 5);
  one.visit(forwarding.pend_reason_interval, 300'000ms);
  one.visit(forwarding.cache_intervals, {});
}

void simplify(Simplifier& one, QueueConfig& queue) {
  simplify(one, queue.rules);
  one.visit(queue.qjob_limit, no_limit);
  one.visit(queue.ujob_limit, no_limit);
  one.visit(queue.hjob_limit, no_limit);
  one.visit(queue.pjob_limit, {});
  one.visit(queue.job_accept_interval, 0ms);
  one.visit(queue.new_job_sched_delay, 0ms);
  one.visit(queue.exclusive, false);
  one.visit(queue.dispatch_window, {});
  one.visit(queue.run_window, {});
  one.visit(queue.ignore_deadline, false);
  one.visit(queue.terminate_when_preempted, false);
  one.visit(queue.terminate_when_window_closes, false);
  one.visit(queue.preemption.preemptive, false);
  one.visit(queue.preemption.low, {});
  one.visit(queue.preemption.preemptable, false);
  one.visit(queue.preemption.high, {});
  one.visit(queue.backfill, false);
  one.visit(queue.max_reserve_time, 0ms);
  if (queue.pool == none<PoolId> && !queue.forwarding.remote_only) one.visit(queue.hosts, {});
  one.visit(queue.users, {});
  one.visit(queue.thresholds, {});
  simplify(one, queue.forwarding);
}

void simplify(Simplifier& one, ClusterParameters& params) {
  one.visit(params.job_scheduling_interval, 10'000ms);
  one.visit(params.mbd_sleep_time, 10'000ms);
  one.visit(params.max_dispatch_per_session, 15'000);
  one.visit(params.requeue_to_bottom, false);
  one.visit(params.abs_runlimit, false);
  one.visit(params.retries, {});
  one.visit(params.preempt_least_run_time, false);
  one.visit(params.preempt_fewest_jobs, false);
  one.visit(params.preempt_few_jobs, params.preempt_fewest_jobs);
  one.visit(params.preempt_exclusive, false);
  one.visit(params.preempt_backfill, false);
  one.visit(params.no_preempt_run_time, {});
  one.visit(params.no_preempt_finish_time, {});
  one.visit(params.hist_hours, 5.0);
  one.visit(params.sbd_sleep_time, 30'000ms);
  one.visit(params.pg_susp_it, 180'000ms);
  one.visit(params.stop_ignores_it, false);
  one.visit(params.reclaim_delay, 600'000ms);
  one.visit(params.pjl_timeout, 300'000ms);
  simplify(one, params.forwarding);
}

void simplify(Simplifier& one, FairshareConfig& tree) {
  one.visit(tree.factors, {});
  one.visit(tree.factors.cpu_time, 0);
  one.visit(tree.factors.run_time, 0);
  one.visit(tree.factors.committed_run_time, 0);
  one.visit(tree.factors.run_job, 3);
  one.visit(tree.factors.fwd_job, std::nullopt);
  one.visit(tree.factors.hist_hours, 0);
  one.visit(tree.factors.enable_hist_run_time, false);
  one.visit(tree.factors.run_time_decay, false);
  one.visit(tree.factors.forwarded_for, unlimited);
  for (ShareRowConfig& row : tree.accounts) one.visit(row.shares, 1);
}

void simplify(Simplifier& one, LimitSection& limit) {
  one.visit(limit.users, {});
  one.visit(limit.queues, {});
  one.visit(limit.hosts, {});
  one.visit(limit.projects, {});
  one.visit(limit.applications, {});
  one.visit(limit.slots, no_limit);
  one.visit(limit.slots_per_processor, {});
  one.visit(limit.jobs, no_limit);
  one.visit(limit.amounts, {});
}

void simplify(Simplifier& one, ClusterSettings& settings) {
  for (QueueConfig& queue : settings.queues) simplify(one, queue);
  for (ApplicationConfig& application : settings.applications) simplify(one, application.rules);
  for (HostConfig& host : settings.hosts) {
    one.visit(host.type, "LINUX");
    one.visit(host.model, "A");
    one.visit(host.cpuf, 1.0);
    one.visit(host.user_limit, no_limit);
    one.visit(host.span_group, std::uint32_t{0});
    one.visit(host.dispatch_window, {});
    one.visit(host.thresholds, {});
    one.visit(host.busy, {});
  }
  one.visit(settings.user_limits, {});
  one.visit(settings.pend_limits, {});
  one.visit(settings.params.max_pending, {});
  one.visit(settings.limits, {});
  for (LimitSection& limit : settings.limits) simplify(one, limit);
  for (PoolConfig& pool : settings.pools) {
    one.visit(pool.use_priority, false);
    one.visit(pool.max_slots, no_limit);
  }
  for (FairshareConfig& tree : settings.fairshares) simplify(one, tree);
  for (HostExport& policy : settings.exports) {
    one.visit(policy.mem, std::nullopt);
    one.visit(policy.swp, std::nullopt);
  }
  one.visit(settings.lim, {});
  simplify(one, settings.params);
}

void simplify(Simplifier& one, JobProfile& profile) {
  simplify(one, profile.res_req);
  one.visit(profile.group, none<NameId>);
  one.visit(profile.project, none<NameId>);
  one.visit(profile.application, none<ApplicationId>);
  one.visit(profile.hosts, std::nullopt);
  one.visit(profile.from_host, {});
  one.visit(profile.exclusive, false);
  one.visit(profile.rerunnable, false);
  one.visit(profile.overuse, false);
  one.visit(profile.priority, 0);
  one.visit(profile.memory, 0);
  one.visit(profile.mem_limit, -1);
  one.visit(profile.exit_codes, {});
  one.visit(profile.init_failures, 0);
  one.visit(profile.preexec_failures, 0);
}

void simplify(Simplifier& one, ModelConfig& model) {
  one.visit(model.enforce_runlimit, true);
  one.visit(model.seeded_daemon_phase, false);
  one.visit(model.run_time_scaling, false);
  one.visit(model.pool_decay, "continuous");
  one.visit(model.pool_shares, "lsf");
  one.visit(model.pool_hist_hours, std::nullopt);
  one.visit(model.pool_order, {});
  one.visit(model.pool_turn, {});
  one.visit(model.pool_limit, {});
  one.visit(model.pool_total, {});
  one.visit(model.pool_leftover, {});
  one.visit(model.fairshare.no_share, {});
  one.visit(model.fairshare.cpu, {});
  one.visit(model.fairshare.run, {});
  one.visit(model.fairshare.cpu_per_slot, 1);
  one.visit(model.fairshare.floor, 0.01);
  one.visit(model.fairshare.decay, "none");
  one.visit(model.fairshare.priority, "lsf");
  one.visit(model.fairshare.crossqueue_job_order, {});
  one.visit(model.victim_order, {});
  one.visit(model.victim_hosts, {});
  one.visit(model.resume_order, {});
  one.visit(model.reservation_backfill, {});
  one.visit(model.rusage_decay_step, std::nullopt);
  one.visit(model.memlimit_at_once, false);
  one.visit(model.forward_free_test, {});
  one.visit(model.forward_key_order, {});
  one.visit(model.counters, {});
  one.visit(model.max_forwards, std::nullopt);
  one.visit(model.forward_policy, "");
  one.visit(model.lease_dealing, "deficit");
  one.visit(model.lease_reclaim, "lsf");
  one.visit(model.lease_keep_one_slot, false);
  one.visit(model.lease_inactive, 0ms);
  one.visit(model.load_noise, 0);
  one.visit(model.lim_send_on_change, false);
  one.visit(model.lava_elim, false);
  one.visit(model.elim_keep_values_on_exit, false);
  one.visit(model.mbatchd_start, 10s);
  one.visit(model.host_down, {});
}

void simplify(Simplifier& one, ElimConfig& elim) {
  one.visit(elim.interval, 15'000ms);
  one.visit(elim.start_up, 0ms);
  one.visit(elim.on_change, false);
  one.visit(elim.mishaps, {});
}

void simplify(Simplifier& one, LaunchProfile& profile) {
  one.visit(profile.method, 1);
  one.visit(profile.wrapper_start, {});
  one.visit(profile.pjl_start, {});
  one.visit(profile.ts_interval, 0ms);
  one.visit(profile.ts_start, {});
  one.visit(profile.task_start, {});
  one.visit(profile.latency, {});
  one.visit(profile.slow_hosts, {});
  one.visit(profile.on_lost_task, {});
  one.visit(profile.faults, {});
}

}  // namespace

void simplify(Simplifier& one, LinkConfig& link) {
  one.visit(link.outages, {});
  one.visit(link.loss, 0);
  one.visit(link.jitter, 0ms);
  one.visit(link.latency, 0ms);
  one.visit(link.publication_delay, link.latency);
}

void simplify_all(Simplifier& one, ClusterConfig& cluster) {
  for (TimelineEntry& entry : cluster.timeline) {
    if (entry.settings == nullptr) continue;
    ClusterSettings settings = *entry.settings;
    simplify(one, settings);
    entry.settings = std::make_shared<const ClusterSettings>(std::move(settings));
    one.restart();
  }
  simplify(one, static_cast<ClusterSettings&>(cluster));
  simplify(one, cluster.model);
  for (JobProfile& profile : cluster.profiles) simplify(one, profile);
  for (ElimConfig& elim : cluster.elims) simplify(one, elim);
  one.visit(cluster.launch, {});
  for (LaunchProfile& profile : cluster.launch.profiles) simplify(one, profile);
}

}  // namespace mcsim::testing
