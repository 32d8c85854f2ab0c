// Finds the numbers of a summary by their paths.
#include "mcsim/app/run/metric_paths.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "mcsim/app/run/verdicts.hpp"

namespace mcsim::app {
namespace {

bool is_metric(const JsonNode& node) {
  return node.is(JsonNode::Kind::whole) || node.is(JsonNode::Kind::real) ||
         node.is(JsonNode::Kind::null);
}

void collect(const JsonNode& node, const std::string& path, bool wanted,
             const std::vector<const JsonNode*>& chosen, std::vector<MetricAt>& found) {
  wanted = wanted || std::ranges::find(chosen, &node) != chosen.end();
  if (wanted && is_metric(node)) found.push_back({path, &node});
  if (!node.is(JsonNode::Kind::object)) return;
  for (const JsonNode& child : node.children)
    collect(child, path.empty() ? child.key : path + "." + child.key, wanted, chosen, found);
}

}  // namespace

std::vector<MetricAt> metrics_at(const JsonNode& results, std::string_view path) {
  std::vector<MetricAt> found;
  collect(results, "", false, values_at(results, path), found);
  return found;
}

const JsonNode* MetricTable::find(std::size_t summary, const std::string& path) const {
  const auto found = by_path[summary].find(path);
  return found == by_path[summary].end() || found->second->is(JsonNode::Kind::null) ? nullptr
                                                                                    : found->second;
}

MetricTable metric_table(const std::vector<const JsonNode*>& summaries, std::string_view path) {
  MetricTable table;
  std::set<std::string> known;
  for (const JsonNode* summary : summaries) {
    auto& metrics = table.by_path.emplace_back();
    if (summary == nullptr) continue;
    for (MetricAt& one : metrics_at(*summary, path)) {
      if (known.insert(one.path).second) table.paths.push_back(one.path);
      metrics.emplace(std::move(one.path), one.value);
    }
  }
  return table;
}

}  // namespace mcsim::app
