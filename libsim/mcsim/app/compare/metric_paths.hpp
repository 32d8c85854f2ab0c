// The numbers of a summary by the paths that `gates` and `expect` use.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

struct MetricAt {
  std::string path;
  const JsonNode* value;
};

/// The values that `path` leads to, and those inside of what it leads to, in the order of
/// `results`. Only numbers and nulls are metrics. An empty path leads to all.
std::vector<MetricAt> metrics_at(const JsonNode& results, std::string_view path);

/// The metrics of several summaries side by side.
struct MetricTable {
  std::vector<std::string> paths;  ///< of all of them, in the order of first sight
  std::vector<std::map<std::string, const JsonNode*, std::less<>>> by_path;  ///< by summary

  /// Null where that summary has no such number.
  const JsonNode* find(std::size_t summary, const std::string& path) const;
};

/// Of what `path` leads to; of a null pointer nothing.
MetricTable metric_table(const std::vector<const JsonNode*>& summaries, std::string_view path);

}  // namespace mcsim::app
