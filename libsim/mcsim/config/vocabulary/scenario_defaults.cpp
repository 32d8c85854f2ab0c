// Defaults and order of keys, guided by the vocabulary.
#include "mcsim/config/vocabulary/scenario_defaults.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"

namespace mcsim::config {
namespace {

using Kind = JsonNode::Kind;

/// Calls visit(object, its section) for the objects in `node`, the value of a key.
template <class Visit>
void visit_inside(JsonNode& node, const VocabularyRow& row, Visit&& visit) {
  const VocabularySection* section = find_section(row.child);
  if (section == nullptr) return;
  if (node.is(Kind::object) && row.type != ValueType::list) visit(node, *section);
  if (!node.is(Kind::list) || row.type != ValueType::list) return;
  for (JsonNode& item : node.children)
    if (item.is(Kind::object)) visit(item, *section);
}

/// A default of the vocabulary. There are many jobs, so plain texts do not go through the parser.
JsonNode fallback(std::string_view json) {
  const bool plain =
      json.size() >= 2 && json.front() == '"' && json.find('\\') == std::string_view::npos;
  if (plain) return json_text(std::string(json.substr(1, json.size() - 2)));
  auto tree = parse_json(json, "default");
  MCSIM_CHECK(tree.has_value(), "a default of the vocabulary is not JSON");
  return std::move(tree->root);
}

void forget_places(JsonNode& node, JsonPlace place) {
  node.place = node.key_place = place;
  for (JsonNode& child : node.children) forget_places(child, place);
}

void add_default(JsonNode& object, const VocabularyRow& row) {
  JsonNode value = fallback(row.fallback);
  forget_places(value, object.place);
  value.key = row.key;
  object.children.push_back(std::move(value));
}

void add_member(JsonNode& object, std::string_view key, JsonNode value) {
  if (object.find(key) != nullptr) return;
  forget_places(value, object.place);
  object.children.push_back(json_member(std::string(key), std::move(value)));
}

/// A site's own lsf.conf says which version it is. Each update of LSF 7 calls itself 7.0 there.
void take_version(JsonNode& cluster) {
  const JsonNode* const conf = cluster.find("lsf.conf"_key);
  if (conf == nullptr || !conf->is(Kind::object)) return;
  const auto text = Fields(*conf).text("LSF_VERSION"_key);
  const auto version = text ? read_version(*text) : std::nullopt;
  if (version && version->front() != 7) add_member(cluster, "lsf_version"_key, json_text(*text));
}

/// Defaults of LSF 10, where they are not those of LSF 7 to 9.
/// Source: the lsb.params that IBM Spectrum LSF 10.1 installs; a real cluster's lsb.events agree.
constexpr std::int64_t lsf_10_mbd_sleep_time = 10;
constexpr std::int64_t lsf_10_job_scheduling_interval = 1;

void add_version_defaults(JsonNode& cluster) {
  if (!is_lsf_10(cluster)) return;
  add_member(cluster, "lsb.params"_key, json_object({}));
  JsonNode& params = *cluster.find("lsb.params"_key);
  if (!params.is(Kind::object)) return;
  std::erase_if(params.children, [](const JsonNode& child) {
    return child.is(Kind::null) && child.key == "MBD_SLEEP_TIME"_key;
  });
  add_member(params, "MBD_SLEEP_TIME"_key, json_whole(lsf_10_mbd_sleep_time));
}

/// What `preset` lava means: the values that the open source descendants have, by their rows.
constexpr std::pair<std::string_view, std::string_view> lava_values[] = {
    {"session_interval"_key, "\"mbd_sleep_time\""},
    {"victim_order"_key, "\"submitted\""},
    {"lim_send_on_change"_key, "true"},
    {"lava_elim"_key, "true"},
    {"host_down"_key, "\"silence\""},
    {"fairshare_no_share"_key, "\"last\""},
    {"fairshare_run"_key, "\"jobs\""},
    {"fairshare_decay"_key, "\"steps\""},
};

void add_preset(JsonNode& model) {
  if (Fields(model).text("preset"_key) != "lava") return;
  for (const auto& [key, value] : lava_values) add_member(model, key, fallback(value));
}

/// The dispatch policy that a `model` names, by its name alone or as an object.
std::string dispatch_of(const JsonNode& model) {
  const JsonNode* const dispatch = model.find("dispatch"_key);
  if (dispatch == nullptr) return "";
  const bool is_object = dispatch->is(Kind::object);
  return (is_object ? Fields(*dispatch).text("name"_key) : Fields(model).text("dispatch"_key))
      .value_or("");
}

bool has_value(const JsonNode& object, std::string_view key) {
  const JsonNode* const value = object.find(key);
  return value != nullptr && !value->is(Kind::null);
}

/// With recorded starts jobs run as long as they really did, whatever their run limits were. A
/// cluster's `model` overrides the scenario's, and so does what its dispatch policy implies.
void add_runlimit_default(JsonNode& scenario) {
  static constexpr std::string_view key = "enforce_runlimit"_key;
  const auto say = [](JsonNode& model, bool enforced) {
    std::erase_if(model.children,
                  [](const JsonNode& child) { return child.is(Kind::null) && child.key == key; });
    add_member(model, key, fallback(enforced ? "true" : "false"));
  };
  JsonNode* const whole = scenario.find("model"_key);
  if (whole == nullptr || !whole->is(Kind::object) || has_value(*whole, key)) return;
  const bool all_recorded = dispatch_of(*whole) == "recorded";
  if (all_recorded) say(*whole, false);
  JsonNode* const clusters = scenario.find("clusters"_key);
  if (clusters == nullptr || !clusters->is(Kind::list)) return;
  for (JsonNode& cluster : clusters->children) {
    JsonNode* const model = cluster.is(Kind::object) ? cluster.find("model"_key) : nullptr;
    if (model == nullptr || !model->is(Kind::object) || !has_value(*model, "dispatch"_key))
      continue;
    const bool is_recorded = dispatch_of(*model) == "recorded";
    if (is_recorded != all_recorded && !has_value(*model, key)) say(*model, !is_recorded);
  }
}

/// Which defaults are written.
struct Wanted {
  bool only_overrides = false;   ///< none: the object says what is other than in another one
  bool only_containers = false;  ///< objects and lists, which paths may lead through
};

void complete(JsonNode& object, const VocabularySection& section, Wanted wanted) {
  if (is_change(section)) return;
  std::erase_if(object.children, [&](const JsonNode& child) {
    return child.is(Kind::null) && section.find(child.key) != nullptr;
  });
  if (!wanted.only_containers && section.name == scenario::cluster.name) {
    take_version(object);
    add_version_defaults(object);
  }
  if (!wanted.only_containers && section.name == scenario::model.name) add_preset(object);
  for (const VocabularyRow& row : section.rows) {
    if (row.planned != 0) continue;
    const bool is_container = row.fallback.starts_with('{') || row.fallback.starts_with('[');
    const bool is_wanted = !row.fallback.empty() && !wanted.only_overrides &&
                           (is_container || !wanted.only_containers);
    if (is_wanted && object.find(row.key) == nullptr) add_default(object, row);
    JsonNode* child = object.find(row.key);
    if (child == nullptr) continue;
    Wanted inside = wanted;
    inside.only_overrides = wanted.only_overrides || row.type == ValueType::overrides;
    visit_inside(*child, row, [&](JsonNode& inner, const VocabularySection& of_inner) {
      complete(inner, of_inner, inside);
    });
  }
}

void arrange(JsonNode& object, const VocabularySection& section) {
  const auto position = [&](const JsonNode& child) {
    const VocabularyRow* row = section.find(child.key);
    return row == nullptr ? section.rows.size()
                          : static_cast<std::size_t>(row - section.rows.data());
  };
  std::ranges::sort(object.children, {}, position);
  for (JsonNode& child : object.children)
    std::erase_if(child.children, [](const JsonNode& item) { return item.is(Kind::broken); });
  for (JsonNode& child : object.children)
    if (const VocabularyRow* row = section.find(child.key)) visit_inside(child, *row, arrange);
}

}  // namespace

bool is_lsf_10(const JsonNode& cluster) {
  const auto text = Fields(cluster).text("lsf_version"_key);
  const auto version = text ? read_version(*text) : std::nullopt;
  return version && version->front() >= 10;
}

void write_defaults(JsonNode& scenario) {
  if (!scenario.is(Kind::object)) return;
  add_runlimit_default(scenario);
  complete(scenario, vocabulary().front(), {});
}

void write_containers(JsonNode& scenario) {
  if (scenario.is(Kind::object))
    complete(scenario, vocabulary().front(), {.only_containers = true});
}

void write_cluster_defaults(JsonNode& cluster) { complete(cluster, scenario::cluster, {}); }

void write_interval_defaults(JsonNode& cluster, bool is_baseline, SessionInterval interval) {
  JsonNode* params = cluster.find("lsb.params");
  if (params == nullptr || !params->is(Kind::object)) return;
  const auto sessions = [&]() -> std::int64_t {
    if (interval == SessionInterval::mbd_sleep_time)
      return whole_of(Fields(*params), lsb::params["MBD_SLEEP_TIME"]);
    return is_lsf_10(cluster) ? lsf_10_job_scheduling_interval
                              : read_default(lsb::params["JOB_SCHEDULING_INTERVAL"], read_whole);
  };
  const auto accepts = [] { return read_default(lsb::params["JOB_ACCEPT_INTERVAL"], read_whole); };
  add_member(*params, "JOB_SCHEDULING_INTERVAL"_key, json_whole(is_baseline ? 0 : sessions()));
  add_member(*params, "JOB_ACCEPT_INTERVAL"_key, json_whole(is_baseline ? 0 : accepts()));
}

void arrange_keys(JsonNode& scenario) { arrange(scenario, vocabulary().front()); }

}  // namespace mcsim::config
