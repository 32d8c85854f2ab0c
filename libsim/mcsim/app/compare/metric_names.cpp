// Reads --metrics, and looks for its paths before anything runs.
#include "mcsim/app/compare/metric_names.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/app/run/known_metrics.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

std::vector<std::string> metric_names(const std::string& list) {
  std::string blanks = list;
  std::ranges::replace(blanks, ',', ' ');
  std::vector<std::string> names;
  for (const std::string_view word : split_words(blanks)) names.emplace_back(word);
  return names;
}

Diagnostic no_such_metric(const std::string& name, const std::vector<const JsonNode*>& summaries) {
  Diagnostic said = about_file("--metrics " + name, "no variant has such a result");
  said.message += nearest_metric(name, summaries);
  return said;
}

Diagnostics unknown_metrics(const std::string& list, const RunRequest& request,
                            const std::vector<Scenario>& scenarios, const Registry& registry) {
  std::vector<std::string> unknown = metric_names(list);
  if (unknown.empty())
    return {{about_file("--metrics", "expected paths into summary.json, got " + in_quotes(list))}};
  std::vector<JsonNode> summaries;
  for (const Scenario& scenario : scenarios) {
    if (unknown.empty()) return {};
    const JsonNode& summary =
        summaries.emplace_back(summary_before_run(request, scenario, registry));
    std::erase_if(unknown,
                  [&](const std::string& name) { return may_lead_to_number(summary, name); });
  }
  std::vector<const JsonNode*> all;
  all.reserve(summaries.size());
  for (const JsonNode& summary : summaries) all.push_back(&summary);
  Diagnostics found;
  for (const std::string& name : unknown) found.add(no_such_metric(name, all));
  return found;
}

}  // namespace mcsim::app
