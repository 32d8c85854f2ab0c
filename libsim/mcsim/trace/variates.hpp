// Random variates with the same bits on every machine: made of keyed draws, + - * /, the square
// root, and the logarithms and powers of base.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "mcsim/base/exp10.hpp"
#include "mcsim/base/log.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// e^x and 2^x, for results up to 10^300; below 10^-300 they are 0.
constexpr double natural_power(double x) { return base::exp10(x * std::numbers::log10e); }
constexpr double binary_power(double x) {
  return base::exp10(x * (std::numbers::ln2 * std::numbers::log10e));
}

/// The draws of one job for one purpose. What one job draws changes no other job.
class JobDraws {
 public:
  JobDraws(const RngStream& stream, std::uint64_t job) : stream_(stream), job_(job) {}

  /// Uniform, from 0 to 1 but never 1.
  double unit() { return static_cast<double>(stream_.at(job_, drawn_++) >> 11) * 0x1p-53; }
  /// Uniform, from 0 to 1 but never 0: it has a logarithm.
  double unit_above_0() { return 1 - unit(); }
  double uniform(double least, double most) { return least + (most - least) * unit(); }
  /// Exponential, with the mean 1.
  double exponential() { return -natural_log(unit_above_0()); }

  /// Normal, with the mean 0 and the deviation 1. Source: Marsaglia, Bray, SIAM Review 6(3), 1964.
  double normal() {
    for (;;) {
      const double x = uniform(-1, 1);
      const double y = uniform(-1, 1);
      const double square = x * x + y * y;
      if (square > 0x1p-1000 && square < 1) return x * std::sqrt(-2 * natural_log(square) / square);
    }
  }

  /// Gamma, with this shape (above 0) and the scale 1. Source: Marsaglia, Tsang, ACM TOMS 26(3),
  /// 2000.
  double gamma(double shape) {
    if (shape < 1) return gamma(shape + 1) * natural_power(natural_log(unit_above_0()) / shape);
    const double d = shape - 1.0 / 3;
    const double c = 1 / std::sqrt(9 * d);
    for (;;) {
      const double x = normal();
      const double root = 1 + c * x;
      if (root <= 0x1p-300) continue;
      const double v = root * root * root;
      if (natural_log(unit_above_0()) < x * x / 2 + d - d * v + d * natural_log(v)) return d * v;
    }
  }

 private:
  RngStream stream_;
  std::uint64_t job_;
  std::uint64_t drawn_ = 0;
};

/// Exchanges values at random, each order as likely. Source: Durstenfeld, CACM 7(7), 1964.
template <class Values>
void shuffle(Values& values, RngStream& stream) {
  for (std::size_t left = values.size(); left > 1; --left)
    std::swap(values[left - 1], values[stream.below(left)]);
}

}  // namespace mcsim::trace
