// Warns of what a scenario has and the baselines ignore.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {
namespace {

using ActionKind = TimelineEntry::Kind;

/// The keys of one cluster that only LSF's own scheduler reads.
class UnreadKeys {
 public:
  explicit UnreadKeys(const ClusterConfig& config) {
    of_settings(config);
    for (const TimelineEntry& entry : config.timeline) of_entry(entry);
    for (const JobProfile& profile : config.profiles) of_profile(profile);
    note(!config.reservations.empty(), "reservations");
    of_model(config.model);
    note(!config.elims.empty(), "elim");
    note(!config.launch.profiles.empty(), "pjl");
  }

  /// The settings and the entries of `changes` count as well.
  void of_entry(const TimelineEntry& entry) {
    if (entry.settings) of_settings(*entry.settings);
    note(entry.kind == ActionKind::qinact || entry.kind == ActionKind::qact, "qinact");
    note(entry.kind == ActionKind::bstop || entry.kind == ActionKind::bresume, "bstop");
    note(entry.kind == ActionKind::bswitch, "bswitch");
    note(entry.kind == ActionKind::btop, "btop");
    note(entry.kind == ActionKind::bmod, "bmod");
  }

  const std::vector<std::string_view>& names() const { return names_; }

 private:
  void note(bool is_set, std::string_view name) {
    if (is_set && std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
  }

  void of_model(const ModelConfig& model) {
    const ModelConfig usual;
    note(model.run_time_scaling, "run_time_scaling");
    note(model.pool_shares != usual.pool_shares, "pool_shares");
    note(model.pool_order != usual.pool_order, "pool_order");
    note(model.pool_turn != usual.pool_turn, "pool_turn");
    note(model.pool_decay != usual.pool_decay, "pool_decay");
    note(model.pool_hist_hours.has_value(), "pool_hist_hours");
    note(model.victim_order != usual.victim_order, "victim_order");
    note(model.victim_hosts != usual.victim_hosts, "victim_hosts");
    note(model.resume_order != usual.resume_order, "resume_order");
    note(model.reservation_backfill != usual.reservation_backfill, "reservation_backfill");
    note(model.rusage_decay_step.has_value(), "rusage_decay_step");
    note(model.memlimit_at_once, "memlimit_kill");
    note(model.load == LoadMode::lim, "load");
  }

  void of_settings(const ClusterSettings& settings) {
    for (const QueueConfig& queue : settings.queues) {
      of_limits(queue);
      of_turns(queue);
      of_rules(queue.rules);
      note(!queue.thresholds.empty(), "load thresholds");
    }
    for (const HostConfig& host : settings.hosts) {
      note(host.user_limit != no_limit, "JL/U");
      note(host.dispatch_window.is_set(), "DISPATCH_WINDOW");
      note(!host.thresholds.empty(), "load thresholds");
    }
    for (const ApplicationConfig& application : settings.applications) of_rules(application.rules);
    note(!settings.user_limits.empty(), "lsb.users");
  }

  void of_limits(const QueueConfig& queue) {
    note(!queue.hosts.all && !queue.hosts.list.empty(), "HOSTS");
    note(queue.qjob_limit != no_limit, "QJOB_LIMIT");
    note(queue.ujob_limit != no_limit, "UJOB_LIMIT");
    note(queue.hjob_limit != no_limit, "HJOB_LIMIT");
    note(queue.pjob_limit != SlotsPerProcessor{}, "PJOB_LIMIT");
    note(queue.exclusive, "EXCLUSIVE");
    note(queue.dispatch_window.is_set(), "DISPATCH_WINDOW");
    note(queue.run_window.is_set(), "RUN_WINDOW");
  }

  void of_turns(const QueueConfig& queue) {
    note(queue.job_accept_interval != Duration{}, "JOB_ACCEPT_INTERVAL");
    note(queue.new_job_sched_delay != Duration{}, "NEW_JOB_SCHED_DELAY");
    note(queue.preemption != PreemptionConfig{}, "PREEMPTION");
    note(queue.backfill, "BACKFILL");
    note(queue.max_reserve_time != Duration{}, "SLOT_RESERVE");
    note(queue.pool != none<PoolId>, "SLOT_POOL");
  }

  void of_rules(const JobRules& rules) {
    note(rules.proc_limit.least != 1 || rules.proc_limit.most != no_limit, "PROCLIMIT");
    note(rules.mem_limit >= 0, "MEMLIMIT");
    note(!rules.requeue_exit_values.empty(), "REQUEUE_EXIT_VALUES");
    note(rules.rerunnable.value_or(false), "RERUNNABLE");
    note(rules.res_req != ResourceRequirement{}, "RES_REQ");
  }

  void of_profile(const JobProfile& profile) {
    note(profile.application != none<ApplicationId>, "app");
    note(profile.hosts.has_value(), "hosts of jobs");
    note(profile.res_req != ResourceRequirement{}, "res_req");
    note(profile.exclusive, "exclusive");
    note(profile.rerunnable, "rerunnable");
    note(profile.priority != 0, "priority");
    note(profile.memory != 0, "mem");
    note(profile.mem_limit >= 0, "mem_limit");
    note(!profile.exit_codes.empty(), "exit_codes");
  }

  std::vector<std::string_view> names_;
};

}  // namespace

void warn_of_baselines(ScenarioDraft& draft) {
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"), [&](JsonNode&, const JsonAt& at) {
    const ClusterDraft& cluster = draft.clusters[position++];
    if (!draft.is_baseline(cluster.config.model.dispatch)) return;
    UnreadKeys unread(cluster.config);
    for (const TimelineEntry& entry : cluster.changes) unread.of_entry(entry);
    if (unread.names().empty()) return;
    std::string text = cluster.config.model.dispatch + " looks at slots only, not at ";
    for (const std::string_view name : unread.names())
      text.append(name == unread.names().front() ? "" : ", ").append(name);
    draft.complaints.warning(at, "name", std::move(text));
  });
}

}  // namespace mcsim::config
