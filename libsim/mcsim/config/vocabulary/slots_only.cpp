// The one list of what dispatch policies ignore: scenarios are warned of it, and where such a
// cluster forwards jobs it is taken out of the settings.
#include "mcsim/config/vocabulary/slots_only.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

using ActionKind = TimelineEntry::Kind;

constexpr std::string_view known_baselines[] = {"fcfs", "easy", "conservative", "recorded"};

constexpr std::string_view orders_without_priority[] = {"submit", "sjf", "ljf", "saf", "wfp3",
                                                        "unicef", "f1",  "f2",  "f3",  "f4"};

constexpr std::pair<ActionKind, std::string_view> unread_actions[] = {
    {ActionKind::qinact, "qinact"}, {ActionKind::qact, "qinact"},     {ActionKind::bstop, "bstop"},
    {ActionKind::bresume, "bstop"}, {ActionKind::bswitch, "bswitch"}, {ActionKind::btop, "btop"},
    {ActionKind::bbot, "bbot"},     {ActionKind::bmod, "bmod"},
};

bool is_unread(ActionKind kind) {
  return kind == ActionKind::lim_down || kind == ActionKind::sbatchd_down ||
         std::ranges::find(unread_actions, kind, &std::pair<ActionKind, std::string_view>::first) !=
             std::ranges::end(unread_actions);
}

// Each function below calls visit(name, value, usual) for what a policy does not look at; `usual`
// is the value with which LSF does not look at it either.

template <class Rules, class Visit>
void visit_rules(Rules& rules, Visit&& visit) {
  const JobRules usual;
  visit("PROCLIMIT"_key, rules.proc_limit.least, usual.proc_limit.least);
  visit("PROCLIMIT"_key, rules.proc_limit.most, usual.proc_limit.most);
  visit("CPULIMIT"_key, rules.cpu_limit, usual.cpu_limit);
  visit("CPULIMIT"_key, rules.default_cpu_limit, usual.default_cpu_limit);
  visit("MEMLIMIT"_key, rules.mem_limit, usual.mem_limit);
  visit("MEMLIMIT"_key, rules.default_mem_limit, usual.default_mem_limit);
  visit("REQUEUE_EXIT_VALUES"_key, rules.requeue_exit_values, usual.requeue_exit_values);
  visit("RERUNNABLE"_key, rules.rerunnable,
        rules.rerunnable == true ? usual.rerunnable : rules.rerunnable);
  visit("RES_REQ"_key, rules.res_req, usual.res_req);
  visit("JOB_CONTROLS"_key, rules.suspend_control, usual.suspend_control);
  visit("JOB_CONTROLS"_key, rules.resume_control, usual.resume_control);
  visit("JOB_CONTROLS"_key, rules.terminate_control, usual.terminate_control);
}

template <class Queue, class Visit>
void visit_limits(Queue& queue, Visit&& visit) {
  const QueueConfig usual;
  visit("USERS"_key, queue.users, usual.users);
  if (!queue.hosts.all && !queue.hosts.list.empty())  // HOSTS=none stays
    visit("HOSTS"_key, queue.hosts, usual.hosts);
  visit("QJOB_LIMIT"_key, queue.qjob_limit, usual.qjob_limit);
  visit("UJOB_LIMIT"_key, queue.ujob_limit, usual.ujob_limit);
  visit("HJOB_LIMIT"_key, queue.hjob_limit, usual.hjob_limit);
  visit("PJOB_LIMIT"_key, queue.pjob_limit, usual.pjob_limit);
  visit("EXCLUSIVE"_key, queue.exclusive, usual.exclusive);
  visit("DISPATCH_WINDOW"_key, queue.dispatch_window, usual.dispatch_window);
  visit("RUN_WINDOW"_key, queue.run_window, usual.run_window);
  visit("IMPT_JOBLIMIT"_key, queue.forwarding.job_limit, usual.forwarding.job_limit);
  visit("IMPT_TASKLIMIT"_key, queue.forwarding.task_limit, usual.forwarding.task_limit);
}

template <class Queue, class Visit>
void visit_turns(Queue& queue, Visit&& visit) {
  const QueueConfig usual;
  visit("JOB_ACCEPT_INTERVAL"_key, queue.job_accept_interval, usual.job_accept_interval);
  visit("NEW_JOB_SCHED_DELAY"_key, queue.new_job_sched_delay, usual.new_job_sched_delay);
  visit("PREEMPTION"_key, queue.preemption, usual.preemption);
  visit("BACKFILL"_key, queue.backfill, usual.backfill);
  visit("SLOT_RESERVE"_key, queue.max_reserve_time, usual.max_reserve_time);
  visit("SLOT_POOL"_key, queue.pool, usual.pool);
}

