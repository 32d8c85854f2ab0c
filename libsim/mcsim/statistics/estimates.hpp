// Means and differences of replicas, with intervals. Replicas are independent of each other;
// replica r of one variant shares its luck with replica r of the others.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::statistics {

/// A mean of samples, and its interval: mean - half_width to mean + half_width.
struct Estimate {
  double mean = 0;
  std::optional<double> half_width{};  ///< none: one sample says nothing about its spread
  double deviation = 0;                ///< the standard deviation of the samples
  std::size_t count = 0;               ///< of samples
};

/// The mean of at least one sample with its interval of Student's t. Source: any text book;
/// confidence is that of one mean, above 0 and below 1.
Estimate estimate(std::span<const double> samples, double confidence);

/// How one variant differs from another in the same replicas.
struct Difference {
  Estimate of{};         ///< the mean of the paired differences, first - second
  double p_value = 1;    ///< of "no difference", by Student's paired test
  bool is_none = false;  ///< every difference is exactly 0: the variants are the same
  std::size_t less = 0;  ///< replicas in which the first is less than the second
};

/// `first` and `second`: by replica, equally many, at least one.
Difference paired_difference(std::span<const double> first, std::span<const double> second,
                             double confidence);

/// p values of several comparisons, each made larger so that the chance of even one false finding
/// among all stays below what each is compared with. Source: Holm, "A simple sequentially rejective
/// multiple test procedure", Scandinavian Journal of Statistics 6(2), 1979.
std::vector<double> holm(std::span<const double> p_values);

/// The confidences that give such comparisons intervals which leave out 0 where holm() finds a
/// difference: the smallest p value has the widest one.
std::vector<double> holm_confidences(std::span<const double> p_values, double confidence);

/// How many replicas are needed until an interval of samples with such a standard deviation is at
/// most +- `half_width`; 2 at least. none: more than a million.
std::optional<std::size_t> replicas_needed(double deviation, double half_width, double confidence);

/// How many replicas find a true difference that large, of pairs with such a standard deviation, in
/// four of five experiments (a power of 0.8); 2 at least. none: more than a million. Source: any
/// text book, with the normal distribution for the power.
std::optional<std::size_t> replicas_to_find(double difference, double deviation, double confidence);

}  // namespace mcsim::statistics
