// Tells what replicas say of variants.
#include "mcsim/app/compare/replica_report.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/wrap.hpp"

namespace mcsim::app {
namespace {

constexpr std::string_view plus_minus = " \u00B1 ";

bool has(std::string_view path, std::string_view word) {
  return path.find(word) != std::string_view::npos;
}

/// A value as people read it; `path` says what it is.
std::string value_text(const std::string& path, double value) {
  const double size = std::abs(value);
  const std::string sign = value < 0 ? "-" : "";
  if (has(path, "_time.") || has(path, "makespan"))
    return sign + readable(Duration(std::llround(size * 1000)));
  if (has(path, "utilization"))
    return sign + rounded_text(std::llround(size * 1e6), 10'000, 1) + " %";
  return sign + rounded_text(std::llround(size * 1000), 1000, 2);
}

std::string with_width(const std::string& path, double mean, std::optional<double> half_width) {
  const std::string text = value_text(path, mean);
  return half_width ? text + std::string(plus_minus) + value_text(path, *half_width) : text;
}

/// "95", "99.9".
std::string percent_text(double share) {
  const std::string text = rounded_text(std::llround(share * 1e6), 10'000, 2);
  const std::size_t end = text.find_last_not_of('0');
  return text.substr(0, text[end] == '.' ? end : end + 1);
}

std::optional<double> number_of(const JsonNode* node) {
  if (node == nullptr || (!node->is(JsonNode::Kind::whole) && !node->is(JsonNode::Kind::real)))
    return std::nullopt;
  double number = 0;
  const char* const end = node->text.data() + node->text.size();
  const auto read = std::from_chars(node->text.data(), end, number);
  return read.ptr == end ? std::optional(number) : std::nullopt;
}

/// The values of one metric; empty: some run has none.
std::vector<std::vector<double>> values_of(const std::string& path,
                                           const std::vector<Summaries>& summaries) {
  std::vector<std::vector<double>> values;
  for (const Summaries& of_variant : summaries) {
    values.emplace_back();
    for (const JsonNode* summary : of_variant) {
      const auto found = metrics_at(*summary, path);
      const auto number = found.size() == 1 ? number_of(found.front().value) : std::nullopt;
      if (!number) return {};
      values.back().push_back(*number);
    }
  }
  return values;
}

bool is_better(const Standings& all, double one, double other) {
  return all.is_more_better ? one > other : one < other;
}

void count_best(Standings& all, const std::vector<std::vector<double>>& values) {
  for (std::size_t replica = 0; replica < all.replicas; ++replica) {
    double best = values.front()[replica];
    for (const std::vector<double>& of_variant : values)
      if (is_better(all, of_variant[replica], best)) best = of_variant[replica];
    for (std::size_t at = 0; at < values.size(); ++at)
      if (values[at][replica] == best) ++all.variants[at].times_best;
  }
}

/// The variant with the best mean among those that are better than the reference by more than
/// chance; none: there is none.
std::optional<std::size_t> winner(const Standings& all) {
  std::optional<std::size_t> best;
  const double reference = all.variants[all.reference].of.mean;
  for (std::size_t at = 0; at < all.variants.size(); ++at) {
    const double mean = all.variants[at].of.mean;
    if (!all.differs(at) || !is_better(all, mean, reference)) continue;
    if (!best || is_better(all, mean, all.variants[*best].of.mean)) best = at;
  }
  return best;
}

std::string of_replicas(std::size_t times, std::size_t replicas) {
  return std::to_string(times) + " of " + std::to_string(replicas);
}

std::string winning_sentence(const Standings& all, std::size_t winner,
                             const std::vector<Variant>& variants) {
  const Standing& one = all.variants[winner];
  const Difference& from = *one.from_reference;
  const double least = std::abs(from.of.mean) - from.of.half_width.value_or(0);
  const double most = std::abs(from.of.mean) + from.of.half_width.value_or(0);
  const std::string way = all.is_more_better ? " more" : " less";
  return "With " + variants[winner].title + ", " + all.path + " is " +
         value_text(all.path, std::abs(from.of.mean)) + way + " than with " +
         variants[all.reference].title + " (" + value_text(all.path, least) + " to " +
         value_text(all.path, most) + way + ", at " + percent_text(all.confidence) +
         " % confidence for all variants together); it is best in " +
         of_replicas(one.times_best, all.replicas) + " replicas.";
}

/// How many replicas would show a difference of 5 % for each variant.
std::string chance_sentence(const Standings& all, const std::vector<Variant>& variants) {
  const double reference = std::abs(all.variants[all.reference].of.mean);
  std::optional<std::size_t> needed = 2;
  bool are_same = true;
  for (const Standing& one : all.variants) {
    if (!one.from_reference) continue;
    are_same = are_same && one.from_reference->is_none;
    const auto of_this =
        replicas_needed(one.from_reference->of.deviation, reference / 20, one.confidence);
    needed = needed && of_this ? std::optional(std::max(*needed, *of_this)) : std::nullopt;
  }
  const std::string subject = "In " + all.path;
  if (are_same) return subject + " all variants are the same in each replica.";
  std::string text =
      subject + " no variant is better than " + variants[all.reference].title + " beyond chance";
  if (needed) text += "; " + std::to_string(*needed) + " replicas would show a difference of 5 %";
  return text + ".";
}

std::string sentence_of(const Standings& all, const std::vector<Variant>& variants) {
  if (variants.size() < 2) return "";
  const auto best = winner(all);
  return best ? winning_sentence(all, *best, variants) : chance_sentence(all, variants);
}

std::string table_of(const Standings& all, const std::vector<std::string>& names,
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
                          : with_width(all.path, from->of.mean, from->of.half_width) +
                                (all.differs(at) ? " *" : "  "));
      row.push_back(of_replicas(one.times_best, all.replicas));
    }
    table.add(std::move(row));
  }
  return table.text(width);
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

}  // namespace

Standings standings_of(std::string path, const std::vector<std::vector<double>>& values,
                       std::size_t reference, double confidence) {
  Standings all{.path = std::move(path),
                .is_more_better = false,
                .reference = reference,
                .replicas = values.front().size(),
                .confidence = confidence,
                .variants = {}};
  all.is_more_better = has(all.path, "utilization") || has(all.path, "jobs.DONE");
  std::vector<double> p_values;
  for (std::size_t at = 0; at < values.size(); ++at) {
    Standing one{.of = estimate(values[at], confidence)};
    if (at != reference)
      p_values.push_back(paired_difference(values[at], values[reference], confidence).p_value);
    all.variants.push_back(std::move(one));
  }
  const std::vector<double> adjusted = holm(p_values);
  const std::vector<double> confidences = holm_confidences(p_values, confidence);
  std::size_t next = 0;
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (at == reference) continue;
    Standing& one = all.variants[at];
    one.confidence = confidences[next];
    one.from_reference = paired_difference(values[at], values[reference], one.confidence);
    one.p_value = adjusted[next++];
  }
  count_best(all, values);
  return all;
}

std::vector<Standings> all_standings(const std::vector<std::string>& paths,
                                     const std::vector<Summaries>& summaries, std::size_t reference,
                                     double confidence) {
  std::vector<Standings> all;
  for (const std::string& path : paths)
    if (const auto values = values_of(path, summaries); !values.empty())
      all.push_back(standings_of(path, values, reference, confidence));
  return all;
}

std::vector<std::string> usual_metrics() {
  return {"wait_time.mean", "bounded_slowdown.mean", "utilization.whole_span"};
}

std::string replica_report(const std::vector<Standings>& all, const std::vector<std::string>& names,
                           const std::vector<Variant>& variants, std::size_t width) {
  std::string text;
  for (const Standings& one : all) {
    if (!text.empty()) text += '\n';
    text += table_of(one, names, variants, width);
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
           json_member("difference", std::move(from)),
           json_member("best_in", json_whole(static_cast<std::int64_t>(standing.times_best)))}));
    }
    metrics.push_back(json_object({json_member("metric", json_text(one.path)),
                                   json_member("against", json_text(variants[one.reference].name)),
                                   json_member("variants", json_list(std::move(rows)))}));
  }
  return json_list(std::move(metrics));
}

}  // namespace mcsim::app
