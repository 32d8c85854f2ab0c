// Looks up results by path, and compares them with the expectations and gates of a scenario.
#include "mcsim/app/run/verdicts.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

using Nodes = std::vector<const JsonNode*>;

bool is_inside(const JsonNode& node) {
  return node.is(JsonNode::Kind::object) || node.is(JsonNode::Kind::list);
}

/// The rest of `path` after the segment `key`; none: the path does not begin with that segment.
std::optional<std::string_view> behind(std::string_view path, std::string_view key) {
  if (!path.starts_with(key)) return std::nullopt;
  if (path.size() == key.size()) return std::string_view();
  if (path[key.size()] != '.') return std::nullopt;
  return path.substr(key.size() + 1);
}

void follow(const JsonNode& node, std::string_view path, Nodes& found) {
  if (path.empty()) {
    found.push_back(&node);
    return;
  }
  if (const auto rest = behind(path, "*"); rest && is_inside(node)) {
    for (const JsonNode& child : node.children) follow(child, *rest, found);
    return;
  }
  const JsonNode* longest = nullptr;
  for (const JsonNode& child : node.children)
    if (behind(path, child.key) && (longest == nullptr || child.key.size() > longest->key.size()))
      longest = &child;
  if (longest != nullptr) follow(*longest, *behind(path, longest->key), found);
}

const JsonNode* child_of(const JsonNode& node, const std::string& segment) {
  if (!node.is(JsonNode::Kind::list)) return node.find(segment);
  std::size_t at = 0;
  const char* const end = segment.data() + segment.size();
  const auto read = std::from_chars(segment.data(), end, at);
  const bool good = read.ec == std::errc{} && read.ptr == end && at < node.children.size();
  return good ? &node.children[at] : nullptr;
}

void follow_pointer(const JsonNode& root, std::string_view path, Nodes& found) {
  const JsonNode* node = &root;
  while (node != nullptr && !path.empty()) {
    path.remove_prefix(1);
    const auto end = std::min(path.find('/'), path.size());
    node = child_of(*node, name_of_step(path.substr(0, end)));
    path.remove_prefix(end);
  }
  if (node != nullptr) found.push_back(node);
}

std::optional<double> number_in(const JsonNode& node) {
  if (!node.is(JsonNode::Kind::whole) && !node.is(JsonNode::Kind::real)) return std::nullopt;
  double number = 0;
  const char* const end = node.text.data() + node.text.size();
  const auto read = std::from_chars(node.text.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return number;
}

/// A value in the form that complaints show.
std::string shown(const JsonNode& node) {
  if (node.is(JsonNode::Kind::object)) return "an object";
  if (node.is(JsonNode::Kind::list)) return "a list";
  return to_compact_json(node);
}

bool equal(const JsonNode& wanted, const JsonNode& found) {
  const auto number = number_in(wanted);
  if (number) return number == number_in(found);
  return to_compact_json(wanted) == to_compact_json(found);
}

bool holds(double found, std::string_view op, double wanted) {
  if (op == "<") return found < wanted;
  if (op == "<=") return found <= wanted;
  if (op == ">") return found > wanted;
  if (op == ">=") return found >= wanted;
  if (op == "==") return found == wanted;
  return found != wanted;
}

Diagnostic complaint(const JsonPlace& place, const std::vector<std::string>& sources,
                     std::string pointer, std::string message) {
  return {.severity = Severity::error,
          .file = place.source < sources.size() ? sources[place.source] : "",
          .line = place.line,
          .column = place.column,
          .pointer = std::move(pointer),
          .message = std::move(message)};
}

std::string nowhere(const Nodes& from, std::string_view path) {
  const std::string_view first = path.substr(0, path.find('.'));
  std::vector<std::string_view> known;
  std::string in_clusters;
  for (const JsonNode* node : from)
    for (const JsonNode& child : node->children) {
      known.push_back(child.key);
      if (child.key.starts_with(std::string(first) + "@"))
        in_clusters += (in_clusters.empty() ? "" : ", ") + child.key;
    }
  if (!in_clusters.empty()) return "is in several clusters; write one of " + in_clusters;
  return "no such result" + known_names(first, known);
}

/// Walks the expectations and the results side by side.
struct Judge {
  const std::vector<std::string>& sources;
  Verdicts verdicts;

  void object(const JsonAt& at, const Nodes& results) {
    for (const JsonNode& wanted : at.node->children) member(at, wanted, results);
  }

  void member(const JsonAt& parent, const JsonNode& wanted, const Nodes& results) {
    Nodes found;
    const std::string_view path = wanted.key.empty() ? "/" : std::string_view(wanted.key);
    for (const JsonNode* result : results)
      for (const JsonNode* value : values_at(*result, path)) found.push_back(value);
    const JsonAt at(parent, wanted, 0);
    if (wanted.is(JsonNode::Kind::object) && !found.empty()) return object(at, found);
    ++verdicts.asked;
    if (found.empty()) return fail(at, nowhere(results, wanted.key));
    for (const JsonNode* value : found)
      if (!equal(wanted, *value))
        return fail(at, "expected " + shown(wanted) + ", got " + shown(*value));
  }

  void fail(const JsonAt& at, std::string message) {
    verdicts.failures.add(
        complaint(at.node->place, sources, "/expect" + at.pointer(), std::move(message)));
  }
};

}  // namespace

std::vector<const JsonNode*> values_at(const JsonNode& root, std::string_view path) {
  Nodes found;
  if (path.starts_with('/'))
    follow_pointer(root, path, found);
  else
    follow(root, path, found);
  return found;
}

Verdicts judge_expectations(const JsonNode& expect, const std::vector<std::string>& sources,
                            const JsonNode& results) {
  Judge judge{sources, {}};
  judge.object(JsonAt(expect), {&results});
  return std::move(judge.verdicts);
}

Verdicts judge_gates(const JsonNode& gates, const std::vector<std::string>& sources,
                     const JsonNode& results) {
  Verdicts verdicts;
  for (std::size_t at = 0; at < gates.children.size(); ++at) {
    const JsonNode& gate = gates.children[at];
    if (gate.find("better_than"_key) != nullptr) continue;
    ++verdicts.asked;
    const std::string pointer = "/gates/" + std::to_string(at);
    const std::string& metric = gate.find("metric"_key)->text;
    const std::string& op = gate.find("op"_key)->text;
    const JsonNode& bound = *gate.find("value"_key);
    const auto limit = number_in(bound);
    const auto fail = [&](std::string message) {
      verdicts.failures.add(complaint(gate.place, sources, pointer, std::move(message)));
    };
    const Nodes found = values_at(results, metric);
    if (found.empty()) fail(metric + ": " + nowhere({&results}, metric));
    for (const JsonNode* value : found) {
      const auto number = number_in(*value);
      if (!number || !limit || !holds(*number, op, *limit))
        fail(metric + " is " + shown(*value) + ", not " + op + " " + bound.text);
    }
  }
  return verdicts;
}

}  // namespace mcsim::app