template <class Settings, class Visit>
void visit_settings(Settings& settings, Visit&& visit) {
  const HostConfig usual_host;
  const ClusterSettings usual;
  const bool of_hosts = std::ranges::any_of(settings.fairshares, [](const FairshareConfig& tree) {
    return tree.of == FairshareConfig::Of::host_partition;
  });
  const std::string_view shares = of_hosts ? "USER_SHARES"_key : "FAIRSHARE"_key;
  for (auto& queue : settings.queues) {
    visit_limits(queue, visit);
    visit_turns(queue, visit);
    visit(shares, queue.fairshare, none<FairshareId>);
    visit_rules(queue.rules, visit);
    visit("load thresholds", queue.thresholds, {});
  }
  for (auto& host : settings.hosts) {
    visit("JL/U"_key, host.user_limit, usual_host.user_limit);
    visit("DISPATCH_WINDOW"_key, host.dispatch_window, usual_host.dispatch_window);
    visit("load thresholds", host.thresholds, {});
  }
  for (auto& application : settings.applications) visit_rules(application.rules, visit);
  visit("lsb.users"_key, settings.user_limits, {});
  visit("lsb.users"_key, settings.pend_limits, {});
  visit("MAX_PEND_JOBS"_key, settings.params.max_pending, usual.params.max_pending);
  std::vector<LimitSection> limits = settings.limits;
  std::erase_if(limits, [](const LimitSection& limit) { return limit.in_mxj; });
  visit("Limit"_key, limits, {});
  visit("LSB_MAX_JOB_DISPATCH_PER_SESSION"_key, settings.params.max_dispatch_per_session,
        usual.params.max_dispatch_per_session);
}

template <class Profile, class Visit>
void visit_profile(Profile& profile, Visit&& visit) {
  const JobProfile usual;
  visit("app"_key, profile.application, usual.application);
  visit("project"_key, profile.project, usual.project);
  bool names_hosts = profile.hosts.has_value();  // they stay: such a job is not forwarded
  visit("hosts of jobs", names_hosts, false);
  visit("res_req"_key, profile.res_req, usual.res_req);
  visit("exclusive"_key, profile.exclusive, usual.exclusive);
  visit("rerunnable"_key, profile.rerunnable, usual.rerunnable);
  visit("priority"_key, profile.priority, usual.priority);
  visit("min_slots"_key, profile.most_slots, usual.most_slots);
  std::int64_t memory = profile.memory;  // it stays: a program's own policy may look at it
  visit("mem"_key, memory, usual.memory);
  visit("cpu_limit"_key, profile.cpu_limit, usual.cpu_limit);
  visit("mem_limit"_key, profile.mem_limit, usual.mem_limit);
  visit("exit_codes"_key, profile.exit_codes, usual.exit_codes);
  visit("preexec_failures"_key, profile.preexec_failures, usual.preexec_failures);
}

template <class Options, class Visit>
void visit_fairshare(Options& fairshare, Visit&& visit) {
  const FairshareOptions usual;
  visit("fairshare_no_share"_key, fairshare.no_share, usual.no_share);
  visit("fairshare_duplicate"_key, fairshare.duplicate, usual.duplicate);
  visit("fairshare_cpu"_key, fairshare.cpu, usual.cpu);
  visit("fairshare_run"_key, fairshare.run, usual.run);
  visit("fairshare_cpu_per_slot"_key, fairshare.cpu_per_slot, usual.cpu_per_slot);
  visit("fairshare_floor"_key, fairshare.floor, usual.floor);
  visit("fairshare_decay"_key, fairshare.decay, usual.decay);
  visit("fairshare_priority"_key, fairshare.priority, usual.priority);
  visit("crossqueue_job_order"_key, fairshare.crossqueue_job_order, usual.crossqueue_job_order);
  visit("hpart_mixed"_key, fairshare.hpart_mixed, usual.hpart_mixed);
}

template <class Model, class Visit>
void visit_model(Model& model, Visit&& visit) {
  const ModelConfig usual;
  visit("run_time_scaling"_key, model.run_time_scaling, usual.run_time_scaling);
  visit("pool_shares"_key, model.pool_shares, usual.pool_shares);
  visit("pool_order"_key, model.pool_order, usual.pool_order);
  visit("pool_turn"_key, model.pool_turn, usual.pool_turn);
  visit("pool_limit"_key, model.pool_limit, usual.pool_limit);
  visit("pool_total"_key, model.pool_total, usual.pool_total);
  visit("pool_leftover"_key, model.pool_leftover, usual.pool_leftover);
  visit("pool_decay"_key, model.pool_decay, usual.pool_decay);
  visit("pool_hist_hours"_key, model.pool_hist_hours, usual.pool_hist_hours);
  visit_fairshare(model.fairshare, visit);
  visit("limit_users_all"_key, model.limit_users_all, usual.limit_users_all);
  visit("host_order"_key, model.host_order, usual.host_order);
  visit("victims"_key, model.victims, usual.victims);
  visit("victim_order"_key, model.victim_order, usual.victim_order);
  visit("victim_hosts"_key, model.victim_hosts, usual.victim_hosts);
  visit("resume_order"_key, model.resume_order, usual.resume_order);
  visit("reservation_backfill"_key, model.reservation_backfill, usual.reservation_backfill);
  visit("rusage_decay_step"_key, model.rusage_decay_step, usual.rusage_decay_step);
  visit("memlimit_kill"_key, model.memlimit_at_once, usual.memlimit_at_once);
  visit("host_down"_key, model.host_down, usual.host_down);
  visit("load"_key, model.load, usual.load);
}

