// Finds out how many replicas a precision takes.
#include "mcsim/app/compare/precision.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mcsim::app {
namespace {

/// A half-width as a part of its mean; a mean of 0 has none unless it is 0 in all replicas.
double part_of_mean(const Estimate& of) {
  const double half_width = of.half_width.value_or(0);
  if (half_width == 0) return 0;
  return of.mean == 0 ? std::numeric_limits<double>::infinity() : half_width / std::abs(of.mean);
}

/// Half-widths shrink with the root of the number of replicas.
std::size_t needed_for(std::size_t replicas, double part, double precision) {
  const double times = (part / precision) * (part / precision);
  constexpr double most = 1e6;
  return static_cast<std::size_t>(std::min(most, std::ceil(static_cast<double>(replicas) * times)));
}

}  // namespace

std::optional<LeastPrecise> least_precise(const std::vector<Standings>& all,
                                          const std::vector<Variant>& variants, double precision) {
  std::optional<LeastPrecise> least;
  for (const Standings& metric : all)
    for (std::size_t at = 0; at < metric.variants.size(); ++at) {
      const double part = part_of_mean(metric.variants[at].of);
      if (part <= precision || (least && part <= least->part)) continue;
      least = {.part = part,
               .needed = needed_for(metric.replicas, part, precision),
               .description = metric.path + " of " + variants[at].title};
    }
  return least;
}

std::size_t next_count(std::size_t count, std::size_t needed, std::size_t most) {
  return std::min(most, std::clamp(needed, count + 1, count * 2));
}

}  // namespace mcsim::app
