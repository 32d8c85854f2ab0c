// Warns of what a scenario has and the baselines ignore.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

using ActionKind = TimelineEntry::Kind;

constexpr std::string_view known_baselines[] = {"fcfs", "easy", "conservative"};

constexpr std::string_view orders_without_priority[] = {"submit", "sjf", "ljf", "saf", "wfp3",
                                                        "unicef", "f1",  "f2",  "f3",  "f4"};

/// The keys of one cluster that only LSF's own scheduler reads.
class UnreadKeys {
 public:
  explicit UnreadKeys(const ClusterConfig& config)
      : is_own_(std::ranges::find(known_baselines, config.model.dispatch) ==
                std::ranges::end(known_baselines)),
        orders_by_priority_(
            std::ranges::find(orders_without_priority, config.model.baseline.order) ==
            std::ranges::end(orders_without_priority)) {
    of_settings(config);
    for (const TimelineEntry& entry : config.timeline) of_entry(entry);
    for (const JobProfile& profile : config.profiles) of_profile(profile);
    note(!config.reservations.empty(), "reservations"_key);
    of_model(config.model);
    note(!config.elims.empty(), "elim"_key);
    note(!config.launch.profiles.empty(), "pjl"_key);
  }

  /// The settings and the entries of `changes` count as well.
  void of_entry(const TimelineEntry& entry) {
    if (entry.settings) of_settings(*entry.settings);
    note(entry.kind == ActionKind::qinact || entry.kind == ActionKind::qact, "qinact");
    note(entry.kind == ActionKind::bstop || entry.kind == ActionKind::bresume, "bstop");
    note(entry.kind == ActionKind::bswitch, "bswitch");
    note(entry.kind == ActionKind::btop, "btop");
    note(entry.kind == ActionKind::bbot, "bbot");
    note(entry.kind == ActionKind::bmod, "bmod");
  }

  const std::vector<std::string_view>& names() const { return names_; }

