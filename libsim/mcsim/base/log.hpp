// Logarithms with the same bits on every machine, for random draws and for orders of jobs: no
// library's log.
#pragma once

#include <bit>
#include <cstdint>
#include <numbers>

#include "mcsim/base/check.hpp"
#include "mcsim/base/wide.hpp"

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

namespace log_detail {

/// The logarithm of x to base 2, in units of 2^-64, with an error of less than 6 units. Squaring
/// the mantissa doubles its logarithm: where the square is 2 or more, the next binary digit is 1.
constexpr Int128 log2_in_units(double x) {
  MCSIM_CHECK(x >= 0x1p-1022 && x <= 0x1.fffffffffffffp+1023, "a logarithm of what has none");
  const auto bits = std::bit_cast<std::uint64_t>(x);
  std::uint64_t mantissa = bits << 11 | std::uint64_t{1} << 63;  // from 1 to 2, in units of 2^-63
  std::uint64_t fraction = 0;
  for (int digit = 0; digit < 64; ++digit) {
    const UInt128 square = static_cast<UInt128>(mantissa) * mantissa;
    const auto is_two = static_cast<unsigned>(square >> 127);
    mantissa = static_cast<std::uint64_t>(square >> (63 + is_two));
    fraction = fraction << 1 | is_two;
  }
  const Int128 whole = static_cast<int>(bits >> 52) - 1023;
  return whole * (Int128{1} << 64) + static_cast<Int128>(fraction);
}

}  // namespace log_detail

/// Logarithms of a normal number above 0 to the bases 2 and 10. Below an error of 2^-58 they are
/// rounded to the nearest number, so those of powers of 2 or 10 are whole. Made of whole numbers.
constexpr double binary_log(double x) {
  return static_cast<double>(log_detail::log2_in_units(x)) * 0x1p-64;
}
constexpr double decimal_log(double x) {
  constexpr std::uint64_t log10_of_2 = 0x4D104D427DE7FBCC;  // in units of 2^-64
  const Int128 log2 = log_detail::log2_in_units(x);
  const Int128 whole = log2 >> 64;
  const auto fraction = static_cast<std::uint64_t>(log2);
  const UInt128 part = static_cast<UInt128>(fraction) * log10_of_2 >> 64;
  return static_cast<double>(whole * static_cast<Int128>(log10_of_2) + static_cast<Int128>(part)) *
         0x1p-64;
}

static_assert(natural_log(1) == 0);
static_assert(binary_log(1) == 0 && binary_log(8) == 3 && decimal_log(1) == 0);
static_assert(decimal_log(10) == 1 && decimal_log(1000) == 3 && decimal_log(1e9) == 9);

}  // namespace mcsim::base
