// Summaries as other runs, or older versions, would have written them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/results/summary_seal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// A summary in which something was changed, with the digest that its run would have written.
inline std::string sealed_again(std::string_view summary) {
  auto tree = parse_json(summary, "summary.json");
  return results::sealed_summary(std::move(tree->root));
}

/// Without the digests that are called `names`, entries of `engine`.
inline std::string without_digests(std::string_view summary,
                                   const std::vector<std::string>& names = {"tables", "digest"}) {
  auto tree = parse_json(summary, "summary.json");
  std::erase_if(tree->root.find("engine")->children, [&](const JsonNode& child) {
    return std::ranges::find(names, child.key) != names.end();
  });
  return to_pretty_json(tree->root);
}

}  // namespace mcsim::testing
