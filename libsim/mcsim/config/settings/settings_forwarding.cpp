// What lsb.queues, lsb.params, lsf.conf and RemoteClusters say about job forwarding, except which
// queues send jobs to which.
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/forward_policy.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/policy/forward_settings.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

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
      conf != nullptr && flag_of(Fields(*conf), lsf::conf["MC_PLUGIN_REMOTE_RESOURCE"]);
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
                  if (remote == ids.end()) return;
                  const std::size_t position = index_of(remote->second);
                  if (position >= intervals.size())
                    intervals.resize(position + 1, usual_cache_interval);
                  intervals[position] = seconds_of(fields, lsf::remote_clusters["CACHE_INTERVAL"]);
                });
}

}  // namespace

void read_forwarding(SettingsDraft& in, QueueConfig& queue, const JsonNode& line,
                     const JsonAt& at) {
  const Fields fields(line);
  QueueForwarding& forwarding = queue.forwarding;
  forwarding.job_backlog = up_to(fields, lsb::queues["IMPT_JOBBKLG"]);
  forwarding.slot_backlog = up_to(fields, lsb::queues["IMPT_SLOTBKLG"]);
  forwarding.job_limit = up_to(fields, lsb::queues["IMPT_JOBLIMIT"]);
  forwarding.task_limit = up_to(fields, lsb::queues["IMPT_TASKLIMIT"]);
  const std::int32_t periods = up_to(fields, lsb::queues["MAX_RSCHED_TIME"]);
  if (fields.has("SNDJOBS_TO"_key) && periods != no_limit)
    forwarding.max_resched_time = periods * in.settings.params.mbd_sleep_time;
  if (fields.has("SNDJOBS_TO"_key))
    forwarding.forward_delay = seconds_of(fields, lsb::queues["MC_FORWARD_DELAY"]);
  const std::string users = text_of(fields, lsb::queues["FWD_USERS"]);
  forwarding.forward_users =
      read_users(in.draft, in.names, at, "FWD_USERS"_key, users).value_or(UserList{});
  warn_of_no_effect(in, fields, at);
}

void read_forwarding_params(SettingsDraft& in) {
  ForwardingParameters& forwarding = in.settings.params.forwarding;
  const JsonNode* params = find_object(in, "lsb.params"_key);
  const JsonNode* conf = find_object(in, "lsf.conf"_key);
  if (params != nullptr) {
    const Fields fields(*params);
    forwarding.update_interval = seconds_of(fields, lsb::params["MC_PLUGIN_UPDATE_INTERVAL"]);
    forwarding.pend_reason_interval =
        seconds_of(fields, lsb::params["MC_PENDING_REASON_UPDATE_INTERVAL"]);
  }
  if (conf != nullptr) {
    const Fields fields(*conf);
    forwarding.max_per_session = count_of(fields, lsf::conf["LSB_MAX_FORWARD_PER_SESSION"]);
    forwarding.init_fail_retry = count_of(fields, lsf::conf["LSB_MC_INITFAIL_RETRY"]);
  }
  auto& retry = in.settings.params.retries.remote_preexec_retry;
  forwarding.remote_preexec_retry = retry.value_or(forwarding.remote_preexec_retry);
  retry.reset();  // moved to the forwarding parameters
  forwarding.policy = policy_of(in, params, conf);
  read_cache_intervals(in);
}

}  // namespace mcsim::config
