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

void complete(JsonNode& object, const VocabularySection& section, bool only_overrides) {
  if (is_change(section)) return;
  std::erase_if(object.children, [&](const JsonNode& child) {
    return child.is(Kind::null) && section.find(child.key) != nullptr;
  });
  for (const VocabularyRow& row : section.rows) {
    if (row.planned != 0) continue;
    const bool wanted = !row.fallback.empty() && !only_overrides;
    if (wanted && object.find(row.key) == nullptr) add_default(object, row);
    JsonNode* child = object.find(row.key);
    if (child == nullptr) continue;
    const bool overrides = only_overrides || row.type == ValueType::overrides;
    visit_inside(*child, row, [&](JsonNode& inner, const VocabularySection& of_inner) {
      complete(inner, of_inner, overrides);
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
    if (const VocabularyRow* row = section.find(child.key)) visit_inside(child, *row, arrange);
}

}  // namespace

void write_defaults(JsonNode& scenario) {
  if (scenario.is(Kind::object)) complete(scenario, vocabulary().front(), false);
}

void write_cluster_defaults(JsonNode& cluster) { complete(cluster, scenario::cluster, false); }

void write_interval_defaults(JsonNode& cluster, bool is_baseline) {
  JsonNode* params = cluster.find("lsb.params");
  if (params == nullptr || !params->is(Kind::object)) return;
  for (const VocabularyRow* row :
       {&lsb::params["JOB_SCHEDULING_INTERVAL"], &lsb::params["JOB_ACCEPT_INTERVAL"]}) {
    if (params->find(row->key) != nullptr) continue;
    JsonNode value = json_whole(is_baseline ? 0 : read_default(*row, read_whole));
    forget_places(value, params->place);
    params->children.push_back(json_member(std::string(row->key), std::move(value)));
  }
}

void arrange_keys(JsonNode& scenario) { arrange(scenario, vocabulary().front()); }

}  // namespace mcsim::config
