// The vocabulary as JSON Schema.
#include "mcsim/config/vocabulary/schema.hpp"

#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

constexpr std::string_view letters = "[A-Za-z0-9_.-]";
constexpr std::string_view duration_pattern = "[0-9]+(\\.[0-9]*)?(ms|s|min|h|d)";
constexpr std::string_view instant_pattern =
    "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z";
constexpr std::string_view minutes_pattern = "([0-9]+:)?[0-9]+(/[^ ]+)?";
constexpr std::string_view interval_pattern = "[0-9]+(\\.[0-9]*)?(ms)?";

/// An object of JSON that grows member by member.
class Object {
 public:
  Object& text(std::string key, std::string_view value) {
    return add(std::move(key), json_text(std::string(value)));
  }
  Object& pattern(std::string_view value) {
    return text("pattern", "^" + std::string(value) + "$");
  }
  Object& whole(std::string key, std::int64_t value) {
    return add(std::move(key), json_whole(value));
  }
  Object& texts(std::string key, const std::vector<std::string_view>& values) {
    std::vector<JsonNode> items;
    items.reserve(values.size());
    for (const std::string_view value : values) items.push_back(json_text(std::string(value)));
    return add(std::move(key), json_list(std::move(items)));
  }
  Object& add(std::string key, JsonNode value) {
    members_.push_back(json_member(std::move(key), std::move(value)));
    return *this;
  }
  JsonNode take() { return json_object(std::move(members_)); }

 private:
  std::vector<JsonNode> members_;
};

JsonNode parsed(std::string_view json) {
  auto tree = parse_json(json, "default");
  MCSIM_CHECK(tree.has_value(), "a default of the vocabulary is not JSON");
  return std::move(tree->root);
}

JsonNode reference(std::string_view section) {
  return Object().text("$ref", "#/$defs/" + std::string(section)).take();
}

JsonNode no() {
  JsonNode node;
  node.kind = JsonNode::Kind::boolean;
  return node;
}

/// null stands for a key that is left out.
void type(Object& schema, const VocabularyRow& row, std::vector<std::string_view> types) {
  if (!row.required) types.emplace_back("null");
  schema.texts("type", types);
}

void range(Object& schema, const VocabularyRow& row) {
  schema.whole("minimum", row.lowest).whole("maximum", row.highest);
}

void choice(Object& schema, const VocabularyRow& row) {
  const auto values = split_words(row.allowed);
  std::vector<JsonNode> items;
  items.reserve(values.size() + 1);
  for (const std::string_view value : values) items.push_back(json_text(std::string(value)));
  if (!row.required) items.emplace_back();
  schema.add("enum", json_list(std::move(items)));
}

void flag(Object& schema, const VocabularyRow& row) {
  type(schema, row, {"boolean", "string"});
  schema.pattern("([Yy]|[Nn]|[Yy][Ee][Ss]|[Nn][Oo]|[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])");
}

void name(Object& schema, const VocabularyRow& row) {
  type(schema, row, {"string"});
  schema.pattern(std::string(letters) + "+");
  if (row.highest < INT32_MAX) schema.whole("maxLength", row.highest);
}

void text(Object& schema, const VocabularyRow& row, bool is_lsf) {
  if (is_lsf)
    type(schema, row, {"string", "number"});
  else
    type(schema, row, {"string"});
  if (row.required) schema.whole("minLength", 1);
}

void whole(Object& schema, const VocabularyRow& row, bool is_lsf) {
  if (is_lsf)
    type(schema, row, {"integer", "string"});
  else
    type(schema, row, {"integer"});
  range(schema, row);
  if (is_lsf) schema.pattern("-?[0-9]+");
}

void decimal(Object& schema, const VocabularyRow& row, bool is_lsf) {
  if (is_lsf)
    type(schema, row, {"number", "string"});
  else
    type(schema, row, {"number"});
  range(schema, row);
  if (is_lsf) schema.pattern("-?[0-9]*(\\.[0-9]*)?([eE][+-]?[0-9]+)?");
}

