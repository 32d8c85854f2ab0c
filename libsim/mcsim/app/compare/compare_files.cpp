// Writes the results of a comparison for programs: compare.json and compare.csv.
#include "mcsim/app/compare/compare_files.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/text/csv.hpp"

namespace mcsim::app {
namespace {

JsonNode truth(bool value) {
  JsonNode node;
  node.kind = JsonNode::Kind::boolean;
  node.boolean = value;
  return node;
}

JsonNode variant_json(const Variant& variant, const RunResult& result) {
  std::vector<JsonNode> members{json_member("name", json_text(variant.name)),
                                json_member("values", variant.values),
                                json_member("set", variant.sets)};
  if (variant.replica > 0)
    members.push_back(
        json_member("replica", json_whole(static_cast<std::int64_t>(variant.replica))));
  members.push_back(json_member("cell", json_text(variant.cell)));
  members.push_back(json_member("summary", result.summary.value_or(JsonNode{})));
  return json_object(std::move(members));
}

}  // namespace

std::vector<std::string> metric_columns(const MetricTable& metrics) {
  std::vector<std::string> paths = metrics.paths;
  std::erase_if(paths, [](const std::string& path) {
    return path.starts_with("by_user.") || path == "format";
  });
  return paths;
}

std::string compare_json(const std::vector<Variant>& variants,
                         const std::vector<RunResult>& results,
                         std::optional<JsonNode> of_replicas) {
  std::vector<JsonNode> all;
  all.reserve(variants.size());
  for (std::size_t at = 0; at < variants.size(); ++at)
    all.push_back(variant_json(variants[at], results[at]));
  std::vector<JsonNode> members{
      json_member("format", json_whole(1)),
      json_member("complete", truth(std::ranges::all_of(results, &RunResult::complete)))};
  if (of_replicas) members.push_back(json_member("replicas", *std::move(of_replicas)));
  members.push_back(json_member("variants", json_list(std::move(all))));
  return to_pretty_json(json_object(std::move(members)));
}

std::string compare_csv(const std::vector<Variant>& variants,
                        const std::vector<RunResult>& results) {
  const MetricTable metrics = metric_table(complete_summaries(results), "");
  const std::vector<std::string> paths = metric_columns(metrics);
  std::string text = "variant";
  for (const JsonNode& value : variants.front().values.children) text += "," + csv_name(value.key);
  const bool has_replicas = variants.front().replica > 0;
  text += has_replicas ? ",replica,seed,cell,complete" : ",cell,complete";
  for (const std::string& path : paths) text += "," + csv_name(path);
  for (std::size_t at = 0; at < variants.size(); ++at) {
    text += "\n" + csv_field(variants[at].name);
    for (const std::string& label : variants[at].labels) text += "," + csv_name(label);
    if (has_replicas)
      text += "," + std::to_string(variants[at].replica) + "," + std::to_string(variants[at].seed);
    text += "," + variants[at].cell;
    text += results[at].complete ? ",true" : ",false";
    for (const std::string& path : paths) {
      const JsonNode* value = metrics.find(at, path);
      text += "," + (value == nullptr ? std::string() : to_compact_json(*value));
    }
  }
  return text + "\n";
}

std::vector<const JsonNode*> complete_summaries(const std::vector<RunResult>& results) {
  std::vector<const JsonNode*> summaries;
  summaries.reserve(results.size());
  for (const RunResult& result : results)
    summaries.push_back(result.complete ? &*result.summary : nullptr);
  return summaries;
}

}  // namespace mcsim::app
