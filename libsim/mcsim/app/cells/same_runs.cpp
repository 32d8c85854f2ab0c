// Variants that are one scenario: their runs are the same.
#include "mcsim/app/cells/same_runs.hpp"

#include <map>
#include <string>
#include <string_view>

namespace mcsim::app {

Diagnostics same_runs(const std::vector<Scenario>& scenarios,
                      const std::vector<Variant>& variants) {
  std::map<std::string_view, std::size_t> seen;  // where a scenario comes first
  std::size_t more = 0;
  Diagnostics said;
  for (std::size_t at = 0; at < scenarios.size(); ++at) {
    const auto [first, is_new] = seen.try_emplace(scenarios[at].effective, at);
    if (is_new) continue;
    if (!said.list.empty()) {
      ++more;
      continue;
    }
    said.add(about_file("--vary", variants[at].name + " is the same run as " +
                                      variants[first->second].name + ": nothing differs"));
    said.list.back().severity = Severity::warning;
  }
  if (more > 0) said.list.back().message += " (and " + std::to_string(more) + " more such)";
  return said;
}

}  // namespace mcsim::app
