// Finds the order statistics around a quantile.
#include "mcsim/statistics/quantile_interval.hpp"

#include "mcsim/statistics/student.hpp"

namespace mcsim::statistics {

/// The quantile is below X(low) if at most `low` samples are at most it, and not below X(high) if
/// more than `high` are.
std::optional<QuantilePlaces> quantile_places(std::size_t count, double share, double confidence) {
  const double tail = (1 - confidence) / 2;
  const auto at_most = [&](std::size_t samples) { return binomial_up_to(samples, count, share); };
  std::size_t low = 0;  // the largest with P(fewer than low + 1 samples) within the tail
  if (count == 0 || at_most(0) > tail) return std::nullopt;
  while (low + 1 < count && at_most(low + 1) <= tail) ++low;
  std::size_t high = low + 1;
  while (high < count && at_most(high) - at_most(low) < confidence) ++high;
  if (high >= count) return std::nullopt;
  return QuantilePlaces{low, high, at_most(high) - at_most(low)};
}

}  // namespace mcsim::statistics
