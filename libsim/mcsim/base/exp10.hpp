// Powers of ten with the same bits on every machine, for decay: no library's exp or pow.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <numbers>

#include "mcsim/base/check.hpp"

namespace mcsim::base {
namespace exp10_detail {

/// 10^x = 2^exponent * (1 + rest), with rest between about -0.3 and 0.42.
struct Parts {
  int exponent = 0;
  double rest = 0;
};

/// 1/2!, 1/3!, ... 1/14!, as far as a term can change the last bit.
inline constexpr auto inverse_factorials = [] {
  std::array<double, 13> inverses{};
  double factorial = 1;  // exact up to 18!
  for (std::size_t n = 0; n < inverses.size(); ++n)
    inverses[n] = 1 / (factorial *= static_cast<double>(n + 2));
  return inverses;
}();

/// e^t - 1 for |t| of at most 0.35, by its series.
constexpr double expm1_near_0(double t) {
  double sum = 0;
  for (std::size_t n = inverse_factorials.size(); n-- > 0;) sum = inverse_factorials[n] + t * sum;
  return t + t * t * sum;
}

/// The nearest power of two is taken out first. log10(2) is given in two parts: the first has so
/// few bits that its multiples up to 2^11 are exact, so nothing is lost where they cancel x.
constexpr Parts parts(double x) {
  constexpr double log2_of_10 = 3.3219280948873623479;
  constexpr double log10_of_2 = 0x1.34413509f8p-2;
  constexpr double log10_of_2_rest = -0x1.80433b83b532ap-44;
  const int exponent = static_cast<int>(x * log2_of_10 + (x < 0 ? -0.5 : 0.5));
  const double left = x - exponent * log10_of_2 - exponent * log10_of_2_rest;
  return {exponent, expm1_near_0(left * std::numbers::ln10)};
}

/// 2^exponent, exactly, for exponents from -1022 to 1023.
constexpr double power_of_2(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

}  // namespace exp10_detail

/// The largest x that exp10 takes; below its negative 10^x counts as 0.
inline constexpr double most_exp10 = 300;

/// 10^x, with a relative error below 4e-16. Made of + - * and exact scaling only, so its bits are
/// the same wherever a*b+c is not contracted (-ffp-contract=off). x: at most most_exp10. C
/// libraries have an exp10 of their own, whose last bits differ: outside this namespace write
/// base::exp10.
constexpr double exp10(double x) {
  MCSIM_CHECK(x <= most_exp10, "a power of ten beyond what double can hold");
  if (x < -most_exp10) return 0;
  const auto [exponent, rest] = exp10_detail::parts(x);
  return exp10_detail::power_of_2(exponent) * (1 + rest);
}

/// 10^x - 1, as exact near 0 as elsewhere: the relative error stays below 1e-15. x: as exp10.
constexpr double exp10_minus_1(double x) {
  MCSIM_CHECK(x <= most_exp10, "a power of ten beyond what double can hold");
  if (x < -most_exp10) return -1;
  const auto [exponent, rest] = exp10_detail::parts(x);
  if (exponent == 0) return rest;
  return exp10_detail::power_of_2(exponent) * (1 + rest) - 1;
}

static_assert(exp10(0) == 1 && exp10_minus_1(0) == 0);

}  // namespace mcsim::base
