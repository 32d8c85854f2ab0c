// Any bytes as JSON: refused with a place that exists, or the same tree after printing and parsing
// again.
#include "fuzz/targets.hpp"

#include <algorithm>
#include <string_view>

#include "mcsim/base/check.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::testing {

void try_json(std::string_view text) {
  const auto tree = parse_json(text, "f");
  if (!tree) {
    MCSIM_CHECK(tree.error().has_errors(), "refused without a reason");
    const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    for (const Diagnostic& diagnostic : tree.error().list)
      MCSIM_CHECK(diagnostic.line <= ends + 1 && diagnostic.column <= text.size() + 1,
                  "no such place");
    return;
  }
  const std::string compact = to_compact_json(tree->root);
  const auto again = parse_json(compact, "f");
  MCSIM_CHECK(again && to_compact_json(again->root) == compact, "another tree");
  const auto pretty = parse_json(to_pretty_json(tree->root), "f");
  MCSIM_CHECK(pretty && to_compact_json(pretty->root) == compact, "another tree, pretty");
}

}  // namespace mcsim::testing
