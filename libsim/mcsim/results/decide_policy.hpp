// The policy that a question is for: its name, or an object of its name and its parameters.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/policy_check.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::results {

/// The name that `key` of a question says; `usual` where it says none. None, with a complaint: it
/// is no text.
inline std::optional<std::string> policy_name(const JsonNode& root, std::string_view key,
                                              std::string_view usual, TreeComplaints& complaints) {
  const JsonNode* const given = root.find(key);
  if (given == nullptr || !given->is(JsonNode::Kind::object))
    return Fields(root).text(key).value_or(std::string(usual));
  const JsonNode* const name = given->find("name");
  if (name != nullptr && name->is(JsonNode::Kind::text)) return name->text;
  const JsonAt at(root);
  complaints.error(JsonAt(at, *given, 0), "name",
                   name == nullptr ? "missing" : "expected text, got " + shown(*name));
  return std::nullopt;
}

/// The policy of that name with the parameters that the question says. None, with complaints: there
/// is none of that name, or some parameter is wrong.
template <class Any>
std::optional<Any> make_policy(JsonNode& root, std::string_view key, std::string_view name,
                               const std::vector<PolicyEntry<Any>>& entries,
                               TreeComplaints& complaints) {
  const JsonAt at(root);
  const auto entry = std::ranges::find(entries, name, &PolicyEntry<Any>::name);
  if (entry == entries.end()) {
    std::vector<std::string_view> known;
    for (const PolicyEntry<Any>& one : entries) known.push_back(one.name);
    complaints.error(at, key, "unknown " + in_quotes(name) + known_names(name, known));
    return std::nullopt;
  }
  JsonNode* const given = root.find(key);
  if (given == nullptr || !given->is(JsonNode::Kind::object)) return entry->make({});
  check_parameters(*given, JsonAt(at, *given, 0), name, entry->parameters, complaints);
  return entry->make(read_parameters(*given, entry->parameters));
}

/// Both in one.
template <class Any>
std::optional<Any> read_policy(JsonNode& root, std::string_view key, std::string_view usual,
                               const std::vector<PolicyEntry<Any>>& entries,
                               TreeComplaints& complaints) {
  const auto name = policy_name(root, key, usual, complaints);
  return name ? make_policy(root, key, *name, entries, complaints) : std::nullopt;
}

}  // namespace mcsim::results
