// What lsb.queues, lsb.params, lsf.conf and RemoteClusters say about job forwarding, except which
// queues send jobs to which.
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/forward_policy.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/policy/forward_settings.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

constexpr std::int64_t usual_job_backlog = 50;
constexpr std::int64_t usual_resched_time = 20;

/// Warns of keys without effect: they concern jobs that the queue does not send or receive.
void warn_of_no_effect(SettingsDraft& in, const Fields& fields, const JsonAt& at) {
  const auto warn = [&](std::string_view key, std::string_view needed) {
    if (fields.has(key) && !fields.has(needed))
      in.complaints().warning(at, key,
                              "is without effect: the queue has no " + std::string(needed));
  };
  for (const std::string_view key :
       {"IMPT_JOBBKLG"_key, "IMPT_SLOTBKLG"_key, "IMPT_JOBLIMIT"_key, "IMPT_TASKLIMIT"_key})
    warn(key, "RCVJOBS_FROM"_key);
  for (const std::string_view key :
       {"MAX_RSCHED_TIME"_key, "MC_FORWARD_DELAY"_key, "FWD_USERS"_key})
    warn(key, "SNDJOBS_TO"_key);
}

/// The name of the policy that MC_PLUGIN_SCHEDULE_ENHANCE asks for.
std::string enhanced_policy(SettingsDraft& in, const JsonNode& params, const JsonAt& at) {
  constexpr std::string_view key = "MC_PLUGIN_SCHEDULE_ENHANCE"_key;
  const std::string text = Fields(params).text(key).value_or("");
  const auto& names = in.draft.choices.forward;
  const auto policy =
      read_enhance_setting(text, std::vector<std::string_view>(names.begin(), names.end()));
  if (policy) return *policy;
  for (const WrongWord& wrong : policy.error())
    in.complaints().error(place_within(in.draft, at, key, wrong.at), at.pointer_to(key),
                          wrong.message + picture(text, wrong.at));
  return std::string(NotDefined::name);
}

/// The object `key` of the cluster; null where there is none.
const JsonNode* find_object(const SettingsDraft& in, std::string_view key) {
  const JsonNode* found = in.node.find(key);
  return found != nullptr && found->is(JsonNode::Kind::object) ? found : nullptr;
}

std::string policy_of(SettingsDraft& in, const JsonNode* params, const JsonNode* conf) {
  std::string enhanced(NotDefined::name);
  if (params != nullptr) enhanced = enhanced_policy(in, *params, JsonAt(in.at, *params, 0));
  const std::string& chosen = in.names.config.model.forward_policy;
  if (!chosen.empty()) return chosen;
  if (enhanced != NotDefined::name && in.draft.old_version.empty()) return enhanced;
  if (enhanced != NotDefined::name)
    in.complaints().warning(
        JsonAt(in.at, *params, 0), "MC_PLUGIN_SCHEDULE_ENHANCE"_key,
        "is without effect: " + in.draft.old_version + ", and all clusters need 7.0.6 for it");
  const bool by_resources =
      conf != nullptr && Fields(*conf).flag("MC_PLUGIN_REMOTE_RESOURCE"_key).value_or(false);
  return std::string(by_resources ? RemoteResource::name : NotDefined::name);
}

/// CACHE_INTERVAL of section RemoteClusters.
void read_cache_intervals(SettingsDraft& in) {
  auto& intervals = in.settings.params.forwarding.cache_intervals;
  visit_section(in, "lsf.cluster"_key, "RemoteClusters"_key,
                [&](const JsonNode& line, const JsonAt&) {
                  const Fields fields(line);
                  const auto& ids = in.draft.cluster_ids;
                  const auto remote = ids.find(fields.text("CLUSTERNAME"_key).value_or(""));
                  const auto seconds = fields.whole("CACHE_INTERVAL"_key);
                  if (remote == ids.end() || !seconds) return;
                  const std::size_t position = index_of(remote->second);
                  if (position >= intervals.size())
                    intervals.resize(position + 1, usual_cache_interval);
                  intervals[position] = *seconds * 1s;
                });
}

}  // namespace

void read_forwarding(SettingsDraft& in, QueueConfig& queue, const JsonNode& line,
                     const JsonAt& at) {
  const Fields fields(line);
  QueueForwarding& forwarding = queue.forwarding;
  forwarding.job_backlog = up_to(fields, "IMPT_JOBBKLG"_key, usual_job_backlog);
  forwarding.slot_backlog = up_to(fields, "IMPT_SLOTBKLG"_key, no_limit);
  forwarding.job_limit = up_to(fields, "IMPT_JOBLIMIT"_key, no_limit);
  forwarding.task_limit = up_to(fields, "IMPT_TASKLIMIT"_key, no_limit);
  const std::int32_t periods = up_to(fields, "MAX_RSCHED_TIME"_key, usual_resched_time);
  if (fields.has("SNDJOBS_TO"_key) && periods != no_limit)
    forwarding.max_resched_time = periods * in.settings.params.mbd_sleep_time;
  if (fields.has("SNDJOBS_TO"_key))
    forwarding.forward_delay = fields.whole("MC_FORWARD_DELAY"_key).value_or(0) * 1s;
  const std::string users = fields.text("FWD_USERS"_key).value_or("all");
  forwarding.forward_users =
      read_users(in.draft, in.names.user_groups, at, "FWD_USERS"_key, users).value_or(UserList{});
  warn_of_no_effect(in, fields, at);
}

void read_forwarding_params(SettingsDraft& in) {
  ForwardingParameters& forwarding = in.settings.params.forwarding;
  const JsonNode* params = find_object(in, "lsb.params"_key);
  const JsonNode* conf = find_object(in, "lsf.conf"_key);
  const auto seconds = [&](std::string_view key, Duration& value) {
    if (params == nullptr) return;
    if (const auto number = Fields(*params).whole(key)) value = *number * 1s;
  };
  const auto count = [&](std::string_view key, std::int32_t& value) {
    if (conf == nullptr) return;
    if (const auto number = Fields(*conf).whole(key)) value = static_cast<std::int32_t>(*number);
  };
  seconds("MC_PLUGIN_UPDATE_INTERVAL"_key, forwarding.update_interval);
  seconds("MC_PENDING_REASON_UPDATE_INTERVAL"_key, forwarding.pend_reason_interval);
  count("LSB_MAX_FORWARD_PER_SESSION"_key, forwarding.max_per_session);
  count("LSB_MC_INITFAIL_RETRY"_key, forwarding.init_fail_retry);
  auto& retry = in.settings.params.retries.remote_preexec_retry;
  forwarding.remote_preexec_retry = retry.value_or(forwarding.remote_preexec_retry);
  retry.reset();  // moved to the forwarding parameters
  forwarding.policy = policy_of(in, params, conf);
  read_cache_intervals(in);
}

}  // namespace mcsim::config
