// For benches: quantiles of many short times in little memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rooms.hpp"

namespace mcsim::bench {

/// Counts times in nanoseconds. Each power of two is divided into sixteen steps.
class Histogram {
 public:
  void add(std::uint64_t ns) {
    const std::uint64_t at = std::max<std::uint64_t>(ns, 16);
    const auto octave = static_cast<std::size_t>(std::bit_width(at)) - 1;
    ++counts_[octave * 16 + (at >> (octave - 4) & 15)];
    ++all_;
    sum_ += ns;
    most_ = std::max(most_, ns);
  }
  /// The upper end of the step that the quantile falls into, in microseconds.
  double quantile_us(double quantile) const {
    const auto wanted = static_cast<std::uint64_t>(quantile * static_cast<double>(all_));
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < counts_.size(); ++at)
      if ((seen += counts_[at]) > wanted)
        return static_cast<double>((17 + at % 16) << (at / 16 - 4)) / 1000;
    return 0;
  }
  double mean_us() const { return all_ == 0 ? 0 : static_cast<double>(sum_ / all_) / 1000; }
  double most_us() const { return static_cast<double>(most_) / 1000; }

 private:
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(1024);
  std::uint64_t all_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t most_ = 0;
};

}  // namespace mcsim::bench
