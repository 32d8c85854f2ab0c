// `model` of a scenario and of its clusters: how they are run.
#include "mcsim/config/scenario/scenario_model.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/policy_check.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"

namespace mcsim::config {
namespace {

void read_easy(const JsonNode& node, EasyOptions& easy) {
  read_choice(node, scenario::easy["reservation"], easy.reservation);
  easy.extra = Fields(node).flag("extra"_key).value_or(easy.extra);
  read_choice(node, scenario::easy["runtime"], easy.running);
  read_choice(node, scenario::easy["runtime"], easy.candidates);
  read_choice(node, scenario::easy["running"], easy.running);
  read_choice(node, scenario::easy["candidates"], easy.candidates);
  read_choice(node, scenario::easy["pass"], easy.pass);
  read_choice(node, scenario::easy["first"], easy.first);
  read_choice(node, scenario::easy["estimate_over"], easy.estimate_over);
  read_choice(node, scenario::easy["compare"], easy.compare);
}

void read_conservative(const JsonNode& node, ConservativeOptions& conservative) {
  if (const auto depth = Fields(node).whole("depth"_key))
    conservative.depth = static_cast<std::uint64_t>(*depth);
  read_choice(node, scenario::conservative["runtime"], conservative.runtime);
}

void read_pool_model(const JsonNode& node, ModelConfig& model) {
  const Fields in(node);
  if (const auto hours = in.text("pool_hist_hours"_key)) model.pool_hist_hours = number_of(*hours);
  read_choice(node, scenario::model["pool_order"], model.pool_order);
  read_choice(node, scenario::model["pool_turn"], model.pool_turn);
  read_choice(node, scenario::model["pool_limit"], model.pool_limit);
  read_choice(node, scenario::model["pool_total"], model.pool_total);
  read_choice(node, scenario::model["pool_leftover"], model.pool_leftover);
}

void read_fairshare_model(const JsonNode& node, FairshareOptions& fairshare) {
  const Fields in(node);
  read_choice(node, scenario::model["fairshare_no_share"], fairshare.no_share);
  read_choice(node, scenario::model["fairshare_duplicate"], fairshare.duplicate);
  read_choice(node, scenario::model["fairshare_cpu"], fairshare.cpu);
  read_choice(node, scenario::model["fairshare_run"], fairshare.run);
  read_choice(node, scenario::model["crossqueue_job_order"], fairshare.crossqueue_job_order);
  read_choice(node, scenario::model["hpart_mixed"], fairshare.hpart_mixed);
  if (const auto cpu = in.text("fairshare_cpu_per_slot"_key))
    fairshare.cpu_per_slot = number_of(*cpu);
  if (const auto floor = in.text("fairshare_floor"_key)) fairshare.floor = number_of(*floor);
}

void read_forward_model(const JsonNode& node, ModelConfig& model) {
  const Fields in(node);
  read_choice(node, scenario::model["forward_free_test"], model.forward_free_test);
  read_choice(node, scenario::model["forward_key_order"], model.forward_key_order);
  read_choice(node, scenario::model["counters"], model.counters);
  read_choice(node, scenario::model["limit_users_all"], model.limit_users_all);
  read_choice(node, scenario::model["dep_requeued"], model.dep_requeued);
  if (const auto most = in.whole("max_requeues"_key))
    model.max_requeues = static_cast<std::int32_t>(*most);
  if (const auto most = in.whole("max_forwards"_key))
    model.max_forwards = static_cast<std::int32_t>(*most);
}

void read_lease_model(const JsonNode& node, ModelConfig& model) {
  const Fields in(node);
  model.lease_keep_one_slot =
      in.flag("lease_keep_one_slot"_key).value_or(model.lease_keep_one_slot);
  model.lease_inactive = in.duration("lease_inactive"_key).value_or(model.lease_inactive);
}

void read_load_model(const JsonNode& node, ModelConfig& model) {
  const Fields in(node);
  read_choice(node, scenario::model["host_down"], model.host_down);
  read_choice(node, scenario::model["load"], model.load);
  model.lim_send_on_change = in.flag("lim_send_on_change"_key).value_or(model.lim_send_on_change);
  if (const auto noise = in.text("load_noise"_key)) model.load_noise = number_of(*noise);
  model.lava_elim = in.flag("lava_elim"_key).value_or(model.lava_elim);
  model.elim_keep_values_on_exit =
      in.flag("elim_keep_values_on_exit"_key).value_or(model.elim_keep_values_on_exit);
  model.mbatchd_start = in.duration("mbatchd_start"_key).value_or(model.mbatchd_start);
}

/// A policy, by its name alone or as an object: its parameters, too.
void read_policy(const JsonNode& node, std::string_view key, const ScenarioChoices& choices,
                 ModelConfig& model, std::string& name) {
  const JsonNode* const given = node.find(key);
  if (given == nullptr) return;
  const bool has_parameters = given->is(JsonNode::Kind::object);
  const auto said = has_parameters ? Fields(*given).text("name"_key) : Fields(node).text(key);
  if (!said) return;
  name = *said;
  model.policy_values.erase(std::string(key));
  if (!has_parameters) return;
  PolicyValues values = read_parameters(*given, choices.parameters_of(key, name));
  if (!values.empty()) model.policy_values[std::string(key)] = std::move(values);
}

void read_policies(const JsonNode& node, const ScenarioChoices& choices, ModelConfig& model) {
  const auto read = [&](std::string_view key, std::string& name) {
    read_policy(node, key, choices, model, name);
  };
  read("dispatch"_key, model.dispatch);
  read("pool_shares"_key, model.pool_shares);
  read("pool_decay"_key, model.pool_decay);
  read("fairshare_decay"_key, model.fairshare.decay);
  read("fairshare_priority"_key, model.fairshare.priority);
  read("forward_policy"_key, model.forward_policy);
  read("lease_dealing"_key, model.lease_dealing);
  read("lease_reclaim"_key, model.lease_reclaim);
  read("host_order"_key, model.host_order);
  read("victims"_key, model.victims);
}

/// Changes what `node` names and leaves the rest.
void change_model(const JsonNode* node, const ScenarioChoices& choices, ModelConfig& model) {
  if (node == nullptr) return;
  read_policies(*node, choices, model);
  const Fields in(*node);
  if (const JsonNode* baseline = node->find("baseline"_key))
    read_policy(*baseline, "order"_key, choices, model, model.baseline.order);
  if (const JsonNode* easy = node->find("easy"_key)) read_easy(*easy, model.easy);
  if (const JsonNode* conservative = node->find("conservative"_key))
    read_conservative(*conservative, model.conservative);
  model.enforce_runlimit = in.flag("enforce_runlimit"_key).value_or(model.enforce_runlimit);
  if (const auto phase = in.text("daemon_phase"_key))
    model.seeded_daemon_phase = *phase == "seeded";
  model.elide = in.flag("elide"_key).value_or(model.elide);
  model.stall_after = in.duration("stall_after"_key).value_or(model.stall_after);
  if (const auto scaling = in.text("run_time_scaling"_key))
    model.run_time_scaling = *scaling == "cpuf";
  read_choice(*node, scenario::model["session_interval"], model.session_interval);
  read_pool_model(*node, model);
  read_fairshare_model(*node, model.fairshare);
  read_choice(*node, scenario::model["victim_order"], model.victim_order);
  read_choice(*node, scenario::model["victim_hosts"], model.victim_hosts);
  read_choice(*node, scenario::model["resume_order"], model.resume_order);
  read_choice(*node, scenario::model["reservation_backfill"], model.reservation_backfill);
  if (const auto step = in.duration("rusage_decay_step"_key)) model.rusage_decay_step = *step;
  if (const auto kill = in.text("memlimit_kill"_key)) model.memlimit_at_once = *kill == "at_once";
  read_forward_model(*node, model);
  read_lease_model(*node, model);
  read_load_model(*node, model);
}

/// Warns of what a `model` says of LIMs. `preset` says it for clusters that have some.
void warn_of_lim_options(ScenarioDraft& draft, const JsonNode& object, const JsonAt& at) {
  const JsonNode* const node = object.find("model"_key);
  if (node == nullptr || !node->is(JsonNode::Kind::object)) return;
  const ModelConfig usual;
  ModelConfig said;
  read_load_model(*node, said);
  const bool is_lava = Fields(*node).text("preset"_key) == "lava";
  const auto note = [&](bool is_set, std::string_view key) {
    if (is_set)
      draft.complaints.warning(JsonAt(at, *node, 0), key,
                               "is without effect: model.load is \"slots\"");
  };
  note(said.lim_send_on_change != usual.lim_send_on_change && !is_lava, "lim_send_on_change"_key);
  note(said.load_noise != usual.load_noise, "load_noise"_key);
  note(said.lava_elim != usual.lava_elim && !is_lava, "lava_elim"_key);
  note(said.elim_keep_values_on_exit != usual.elim_keep_values_on_exit,
       "elim_keep_values_on_exit"_key);
  note(said.mbatchd_start != usual.mbatchd_start, "mbatchd_start"_key);
}

}  // namespace

std::optional<JsonAt> model_that_says(std::string_view option, const JsonAt& cluster,
                                      const JsonAt& scenario) {
  for (const JsonAt* const at : {&cluster, &scenario})
    if (const JsonNode* const model = at->node->find("model"_key);
        model && Fields(*model).has(option))
      return JsonAt(*at, *model, 0);
  return std::nullopt;
}

ModelConfig read_model(const JsonNode& scenario, const JsonNode& cluster,
                       const ScenarioChoices& choices) {
  ModelConfig model;
  change_model(scenario.find("model"_key), choices, model);
  change_model(cluster.find("model"_key), choices, model);
  return model;
}

void warn_of_idle_options(ScenarioDraft& draft) {
  const auto has_lims = [](const ClusterDraft& cluster) {
    return cluster.config.model.load == LoadMode::lim;
  };
  JsonNode& root = draft.tree.root;
  if (std::ranges::none_of(draft.clusters, has_lims))
    warn_of_lim_options(draft, root, JsonAt(root));
  std::size_t position = 0;
  for_each_object(root, draft.list("clusters"_key), [&](JsonNode& node, const JsonAt& at) {
    if (!has_lims(draft.clusters[position++])) warn_of_lim_options(draft, node, at);
  });
}

}  // namespace mcsim::config
