// Looks for paths in the summaries of runs that were stopped before they began.
#include "mcsim/app/run/known_metrics.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/reasons_of_none.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/run/run_watch.hpp"
#include "mcsim/app/run/verdicts.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::app {
namespace {

bool is_empty_object(const JsonNode& node) {
  return node.is(JsonNode::Kind::object) && node.children.empty();
}

void leave_out_empty(JsonNode& node) {
  for (JsonNode& child : node.children) leave_out_empty(child);
  std::erase_if(node.children, is_empty_object);
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

/// What is wrong with the metric of a gate, at its place.
Diagnostic wrong_metric(const Scenario& scenario, std::size_t gate, std::string message) {
  const JsonNode& metric = *scenario.gates.children[gate].find("metric"_key);
  const JsonPlace& place = metric.place;
  return {.severity = Severity::error,
          .file = place.source < scenario.sources.size() ? scenario.sources[place.source] : "",
          .line = place.line,
          .column = place.column,
          .pointer = "/gates/" + std::to_string(gate) + "/metric",
          .message = std::move(message)};
}

}  // namespace

JsonNode summary_before_run(const RunRequest& request, const Scenario& scenario,
                            const Registry& registry) {
  const GridConfig& config = scenario.config;
  Simulation simulation(config, registry);
  Recorder recorder(config);
  RunWatch watch(config);
  Observers all{&recorder};
  watch.join(all, simulation);
  const Time until = never - 1ms;
  const RunState state = simulation.run_until(until, all, [](Time) { return true; });
  RunResults results = std::move(recorder).results(simulation, state, until);
  watch.finish(simulation, results);
  for (std::size_t at = 0; at < config.clusters.size(); ++at)
    if (!config.clusters[at].launch.profiles.empty()) results.clusters[at].launches.emplace();
  const auto text = RunReport(request, scenario, results).conclude(nullptr, {}, nullptr);
  MCSIM_CHECK(text.has_value(), "a summary that goes into no file");
  JsonNode summary = summary_tree(*text);
  add_reasons_of_none(summary);
  for (JsonNode& part : summary.children)
    if (part.key != "forwarding" || config.links.empty()) leave_out_empty(part);
  std::erase_if(summary.children, is_empty_object);
  return summary;
}

std::string nearest_metric(const std::string& path, const std::vector<const JsonNode*>& summaries) {
  const MetricTable all = metric_table(summaries, "");
  const std::vector<std::string_view> known(all.paths.begin(), all.paths.end());
  const std::string_view nearest = nearest_name(path, known);
  return nearest.empty() ? "" : "; nearest: " + std::string(nearest);
}

bool may_lead_to_number(const JsonNode& summary_before, const std::string& path) {
  return !metrics_at(summary_before, path).empty() ||
         std::ranges::any_of(last_values_on(summary_before, path),
                             [](const JsonNode* node) { return is_empty_object(*node); });
}

Diagnostics unknown_gates(const RunRequest& request, const Scenario& scenario,
                          const Registry& registry) {
  Diagnostics found;
  if (scenario.gates.children.empty()) return found;
  const JsonNode summary = summary_before_run(request, scenario, registry);
  for (std::size_t at = 0; at < scenario.gates.children.size(); ++at) {
    const JsonNode& gate = scenario.gates.children[at];
    const std::string& path = gate.find("metric"_key)->text;
    if (!may_lead_to_number(summary, path))
      found.add(wrong_metric(
          scenario, at,
          "no run has such a result: " + in_quotes(path) + nearest_metric(path, {&summary})));
    else if (gate.find("better_than"_key) != nullptr && metrics_at(summary, path).size() > 1)
      found.add(wrong_metric(scenario, at,
                             in_quotes(path) + " is several results; better_than is about one"));
  }
  return found;
}

}  // namespace mcsim::app
