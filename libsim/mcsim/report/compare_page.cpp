// Gathers what the page of a comparison shows.
#include "mcsim/report/compare_page.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "mcsim/report/page.hpp"
#include "mcsim/report/page_json.hpp"
#include "mcsim/report/words.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::report {
namespace {

JsonNode with_key(const char* key, JsonNode value) { return json_member(key, std::move(value)); }

/// The entry of `list` whose member `key` is `text`; null: there is none.
const JsonNode* entry_of(const JsonNode* list, std::string_view key, const std::string& text) {
  if (list == nullptr) return nullptr;
  for (const JsonNode& entry : list->children)
    if (text_at(entry, {key}) == text) return &entry;
  return nullptr;
}

/// What compare.json says of a metric over replicas; null: nothing.
const JsonNode* standing_of(const CompareContents& contents, const std::string& metric) {
  return entry_of(find(contents.replicas, {"metrics"}), "metric", metric);
}

JsonNode copied(const JsonNode* node) { return node == nullptr ? JsonNode{} : *node; }

JsonNode metrics_json(const CompareContents& contents) {
  std::vector<JsonNode> list;
  for (const std::string& metric : contents.metrics) {
    const JsonNode* const standing = standing_of(contents, metric);
    const JsonNode nothing;
    const JsonNode& from = standing == nullptr ? nothing : *standing;
    list.push_back(json_object(
        {with_key("path", json_text(metric)), with_key("against", copied(find(from, {"against"}))),
         with_key("sentence", copied(find(from, {"sentence"}))),
         with_key("enough", copied(find(from, {"replicas_for_5_percent"})))}));
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

JsonNode variant_json(const CompareContents& contents, const ComparedVariant& variant) {
  std::vector<JsonNode> values;
  std::vector<JsonNode> standings;
  for (std::size_t at = 0; at < contents.metrics.size(); ++at) {
    values.push_back(values_json(variant.values[at]));
    const JsonNode* const standing = standing_of(contents, contents.metrics[at]);
    const JsonNode* const own =
        standing == nullptr ? nullptr
                            : entry_of(find(*standing, {"variants"}), "variant", variant.name);
    JsonNode copy = copied(own);
    copy.key.clear();
    standings.push_back(std::move(copy));
  }
  return json_object(
      {with_key("label", json_text(variant.label)), with_key("name", json_text(variant.name)),
       with_key("values", json_list(std::move(values))),
       with_key("standings", json_list(std::move(standings))),
       with_key("queues", means_json(variant.summaries, "by_queue", {"wait_time", "mean"})),
       with_key("clusters",
                means_json(variant.summaries, "by_cluster", {"utilization", "whole_span"}))});
}

/// Of variants that were run once: which has the least mean wait.
std::string least_wait(const CompareContents& contents) {
  const auto metric = std::ranges::find(contents.metrics, "wait_time.mean");
  if (metric == contents.metrics.end()) return {};
  const auto at = static_cast<std::size_t>(metric - contents.metrics.begin());
  constexpr double ms = 1000;
  const ComparedVariant* best = nullptr;
  const ComparedVariant* worst = nullptr;
  const auto value = [&](const ComparedVariant& one) { return one.values[at].front().value_or(0); };
  for (const ComparedVariant& one : contents.variants) {
    if (one.values[at].empty() || !one.values[at].front()) continue;
    if (best == nullptr || value(one) < value(*best)) best = &one;
    if (worst == nullptr || value(one) > value(*worst)) worst = &one;
  }
  if (best == nullptr || best == worst) return {};
  return "Jobs waited least with " + best->label + ", " + length_words(value(*best) * ms) +
         " on average, and longest with " + worst->label + ", " + length_words(value(*worst) * ms) +
         ".";
}

std::vector<std::string> words_of(const CompareContents& contents) {
  const std::size_t runs =
      contents.variants.empty() ? 0 : contents.variants.front().summaries.size();
  std::vector<std::string> words;
  for (const std::string& metric : contents.metrics) {
    const JsonNode* const standing = standing_of(contents, metric);
    if (standing == nullptr) continue;
    if (std::string sentence = text_at(*standing, {"sentence"}); !sentence.empty())
      words.push_back(std::move(sentence));
  }
  if (words.empty())
    if (std::string text = least_wait(contents); !text.empty()) words.push_back(std::move(text));
  if (runs > 1)
    words.push_back("Each of " + counted(contents.variants.size(), "variant") + " was run " +
                    std::to_string(runs) +
                    " times. The first runs of all have the same jobs, so have the second, and so "
                    "on: differences are of such pairs.");
  else
    words.push_back(counted(contents.variants.size(), "variant") +
                    " were run once each: how sure a difference is, that cannot say. --replicas "
                    "of mcsim compare runs each several times.");
  return words;
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
    notes.emplace_back("Not all runs are done: what is shown is of those that are.");
  JsonNode data = json_object(
      {with_key("kind", json_text("compare")), with_key("title", json_text(contents.title)),
       with_key("words", json_texts(words_of(contents))), with_key("notes", json_texts(notes)),
       with_key("metrics", metrics_json(contents)),
       with_key("variants", json_list(std::move(variants))),
       with_key("provenance", origin_json(contents))});
  return page_text({.title = contents.title,
                    .data = std::move(data),
                    .has_lines = false,
                    .generator = contents.program});
}

}  // namespace mcsim::report
