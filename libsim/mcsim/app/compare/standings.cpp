// Finds out what replicas say of variants.
#include "mcsim/app/compare/standings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/statistics/quantile_interval.hpp"

namespace mcsim::app {
namespace {

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
      const auto number = metric_of(*summary, path);
      if (!number) return {};
      values.back().push_back(*number);
    }
  }
  return values;
}

void count_best(Standings& all, const std::vector<std::vector<double>>& values) {
  for (std::size_t replica = 0; replica < all.replicas; ++replica) {
    double best = values.front()[replica];
    for (const std::vector<double>& of_variant : values)
      if (all.is_better(of_variant[replica], best)) best = of_variant[replica];
    for (std::size_t at = 0; at < values.size(); ++at)
      if (values[at][replica] == best) ++all.variants[at].times_best;
  }
}

/// A quantile, and where in sorted values its interval lies.
struct KnownQuantile {
  double share;
  QuantilePlaces places;
};

/// Those that so many replicas can say.
std::vector<KnownQuantile> known_quantiles(std::size_t replicas, double confidence) {
  std::vector<KnownQuantile> known;
  for (const double share : {0.5, 0.9})
    if (const auto places = quantile_places(replicas, share, confidence))
      known.push_back({share, *places});
  return known;
}

std::vector<QuantileStanding> quantiles_of(std::vector<double> values,
                                           const std::vector<KnownQuantile>& known) {
  std::ranges::sort(values);
  std::vector<QuantileStanding> all;
  for (const auto& [share, places] : known) {
    const auto place =
        static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    all.push_back({.share = share,
                   .value = values[place - 1],
                   .low = values[places.low],
                   .high = values[places.high],
                   .coverage = places.coverage});
  }
  return all;
}

}  // namespace

std::optional<double> metric_of(const JsonNode& summary, const std::string& path) {
  const auto found = metrics_at(summary, path);
  return found.size() == 1 ? number_of(found.front().value) : std::nullopt;
}

Standings standings_of(std::string path, const std::vector<std::vector<double>>& values,
                       std::size_t reference, double confidence) {
  Standings all{.path = std::move(path),
                .is_more_better = false,
                .reference = reference,
                .replicas = values.front().size(),
                .confidence = confidence,
                .variants = {}};
  all.is_more_better =
      all.path.find("utilization") != all.path.npos || all.path.find("jobs.DONE") != all.path.npos;
  const std::vector<KnownQuantile> known = known_quantiles(all.replicas, confidence);
  std::vector<double> p_values;
  for (std::size_t at = 0; at < values.size(); ++at) {
    Standing one{.of = estimate(values[at], confidence),
                 .quantiles = quantiles_of(values[at], known)};
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

}  // namespace mcsim::app