void duration(Object& schema, const VocabularyRow& row, std::string_view words) {
  const bool may_be_zero = row.lowest == 0;
  if (may_be_zero) {
    type(schema, row, {"integer", "string"});
    schema.whole("minimum", 0).whole("maximum", 0);
  } else {
    type(schema, row, {"string"});
  }
  schema.pattern("(" + std::string(words) + (may_be_zero ? "0|" : "") +
                 std::string(duration_pattern) + ")");
}

void drawn_time(Object& schema, const VocabularyRow& row) {
  const std::string one = " *" + std::string(duration_pattern) + " *";
  type(schema, row, {"integer", "string"});
  schema.whole("minimum", 0).whole("maximum", 0);
  schema.pattern("(0|" + one + "|(" + one + "\\+)? *exponential *\\(" + one +
                 "\\) *| *uniform *\\(" + one + "," + one + "\\) *)");
}

void number_or(Object& schema, const VocabularyRow& row, const std::string& pattern) {
  type(schema, row, {"integer", "string"});
  range(schema, row);
  schema.pattern(pattern);
}

void map(Object& schema, const VocabularyRow& row) {
  type(schema, row, {"object"});
  if (row.type == ValueType::numbered)
    schema.add("propertyNames", Object().pattern("-?[0-9]+").take());
  if (row.type == ValueType::weights) {
    Object weight;
    weight.texts("type", {"integer", "null"}).whole("minimum", row.lowest);
    schema.add("additionalProperties", weight.whole("maximum", row.highest).take());
  } else if (row.type != ValueType::expectations)
    schema.add("additionalProperties", Object().texts("type", {"string", "null"}).take());
}

void shape(Object& schema, const VocabularyRow& row, bool is_lsf) {
  const std::string minutes(minutes_pattern);
  const std::string interval(interval_pattern);
  switch (row.type) {
    case ValueType::object:
    case ValueType::overrides:
      schema.add("anyOf", json_list({reference(row.child), parsed(R"({"type": "null"})")}));
      return;
    case ValueType::list:
      type(schema, row, {"array"});
      schema.add("items", reference(row.child));
      if (row.required) schema.whole("minItems", 1);
      return;
    case ValueType::texts:
      type(schema, row, {"array"});
      schema.add("items", Object().text("type", "string").take());
      return;
    case ValueType::numbered:
    case ValueType::text_map:
    case ValueType::weights:
    case ValueType::expectations:
      return map(schema, row);
    case ValueType::text:
      return text(schema, row, is_lsf);
    case ValueType::name:
      return name(schema, row);
    case ValueType::job:
      return number_or(schema, row, "[0-9]+(\\[[0-9,:-]+\\])?(@" + std::string(letters) + "+)?");
    case ValueType::host_range:
      type(schema, row, {"string"});
      schema.pattern(std::string(letters) + "*(\\[[0-9,:-]+\\])?" + std::string(letters) + "*");
      return;
    case ValueType::whole:
      return whole(schema, row, is_lsf);
    case ValueType::number:
      return type(schema, row, {"number"});
    case ValueType::decimal:
      return decimal(schema, row, is_lsf);
    case ValueType::factor:
      type(schema, row, {"number"});
      schema.whole("exclusiveMinimum", 0).whole("maximum", 1'000'000);
      return;
    case ValueType::flag:
      return flag(schema, row);
    case ValueType::choice:
      return choice(schema, row);
    case ValueType::duration:
      return duration(schema, row, "");
    case ValueType::drawn_time:
      return drawn_time(schema, row);
    case ValueType::moment:
      return duration(schema, row, std::string(instant_pattern) + "|");
    case ValueType::limit_rule:
      return duration(schema, row, "run|queue|none|");
    case ValueType::instant:
      type(schema, row, {"string"});
      schema.pattern(std::string(instant_pattern));
      return;
    case ValueType::choices:
    case ValueType::windows:
    case ValueType::proc_limit:
    case ValueType::mem_limit:
    case ValueType::exit_values:
    case ValueType::reserve_time:
    case ValueType::shield:
    case ValueType::threshold:
      return text(schema, row, is_lsf);
    case ValueType::interval:
      return number_or(schema, row, interval + "( +" + interval + ")?");
    case ValueType::run_limit:
      return number_or(schema, row, " *(" + minutes + " +)?" + minutes + " *");
    case ValueType::host_slots:
      return number_or(schema, row, "(!|[0-9]+)");
    case ValueType::up_to:
      return number_or(schema, row, "([0-9]+|[Ii][Nn][Ff][Ii][Nn][Ii][Tt])");
    case ValueType::version:
      type(schema, row, {"string"});
      schema.pattern("[0-9]+(\\.[0-9]+)*");
      return;
  }
}

