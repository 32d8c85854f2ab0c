// Values of many jobs, sorted once; one walk over them yields the distributions of all groups.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/huge_pages.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/results/metrics.hpp"

namespace mcsim::results {

/// The value of a job, and the positions of its groups.
struct Sample {
  std::int64_t value = 0;  ///< at least 0
  std::uint32_t queue = 0;
  std::uint32_t user = 0;
};

using Samples = std::vector<Sample, HugePages<Sample>>;

/// A radix sort by value, eleven bits in each pass. Waits and slowdowns have some 30 bits; sorting
/// by comparison would cost several times as much.
class RadixSort {
 public:
  /// `spare` is a buffer of the same size.
  static void by_value(Samples& samples, Samples& spare) {
    std::int64_t used_bits = 0;
    for (const Sample& sample : samples) used_bits |= sample.value;
    if (used_bits >> (2 * digit_bits) == 0)
      in_passes<2>(samples, spare);
    else if (used_bits >> (3 * digit_bits) == 0)
      in_passes<3>(samples, spare);
    else if (used_bits >> (4 * digit_bits) == 0)
      in_passes<4>(samples, spare);
    else
      in_passes<6>(samples, spare);  // of 63 bits
  }

 private:
  static constexpr int digit_bits = 11;
  static constexpr std::size_t digits = std::size_t{1} << digit_bits;

  static std::size_t digit(const Sample& sample, std::size_t pass) {
    return static_cast<std::size_t>(sample.value >> (pass * digit_bits)) & (digits - 1);
  }

  template <std::size_t passes>
  static void in_passes(Samples& samples, Samples& spare) {
    std::array<std::array<std::uint32_t, digits>, passes> places{};
    for (const Sample& sample : samples)
      for (std::size_t pass = 0; pass < passes; ++pass) ++places[pass][digit(sample, pass)];
    for (std::size_t pass = 0; pass < passes; ++pass) {
      std::uint32_t start = 0;
      for (std::uint32_t& place : places[pass]) start += std::exchange(place, start);
      for (const Sample& sample : samples) spare[places[pass][digit(sample, pass)]++] = sample;
      samples.swap(spare);
    }
  }
};

/// Computes the distribution of a group of known size from its values in ascending order.
class Quantiles {
 public:
  explicit Quantiles(std::uint64_t jobs) : jobs_(jobs), wanted_(position(0)) {}

  void see(std::int64_t value) {
    sum_ += value;
    if (++seen_ == wanted_) [[unlikely]]
      keep(value);
  }

  /// Of values that ascend, and their sum.
  static Quantiles of(const Samples& samples, Int128 sum) {
    Quantiles all(samples.size());
    all.sum_ = sum;
    if (!samples.empty())
      for (std::size_t at = 0; at < percents.size(); ++at)
        all.kept_[at] = samples[all.position(at) - 1].value;
    return all;
  }

  Int128 sum() const { return sum_; }
  Distribution result() const {
    if (jobs_ == 0) return {};
    return {.jobs = jobs_,
            .mean = rounded_ratio(sum_, Int128{jobs_}),
            .median = kept_[0],
            .p95 = kept_[1],
            .p99 = kept_[2],
            .max = kept_[3]};
  }

 private:
  static constexpr std::array<std::uint64_t, 4> percents = {50, 95, 99, 100};

  /// ceil(percent / 100 x jobs), from 1.
  std::uint64_t position(std::size_t quantile) const {
    return (jobs_ * percents[quantile] + 99) / 100;
  }

  void keep(std::int64_t value) {
    while (quantile_ < percents.size() && position(quantile_) == seen_) kept_[quantile_++] = value;
    if (quantile_ < percents.size()) wanted_ = position(quantile_);
  }

  Int128 sum_ = 0;
  std::uint64_t seen_ = 0;
  std::uint64_t jobs_;
  std::uint64_t wanted_;
  std::size_t quantile_ = 0;
  std::array<std::int64_t, 4> kept_{};
};

}  // namespace mcsim::results
