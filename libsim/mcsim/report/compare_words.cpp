// Writes the sentences at the top of the page of a comparison.
#include "mcsim/report/compare_words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <tuple>
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

/// `5.9`: percentage points.
std::string points_words(double part) {
  const auto tenths = std::llround(part * 1000);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

/// Of intervals with a confidence like `95%`, one in how many misses the true number: `20`.
std::string one_in(const std::string& confidence) {
  const double missed = 100 - std::strtod(confidence.c_str(), nullptr);
  return std::to_string(std::llround(missed > 0 ? 100 / missed : 0));
}

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

/// `jobs of normal@west wait 5.2 h ± 4.5 h longer`.
std::string part_words(const PartDifference& part) {
  const char* const between = " \u00B1 ";
  const double size = std::abs(part.more);
  if (part.of == PartDifference::Of::wait)
    return "jobs of " + part.name + " wait " + seconds_words(size) + between +
           seconds_words(part.half_width) + (part.more > 0 ? " longer" : " less");
  return "slots of " + part.name + " are busy for " + points_words(size) + between +
         points_words(part.half_width) + (part.more > 0 ? " points more" : " points less") +
         " of the time";
}

/// Which numbers of single queues and clusters are surely others, whatever the mean of all is.
std::string of_parts(const CompareContents& contents, const std::string& confidence) {
  if (contents.parts.empty()) return {};
  std::vector<const PartDifference*> sure;
  for (const PartDifference& part : contents.parts)
    if (part.is_sure()) sure.push_back(&part);
  const std::string of_all = "of " + counted(contents.parts.size(), "difference") +
                             " of single queues' mean waits and clusters' utilizations";
  if (sure.empty()) return "O" + of_all.substr(1) + " none is more than chance, each by itself.";
  std::ranges::sort(sure, {}, [](const PartDifference* one) {
    return std::tuple(one->half_width / std::abs(one->more), one->variant, one->name);
  });
  constexpr std::size_t most = 6;
  std::size_t told = std::min(most, sure.size());
  std::string text = "Beside that, " + std::to_string(sure.size()) + " " + of_all +
                     (sure.size() == 1 ? " has an interval" : " have intervals") + " (" +
                     confidence + " each) without 0:";
  std::ranges::sort(sure.begin(), sure.begin() + static_cast<std::ptrdiff_t>(told), {},
                    &PartDifference::variant);
  for (std::size_t at = 0; at < told; ++at) {
    const bool is_new = at == 0 || sure[at]->variant != sure[at - 1]->variant;
    text += at == 0 ? " " : is_new ? "; " : ", ";
    if (is_new) text += "with " + full_label(contents.variants[sure[at]->variant]) + " ";
    text += part_words(*sure[at]);
  }
  if (told < sure.size()) text += "; and " + std::to_string(sure.size() - told) + " more";
  return text + ". Of so many some are chance: where the setting changes nothing, about one in " +
         one_in(confidence) + " is like that.";
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

std::string varied_words(const CompareContents& contents) {
  constexpr std::string_view begin = "clusters.";
  std::string text;
  for (const std::string& path : contents.varied) {
    text += text.empty() ? "" : ", ";
    const std::size_t dot = path.find('.', begin.size());
    if (!path.starts_with(begin) || dot == std::string::npos) {
      text += path;
      continue;
    }
    std::string name = path.substr(begin.size(), dot - begin.size());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size() &&
        number < contents.clusters.size())
      name = contents.clusters[number];
    text += path.substr(dot + 1) + (name == "*" ? " of all clusters" : " of cluster " + name);
  }
  return text;
}

std::vector<std::string> compare_words(const CompareContents& contents) {
  std::vector<std::string> words;
  // Of replicas that are not all done some variants may have had the easier ones.
  const bool is_known = standing_of(contents, mean_wait) != nullptr || runs_each(contents) == 1;
  if (const std::vector<Waited> waits = waits_of(contents); is_known && waits.size() > 1)
    words.push_back(runs_each(contents) == 1
                        ? of_single_runs(waits)
                        : of_replicas(waits, text_at(contents.replicas, {"confidence"})));
  words.push_back(of_parts(contents, text_at(contents.replicas, {"confidence"})));
  for (const std::string& metric : contents.metrics)
    if (const JsonNode* standing = standing_of(contents, metric); standing != nullptr)
      words.push_back(text_at(*standing, {"sentence"}));
  words.push_back(how_often(contents));
  std::erase(words, std::string());
  return words;
}

}  // namespace mcsim::report
