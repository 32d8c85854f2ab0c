// Compares samples.
#include "mcsim/statistics/two_samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "mcsim/base/check.hpp"

namespace mcsim::statistics {
namespace {

std::vector<double> ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t at) { return std::pair(values[at], at); });
  std::vector<double> rank(values.size());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from;
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    for (std::size_t at = from; at < to; ++at)
      rank[order[at]] = static_cast<double>(from + to - 1) / 2;
    from = to;
  }
  return rank;
}

}  // namespace

double largest_distance(std::span<const double> first, std::span<const double> second) {
  MCSIM_CHECK(!first.empty() && !second.empty(), "samples are empty");
  double largest = 0;
  std::size_t a = 0;
  std::size_t b = 0;
  while (a < first.size() && b < second.size()) {
    const double value = std::min(first[a], second[b]);
    while (a < first.size() && first[a] <= value) ++a;
    while (b < second.size() && second[b] <= value) ++b;
    largest =
        std::max(largest, std::abs(static_cast<double>(a) / static_cast<double>(first.size()) -
                                   static_cast<double>(b) / static_cast<double>(second.size())));
  }
  return largest;
}

std::optional<double> rank_correlation(std::span<const double> first,
                                       std::span<const double> second) {
  MCSIM_CHECK(first.size() == second.size(), "pairs lack a value");
  if (first.size() < 2) return std::nullopt;
  const std::vector<double> a = ranks(first);
  const std::vector<double> b = ranks(second);
  const double mean = static_cast<double>(first.size() - 1) / 2;
  double both = 0;
  double of_a = 0;
  double of_b = 0;
  for (std::size_t at = 0; at < a.size(); ++at) {
    both += (a[at] - mean) * (b[at] - mean);
    of_a += (a[at] - mean) * (a[at] - mean);
    of_b += (b[at] - mean) * (b[at] - mean);
  }
  if (of_a == 0 || of_b == 0) return std::nullopt;
  return both / std::sqrt(of_a * of_b);
}

double quantile(std::span<const double> sorted, double share) {
  MCSIM_CHECK(!sorted.empty(), "the sample is empty");
  const double place = std::ceil(share * static_cast<double>(sorted.size()));
  const auto at = static_cast<std::size_t>(std::max(place, 1.0));
  return sorted[std::min(at, sorted.size()) - 1];
}

}  // namespace mcsim::statistics