 private:
  void note(bool is_set, std::string_view name) {
    if (is_set && std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
  }

  void of_model(const ModelConfig& model) {
    const ModelConfig usual;
    note(model.run_time_scaling, "run_time_scaling"_key);
    note(model.pool_shares != usual.pool_shares, "pool_shares"_key);
    note(model.pool_order != usual.pool_order, "pool_order"_key);
    note(model.pool_turn != usual.pool_turn, "pool_turn"_key);
    note(model.pool_limit != usual.pool_limit, "pool_limit"_key);
    note(model.pool_total != usual.pool_total, "pool_total"_key);
    note(model.pool_leftover != usual.pool_leftover, "pool_leftover"_key);
    note(model.pool_decay != usual.pool_decay, "pool_decay"_key);
    note(model.pool_hist_hours.has_value(), "pool_hist_hours"_key);
    note(model.victim_order != usual.victim_order, "victim_order"_key);
    note(model.victim_hosts != usual.victim_hosts, "victim_hosts"_key);
    note(model.resume_order != usual.resume_order, "resume_order"_key);
    note(model.reservation_backfill != usual.reservation_backfill, "reservation_backfill"_key);
    note(model.rusage_decay_step.has_value(), "rusage_decay_step"_key);
    note(model.memlimit_at_once, "memlimit_kill"_key);
    note(model.host_down != usual.host_down, "host_down"_key);
    note(model.load == LoadMode::lim, "load"_key);
  }

  void of_settings(const ClusterSettings& settings) {
    for (const QueueConfig& queue : settings.queues) {
      note(!is_own_ && !orders_by_priority_ && queue.priority != settings.queues.front().priority,
           "PRIORITY"_key);
      note(queue.users != UserList{}, "USERS"_key);
      of_limits(queue);
      of_turns(queue);
      of_rules(queue.rules);
      note(!queue.thresholds.empty(), "load thresholds");
    }
    for (const HostConfig& host : settings.hosts) {
      note(host.user_limit != no_limit, "JL/U"_key);
      note(host.dispatch_window.is_set(), "DISPATCH_WINDOW"_key);
      note(!host.thresholds.empty(), "load thresholds");
    }
    for (const ApplicationConfig& application : settings.applications) of_rules(application.rules);
    note(!settings.user_limits.empty(), "lsb.users"_key);
    const ClusterParameters usual;
    note(settings.params.max_dispatch_per_session != usual.max_dispatch_per_session,
         "LSB_MAX_JOB_DISPATCH_PER_SESSION"_key);
  }

  void of_limits(const QueueConfig& queue) {
    note(!queue.hosts.all && !queue.hosts.list.empty(), "HOSTS"_key);
    note(queue.qjob_limit != no_limit, "QJOB_LIMIT"_key);
    note(queue.ujob_limit != no_limit, "UJOB_LIMIT"_key);
    note(queue.hjob_limit != no_limit, "HJOB_LIMIT"_key);
    note(queue.pjob_limit != SlotsPerProcessor{}, "PJOB_LIMIT"_key);
    note(queue.exclusive, "EXCLUSIVE"_key);
    note(queue.dispatch_window.is_set(), "DISPATCH_WINDOW"_key);
    note(queue.run_window.is_set(), "RUN_WINDOW"_key);
  }

  void of_turns(const QueueConfig& queue) {
    note(queue.job_accept_interval != Duration{}, "JOB_ACCEPT_INTERVAL"_key);
    note(queue.new_job_sched_delay != Duration{}, "NEW_JOB_SCHED_DELAY"_key);
    note(queue.preemption != PreemptionConfig{}, "PREEMPTION"_key);
    note(queue.backfill, "BACKFILL"_key);
    note(queue.max_reserve_time != Duration{}, "SLOT_RESERVE"_key);
    note(queue.pool != none<PoolId>, "SLOT_POOL"_key);
  }

  void of_rules(const JobRules& rules) {
    note(rules.proc_limit.least != 1 || rules.proc_limit.most != no_limit, "PROCLIMIT"_key);
    note(rules.mem_limit >= 0, "MEMLIMIT"_key);
    note(!rules.requeue_exit_values.empty(), "REQUEUE_EXIT_VALUES"_key);
    note(rules.rerunnable.value_or(false), "RERUNNABLE"_key);
    note(rules.res_req != ResourceRequirement{}, "RES_REQ"_key);
  }

  void of_profile(const JobProfile& profile) {
    note(profile.application != none<ApplicationId>, "app"_key);
    note(profile.hosts.has_value(), "hosts of jobs");
    note(profile.res_req != ResourceRequirement{}, "res_req"_key);
    note(profile.exclusive, "exclusive"_key);
    note(profile.rerunnable, "rerunnable"_key);
    note(profile.priority != 0, "priority"_key);
    note(profile.most_slots != 0, "min_slots"_key);
    note(profile.memory != 0, "mem"_key);
    note(profile.mem_limit >= 0, "mem_limit"_key);
    note(!profile.exit_codes.empty(), "exit_codes"_key);
    note(profile.preexec_failures != 0, "preexec_failures"_key);
  }

  bool is_own_;  ///< a policy of a program's own, which may look at the priorities of queues
  bool orders_by_priority_;  ///< or by an order of a program's own
  std::vector<std::string_view> names_;
};

}  // namespace

void warn_of_baselines(ScenarioDraft& draft) {
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"_key), [&](JsonNode&, const JsonAt& at) {
    const ClusterDraft& cluster = draft.clusters[position++];
    if (!draft.is_baseline(cluster.config.model.dispatch)) return;
    UnreadKeys unread(cluster.config);
    for (const TimelineEntry& entry : cluster.changes) unread.of_entry(entry);
    if (unread.names().empty()) return;
    std::string text = cluster.config.model.dispatch + " looks at slots only, not at ";
    for (const std::string_view name : unread.names())
      text.append(name == unread.names().front() ? "" : ", ").append(name);
    draft.complaints.warning(at, "name"_key, std::move(text));
  });
}

}  // namespace mcsim::config