/// The names of what is set, each once.
class NotedNames {
 public:
  template <class Value>
  void operator()(std::string_view name, const Value& value, const Value& usual) {
    note(value != usual, name);
  }
  void note(bool is_set, std::string_view name) {
    if (is_set && std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
  }
  std::vector<std::string_view> take() { return std::move(names_); }

 private:
  std::vector<std::string_view> names_;
};

/// Makes everything usual.
struct Reset {
  template <class Value>
  void operator()(std::string_view, Value& value, const Value& usual) const {
    value = usual;
  }
};

class KeysBeyondSlots {
 public:
  explicit KeysBeyondSlots(const ClusterConfig& config)
      : is_own_(std::ranges::find(known_baselines, config.model.dispatch) ==
                std::ranges::end(known_baselines)),
        orders_by_priority_(
            std::ranges::find(orders_without_priority, config.model.baseline.order) ==
            std::ranges::end(orders_without_priority)) {
    of_settings(config);
    for (const TimelineEntry& entry : config.timeline) of_entry(entry);
    for (const JobProfile& profile : config.profiles) {
      visit_profile(profile, names_);
      names_.note(receives_ && profile.init_failures != 0, "init_failures"_key);
    }
    names_.note(!config.reservations.empty(), "reservations"_key);
    visit_model(config.model, names_);
    names_.note(!config.elims.empty(), "elim"_key);
    names_.note(!config.launch.profiles.empty(), "pjl"_key);
  }
  void of_entry(const TimelineEntry& entry) {
    if (entry.settings) of_settings(*entry.settings);
    for (const auto& [kind, name] : unread_actions) names_.note(entry.kind == kind, name);
  }
  std::vector<std::string_view> take() { return names_.take(); }

 private:
  void of_settings(const ClusterSettings& settings) {
    for (const QueueConfig& queue : settings.queues) {
      names_.note(
          !is_own_ && !orders_by_priority_ && queue.priority != settings.queues.front().priority,
          "PRIORITY"_key);
      receives_ = receives_ || queue.forwarding.receives();
    }
    visit_settings(settings, names_);
  }

  bool is_own_;              ///< a policy of a program's own, which may look at queues' priorities
  bool orders_by_priority_;  ///< or by an order of a program's own
  bool receives_ = false;    ///< jobs of other clusters
  NotedNames names_;
};

void keep_slots_only(ClusterSettings& settings) {
  visit_settings(settings, Reset{});
  settings.pools.clear();
  settings.fairshares.clear();
  settings.limits.clear();
  settings.params.max_user_priority = 0;
}

}  // namespace

std::vector<std::string_view> keys_beyond_slots(const ClusterConfig& config,
                                                const std::vector<TimelineEntry>& changes) {
  KeysBeyondSlots keys(config);
  for (const TimelineEntry& entry : changes) keys.of_entry(entry);
  return keys.take();
}

bool exchanges_jobs(const ClusterConfig& config, const std::vector<TimelineEntry>& changes) {
  const auto does = [](const ClusterSettings& settings) {
    return std::ranges::any_of(settings.queues, [](const QueueConfig& queue) {
      return queue.forwarding.sends() || queue.forwarding.receives();
    });
  };
  const auto any_does = [&](const std::vector<TimelineEntry>& entries) {
    return std::ranges::any_of(entries, [&](const TimelineEntry& entry) {
      return entry.settings && does(*entry.settings);
    });
  };
  return does(config) || any_does(config.timeline) || any_does(changes);
}

bool keeps_job_states(const ClusterConfig& config) {
  return !config.conditions.empty() || !config.arrays.empty() || config.begins.any() ||
         config.recorded_hosts.any() || exchanges_jobs(config, {});
}

ClusterConfig slots_only(ClusterConfig config) {
  keep_slots_only(config);
  std::erase_if(config.timeline, [](const TimelineEntry& entry) { return is_unread(entry.kind); });
  for (TimelineEntry& entry : config.timeline) {
    if (!entry.settings) continue;
    auto settings = std::make_shared<ClusterSettings>(*entry.settings);
    keep_slots_only(*settings);
    settings->params.job_scheduling_interval = config.params.job_scheduling_interval;
    entry.settings = std::move(settings);
  }
  // What jobs of other clusters ask for that this one does not know is not looked at, either.
  for (std::vector<ProfileId>& profiles : config.foreign_profiles)
    std::ranges::replace(profiles, none<ProfileId>, ProfileId{});
  for (JobProfile& profile : config.profiles) {
    visit_profile(profile, Reset{});
    profile.init_failures = 0;
  }
  visit_model(config.model, Reset{});
  config.reservations.clear();
  config.elims.clear();
  config.elim_texts.clear();
  config.launch = {};
  return config;
}

}  // namespace mcsim::config
