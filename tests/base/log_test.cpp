// A logarithm of our own, against the C library's.
#include "mcsim/base/log.hpp"

#include <cmath>

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

}  // namespace mcsim::testing::log_test
