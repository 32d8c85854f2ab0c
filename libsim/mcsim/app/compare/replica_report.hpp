// What replicas say of variants: means, differences and how sure they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/compare/compare_table.hpp"
#include "mcsim/app/compare/variations.hpp"
#include "mcsim/statistics/estimates.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// One metric of one variant.
struct Standing {
  Estimate of{};
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

  /// Whether the variant differs from the reference by more than chance.
  bool differs(std::size_t variant) const {
    return variants[variant].from_reference && variants[variant].p_value < 1 - confidence;
  }
};

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

/// A table for each metric, and below it a sentence that a person can quote.
std::string replica_report(const std::vector<Standings>& all, const std::vector<std::string>& names,
                           const std::vector<Variant>& variants, std::size_t width);

/// The same numbers for programs: a list, an object for each metric.
JsonNode standings_json(const std::vector<Standings>& all, const std::vector<Variant>& variants);

}  // namespace mcsim::app
