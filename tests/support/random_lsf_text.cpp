// A world in words, to explain a failure: default values are left out.
#include <cmath>
#include <string>

#include "support/random_lsf_draft.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/random_text.hpp"

namespace mcsim::testing {
namespace {

std::string host(HostId id) { return "h" + std::to_string(index_of(id) + 1); }
std::string queue(QueueId id) { return "q" + std::to_string(index_of(id) + 1); }

std::string to_text(const HostPreferences& hosts) {
  std::string text;
  for (const HostPreferences::Entry& entry : hosts.list)
    text += (text.empty() ? "" : " ") + host(entry.host) +
            (entry.level == 0 ? "" : "+" + std::to_string(entry.level));
  return hosts.all ? "all" : text;
}

std::string to_text(const char* name, const TimeWindows& windows, Duration since_sunday) {
  if (!windows.is_set()) return "";
  std::string text = std::string(" ") + name + "=";
  for (const TimeWindows::Part& part : windows.parts())
    text +=
        "[" + seconds(part.from - since_sunday) + " to " + seconds(part.to - since_sunday) + "]";
  return text;
}

std::string to_text(const SelectExpression& select, std::size_t at,
                    const std::vector<ResourceConfig>& resources) {
  using Op = SelectExpression::Op;
  const SelectExpression::Node& node = select.nodes[at];
  const auto operand = [&](std::uint32_t which) { return to_text(select, which, resources); };
  constexpr const char* signs[] = {"+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!="};
  if (node.op == Op::number) return std::to_string(node.value);
  if (node.op == Op::text) return "'" + node.text + "'";
  if (node.op == Op::resource) return resources[index_of(node.resource)].name;
  if (node.op == Op::defined) return "defined(" + resources[index_of(node.resource)].name + ")";
  if (node.op == Op::any) return "any";
  if (node.op == Op::local) return "local";
  if (node.op == Op::negate) return "-" + operand(node.left);
  if (node.op == Op::not_) return "!" + operand(node.left);
  if (node.op == Op::and_ || node.op == Op::or_)
    return "(" + operand(node.left) + (node.op == Op::and_ ? " && " : " || ") +
           operand(node.right) + ")";
  const auto sign = static_cast<std::size_t>(node.op) - static_cast<std::size_t>(Op::plus);
  return operand(node.left) + signs[sign] + operand(node.right);
}

std::string to_text(const ResourceRequirement& wants,
                    const std::vector<ResourceConfig>& resources) {
  const auto name = [&](ResourceId id) {
    const ResourceConfig& resource = resources[index_of(id)];
    return resource.name + (resource.per_slot ? " (per slot)" : "");
  };
  std::string text;
  if (!wants.select.empty())
    text += " select[" + to_text(wants.select, wants.select.nodes.size() - 1, resources) + "]";
  for (const OrderKey& key : wants.order)
    text += std::string(" order[") + (key.reversed ? "-" : "") + name(key.resource) + "]";
  for (const ResourceUse& use : wants.rusage)
    text += " rusage[" + name(use.resource) + "=" + std::to_string(use.amount) + "/1000" +
            length(":duration", use.duration, unlimited) + flag(":decay", use.decay) + "]";
  if (wants.one_host) text += " span[hosts=1]";
  if (wants.ptile > 0) text += " span[ptile=" + std::to_string(wants.ptile) + "]";
  for (const ResourceId id : wants.same) text += " same[" + name(id) + "]";
  return text;
}

std::string control_text(const char* action, const std::optional<JobControl>& control) {
  constexpr const char* names[] = {"usual", "brequeue", "bkill", "CHKPNT"};
  if (!control) return "";
  const std::string code = control->exit_code == 0 ? "" : std::to_string(control->exit_code);
  return std::string(" ") + action + "[" + names[static_cast<std::size_t>(control->kind)] + code +
         "]";
}

std::string to_text(const JobRules& rules, const std::vector<ResourceConfig>& resources) {
  std::string text = length("RUNLIMIT", rules.run_limit, unlimited);
  if (rules.default_run_limit) text += " default RUNLIMIT=" + seconds(*rules.default_run_limit);
  text += number("PROCLIMIT least", rules.proc_limit.least, 1);
  text += number("PROCLIMIT most", rules.proc_limit.most, no_limit);
  text += number("MEMLIMIT default", rules.default_mem_limit, -1);
  text += number("MEMLIMIT", rules.mem_limit, -1);
  for (const RequeueExitValue& value : rules.requeue_exit_values)
    text += (value.exclude ? " EXCLUDE(" : " REQUEUE(") + std::to_string(value.code) + ")";
  if (rules.rerunnable) text += std::string(" RERUNNABLE=") + (*rules.rerunnable ? "Y" : "N");
  if (rules.retries.max_job_preempt)
    text += " MAX_JOB_PREEMPT=" + std::to_string(*rules.retries.max_job_preempt);
  if (rules.retries.max_job_requeue)
    text += " MAX_JOB_REQUEUE=" + std::to_string(*rules.retries.max_job_requeue);
  if (rules.retries.local_preexec_retry)
    text += " LOCAL_MAX_PREEXEC_RETRY=" + std::to_string(*rules.retries.local_preexec_retry);
  if (rules.retries.remote_preexec_retry)
    text += " REMOTE_MAX_PREEXEC_RETRY=" + std::to_string(*rules.retries.remote_preexec_retry);
  text += control_text("SUSPEND", rules.suspend_control);
  text += control_text("RESUME", rules.resume_control);
  text += control_text("TERMINATE", rules.terminate_control);
  return text + to_text(rules.res_req, resources);
}

std::string to_text(const PreemptionConfig& preemption) {
  std::string text = flag("PREEMPTIVE", preemption.preemptive);
  for (const PreemptionConfig::Low& low : preemption.low)
    text += "[" + queue(low.queue) + "+" + std::to_string(low.preference) + "]";
  text += flag("PREEMPTABLE", preemption.preemptable);
  for (const QueueId high : preemption.high) text += "[" + queue(high) + "]";
  return text;
}

std::string to_text(const QueueConfig& config, const std::vector<ResourceConfig>& resources,
                    Duration since_sunday) {
  std::string text = "  queue " + config.name + " PRIORITY=" + std::to_string(config.priority);
  text += to_text(config.rules, resources);
  if (!config.hosts.all) text += " HOSTS=" + to_text(config.hosts);
  text += number("QJOB_LIMIT", config.qjob_limit, no_limit);
  text += number("UJOB_LIMIT", config.ujob_limit, no_limit);
  text += number("HJOB_LIMIT", config.hjob_limit, no_limit);
  text += number("PJOB_LIMIT/1000", config.pjob_limit.thousandths, -1);
  text += length("accept_interval", config.job_accept_interval, 0ms);
  text += length("NEW_JOB_SCHED_DELAY", config.new_job_sched_delay, 0ms);
  text += flag("EXCLUSIVE", config.exclusive) + flag("BACKFILL", config.backfill);
  text += to_text("DISPATCH_WINDOW", config.dispatch_window, since_sunday);
  text += to_text("RUN_WINDOW", config.run_window, since_sunday);
  text += flag("IGNORE_DEADLINE", config.ignore_deadline);
  text += flag("TERMINATE_WHEN=PREEMPT", config.terminate_when_preempted);
  text += flag("TERMINATE_WHEN=WINDOW", config.terminate_when_window_closes);
  text += to_text(config.preemption);
  text += length("SLOT_RESERVE", config.max_reserve_time, 0ms);
  if (config.fairshare != none<FairshareId>)
    text += " FAIRSHARE=" + std::to_string(index_of(config.fairshare));
  if (config.pool != none<PoolId>) text += " pool SLOT_SHARE=" + std::to_string(config.slot_share);
  text += thresholds_text(config.thresholds, resources);
  return text + testing::to_text(config.forwarding) + "\n";
}

std::string to_text(const HostConfig& config, const std::vector<ResourceConfig>& resources,
                    Duration since_sunday) {
  std::string text = "  host " + config.name + " ncpus=" + std::to_string(config.ncpus) +
                     " MXJ=" + std::to_string(config.mxj.count()) + " " + config.type + " " +
                     config.model + " cpuf=" + std::to_string(config.cpuf);
  for (const ResourceValue& value : config.resources)
    text += " " + resources[index_of(value.resource)].name + "=" +
            (value.text.empty() ? std::to_string(std::llround(value.number)) : value.text);
  text += number("JL/U", config.user_limit, no_limit);
  if (config.span_group > 0) text += " span_group=" + std::to_string(config.span_group);
  text += thresholds_text(config.thresholds, resources);
  if (!config.busy.empty()) text += " busy" + thresholds_text(config.busy, resources);
  return text + to_text("DISPATCH_WINDOW", config.dispatch_window, since_sunday) + "\n";
}

std::string to_text(const char* name, const PreemptShield& shield) {
  if (shield.time) return std::string(" ") + name + "=" + seconds(*shield.time);
  return shield.percent ? std::string(" ") + name + "=" + std::to_string(*shield.percent) + "%"
                        : "";
}

std::string to_text(const ClusterParameters& params) {
  std::string text = "  JOB_SCHEDULING_INTERVAL=" + seconds(params.job_scheduling_interval) +
                     " MBD_SLEEP_TIME=" + seconds(params.mbd_sleep_time) +
                     " SBD_SLEEP_TIME=" + seconds(params.sbd_sleep_time);
  text += number("LSB_MAX_JOB_DISPATCH_PER_SESSION", params.max_dispatch_per_session, 15'000);
  text += number("MAX_USER_PRIORITY", params.max_user_priority, 0);
  text += flag("LSB_REQUEUE_TO_BOTTOM", params.requeue_to_bottom);
  text += flag("ABS_RUNLIMIT", params.abs_runlimit);
  text += flag("LEAST_RUN_TIME", params.preempt_least_run_time);
  text += flag("MINI_JOB", params.preempt_few_jobs);
  text += flag("OPTIMAL_MINI_JOB", params.preempt_fewest_jobs);
  text += flag("GROUP_MAX", params.preempt_for.group_max) +
          flag("GROUP_JLP", params.preempt_for.group_jlp) +
          flag("HOST_JLU", params.preempt_for.host_jlu);
  text += flag("PREEMPT_JOBTYPE=EXCLUSIVE", params.preempt_exclusive);
  text += flag("PREEMPT_JOBTYPE=BACKFILL", params.preempt_backfill);
  text += to_text("NO_PREEMPT_RUN_TIME", params.no_preempt_run_time);
  text += to_text("NO_PREEMPT_FINISH_TIME", params.no_preempt_finish_time);
  text += number("MAX_JOB_PREEMPT", params.retries.max_job_preempt.value_or(0), 0);
  text += number("MAX_JOB_REQUEUE", params.retries.max_job_requeue.value_or(0), 0);
  text += number("LOCAL_MAX_PREEXEC_RETRY",
                 params.retries.local_preexec_retry.value_or(default_preexec_retry),
                 default_preexec_retry);
  if (params.hist_hours < 5 || params.hist_hours > 5)
    text += " HIST_HOURS=" + std::to_string(params.hist_hours);
  return text + testing::to_text(params.forwarding) + "\n";
}

std::string to_text(const UserLimit& limit) {
  std::string text = "  limit of";
  for (const NameId user : limit.users) text += " u" + std::to_string(index_of(user) + 1);
  text += flag("default", limit.is_default) + flag("together", limit.together) +
          flag("all_but", limit.all_but);
  text += number("MAX_JOBS", limit.max_jobs, no_limit);
  text += number("MAX_PEND_JOBS", limit.max_pend_jobs, no_limit);
  text += number("MAX_PEND_SLOTS", limit.max_pend_slots, no_limit);
  return text + number("JL/P/1000", limit.per_processor.thousandths, -1) + "\n";
}

template <class T>
std::string to_text(const std::string& name, const LimitConsumers<T>& consumers) {
  if (!consumers.is_given()) return "";
  std::string text = " " + std::string(consumers.each ? "PER_" : "") + name + "=" +
                     (consumers.all ? "all but" : "");
  for (const T id : consumers.listed) text += " " + std::to_string(index_of(id) + 1);
  return text;
}

std::string to_text(const LimitSection& limit, const std::vector<ResourceConfig>& resources) {
  std::string text = "  Limit" + to_text("USERS", limit.users) + to_text("QUEUES", limit.queues) +
                     to_text("HOSTS", limit.hosts) + to_text("PROJECTS", limit.projects) +
                     to_text("APPS", limit.applications);
  text += number("SLOTS", limit.slots, no_limit) + number("JOBS", limit.jobs, no_limit) +
          number("SLOTS_PER_PROCESSOR/1000", limit.slots_per_processor.thousandths, -1);
  for (const LimitedResource& amount : limit.amounts)
    text += " " + resources[index_of(amount.resource)].name + "=" +
            (amount.percent > 0 ? std::to_string(amount.percent) + "%"
                                : std::to_string(amount.most) + "/1000");
  return text + flag("in MXJ", limit.in_mxj) + "\n";
}

std::string to_text(const ShareRowConfig& row) {
  constexpr const char* kinds[] = {"user", "collective", "tree", "each"};
  std::string text = "    " + row.name + " " + kinds[static_cast<std::size_t>(row.kind)] +
                     " shares=" + std::to_string(row.shares);
  if (row.parent != none<ShareRow>) text += " in row " + std::to_string(index_of(row.parent));
  text += flag("all but", row.users.all);
  for (const NameId user : row.users.users) text += " u" + std::to_string(index_of(user) + 1);
  if (!row.under_groups.empty()) text += " under";
  for (const NameId group : row.under_groups) text += " g" + std::to_string(index_of(group) + 1);
  return text + "\n";
}

std::string to_text(const FairshareConfig& tree) {
  const FairshareFactors& by = tree.factors;
  std::string text = "  tree " + tree.name + flag("by_queue", tree.by_queue) +
                     " cpu=" + std::to_string(by.cpu_time) + " run=" + std::to_string(by.run_time) +
                     " committed=" + std::to_string(by.committed_run_time) +
                     " run_job=" + std::to_string(by.run_job) +
                     " HIST_HOURS=" + std::to_string(by.hist_hours);
  if (by.fwd_job) text += " fwd_job=" + std::to_string(*by.fwd_job);
  text += length("forwarded for", by.forwarded_for, unlimited);
  text += flag("ENABLE_HIST_RUN_TIME", by.enable_hist_run_time);
  text += flag("RUN_TIME_DECAY", by.run_time_decay) + "\n";
  for (const ShareRowConfig& row : tree.accounts) text += to_text(row);
  return text;
}

std::string to_text(const FairshareOptions& options) {
  return choice("fairshare_no_share", options.no_share) + choice("fairshare_cpu", options.cpu) +
         choice("fairshare_run", options.run) +
         choice("crossqueue_job_order", options.crossqueue_job_order) +
         " cpu_per_slot=" + std::to_string(options.cpu_per_slot) +
         " fairshare_floor=" + std::to_string(options.floor) + " fairshare_decay=" + options.decay +
         " fairshare_priority=" + options.priority;
}

std::string to_text(const ClusterSettings& settings, Duration since_sunday) {
  std::string text = to_text(settings.params);
  for (const HostConfig& config : settings.hosts)
    text += to_text(config, settings.resources, since_sunday);
  for (const SharedResource& shared : settings.shared_resources) {
    text += "  " + settings.resources[index_of(shared.resource)].name + "=" +
            std::to_string(shared.amount) + "/1000 on";
    for (const std::uint32_t id : shared.hosts) text += " h" + std::to_string(id + 1);
    text += "\n";
  }
  for (const QueueConfig& config : settings.queues)
    text += to_text(config, settings.resources, since_sunday);
  for (const PoolConfig& pool : settings.pools)
    text += "  pool" + number("MAX_SLOTS_IN_POOL", pool.max_slots, no_limit) +
            flag("USE_PRIORITY_IN_POOL", pool.use_priority) + "\n";
  for (const FairshareConfig& tree : settings.fairshares) text += to_text(tree);
  for (const ApplicationConfig& application : settings.applications)
    text += "  application" + to_text(application.rules, settings.resources) + "\n";
  for (const UserLimit& limit : settings.user_limits) text += to_text(limit);
  for (const UserLimit& limit : settings.pend_limits) text += to_text(limit);
  if (settings.params.max_pending.limits_pending()) text += to_text(settings.params.max_pending);
  for (const LimitSection& limit : settings.limits) text += to_text(limit, settings.resources);
  text += testing::to_text(settings.lim) + lease_text(settings);
  return text;
}

std::string to_text(const JobProfile& profile, const std::vector<ResourceConfig>& resources) {
  std::string text;
  if (profile.application != none<ApplicationId>)
    text += " application " + std::to_string(index_of(profile.application) + 1);
  if (profile.project != none<NameId>)
    text += " -P " + std::to_string(index_of(profile.project) + 1);
  if (profile.group != none<NameId>) text += " -G g" + std::to_string(index_of(profile.group) + 1);
  text += to_text(profile.res_req, resources);
  if (profile.hosts) text += " -m " + to_text(*profile.hosts);
  text += number("from host", index_of(profile.from_host) + 1, 1);
  text += flag("-x", profile.exclusive) + flag("-r", profile.rerunnable);
  text += flag("overuse", profile.overuse);
  text += number("-n up to", profile.most_slots, 0);
  text += number("-sp", profile.priority, 0) + number("memory", profile.memory, 0);
  text += number("-M", profile.mem_limit, -1);
  text += number("init_failures", profile.init_failures, 0) +
          number("preexec_failures", profile.preexec_failures, 0);
  for (const std::int32_t code : profile.exit_codes) text += " exits " + std::to_string(code);
  return text;
}

std::string to_text(const TraceJob& job) {
  return "  job " + std::to_string(static_cast<std::int64_t>(job.id)) + " at " +
         seconds(job.submit) +
         (job.user == none<NameId> ? "" : " u" + std::to_string(index_of(job.user) + 1)) + " " +
         queue(job.queue) + " slots=" + std::to_string(job.slots.count()) +
         " run=" + seconds(job.run) + " limit=" + seconds(job.limit) +
         (job.requested >= 0ms ? " (asked)" : "");
}

std::string to_text(const TimelineEntry& entry, Duration since_sunday) {
  constexpr const char* names[] = {"host_down", "lim_down",   "sbatchd_down", "bkill", "bstop",
                                   "bresume",   "bswitch",    "btop",         "bbot",  "bmod",
                                   "hclose",    "hopen",      "qclose",       "qopen", "qinact",
                                   "qact",      "reconfigure"};
  std::string text =
      "  at " + seconds(entry.at) + " " + names[static_cast<std::size_t>(entry.kind)];
  if (entry.settings) return text + ":\n" + to_text(*entry.settings, since_sunday);
  return text + " job " + std::to_string(static_cast<std::int64_t>(entry.job)) + ", " +
         host(entry.host) + ", " + queue(entry.queue) + ", for " + seconds(entry.down_for) +
         number("profile", index_of(entry.profile), 0) + number("place", entry.place, 1) +
         number("array", index_of(entry.array), index_of(none<ArrayId>)) +
         number("elements", entry.elements ? entry.elements->size() : 0, 0) +
         number("%", entry.array_limit, -1) +
         number("condition", index_of(entry.condition), index_of(none<ConditionId>)) +
         flag("by an administrator", entry.by_admin) + "\n";
}

std::string to_text(const ReservationConfig& reservation) {
  std::string text =
      "  reservation from " + seconds(reservation.start) + " to " + seconds(reservation.end);
  for (const ReservationConfig::Part& part : reservation.parts)
    text += " " + std::to_string(part.slots.count()) + "*" + host(part.host);
  text += flag("all but", reservation.users.all);
  for (const NameId user : reservation.users.users)
    text += " u" + std::to_string(index_of(user) + 1);
  return text + "\n";
}

std::string to_text(const ModelConfig& model) {
  std::string inferred =
      choice("pool_order", model.pool_order) + choice("pool_turn", model.pool_turn) +
      choice("pool_limit", model.pool_limit) + choice("pool_total", model.pool_total) +
      choice("pool_leftover", model.pool_leftover) + choice("victim_order", model.victim_order) +
      choice("victim_hosts", model.victim_hosts) + choice("resume_order", model.resume_order) +
      choice("reservation_backfill", model.reservation_backfill) +
      flag("memlimit_at_once", model.memlimit_at_once) + choice("host_down", model.host_down) +
      choice("forward_free_test", model.forward_free_test) +
      choice("forward_key_order", model.forward_key_order) + choice("counters", model.counters) +
      number("max_forwards", model.max_forwards.value_or(0), 0);
  if (model.pool_hist_hours)
    inferred += " pool_hist_hours=" + std::to_string(*model.pool_hist_hours);
  if (model.rusage_decay_step)
    inferred += " rusage_decay_step=" + seconds(*model.rusage_decay_step);
  if (model.fairshare != FairshareOptions{}) inferred += to_text(model.fairshare);
  return "  pool_decay=" + model.pool_decay + " pool_shares=" + model.pool_shares + inferred +
         flag("seeded_daemon_phase", model.seeded_daemon_phase) +
         flag("run_time_scaling", model.run_time_scaling) +
         flag("enforce_runlimit off", !model.enforce_runlimit) + model_text(model) + "\n";
}

std::string id_text(const TraceJob& job) {
  return std::to_string(static_cast<std::int64_t>(job.id));
}

/// In postfix order, by rows of the trace.
std::string conditions_text(const ConditionTable& table) {
  std::string text;
  for (std::size_t at = 0; at < table.rows.size(); ++at) {
    const JobCondition& row = table.rows[at];
    text += "  condition " + std::to_string(at) + (at < table.submitted ? "" : " (bmod)") +
            " of row " + std::to_string(index_of(row.job)) + number("and so on, of", row.jobs, 1) +
            flag("-ti", row.kills_orphan) + flag("refused", row.is_refused) + ":";
    for (const ConditionStep& step : table.steps_of(static_cast<ConditionId>(at))) {
      text += " " + std::string(word_of(step.kind));
      if (!step.is_leaf()) continue;
      text += step.by_pattern ? "(name*" : step.by_name ? "(name" : "(";
      if (step.of_array) text += " array " + std::to_string(step.first);
      if (!step.of_array)
        for (const JobIndex job : table.parents_of(step))
          text += " " + std::to_string(index_of(job));
      text += " " + std::string(sign_of(step.how)) + std::to_string(step.code) + ")";
    }
    text += "\n";
  }
  return text;
}

std::string to_text(const ClusterConfig& cluster) {
  const Duration since_sunday = cluster.clock.since_sunday;
  std::string text = cluster.name + "\n" + to_text(cluster.model) + to_text(cluster, since_sunday);
  for (const ReservationConfig& reservation : cluster.reservations) text += to_text(reservation);
  for (std::size_t at = 0; at < cluster.trace.size(); ++at) {
    const TraceJob& job = cluster.trace[static_cast<JobIndex>(at)];
    text += to_text(job) + to_text(cluster.profiles[index_of(job.profile)], cluster.resources);
    for (const JobDependency& one : cluster.dependencies)
      if (index_of(one.job) == at)
        text +=
            " behind job " + id_text(cluster.trace[one.preceding]) + " and " + seconds(one.think);
    text += "\n";
  }
  for (const JobArray& array : cluster.arrays.rows)
    text += "  array of job " + id_text(cluster.trace[array.first]) + " from row " +
            std::to_string(index_of(array.first)) + " of " +
            std::to_string(array.spec.indices.size()) + " %" + std::to_string(array.spec.limit) +
            "\n";
  text += conditions_text(cluster.conditions);
  for (const TimelineEntry& entry : cluster.timeline) text += to_text(entry, since_sunday);
  return text + mixture_text(cluster);
}

}  // namespace

std::string to_text(const GridConfig& grid) {
  std::string text = "seed " + std::to_string(grid.seed) + "\n";
  for (const ClusterConfig& cluster : grid.clusters) text += to_text(cluster);
  for (const LinkConfig& link : grid.links) text += to_text(link);
  return text;
}

}  // namespace mcsim::testing
