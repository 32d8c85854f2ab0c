// Reads compare.json and plan.tsv.
#include "mcsim/app/report/gather_compare.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/base/version.hpp"
#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/report/page_json.hpp"
#include "mcsim/statistics/estimates.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/lines.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

/// What --vary has given, as a table of people would say it: the last words of paths, and values.
void add_label(const JsonNode& run, ComparedVariant& to) {
  const JsonNode* const values = run.find("values");
  if (values == nullptr || values->children.empty()) {
    to.label = text_at(run, {"name"});
    return;
  }
  const bool has_several = values->children.size() > 1;
  for (const JsonNode& value : values->children) {
    const std::string text = value.is(JsonNode::Kind::text) ? value.text : to_compact_json(value);
    const std::string name = value.key.substr(value.key.rfind('.') + 1);
    if (!to.label.empty()) to.label += ", ";
    to.label += has_several ? name + "=" + text : text;
    to.values_of.emplace_back(name, text);
  }
}

/// The name of a variant without that of the replica.
std::string name_of_variant(const JsonNode& run) {
  std::string name = text_at(run, {"name"});
  if (const JsonNode* replica = run.find("replica"); replica != nullptr) {
    const std::string end = "_r" + replica->text;
    if (name.ends_with(end)) name.resize(name.size() - end.size());
  }
  return name;
}

std::optional<double> value_at(const JsonNode& summary, const std::string& metric) {
  for (const MetricAt& found : metrics_at(summary, metric))
    if (found.path == metric && !found.value->is(JsonNode::Kind::null))
      return number_at(*found.value, {});
  return std::nullopt;
}

/// The metrics that replicas were compared by, or the usual ones.
std::vector<std::string> metrics_of(const JsonNode* replicas) {
  std::vector<std::string> paths;
  if (replicas != nullptr)
    if (const JsonNode* metrics = replicas->find("metrics"); metrics != nullptr)
      for (const JsonNode& metric : metrics->children) paths.push_back(text_at(metric, {"metric"}));
  if (paths.empty()) paths = {"wait_time.mean", "bounded_slowdown.mean", "utilization.whole_span"};
  return paths;
}

void add_run(const JsonNode& run, CompareContents& to) {
  std::string name = name_of_variant(run);
  if (to.variants.empty() || to.variants.back().name != name) {
    ComparedVariant& fresh = to.variants.emplace_back();
    fresh.name = std::move(name);
    add_label(run, fresh);
    fresh.values.resize(to.metrics.size());
  }
  ComparedVariant& variant = to.variants.back();
  const JsonNode* const summary = run.find("summary");
  const bool is_done = summary != nullptr && summary->is(JsonNode::Kind::object);
  variant.summaries.push_back(is_done ? *summary : JsonNode{});
  for (std::size_t at = 0; at < to.metrics.size(); ++at)
    variant.values[at].push_back(is_done ? value_at(*summary, to.metrics[at]) : std::nullopt);
}

/// The number at `path` below each child of a member of a summary, if it is there.
std::optional<double> part_at(const JsonNode& summary, std::string_view member,
                              const std::string& name,
                              std::initializer_list<std::string_view> path) {
  const JsonNode* const part = find(summary, {member, name});
  const JsonNode* const value = part == nullptr ? nullptr : find(*part, path);
  if (value == nullptr || value->is(JsonNode::Kind::null)) return std::nullopt;
  return number_at(*value, {});
}

/// A confidence like `95%`, as a part of 1.
double confidence_of(const JsonNode& replicas) {
  constexpr double usual = 0.95;
  const double percent = std::strtod(text_at(replicas, {"confidence"}).c_str(), nullptr);
  return percent > 0 && percent < 100 ? percent / 100 : usual;
}

/// Differences of the children of one member of summaries between a variant and the reference.
void add_parts(std::size_t variant, const ComparedVariant& reference, std::string_view member,
               PartDifference::Of of, std::initializer_list<std::string_view> path,
               double confidence, CompareContents& to) {
  const std::vector<JsonNode>& own = to.variants[variant].summaries;
  const JsonNode* const all = find(reference.summaries.front(), {member});
  if (all == nullptr || own.size() != reference.summaries.size()) return;
  for (const JsonNode& child : all->children) {
    std::vector<double> first;
    std::vector<double> second;
    for (std::size_t run = 0; run < own.size(); ++run) {
      const auto one = part_at(own[run], member, child.key, path);
      const auto other = part_at(reference.summaries[run], member, child.key, path);
      if (!one || !other) break;
      first.push_back(*one);
      second.push_back(*other);
    }
    if (first.size() < own.size()) continue;
    const Difference found = paired_difference(first, second, confidence);
    if (found.is_none || !found.of.half_width) continue;
    to.parts.push_back({.variant = variant,
                        .of = of,
                        .name = child.key,
                        .more = found.of.mean,
                        .half_width = *found.of.half_width});
  }
}

