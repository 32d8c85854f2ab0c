// Writes the sentences at the top of the page of a comparison.
#include "mcsim/report/compare_words.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "mcsim/report/page_json.hpp"
#include "mcsim/report/words.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::report {
namespace {

constexpr const char* mean_wait = "wait_time.mean";
constexpr double ms_of_second = 1000;

/// The entry of `list` whose member `key` is `text`; null: there is none.
const JsonNode* entry_of(const JsonNode* list, std::string_view key, const std::string& text) {
  if (list == nullptr) return nullptr;
  for (const JsonNode& entry : list->children)
    if (text_at(entry, {key}) == text) return &entry;
  return nullptr;
}

/// A number that runs agree on: none of it differs by more.
bool are_same(double one, double other) {
  constexpr double part = 1e-12;
  return std::abs(one - other) <= part * std::max(std::abs(one), std::abs(other));
}

/// How long jobs waited with one variant, on average; how much more that is than with the one that
/// all are compared with, and how much that may be off.
struct Waited {
  const ComparedVariant* variant;
  double seconds;
  bool is_reference = false;
  double more = 0;
  std::optional<double> half_width{};

  [[nodiscard]] bool is_sure() const { return half_width && std::abs(more) > *half_width; }
  [[nodiscard]] bool is_same() const { return more == 0 && half_width && *half_width == 0; }
};

std::string seconds_words(double seconds) { return length_words(seconds * ms_of_second); }

/// One entry for each variant that has a mean wait.
std::vector<Waited> waits_of(const CompareContents& contents) {
  std::vector<Waited> all;
  const auto metric = std::ranges::find(contents.metrics, mean_wait);
  if (metric == contents.metrics.end()) return all;
  const auto at = static_cast<std::size_t>(metric - contents.metrics.begin());
  const JsonNode* const standing = standing_of(contents, mean_wait);
  const std::string reference = standing == nullptr ? "" : text_at(*standing, {"against"});
  for (const ComparedVariant& variant : contents.variants) {
    if (const JsonNode* own = standing_of(contents, mean_wait, variant); own != nullptr) {
      Waited one{.variant = &variant, .seconds = number_at(*own, {"of", "mean"})};
      one.is_reference = variant.name == reference;
      one.more = number_at(*own, {"difference", "of", "mean"});
      if (const JsonNode* half = find(*own, {"difference", "of", "half_width"});
          half != nullptr && !half->is(JsonNode::Kind::null))
        one.half_width = number_at(*half, {});
      all.push_back(one);
    } else if (standing == nullptr && !variant.values[at].empty() && variant.values[at].front()) {
      all.push_back({.variant = &variant, .seconds = *variant.values[at].front()});
    }
  }
  return all;
}

/// The least wait; of equal ones that of the reference, else the first.
const Waited& least_of(const std::vector<Waited>& all) {
  return *std::ranges::min_element(
      all, {}, [](const Waited& one) { return std::pair(one.seconds, !one.is_reference); });
}

/// A variant in a sentence: `ncpus=2`, where a picture has `2` alone.
std::string full_label(const ComparedVariant& variant) {
  std::string text;
  for (const auto& [name, value] : variant.values_of)
    text += (text.empty() ? "" : ", ") + name + "=" + value;
  return text.empty() ? variant.label : text;
}

/// A variant, and how many others are equal to it.
std::string with_equals(const Waited& one, const std::vector<Waited>& all) {
  const auto equals = std::ranges::count_if(
      all, [&](const Waited& other) { return are_same(one.seconds, other.seconds); });
  if (equals < 2) return full_label(*one.variant);
  return full_label(*one.variant) + " (and " +
         counted(static_cast<std::size_t>(equals - 1), "other") + " with the same wait)";
}

/// Of variants that were run once.
std::string of_single_runs(const std::vector<Waited>& all) {
  const Waited& best = least_of(all);
  const Waited& worst = *std::ranges::max_element(all, {}, &Waited::seconds);
  if (are_same(best.seconds, worst.seconds))
    return "Jobs waited equally long with all, " + seconds_words(best.seconds) + " on average.";
  return "Jobs waited least with " + with_equals(best, all) + ", " + seconds_words(best.seconds) +
         " on average, and longest with " + with_equals(worst, all) + ", " +
         seconds_words(worst.seconds) + ".";
}

/// Where no variant's jobs waited less than those of the one that all are compared with.
std::string how_sure_others_are_worse(const std::vector<Waited>& all) {
  const auto others = std::ssize(all) - 1;
  const auto worse = std::ranges::count_if(all, &Waited::is_sure);
  if (worse == 0) return " That may be chance: with none of the others it is surely longer.";
  if (worse == others) return " With all others they waited longer, by more than chance.";
  return " With " + std::to_string(worse) + " of the " + std::to_string(others) +
         " others they waited longer by more than chance, the rest may be as good.";
}

/// Of variants that were run several times.
std::string of_replicas(const std::vector<Waited>& all, const std::string& confidence) {
  const auto reference = std::ranges::find_if(all, &Waited::is_reference);
  if (reference == all.end() || all.size() < 2) return {};
  const Waited& best = least_of(all);
  const auto is_same = [](const Waited& one) { return one.is_reference || one.is_same(); };
  if (std::ranges::all_of(all, is_same))
    return "The setting makes no difference: jobs waited equally long with each in every run, " +
           seconds_words(best.seconds) + " on average.";
  std::string text = "Jobs waited least with " + with_equals(best, all) + ", " +
                     seconds_words(best.seconds) + " on average";
  if (best.is_reference) return text + "." + how_sure_others_are_worse(all);
  const double less = -best.more;
  text += ": " + seconds_words(less) +
          (reference->seconds > 0 ? " (" + percent_words(less / reference->seconds) + ")" : "") +
          " less than with " + full_label(*reference->variant) + ".";
  if (!best.half_width) return text;
  const double low = less - *best.half_width;
  const double high = less + *best.half_width;
  if (best.is_sure())
    return text + " This is more than chance: the true difference is " + seconds_words(low) +
           " to " + seconds_words(high) + " less, at " + confidence + " confidence.";
  return text + " This may be chance: the true difference is between " + seconds_words(high) +
         " less and " + seconds_words(-low) + " more, at " + confidence + " confidence.";
}

std::size_t runs_each(const CompareContents& contents) {
  return contents.variants.empty() ? 0 : contents.variants.front().summaries.size();
}

std::string how_often(const CompareContents& contents) {
  const std::size_t runs = runs_each(contents);
  const std::string variants = counted(contents.variants.size(), "variant");
  if (runs > 1)
    return "Each of " + variants + " was run " + std::to_string(runs) +
           " times. The first runs of all have the same jobs, so have the second, and so on: "
           "differences are of such pairs.";
  return variants + (contents.variants.size() == 1 ? " was" : " were") +
         " run once each, which cannot say how sure a difference is: --replicas of mcsim compare "
         "and mcsim sweep runs each several times.";
}

}  // namespace

