// Random hosts and the parameters of a cluster.
#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {
namespace {

using enum LsfFeature;

std::vector<ResourceConfig> resources_of(LsfDraft& draft) {
  std::vector<ResourceConfig> table = builtin_resources();
  table.push_back({.name = "big"});
  table.push_back({.name = "scratch", .kind = ResourceKind::numeric});
  table.back().release = !draft.wants(kept_resource);
  table.push_back({.name = "rack", .kind = ResourceKind::text});
  table.push_back({.name = "licence", .kind = ResourceKind::numeric});
  if (draft.uses(rusage_per_slot))
    for (ResourceConfig& one : table) one.per_slot = draft.one_in(2);
  return table;
}

void add_value(HostConfig& host, ResourceId id, double number, const std::string& text = {}) {
  host.resources.push_back({id, number, text});
}

HostConfig draw_host(LsfDraft& draft, std::size_t at) {
  HostConfig host;
  host.name = "h" + std::to_string(at + 1);
  host.ncpus = draft.number(1, 4);
  host.mxj = Slots(draft.one_in(2) ? host.ncpus : draft.number(1, 6));
  host.type = draft.uses(many_types, 3) ? "SOLARIS" : "LINUX";
  host.model = draft.one_in(2) ? "A" : "B";
  if (draft.wants(cpu_factors) || draft.one_in(4))
    host.cpuf = draft.one_of<double>({0.5, 1.0, 2.0, 2.5});
  if (!draft.one_in(8))
    add_value(host, resource(builtin::maxmem), static_cast<double>(draft.between(2, 6) * 500));
  if (!draft.one_in(8)) add_value(host, resource(builtin::maxtmp), 1'000);
  if (draft.one_in(2)) add_value(host, own::big, 1);
  if (!draft.one_in(6)) add_value(host, own::scratch, static_cast<double>(draft.between(2, 10)));
  if (!draft.one_in(8)) add_value(host, own::rack, 0, draft.one_in(2) ? "r1" : "r2");
  if (draft.uses(jl_user, 2)) host.user_limit = draft.number(1, 3);
  // As if some of the hosts were borrowed.
  if (draft.uses(clusters_apart, 2))
    host.span_group = static_cast<std::uint32_t>(draft.number(1, 2));
  if (draft.uses(host_window, 3)) host.dispatch_window = draw_windows(draft);
  return host;
}

/// One or two instances; each host is in at most one.
void draw_shared(LsfDraft& draft) {
  std::vector<SharedResource> instances(static_cast<std::size_t>(draft.between(1, 2)));
  for (std::uint32_t host = 0; host < draft.cluster.hosts.size(); ++host)
    if (!draft.one_in(6))
      instances[static_cast<std::size_t>(
                    draft.between(0, static_cast<std::int64_t>(instances.size()) - 1))]
          .hosts.push_back(host);
  for (SharedResource& shared : instances) {
    shared.resource = own::licence;
    shared.amount = draft.between(2, 8) * amount_unit;
    if (!shared.hosts.empty()) draft.cluster.shared_resources.push_back(shared);
  }
}

Duration draw_interval(LsfDraft& draft) {
  if (draft.uses(interval_zero)) return 0ms;
  if (draft.uses(interval_small)) return draft.one_of<Duration>({700ms, 1s, 2s});
  if (draft.uses(interval_large)) return draft.one_of<Duration>({30s, 45s, 60s});
  return draft.one_of<Duration>({5s, 7s, 10s});
}

PreemptShield draw_shield(LsfDraft& draft) {
  PreemptShield shield;
  if (draft.one_in(2))
    shield.percent = draft.number(5, 90);
  else
    shield.time = draft.between(5, 60) * 1s;
  return shield;
}

void draw_parameters(LsfDraft& draft, ClusterParameters& params) {
  params.job_scheduling_interval = draw_interval(draft);
  params.mbd_sleep_time = draft.one_of<Duration>({4s, 10s, 20s});
  params.sbd_sleep_time = draft.one_of<Duration>({5s, 15s, 30s});
  if (draft.uses(max_dispatch)) params.max_dispatch_per_session = draft.number(1, 3);
  if (draft.uses(max_priority)) params.max_user_priority = draft.number(2, 5);
  params.requeue_to_bottom = draft.uses(requeue_to_bottom);
  params.abs_runlimit = draft.uses(abs_runlimit);
  params.preempt_least_run_time = draft.uses(least_run_time);
  params.preempt_fewest_jobs = draft.uses(optimal_mini_job);
  params.preempt_few_jobs = draft.uses(mini_job) || params.preempt_fewest_jobs;
  params.preempt_exclusive = draft.uses(preempt_exclusive);
  params.preempt_backfill = draft.uses(preempt_backfill);
  if (draft.uses(no_preempt_run_time)) params.no_preempt_run_time = draw_shield(draft);
  if (draft.uses(no_preempt_finish_time)) params.no_preempt_finish_time = draw_shield(draft);
  if (draft.uses(max_job_preempt)) params.retries.max_job_preempt = draft.number(1, 3);
  if (draft.uses(max_job_requeue)) params.retries.max_job_requeue = draft.number(1, 3);
  if (draft.uses(preexec_limit, 2)) params.retries.local_preexec_retry = draft.number(0, 3);
  if (draft.uses(hist_hours)) params.hist_hours = draft.one_of<double>({0.0, 0.05, 0.5, 24.0});
}

/// Options for the rules that docs/rules/scheduling.md infers and leaves open.
void draw_inferred(LsfDraft& draft, ModelConfig& model) {
  if (draft.uses(pool_hist_hours))
    model.pool_hist_hours = draft.one_of<double>({0.0, 0.02, 0.3, 24.0});
  if (draft.uses(shares_equal)) model.pool_shares = "equal";
  if (draft.uses(order_use)) model.pool_order = PoolOrder::use;
  if (draft.uses(order_shares)) model.pool_order = PoolOrder::shares;
  if (draft.uses(turn_strict)) model.pool_turn = PoolTurn::strict;
  if (draft.uses(turn_highest)) model.pool_turn = PoolTurn::highest;
  if (draft.uses(pool_hard)) model.pool_limit = PoolLimit::hard;
  if (draft.uses(pool_configured)) model.pool_total = PoolTotal::configured;
  if (draft.uses(pool_passes)) model.pool_leftover = PoolLeftover::passes;
  if (draft.uses(victim_submitted)) model.victim_order = VictimOrder::submitted;
  if (draft.uses(victim_in_order)) model.victim_hosts = VictimHosts::in_order;
  if (draft.uses(resume_suspended)) model.resume_order = ResumeOrder::suspended;
  if (draft.uses(backfill_nobody)) model.reservation_backfill = ReservationBackfill::nobody;
  if (draft.uses(backfill_anybody)) model.reservation_backfill = ReservationBackfill::anybody;
  if (draft.uses(decay_step)) model.rusage_decay_step = draft.one_of<Duration>({1s, 7s, 30s});
  model.memlimit_at_once = draft.uses(memlimit_at_once);
}

void draw_model(LsfDraft& draft, ModelConfig& model) {
  model.seeded_daemon_phase = draft.uses(daemon_phase);
  model.enforce_runlimit = !draft.uses(no_enforcement);
  model.run_time_scaling = draft.uses(cpu_factors);
  if (draft.uses(decay_steps)) model.pool_decay = "steps";
  if (draft.uses(decay_none)) model.pool_decay = "none";
  draw_inferred(draft, model);
}

}  // namespace

TimeWindows draw_windows(LsfDraft& draft) {
  std::vector<TimeWindows::Part> parts;
  const Duration now = draft.cluster.clock.since_sunday;
  const Duration minute = now - now % 60s;
  for (std::int64_t left = draft.between(1, 2); left > 0; --left) {
    const Duration from = minute + draft.between(-4, 6) * 60s;
    const Duration to = from + draft.between(1, 16) * 60s;
    const Duration week = WeekClock::week;
    const Duration begin = (from + week) % week;
    const Duration length = to - from;
    if (begin + length <= week) {
      parts.push_back({begin, begin + length});
    } else {
      parts.push_back({begin, week});
      parts.push_back({Duration{}, begin + length - week});
    }
  }
  return TimeWindows(parts);
}

void draw_hosts(LsfDraft& draft) {
  ClusterConfig& cluster = draft.cluster;
  cluster.clock.since_sunday = draft.one_of<Duration>(
      {0s, 3s, WeekClock::week - 90s, std::chrono::hours(9) - 61s, std::chrono::hours(80)});
  draw_model(draft, cluster.model);
  draw_parameters(draft, cluster.params);
  cluster.resources = resources_of(draft);
  const auto size =
      static_cast<std::size_t>(draft.between(1, draft.one_in(2) ? 3 : draft.most_hosts));
  for (std::size_t at = 0; at < size; ++at) cluster.hosts.push_back(draw_host(draft, at));
  if (draft.wants(shared_resource)) draw_shared(draft);
}

}  // namespace mcsim::testing