/// What differs beside the metrics: the waits of queues, and how busy clusters are.
void add_all_parts(CompareContents& to) {
  const JsonNode* const metrics = find(to.replicas, {"metrics"});
  if (metrics == nullptr || metrics->children.empty()) return;
  const auto reference = std::ranges::find(
      to.variants, text_at(metrics->children.front(), {"against"}), &ComparedVariant::name);
  if (reference == to.variants.end() || reference->summaries.size() < 2) return;
  const double confidence = confidence_of(to.replicas);
  for (std::size_t at = 0; at < to.variants.size(); ++at) {
    if (&to.variants[at] == &*reference) continue;
    add_parts(at, *reference, "by_queue", PartDifference::Of::wait, {"wait_time", "mean"},
              confidence, to);
    add_parts(at, *reference, "by_cluster", PartDifference::Of::utilization,
              {"utilization", "whole_span"}, confidence, to);
  }
}

/// The paths that --vary has given, and the clusters whose numbers may be in them.
void add_varied(const JsonNode& first_run, CompareContents& to) {
  if (const JsonNode* values = first_run.find("values"); values != nullptr)
    for (const JsonNode& value : values->children) to.varied.push_back(value.key);
  if (const JsonNode* clusters = find(first_run, {"summary", "by_cluster"}); clusters != nullptr)
    for (const JsonNode& cluster : clusters->children) to.clusters.push_back(cluster.key);
}

/// The second line of plan.tsv, which says what the runs are of.
JsonNode read_plan(const std::string& path) {
  auto source = ByteSource::open(path, path);
  if (!source) return {};
  LineReader lines(std::move(*source));
  std::string_view line;
  while (lines.next(line) && line.starts_with("# "))
    if (line.starts_with("# {"))
      if (auto tree = parse_json(line.substr(2), path)) return std::move(tree->root);
  return {};
}

/// The name of a scenario that compared runs have left, or of the file that they were made of.
std::string title_of(const std::string& folder, const JsonNode& plan) {
  const fs::path cells = fs::path(folder) / "cells";
  std::error_code ignored;
  std::vector<fs::path> found;
  for (const auto& cell : fs::directory_iterator(cells, ignored)) found.push_back(cell.path());
  if (!found.empty()) {
    const fs::path scenario = *std::ranges::min_element(found) / "scenario.json";
    if (auto tree = read_json_file(scenario.string(), scenario.string()); tree)
      if (std::string name = text_at(tree->root, {"name"}); !name.empty()) return name;
  }
  const std::string input = text_at(plan, {"input"});
  return "Comparison: " + (input.empty() ? folder : fs::path(input).filename().string());
}

}  // namespace

bool is_comparison(const std::string& folder) {
  std::error_code ignored;
  return fs::is_regular_file(fs::path(folder) / "compare.json", ignored) ||
         fs::is_regular_file(fs::path(folder) / "plan.tsv", ignored);
}

Expected<CompareContents, Diagnostics> gather_compare(const ReportRequest& request) {
  const std::string file = (fs::path(request.folder) / "compare.json").string();
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored))
    return refusal(request.folder,
                   "is of a sweep that was not collected yet: expected compare.json in it, as "
                   "mcsim sweep collect writes it");
  const auto tree = read_json_file(file, file);
  if (!tree) return Unexpected(tree.error());
  const JsonNode& root = tree->root;
  const JsonNode* const runs = root.find("variants");
  if (number_at(root, {"format"}) != 1 || runs == nullptr || !runs->is(JsonNode::Kind::list) ||
      runs->children.empty())
    return refusal(file, "expected the results of a comparison: format 1, and variants");
  CompareContents contents;
  contents.folder = request.folder;
  contents.plan = read_plan((fs::path(request.folder) / "plan.tsv").string());
  contents.title = title_of(request.folder, contents.plan);
  contents.program = "mcsim " + std::string(version()) + " (" + std::string(revision()) + ")";
  const JsonNode* const replicas = root.find("replicas");
  if (replicas != nullptr) contents.replicas = *replicas;
  contents.metrics = metrics_of(replicas);
  if (const JsonNode* complete = root.find("complete"); complete != nullptr)
    contents.is_complete = complete->boolean;
  for (const JsonNode& run : runs->children) add_run(run, contents);
  add_varied(runs->children.front(), contents);
  add_all_parts(contents);
  return contents;
}

}  // namespace mcsim::app