const JsonNode* standing_of(const CompareContents& contents, const std::string& metric) {
  return entry_of(find(contents.replicas, {"metrics"}), "metric", metric);
}

const JsonNode* standing_of(const CompareContents& contents, const std::string& metric,
                            const ComparedVariant& variant) {
  const JsonNode* const all = standing_of(contents, metric);
  return all == nullptr ? nullptr : entry_of(find(*all, {"variants"}), "variant", variant.name);
}

std::vector<std::string> compare_words(const CompareContents& contents) {
  std::vector<std::string> words;
  // Of replicas that are not all done some variants may have had the easier ones.
  const bool is_known = standing_of(contents, mean_wait) != nullptr || runs_each(contents) == 1;
  if (const std::vector<Waited> waits = waits_of(contents); is_known && waits.size() > 1)
    words.push_back(runs_each(contents) == 1
                        ? of_single_runs(waits)
                        : of_replicas(waits, text_at(contents.replicas, {"confidence"})));
  for (const std::string& metric : contents.metrics)
    if (const JsonNode* standing = standing_of(contents, metric); standing != nullptr)
      words.push_back(text_at(*standing, {"sentence"}));
  words.push_back(how_often(contents));
  std::erase(words, std::string());
  return words;
}

}  // namespace mcsim::report
