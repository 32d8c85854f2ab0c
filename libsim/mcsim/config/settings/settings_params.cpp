// lsb.params and lsf.conf, as far as they decide.
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// USER_JLP asks for what always holds.
void read_preempt_for(ClusterParameters& params, const Fields& fields) {
  const std::string text = fields.text("PREEMPT_FOR"_key).value_or("");
  for (const std::string_view word : split_words(text))
    if (word == "LEAST_RUN_TIME")
      params.preempt_least_run_time = true;
    else if (word == "MINI_JOB")
      params.preempt_few_jobs = true;
    else if (word == "OPTIMAL_MINI_JOB")
      params.preempt_few_jobs = params.preempt_fewest_jobs = true;
    else if (word == "GROUP_JLP")
      params.preempt_for.group_jlp = true;
    else if (word == "GROUP_MAX")
      params.preempt_for.group_max = true;
    else if (word == "HOST_JLU")
      params.preempt_for.host_jlu = true;
}

void read_lsb_params(SettingsDraft& in, const JsonNode& node, const JsonAt& at) {
  const Fields fields(node);
  ClusterParameters& params = in.settings.params;
  const std::string interval = fields.text("JOB_SCHEDULING_INTERVAL"_key).value_or("");
  params.job_scheduling_interval = read_interval(interval).value_or(0ms);
  if (split_words(interval).size() == 2)
    in.complaints().warning(at, "JOB_SCHEDULING_INTERVAL"_key,
                            "the second number has no effect: sessions take no time");
  params.mbd_sleep_time = seconds_of(fields, lsb::params["MBD_SLEEP_TIME"]);
  params.load_update_interval = seconds_of(fields, lsb::params["LOAD_UPDATE_INTVL"]);
  params.sbd_sleep_time = seconds_of(fields, lsb::params["SBD_SLEEP_TIME"]);
  params.pg_susp_it = seconds_of(fields, lsb::params["PG_SUSP_IT"]);
  params.abs_runlimit = flag_of(fields, lsb::params["ABS_RUNLIMIT"]);
  params.max_user_priority =
      static_cast<std::int32_t>(fields.whole("MAX_USER_PRIORITY"_key).value_or(0));
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
  params.hist_hours = number_of(text_of(fields, lsb::params["HIST_HOURS"]));
  params.clean_period = seconds_of(fields, lsb::params["CLEAN_PERIOD"]);
  if (const auto done = fields.whole("CLEAN_PERIOD_DONE"_key)) {
    if (*done * 1s < params.clean_period)
      params.clean_period_done = *done * 1s;
    else
      in.complaints().error(at, "CLEAN_PERIOD_DONE"_key, "expected less than CLEAN_PERIOD");
  }
  if (const auto grace = fields.whole("ORPHAN_JOB_TERM_GRACE_PERIOD"_key))
    params.orphan_grace = *grace * 1s;
  read_pend_limits(params.max_pending, fields);
  params.max_job_array_size = count_of(fields, lsb::params["MAX_JOB_ARRAY_SIZE"]);
  params.dep_last_sub = whole_of(fields, lsb::params["JOB_DEP_LAST_SUB"]) == 1;
  params.reclaim_delay = whole_of(fields, lsb::params["MC_RECLAIM_DELAY"]) * 1min;
}

/// How many KB one such unit has.
std::int64_t kb_of(std::string_view unit) {
  std::int64_t kb = 1;
  for (const std::string_view one : split_words(lsf::conf["LSF_UNIT_FOR_LIMITS"].allowed)) {
    if (one == unit) return kb;
    kb *= 1024;
  }
  return 1;
}

void read_lsf_conf(SettingsDraft& in, const JsonNode& node) {
  const Fields fields(node);
  in.kb_of_limits = kb_of(text_of(fields, lsf::conf["LSF_UNIT_FOR_LIMITS"]));
  ClusterParameters& params = in.settings.params;
  params.max_dispatch_per_session = count_of(fields, lsf::conf["LSB_MAX_JOB_DISPATCH_PER_SESSION"]);
  params.pjl_timeout = seconds_of(fields, lsf::conf["LSF_HPC_PJL_LOADENV_TIMEOUT"]);
  params.cpu_limit_of_process = !flag_of(fields, lsf::conf["LSB_JOB_CPULIMIT"]);
  params.stop_ignores_it = flag_of(fields, lsf::conf["LSB_STOP_IGNORE_IT"]);
  const std::string bottom = text_of(fields, lsf::conf["LSB_REQUEUE_TO_BOTTOM"]);
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
  const bool is_given = params != nullptr && params->is(JsonNode::Kind::object);
  if (is_given) read_lsb_params(in, *params, JsonAt(in.at, *params, 0));
  in.settings.params.default_project = in.draft.scenario.config.projects.id(
      (is_given ? Fields(*params).text("DEFAULT_PROJECT"_key) : std::nullopt).value_or("default"));
  const JsonNode* conf = in.node.find("lsf.conf"_key);
  if (conf != nullptr && conf->is(JsonNode::Kind::object)) read_lsf_conf(in, *conf);
  read_forwarding_params(in);
}

}  // namespace mcsim::config
