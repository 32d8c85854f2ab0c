// Gathers what the page of a comparison shows.
#include "mcsim/report/compare_page.hpp"

#include <map>
#include <utility>

#include "mcsim/report/compare_words.hpp"
#include "mcsim/report/page.hpp"
#include "mcsim/report/page_json.hpp"

namespace mcsim::report {
namespace {

JsonNode with_key(const char* key, JsonNode value) { return json_member(key, std::move(value)); }

JsonNode copied(const JsonNode* node) { return node == nullptr ? JsonNode{} : *node; }

JsonNode metrics_json(const CompareContents& contents) {
  std::vector<JsonNode> list;
  for (const std::string& metric : contents.metrics) {
    const JsonNode* const standing = standing_of(contents, metric);
    const JsonNode nothing;
    const JsonNode& from = standing == nullptr ? nothing : *standing;
    list.push_back(json_object({with_key("path", json_text(metric)),
                                with_key("against", copied(find(from, {"against"})))}));
  }
  return json_list(std::move(list));
}

JsonNode values_json(const std::vector<std::optional<double>>& values) {
  std::vector<JsonNode> list;
  for (const std::optional<double>& value : values)
    list.push_back(value ? json_real(*value) : JsonNode{});
  return json_list(std::move(list));
}

/// A mean over runs of the numbers at `path` below each child of a member of their summaries.
JsonNode means_json(const std::vector<JsonNode>& summaries, std::string_view member,
                    std::initializer_list<std::string_view> path) {
  std::vector<std::string> names;
  std::map<std::string, std::pair<double, std::int64_t>> sums;
  for (const JsonNode& summary : summaries) {
    const JsonNode* const all = find(summary, {member});
    if (all == nullptr) continue;
    for (const JsonNode& one : all->children) {
      const JsonNode* const value = find(one, path);
      if (value == nullptr || value->is(JsonNode::Kind::null)) continue;
      const auto [found, is_new] = sums.try_emplace(one.key, 0.0, 0);
      if (is_new) names.push_back(one.key);
      found->second.first += number_at(one, path);
      ++found->second.second;
    }
  }
  std::vector<JsonNode> list;
  for (const std::string& name : names)
    list.push_back(json_list(
        {json_text(name), json_real(sums[name].first / static_cast<double>(sums[name].second))}));
  return json_list(std::move(list));
}

/// A variant's values in the order of the names of `varied_json`; its label where it has none.
std::string short_label(const ComparedVariant& variant) {
  std::string text;
  for (const auto& [name, value] : variant.values_of) text += (text.empty() ? "" : ", ") + value;
  return text.empty() ? variant.label : text;
}

/// What variants are told apart by.
JsonNode varied_json(const CompareContents& contents) {
  std::vector<std::string> names;
  if (!contents.variants.empty())
    for (const auto& [name, value] : contents.variants.front().values_of) names.push_back(name);
  return json_texts(names);
}

JsonNode variant_json(const CompareContents& contents, const ComparedVariant& variant) {
  std::vector<JsonNode> values;
  std::vector<JsonNode> standings;
  for (std::size_t at = 0; at < contents.metrics.size(); ++at) {
    values.push_back(values_json(variant.values[at]));
    JsonNode copy = copied(standing_of(contents, contents.metrics[at], variant));
    copy.key.clear();
    standings.push_back(std::move(copy));
  }
  return json_object(
      {with_key("label", json_text(variant.label)),
       with_key("short", json_text(short_label(variant))),
       with_key("name", json_text(variant.name)), with_key("values", json_list(std::move(values))),
       with_key("standings", json_list(std::move(standings))),
       with_key("queues", means_json(variant.summaries, "by_queue", {"wait_time", "mean"})),
       with_key("clusters",
                means_json(variant.summaries, "by_cluster", {"utilization", "whole_span"}))});
}

/// Differences of queues and clusters: variant, name, kind (s, part), how much more, half width.
JsonNode parts_json(const CompareContents& contents) {
  std::vector<JsonNode> list;
  for (const PartDifference& part : contents.parts)
    list.push_back(
        json_list({json_whole(static_cast<std::int64_t>(part.variant)), json_text(part.name),
                   json_text(part.of == PartDifference::Of::wait ? "s" : "part"),
                   json_real(part.more), json_real(part.half_width)}));
  return json_list(std::move(list));
}

JsonNode origin_json(const CompareContents& contents) {
  return json_object({with_key("folder", json_text(contents.folder)),
                      with_key("program", json_text(contents.program)),
                      with_key("plan", contents.plan),
                      with_key("confidence", copied(find(contents.replicas, {"confidence"}))),
                      with_key("resample", copied(find(contents.replicas, {"resample"})))});
}

}  // namespace

std::string compare_page(const CompareContents& contents) {
  std::vector<JsonNode> variants;
  for (const ComparedVariant& one : contents.variants)
    variants.push_back(variant_json(contents, one));
  std::vector<std::string> notes = contents.notes;
  if (!contents.is_complete)
    notes.emplace_back(
        "Not all runs were done when compare.json was written: what is shown is of those that "
        "were. "
        "When the others are, mcsim sweep collect writes it anew.");
  const std::string varied = varied_words(contents);
  JsonNode data = json_object(
      {with_key("kind", json_text("compare")), with_key("title", json_text(contents.title)),
       with_key("about", json_text(varied.empty() ? varied : "What was varied: " + varied + ".")),
       with_key("parts", parts_json(contents)),
       with_key("words", json_texts(compare_words(contents))), with_key("notes", json_texts(notes)),
       with_key("metrics", metrics_json(contents)), with_key("varied", varied_json(contents)),
       with_key("variants", json_list(std::move(variants))),
       with_key("provenance", origin_json(contents))});
  return page_text({.title = contents.title,
                    .data = std::move(data),
                    .has_lines = false,
                    .generator = contents.program});
}

}  // namespace mcsim::report