/// A policy's name, or an object of its name and its parameters.
void policy(Object& schema, const VocabularyRow& row) {
  Object name;
  shape(name, row, false);
  const std::string_view types = R"({"type": ["number", "string", "boolean"]})";
  std::vector<std::string_view> required{"name"};
  Object with_parameters;
  with_parameters.text("type", "object")
      .add("properties", Object().add("name", Object().text("type", "string").take()).take())
      .texts("required", required)
      .add("additionalProperties", parsed(types));
  schema.add("anyOf", json_list({name.take(), with_parameters.take()}));
}

/// A planned key may be given only where it asks for nothing.
JsonNode planned_key(const VocabularyRow& row) {
  return Object()
      .text("description", std::string(row.about) + " Planned, not supported by this version.")
      .texts("type", {"array", "object", "null"})
      .whole("maxItems", 0)
      .whole("maxProperties", 0)
      .take();
}

JsonNode property(const VocabularySection& section, const VocabularyRow& row) {
  if (row.no_effect) return Object().text("description", row.about).take();
  if (row.planned != 0) return planned_key(row);
  Object schema;
  std::string about(row.about);
  if (!row.unit.empty()) about += " Unit: " + std::string(row.unit) + ".";
  if (!row.fallback_rule.empty()) about += " Default: " + std::string(row.fallback_rule) + ".";
  schema.text("description", about);
  if (row.is_policy)
    policy(schema, row);
  else
    shape(schema, row, section.is_lsf());
  if (!row.fallback.empty()) schema.add("default", parsed(row.fallback));
  return schema.take();
}

JsonNode definition(const VocabularySection& section) {
  Object properties;
  std::vector<std::string_view> required;
  for (const std::string_view key : all_keys(section)) {
    const VocabularyRow& row = *find_row(section, key);
    const bool borrowed = section.find(key) == nullptr && !row.no_effect;
    properties.add(std::string(key), borrowed ? planned_key(row) : property(section, row));
    if (!borrowed && row.required && row.planned == 0) required.push_back(key);
  }
  Object schema;
  schema.text("description", section.about).text("type", "object");
  schema.add("properties", properties.take());
  if (section.takes_indices)
    schema.add("additionalProperties", Object().texts("type", {"string", "number", "null"}).take());
  else
    schema.add("additionalProperties", no());
  if (!required.empty()) schema.texts("required", required);
  return schema.take();
}

}  // namespace

std::string scenario_schema() {
  Object definitions;
  for (const VocabularySection& section : vocabulary())
    definitions.add(std::string(section.name), definition(section));
  Object schema;
  schema.text("$schema", "https://json-schema.org/draft/2020-12/schema")
      .text("title", "mcsim scenario")
      .text("$ref", "#/$defs/" + std::string(vocabulary().front().name))
      .add("$defs", definitions.take());
  return to_pretty_json(schema.take());
}

}  // namespace mcsim::config
