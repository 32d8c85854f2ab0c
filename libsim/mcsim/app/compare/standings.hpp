// What replicas say of variants, in numbers: means, differences and how sure they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/statistics/estimates.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// The summaries by variant or by run; null: there is none.
using Summaries = std::vector<const JsonNode*>;

/// A quantile over the replicas of a variant, with an interval of its own, by order statistics.
struct QuantileStanding {
  double share = 0;  ///< 0.5: the median
  double value = 0;
  double low = 0;
  double high = 0;
  double coverage = 0;  ///< the probability that the quantile lies in the interval
};

/// One metric of one variant.
struct Standing {
  Estimate of{};
  std::vector<QuantileStanding> quantiles{};  ///< of those that so few replicas can say
  /// From the variant that all are compared with: variant - that one. none: it is that one.
  std::optional<Difference> from_reference{};
  double p_value = 1;          ///< Holm's, over all variants
  double confidence = 0;       ///< of the interval in `from_reference`, after Holm
  std::size_t times_best = 0;  ///< replicas in which no variant is better
};

/// One metric of all variants.
struct Standings {
  std::string path;
  bool is_more_better = false;  ///< as of utilization
  std::size_t reference = 0;    ///< the variant that all are compared with
  std::size_t replicas = 0;
  double confidence = 0.95;
  std::vector<Standing> variants;

  bool is_better(double one, double other) const {
    return is_more_better ? one > other : one < other;
  }
  /// Whether the mean of a variant is better than that of the reference, by chance or not.
  bool is_better_mean(std::size_t variant) const {
    return is_better(variants[variant].of.mean, variants[reference].of.mean);
  }
  /// Whether the variant differs from the reference by more than chance.
  bool differs(std::size_t variant) const {
    return variants[variant].from_reference && variants[variant].p_value < 1 - confidence;
  }
};

/// The number at `path` in a summary; none: there is no such number, or several.
std::optional<double> metric_of(const JsonNode& summary, const std::string& path);

/// `values`: by variant, then by replica; at least one variant and one replica.
Standings standings_of(std::string path, const std::vector<std::vector<double>>& values,
                       std::size_t reference, double confidence);

/// The metrics of `paths` that all runs of all variants have. `summaries`: by variant, then by
/// replica, all complete.
std::vector<Standings> all_standings(const std::vector<std::string>& paths,
                                     const std::vector<Summaries>& summaries, std::size_t reference,
                                     double confidence);

/// The metrics that are compared where nobody says which.
std::vector<std::string> usual_metrics();

}  // namespace mcsim::app
