// lsb.params and lsf.conf, as far as they decide.
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

Duration seconds_of(const Fields& fields, std::string_view key, Duration fallback) {
  const auto number = fields.whole(key);
  return number ? *number * 1s : fallback;
}

/// GROUP_JLP, GROUP_MAX, HOST_JLU and USER_JLP ask for what always holds.
void read_preempt_for(ClusterParameters& params, const Fields& fields) {
  const std::string text = fields.text("PREEMPT_FOR"_key).value_or("");
  for (const std::string_view word : split_words(text))
    if (word == "LEAST_RUN_TIME")
      params.preempt_least_run_time = true;
    else if (word == "MINI_JOB")
      params.preempt_few_jobs = true;
    else if (word == "OPTIMAL_MINI_JOB")
      params.preempt_few_jobs = params.preempt_fewest_jobs = true;
}

void read_lsb_params(SettingsDraft& in, const JsonNode& node, const JsonAt& at) {
  const Fields fields(node);
  ClusterParameters& params = in.settings.params;
  const std::string interval = fields.text("JOB_SCHEDULING_INTERVAL"_key).value_or("");
  params.job_scheduling_interval = read_interval(interval).value_or(0ms);
  if (split_words(interval).size() == 2)
    in.complaints().warning(at, "JOB_SCHEDULING_INTERVAL"_key,
                            "the second number has no effect: sessions take no time");
  params.mbd_sleep_time = seconds_of(fields, "MBD_SLEEP_TIME"_key, params.mbd_sleep_time);
  params.load_update_interval =
      seconds_of(fields, "LOAD_UPDATE_INTVL"_key, params.load_update_interval);
  params.sbd_sleep_time = seconds_of(fields, "SBD_SLEEP_TIME"_key, params.sbd_sleep_time);
  params.pg_susp_it = seconds_of(fields, "PG_SUSP_IT"_key, params.pg_susp_it);
  params.abs_runlimit = fields.flag("ABS_RUNLIMIT"_key).value_or(false);
  params.retries = read_retries(node);
  read_preempt_for(params, fields);
  const std::string types = fields.text("PREEMPT_JOBTYPE"_key).value_or("");
  for (const std::string_view word : split_words(types))
    (word == "EXCLUSIVE" ? params.preempt_exclusive : params.preempt_backfill) = true;
  const auto shield = [&](std::string_view key) {
    return read_shield(fields.text(key).value_or("")).value_or(PreemptShield{});
  };
  params.no_preempt_run_time = shield("NO_PREEMPT_RUN_TIME"_key);
  params.no_preempt_finish_time = shield("NO_PREEMPT_FINISH_TIME"_key);
  if (const auto hours = fields.text("HIST_HOURS"_key)) params.hist_hours = number_of(*hours);
  if (const auto minutes = fields.whole("MC_RECLAIM_DELAY"_key))
    params.reclaim_delay = *minutes * 1min;
}

/// How many KB one such unit has.
std::int64_t kb_of(std::string_view unit) {
  constexpr std::string_view units[] = {"KB", "MB", "GB", "TB", "PB", "EB"};
  std::int64_t kb = 1;
  for (const std::string_view one : units) {
    if (one == unit) return kb;
    kb *= 1024;
  }
  return 1;
}

void read_lsf_conf(SettingsDraft& in, const JsonNode& node) {
  const Fields fields(node);
  in.kb_of_limits = kb_of(fields.text("LSF_UNIT_FOR_LIMITS"_key).value_or("KB"));
  ClusterParameters& params = in.settings.params;
  if (const auto most = fields.whole("LSB_MAX_JOB_DISPATCH_PER_SESSION"_key))
    params.max_dispatch_per_session = static_cast<std::int32_t>(*most);
  params.pjl_timeout =
      std::chrono::seconds(fields.whole("LSF_HPC_PJL_LOADENV_TIMEOUT"_key).value_or(300));
  params.stop_ignores_it = fields.flag("LSB_STOP_IGNORE_IT"_key).value_or(false);
  const std::string bottom = fields.text("LSB_REQUEUE_TO_BOTTOM"_key).value_or("0");
  params.requeue_to_bottom = bottom == "1" || read_flag(bottom).value_or(false);
}

}  // namespace

RetryLimits read_retries(const JsonNode& node) {
  const Fields fields(node);
  const auto limit = [&](std::string_view key) -> std::optional<std::int32_t> {
    const auto number = fields.whole(key);
    return number ? std::optional(static_cast<std::int32_t>(*number)) : std::nullopt;
  };
  const auto preexec_limit = [&](std::string_view key) {
    const auto own = limit(key);
    return own ? own : limit("MAX_PREEXEC_RETRY"_key);
  };
  return {.max_job_preempt = limit("MAX_JOB_PREEMPT"_key),
          .max_job_requeue = limit("MAX_JOB_REQUEUE"_key),
          .local_preexec_retry = preexec_limit("LOCAL_MAX_PREEXEC_RETRY"_key),
          .remote_preexec_retry = preexec_limit("REMOTE_MAX_PREEXEC_RETRY"_key)};
}

void read_params(SettingsDraft& in) {
  const JsonNode* params = in.node.find("lsb.params"_key);
  if (params != nullptr && params->is(JsonNode::Kind::object))
    read_lsb_params(in, *params, JsonAt(in.at, *params, 0));
  const JsonNode* conf = in.node.find("lsf.conf"_key);
  if (conf != nullptr && conf->is(JsonNode::Kind::object)) read_lsf_conf(in, *conf);
  read_forwarding_params(in);
}

}  // namespace mcsim::config
