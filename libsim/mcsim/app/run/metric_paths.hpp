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

/// The metrics at `path` and inside it, in the order of `results`. Only numbers and nulls are
/// metrics. An empty path means all of them.
std::vector<MetricAt> metrics_at(const JsonNode& results, std::string_view path);

/// The metrics of several summaries side by side.
struct MetricTable {
  std::vector<std::string> paths;  ///< of all summaries, in the order in which they first appear
  std::vector<std::map<std::string, const JsonNode*, std::less<>>> by_path;  ///< by summary

  /// Null: that summary has no such number.
  const JsonNode* find(std::size_t summary, const std::string& path) const;
};

/// The metrics at `path` in all summaries; a null pointer has none.
MetricTable metric_table(const std::vector<const JsonNode*>& summaries, std::string_view path);

}  // namespace mcsim::app
