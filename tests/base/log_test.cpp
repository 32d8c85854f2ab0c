// A logarithm of our own, against the C library's.
#include "mcsim/base/log.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::log_test {

TEST_CASE("the logarithm is exact to the last digits, everywhere") {
  RngStream dice(1, "test/log");
  double worst = 0;
  for (int n = 0; n < 100'000; ++n) {
    const double unit = dice.unit() + 0x1p-54;
    const double x = n % 2 == 0 ? unit : unit * 0x1p+700 * dice.unit() + 0x1p-1000;
    const double exact = std::log(x);
    worst = std::max(worst, std::abs(natural_log(x) - exact) / std::max(std::abs(exact), 1e-3));
  }
  CHECK(worst < 2e-15);
  CHECK(natural_log(1) == 0);
  CHECK(natural_log(2) == Approx(0.69314718055994530942));
  CHECK(natural_log(0x1p-1022) == Approx(std::log(0x1p-1022)));
}

// Of 10,000 numbers as jobs have them all but a few are rounded as the C library rounds them, and
// none differs by more than its last bit.
TEST_CASE("logarithms to the bases 2 and 10 are rounded to the nearest number") {
  RngStream dice(2, "test/log");
  const auto bits_apart = [](double a, double b) {
    return std::abs(std::bit_cast<std::int64_t>(a) - std::bit_cast<std::int64_t>(b));
  };
  int differ = 0;
  for (int n = 0; n < 10'000; ++n) {
    const double x = static_cast<double>(2 + dice.below(n % 2 == 0 ? 1'000 : 1'000'000'000));
    REQUIRE(bits_apart(binary_log(x), std::log2(x)) <= 1);
    REQUIRE(bits_apart(decimal_log(x), std::log10(x)) <= 1);
    if (binary_log(x) != std::log2(x)) ++differ;
  }
  CHECK(differ < 100);
  for (int power = 0; power < 15; ++power) {
    CHECK(decimal_log(std::pow(10, power)) == power);
    CHECK(binary_log(std::ldexp(1, power)) == power);
  }
  CHECK(binary_log(0.25) == -2);
}

}  // namespace mcsim::testing::log_test
