// A natural logarithm with the same bits on every machine, for random draws: no library's log.
#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

#include "mcsim/base/check.hpp"

namespace mcsim::base {

/// The natural logarithm of a normal number above 0. Its error is below 1e-15 of the result or,
/// near x = 1, of the distance from 1. Made of + - * / only, as exp10 is.
constexpr double natural_log(double x) {
  MCSIM_CHECK(x >= 0x1p-1022 && x <= 0x1.fffffffffffffp+1023, "a logarithm of what has none");
  auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52) - 1;
  bits = (bits & mantissa) | std::uint64_t{1023} << 52;
  double rest = std::bit_cast<double>(bits);  // from 1 to 2
  if (rest > std::numbers::sqrt2) {
    rest /= 2;
    ++exponent;
  }
  // 2 artanh(t) = ln((1 + t) / (1 - t)), for t of at most 0.172.
  const double t = (rest - 1) / (rest + 1);
  double sum = 0;
  for (int n = 23; n >= 1; n -= 2) sum = sum * t * t + 1.0 / n;
  return 2 * t * sum + exponent * std::numbers::ln2;
}

static_assert(natural_log(1) == 0);

}  // namespace mcsim::base
