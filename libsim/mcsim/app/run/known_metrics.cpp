// Looks for paths in the summaries of runs that were stopped before they began.
#include "mcsim/app/run/known_metrics.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/run/verdicts.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

/// Objects that are empty before a run get keys by what happens.
bool gets_keys(const JsonNode& node) {
  if (!node.is(JsonNode::Kind::object)) return false;
  return node.children.empty() || std::ranges::any_of(node.children, gets_keys);
}

/// Leases, daemons and launches may come to those that are there; rows of jobs.csv come behind the
/// run.
bool is_of_what_happens(std::string_view path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::size_t end = path.find_first_of("./");
  const std::string_view first = path.substr(0, end);
  const bool is_row = first == "jobs" && end + 1 < path.size() && end != std::string_view::npos &&
                      path[end + 1] >= '0' && path[end + 1] <= '9';
  return is_row || first == "leases" || first == "elim" || first == "pjl" || first == "*";
}

std::vector<const JsonNode*> last_values_on(const JsonNode& summary, std::string path) {
  const char step = path.starts_with('/') ? '/' : '.';
  auto values = values_at(summary, path);
  for (auto end = path.rfind(step); values.empty() && end != std::string::npos && end > 0;
       end = path.rfind(step)) {
    path.resize(end);
    values = values_at(summary, path);
  }
  return values;
}

}  // namespace

JsonNode summary_before_run(const RunRequest& request, const Scenario& scenario,
                            const Registry& registry) {
  Simulation simulation(scenario.config, registry);
  Recorder recorder(scenario.config);
  const Time until = never - 1ms;
  const RunState state = simulation.run_until(until, recorder, [](Time) { return true; });
  const RunResults results = std::move(recorder).results(simulation, state, until);
  const auto text = RunReport(request, scenario, results).conclude(nullptr, {}, Stopwatch{});
  MCSIM_CHECK(text.has_value(), "a summary that goes into no file");
  return summary_tree(*text);
}

std::string nearest_metric(const std::string& path, const std::vector<const JsonNode*>& summaries) {
  const MetricTable all = metric_table(summaries, "");
  const std::vector<std::string_view> known(all.paths.begin(), all.paths.end());
  const std::string_view nearest = nearest_name(path, known);
  return nearest.empty() ? "" : "; nearest: " + std::string(nearest);
}

bool may_lead_to_number(const JsonNode& summary_before, const std::string& path) {
  if (is_of_what_happens(path) || !metrics_at(summary_before, path).empty()) return true;
  const auto values = values_at(summary_before, path);
  if (!values.empty())
    return std::ranges::any_of(values, [](const JsonNode* node) { return gets_keys(*node); });
  return std::ranges::any_of(last_values_on(summary_before, path), [](const JsonNode* node) {
    return node->is(JsonNode::Kind::object) && node->children.empty();
  });
}

Diagnostics unknown_gates(const RunRequest& request, const Scenario& scenario,
                          const Registry& registry) {
  Diagnostics found;
  if (scenario.gates.children.empty()) return found;
  const JsonNode summary = summary_before_run(request, scenario, registry);
  std::size_t number = 0;
  for (const JsonNode& gate : scenario.gates.children) {
    const JsonNode& metric = *gate.find("metric"_key);
    const std::string pointer = "/gates/" + std::to_string(number++) + "/metric";
    if (may_lead_to_number(summary, metric.text)) continue;
    found.add({.severity = Severity::error,
               .file = metric.place.source < scenario.sources.size()
                           ? scenario.sources[metric.place.source]
                           : "",
               .line = metric.place.line,
               .column = metric.place.column,
               .pointer = pointer,
               .message = "no run has such a result: " + in_quotes(metric.text) +
                          nearest_metric(metric.text, {&summary})});
  }
  return found;
}

}  // namespace mcsim::app
