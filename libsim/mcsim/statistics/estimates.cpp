// Estimates means and differences.
#include "mcsim/statistics/estimates.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mcsim/base/check.hpp"
#include "mcsim/statistics/student.hpp"

namespace mcsim::statistics {
namespace {

/// Positions of p values, the smallest first; of equal ones the first.
std::vector<std::size_t> by_size(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t at) { return std::pair(p_values[at], at); });
  return order;
}

double half_width_of(double deviation, std::size_t count, double confidence) {
  return student_quantile(confidence, count - 1) * deviation /
         std::sqrt(static_cast<double>(count));
}

/// The smallest number of replicas that is enough; 2 at least. none: more than a million.
template <class IsEnough>
std::optional<std::size_t> first_enough(IsEnough&& is_enough) {
  constexpr std::size_t most = 1'000'000;
  if (!is_enough(most)) return std::nullopt;
  std::size_t few = 1;
  std::size_t enough = most;
  while (enough - few > 1) {
    const std::size_t middle = few + (enough - few) / 2;
    (is_enough(middle) ? enough : few) = middle;
  }
  return enough;
}

}  // namespace

Estimate estimate(std::span<const double> samples, double confidence) {
  MCSIM_CHECK(!samples.empty(), "a mean of no samples");
  Estimate all{.count = samples.size()};
  const auto count = static_cast<double>(samples.size());
  // Equal samples have exactly their value as mean, whatever rounding would make of their sum.
  const double first = samples.front();
  double beyond = 0;
  for (const double sample : samples) beyond += sample - first;
  all.mean = first + beyond / count;
  if (samples.size() == 1) return all;
  double squares = 0;
  for (const double sample : samples) squares += (sample - all.mean) * (sample - all.mean);
  all.deviation = std::sqrt(squares / (count - 1));
  all.half_width = half_width_of(all.deviation, samples.size(), confidence);
  return all;
}

Difference paired_difference(std::span<const double> first, std::span<const double> second,
                             double confidence) {
  MCSIM_CHECK(first.size() == second.size(), "replicas are compared in pairs");
  std::vector<double> pairs;
  pairs.reserve(first.size());
  Difference found;
  for (std::size_t at = 0; at < first.size(); ++at) {
    pairs.push_back(first[at] - second[at]);
    if (pairs.back() < 0) ++found.less;
  }
  found.of = estimate(pairs, confidence);
  found.is_none = std::ranges::all_of(pairs, [](double one) { return one == 0; });
  if (found.is_none || found.of.count == 1) return found;
  const double error = found.of.deviation / std::sqrt(static_cast<double>(found.of.count));
  // The same difference in all replicas leaves nothing to chance.
  found.p_value = error == 0 ? 0 : student_tails(found.of.mean / error, found.of.count - 1);
  return found;
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  std::size_t left = p_values.size();
  for (const std::size_t at : by_size(p_values)) {
    largest = std::max(largest, std::min(1.0, p_values[at] * static_cast<double>(left--)));
    adjusted[at] = largest;
  }
  return adjusted;
}

std::vector<double> holm_confidences(std::span<const double> p_values, double confidence) {
  std::vector<double> confidences(p_values.size());
  std::size_t left = p_values.size();
  for (const std::size_t at : by_size(p_values)) {
    confidences[at] = 1 - (1 - confidence) / static_cast<double>(left);
    // Behind the first one that may be chance nothing is found any more.
    if (left > 1 && p_values[at] <= 1 - confidences[at]) --left;
  }
  return confidences;
}

std::optional<std::size_t> replicas_needed(double deviation, double half_width, double confidence) {
  return first_enough(
      [&](std::size_t count) { return half_width_of(deviation, count, confidence) <= half_width; });
}

std::optional<std::size_t> replicas_to_find(double difference, double deviation,
                                            double confidence) {
  constexpr double normal_80 =
      0.8416212335729143;  // the 80th percentile of the normal distribution
  return first_enough([&](std::size_t count) {
    const double error = deviation / std::sqrt(static_cast<double>(count));
    return half_width_of(deviation, count, confidence) + normal_80 * error <= difference;
  });
}

}  // namespace mcsim::statistics
