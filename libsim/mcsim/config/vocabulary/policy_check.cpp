// Parameters of policies: each is checked as a key of the vocabulary is.
#include "mcsim/config/vocabulary/policy_check.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/scenario_shapes.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

using Parameters = std::span<const PolicyParameter>;

ValueType type_of(PolicyParameter::Kind kind) {
  switch (kind) {
    case PolicyParameter::Kind::whole:
      return ValueType::whole;
    case PolicyParameter::Kind::number:
      return ValueType::decimal;
    case PolicyParameter::Kind::flag:
      return ValueType::flag;
    case PolicyParameter::Kind::duration:
      return ValueType::duration;
    case PolicyParameter::Kind::word:
      return ValueType::choice;
  }
  return ValueType::text;
}

constexpr VocabularySection policy_section{"policy", "A policy.", "", "", "", {}};

const PolicyParameter* find_parameter(Parameters known, std::string_view name) {
  const auto found = std::ranges::find(known, name, &PolicyParameter::name);
  return found == known.end() ? nullptr : &*found;
}

std::string unknown_parameter(std::string_view key, std::string_view policy, Parameters known) {
  std::string text = "unknown parameter " + in_quotes(key) + " of " + std::string(policy);
  if (known.empty()) return text + ", which has none";
  std::vector<std::string_view> names;
  for (const PolicyParameter& one : known) names.push_back(one.name);
  return text + known_names(key, names);
}

std::optional<std::string> what_is_wrong_with(const JsonNode& value,
                                              const PolicyParameter& parameter) {
  const VocabularyRow row{.key = parameter.name,
                          .type = type_of(parameter.kind),
                          .about = parameter.about,
                          .lowest = parameter.lowest,
                          .highest = parameter.highest};
  return what_is_wrong(value, policy_section, row, split_words(parameter.allowed));
}

double real_of(const std::string& text) {
  double number = 0;  // stays 0 where the text is nearer to 0 than any double
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// None: the value cannot be read.
std::optional<PolicyValue::Value> value_of(const JsonNode& node, PolicyParameter::Kind kind) {
  const std::string text = value_text(node);
  const auto as_value = [](auto read) -> std::optional<PolicyValue::Value> {
    if (!read) return std::nullopt;
    return *read;
  };
  switch (kind) {
    case PolicyParameter::Kind::whole:
      return as_value(read_whole(text));
    case PolicyParameter::Kind::number:
      return real_of(text);
    case PolicyParameter::Kind::flag:
      return as_value(read_flag(text));
    case PolicyParameter::Kind::duration:
      return as_value(read_duration(text));
    case PolicyParameter::Kind::word:
      return text;
  }
  return std::nullopt;
}

}  // namespace

void check_parameters(JsonNode& policy, const JsonAt& at, std::string_view name, Parameters known,
                      TreeComplaints& complaints) {
  for (JsonNode& member : policy.children) {
    if (member.key == "name") continue;
    const JsonAt place(at, member, 0);
    const PolicyParameter* const parameter = find_parameter(known, member.key);
    if (parameter == nullptr) {
      complaints.error(member.key_place, place.pointer(),
                       unknown_parameter(member.key, name, known));
      member.kind = JsonNode::Kind::broken;
    } else if (auto wrong = what_is_wrong_with(member, *parameter)) {
      complaints.error(place, std::move(*wrong));
      member.kind = JsonNode::Kind::broken;
    }
  }
}

PolicyValues read_parameters(const JsonNode& policy, Parameters known) {
  PolicyValues values;
  for (const JsonNode& member : policy.children) {
    const PolicyParameter* const parameter = find_parameter(known, member.key);
    if (parameter == nullptr || member.is(JsonNode::Kind::broken)) continue;
    if (auto value = value_of(member, parameter->kind))
      values.push_back({member.key, *std::move(value)});
  }
  return values;
}

}  // namespace mcsim::config
