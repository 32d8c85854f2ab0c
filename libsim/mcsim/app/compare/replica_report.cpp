// Tells what replicas say of variants.
#include "mcsim/app/compare/replica_report.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "mcsim/app/cells/replicas.hpp"
#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/statistics/quantile_interval.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/width.hpp"
#include "mcsim/text/wrap.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view plus_minus = " \u00B1 ";

bool has(std::string_view path, std::string_view word) {
  return path.find(word) != std::string_view::npos;
}

bool is_share(std::string_view path) { return has(path, "utilization"); }

/// A value as people read it; `path` says what it is.
std::string metric_text(const std::string& path, double value) {
  const double size = std::abs(value);
  const std::string sign = value < 0 ? "-" : "";
  if (has(path, "_time.") || has(path, "makespan"))
    return sign + readable(Duration(std::llround(size * 1000)));
  if (is_share(path)) return sign + rounded_text(std::llround(size * 1e6), 10'000, 1) + " %";
  return sign + rounded_text(std::llround(size * 1000), 1000, 2);
}

/// The same without the unit of shares: differences of these are in percentage points.
std::string bare_text(const std::string& path, double value) {
  std::string text = metric_text(path, value);
  if (is_share(path)) text.resize(text.size() - 2);
  return text;
}

/// A difference as a sentence has it.
std::string size_text(const std::string& path, double size) {
  return bare_text(path, size) + (is_share(path) ? " percentage points" : "");
}

std::string with_width(const std::string& path, double mean, std::optional<double> half_width) {
  const std::string text = metric_text(path, mean);
  return half_width ? text + std::string(plus_minus) + metric_text(path, *half_width) : text;
}

/// The variant with the best mean among those that are better than the reference by more than
/// chance; none: there is none.
std::optional<std::size_t> winner(const Standings& all) {
  std::optional<std::size_t> best;
  const double reference = all.variants[all.reference].of.mean;
  for (std::size_t at = 0; at < all.variants.size(); ++at) {
    const double mean = all.variants[at].of.mean;
    if (!all.differs(at) || !all.is_better(mean, reference)) continue;
    if (!best || all.is_better(mean, all.variants[*best].of.mean)) best = at;
  }
  return best;
}

std::string of_replicas(std::size_t times, std::size_t replicas) {
  return std::to_string(times) + " of " + std::to_string(replicas);
}

/// With what the confidence is made up for several comparisons.
std::string holm_words(std::size_t variants) {
  return variants < 3 ? "" : ", by Holm over " + std::to_string(variants - 1) + " differences";
}

std::string winning_sentence(const Standings& all, std::size_t winner,
                             const std::vector<Variant>& variants) {
  const Standing& one = all.variants[winner];
  const Difference& from = *one.from_reference;
  const double least = std::abs(from.of.mean) - from.of.half_width.value_or(0);
  const double most = std::abs(from.of.mean) + from.of.half_width.value_or(0);
  const std::string way = all.is_more_better ? " more" : " less";
  return "With " + variants[winner].title + ", " + all.path + " is " +
         size_text(all.path, std::abs(from.of.mean)) + way + " than with " +
         variants[all.reference].title + " (" + bare_text(all.path, least) + " to " +
         size_text(all.path, most) + way + ", at " + percent_text(all.confidence) +
         " % confidence" + holm_words(variants.size()) + "); it is best in " +
         of_replicas(one.times_best, all.replicas) + " replicas.";
}

/// The variants that are worse than the reference by more than chance, and by how much.
std::string worse_ones(const Standings& all, const std::vector<Variant>& variants) {
  std::string text;
  for (std::size_t at = 0; at < variants.size(); ++at) {
    if (!all.differs(at)) continue;
    const Estimate& by = all.variants[at].from_reference->of;
    text += (text.empty() ? "" : " and ") + variants[at].title + " (by " +
            bare_text(all.path, std::abs(by.mean)) + std::string(plus_minus) +
            size_text(all.path, by.half_width.value_or(0)) + ")";
  }
  return text;
}

/// How many replicas would find a difference of 5 % of each variant that may be no worse and no
/// better; none: there is no such variant, or it would take too many.
std::optional<std::size_t> needed_for_5_percent(const Standings& all) {
  const double difference = std::abs(all.variants[all.reference].of.mean) / 20;
  std::optional<std::size_t> needed;
  for (std::size_t at = 0; at < all.variants.size(); ++at) {
    const Standing& one = all.variants[at];
    if (!one.from_reference || all.differs(at) || one.from_reference->is_none) continue;
    const auto of_this =
        replicas_to_find(difference, one.from_reference->of.deviation, one.confidence);
    if (!of_this) return std::nullopt;
    needed = std::max(needed.value_or(2), *of_this);
  }
  return needed;
}

/// More than --replicas takes are not counted: it takes another question.
std::string replicas_in_words(std::size_t count) {
  return count > limit_of_replicas
             ? "only more than " + std::to_string(limit_of_replicas) + " replicas"
             : std::to_string(count) + " replicas";
}

std::string chance_sentence(const Standings& all, const std::vector<Variant>& variants) {
  const bool are_same = std::ranges::all_of(all.variants, [](const Standing& one) {
    return !one.from_reference || one.from_reference->is_none;
  });
  const std::string subject = "In " + all.path;
  if (are_same) return subject + " all variants are the same in each replica.";
  std::string text =
      subject + " no variant is better than " + variants[all.reference].title + " beyond chance";
  if (const std::string worse = worse_ones(all, variants); !worse.empty())
    text += "; worse: " + worse;
  if (const auto needed = needed_for_5_percent(all))
    text += "; " + replicas_in_words(*needed) +
            " would find a difference of 5 % in four of five comparisons";
  return text + ".";
}

std::string sentence_of(const Standings& all, const std::vector<Variant>& variants) {
  if (variants.size() < 2) return "";
  const auto best = winner(all);
  return best ? winning_sentence(all, *best, variants) : chance_sentence(all, variants);
}

std::string metric_table_of(const Standings& all, const std::vector<std::string>& names,
                            const std::vector<Variant>& variants, std::size_t width) {
  TextTable table(names.size());
  std::vector<std::string> heading = names;
  heading.push_back(all.path);
  if (variants.size() > 1) {
    heading.push_back("difference");
    heading.push_back("best in");
  }
  table.add(std::move(heading));
  for (std::size_t at = 0; at < variants.size(); ++at) {
    const Standing& one = all.variants[at];
    std::vector<std::string> row = variants[at].labels;
    row.push_back(with_width(all.path, one.of.mean, one.of.half_width));
    if (variants.size() > 1) {
      const auto& from = one.from_reference;
      row.push_back(!from ? "-"
                          : difference_text(all.path, *from) + (all.differs(at) ? " *" : "  "));
      row.push_back(of_replicas(one.times_best, all.replicas));
    }
    table.add(std::move(row));
  }
  return table.text(width);
}

std::size_t width_of_labels(const std::vector<std::string>& names,
                            const std::vector<Variant>& variants) {
  std::size_t sum = 0;
  for (std::size_t column = 0; column < names.size(); ++column) {
    std::size_t most = width_of(names[column]);
    for (const Variant& variant : variants) most = std::max(most, width_of(variant.labels[column]));
    sum += most;
  }
  return sum;
}

/// What the numbers of variants stand for where their labels leave no room for results.
std::string legend_of(const std::vector<Variant>& variants) {
  std::string text;
  for (std::size_t at = 0; at < variants.size(); ++at)
    text += std::to_string(at + 1) + "  " + variants[at].title + "\n";
  return text;
}

std::vector<Variant> numbered_rows(std::vector<Variant> variants) {
  for (std::size_t at = 0; at < variants.size(); ++at)
    variants[at].labels = {std::to_string(at + 1)};
  return variants;
}

JsonNode real(double value) {
  JsonNode node;
  node.kind = JsonNode::Kind::real;
  node.text = exact_number(value);
  return node;
}

JsonNode estimate_json(const Estimate& of) {
  return json_object({json_member("mean", real(of.mean)),
                      json_member("half_width", of.half_width ? real(*of.half_width) : JsonNode{}),
                      json_member("deviation", real(of.deviation))});
}

JsonNode quantiles_json(const std::vector<QuantileStanding>& quantiles) {
  std::vector<JsonNode> all;
  for (const QuantileStanding& one : quantiles)
    all.push_back(
        json_object({json_member("share", real(one.share)), json_member("value", real(one.value)),
                     json_member("low", real(one.low)), json_member("high", real(one.high)),
                     json_member("coverage", real(one.coverage))}));
  return json_list(std::move(all));
}

}  // namespace

