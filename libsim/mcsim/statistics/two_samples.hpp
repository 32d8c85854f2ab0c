// How alike two samples are.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace mcsim::statistics {

/// The largest distance between the two empirical distribution functions, from 0 to 1
/// (Kolmogorov and Smirnov). The samples are sorted, and not empty.
double largest_distance(std::span<const double> first, std::span<const double> second);

/// Spearman's rank correlation of paired values, from -1 to 1; equal values share their mean rank.
/// None: fewer than two pairs, or all values of one side are equal.
std::optional<double> rank_correlation(std::span<const double> first,
                                       std::span<const double> second);

/// The smallest value that a share of a sorted sample, not empty, does not exceed.
double quantile(std::span<const double> sorted, double share);

}  // namespace mcsim::statistics
