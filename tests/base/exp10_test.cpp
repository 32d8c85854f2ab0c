// Powers of ten: close to the library's, and the same bits everywhere.
#include "mcsim/base/exp10.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::exp10_test {

namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// The error against std::pow of long double, which has 64 bits of mantissa on some machines.
double relative_error(double value, double exponent) {
  const long double exact = std::pow(10.0L, static_cast<long double>(exponent));
  return static_cast<double>(std::abs((static_cast<long double>(value) - exact) / exact));
}

double drawn_exponent(RngStream& stream, double most) { return (2 * stream.unit() - 1) * most; }

}  // namespace

// Measured against std::pow of long double: at most 2.1e-16, over ten million draws.
TEST_CASE("powers of ten are within a bit or two of the library's") {
  RngStream stream{1, "test/exp10"};
  double worst = 0;
  for (int n = 0; n < 100'000; ++n) {
    const double x = drawn_exponent(stream, n % 2 == 0 ? most_exp10 : 1);
    worst = std::max(worst, relative_error(base::exp10(x), x));
  }
  CHECK(worst < 4e-16);
}

// Measured against std::expm1 of long double: at most 6.1e-16, over ten million draws.
TEST_CASE("a power of ten less one is as exact near zero as elsewhere") {
  RngStream stream{2, "test/exp10"};
  double worst = 0;
  for (int n = 0; n < 100'000; ++n) {
    const double x = drawn_exponent(stream, 2) * std::pow(0.1, n % 16);
    const long double exact = std::expm1(static_cast<long double>(x) * std::log(10.0L));
    const long double off = static_cast<long double>(exp10_minus_1(x)) - exact;
    worst = std::max(worst, static_cast<double>(std::abs(off / exact)));
  }
  CHECK(worst < 1e-15);
}

TEST_CASE("powers of ten are these bits, whatever the machine and the compiler") {
  struct Golden {
    double x;
    std::uint64_t power;
    std::uint64_t less_one;
  };
  constexpr Golden goldens[] = {
      {0, 0x3ff0000000000000, 0x0000000000000000},
      {1, 0x4024000000000000, 0x4022000000000000},
      {2, 0x4059000000000000, 0x4058c00000000000},
      {-1, 0x3fb9999999999999, 0xbfeccccccccccccd},
      {-0.05, 0x3fec8520affa0a4a, 0xbfbbd6fa802fadac},
      {0.3, 0x3fffec982d5bb8af, 0x3fefd9305ab7715e},
      {-5.5e-8, 0x3fefffffbc026eb2, 0xbe80ff6453878aa1},
      {22, 0x4480f0cf064dd592, 0x4480f0cf064dd592},
      {-17.25, 0x3c59eef45e5fab5b, 0xbff0000000000000},
      {-299.5, 0x01c0f1297202ba7e, 0xbff0000000000000},
      {299.5, 0x7e1e387ec290d92c, 0x7e1e387ec290d92c},
  };
  for (const Golden& golden : goldens) {
    INFO("10^" << golden.x);
    const volatile double x = golden.x;  // so that the compiler cannot compute the result
    CHECK(bits(base::exp10(x)) == golden.power);
    CHECK(bits(exp10_minus_1(x)) == golden.less_one);
  }
}

TEST_CASE("ten to less than minus 300 is zero, to more than 300 our mistake") {
  CHECK(base::exp10(-300) > 0);
  CHECK(base::exp10(-301) == 0);
  CHECK(base::exp10(-std::numeric_limits<double>::infinity()) == 0);
  CHECK(exp10_minus_1(-301) == -1);
  CHECK(base::exp10(300) > 9e299);
  CHECK_THROWS_AS(base::exp10(301), InvariantBroken);
  CHECK_THROWS_AS(base::exp10(std::numeric_limits<double>::quiet_NaN()), InvariantBroken);
}

}  // namespace mcsim::testing::exp10_test