std::string percent_text(double share) {
  const std::string text = rounded_text(std::llround(share * 1e6), 10'000, 2);
  const std::size_t end = text.find_last_not_of('0');
  return text.substr(0, text[end] == '.' ? end : end + 1);
}

std::string difference_text(const std::string& path, const Difference& from) {
  std::string text = with_width(path, from.of.mean, from.of.half_width);
  if (!is_share(path)) return text;
  for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at))
    text.replace(at, 1, "pp");
  return text;
}

std::string replica_report(const std::vector<Standings>& all, const std::vector<std::string>& names,
                           const std::vector<Variant>& variants, std::size_t width) {
  const bool are_numbered = width_of_labels(names, variants) > width / 2;
  std::string text = are_numbered ? legend_of(variants) : "";
  const std::vector<Variant> rows = are_numbered ? numbered_rows(variants) : variants;
  for (const Standings& one : all) {
    if (!text.empty()) text += '\n';
    text += metric_table_of(one, are_numbered ? std::vector<std::string>{"variant"} : names, rows,
                            width);
    if (const std::string sentence = sentence_of(one, variants); !sentence.empty())
      text += wrapped(sentence + "\n", width);
  }
  return text;
}

JsonNode standings_json(const std::vector<Standings>& all, const std::vector<Variant>& variants) {
  std::vector<JsonNode> metrics;
  for (const Standings& one : all) {
    std::vector<JsonNode> rows;
    for (std::size_t at = 0; at < variants.size(); ++at) {
      const Standing& standing = one.variants[at];
      JsonNode from;
      if (standing.from_reference)
        from = json_object({json_member("of", estimate_json(standing.from_reference->of)),
                            json_member("confidence", real(standing.confidence)),
                            json_member("p_value", real(standing.from_reference->p_value)),
                            json_member("p_holm", real(standing.p_value))});
      rows.push_back(json_object(
          {json_member("variant", json_text(variants[at].name)),
           json_member("of", estimate_json(standing.of)),
           json_member("quantiles", quantiles_json(standing.quantiles)),
           json_member("difference", std::move(from)),
           json_member("best_in", json_whole(static_cast<std::int64_t>(standing.times_best)))}));
    }
    const std::string sentence = sentence_of(one, variants);
    const auto needed = needed_for_5_percent(one);
    metrics.push_back(json_object(
        {json_member("metric", json_text(one.path)),
         json_member("against", json_text(variants[one.reference].name)),
         json_member("sentence", sentence.empty() ? JsonNode{} : json_text(sentence)),
         json_member("replicas_for_5_percent",
                     needed ? json_whole(static_cast<std::int64_t>(*needed)) : JsonNode{}),
         json_member("variants", json_list(std::move(rows)))}));
  }
  return json_list(std::move(metrics));
}

}  // namespace mcsim::app
