// Sums and ratios beyond 64 bits.
#include "mcsim/base/wide.hpp"

#include <cstdint>

#include "support/catch.hpp"

namespace mcsim::testing::wide_test {

TEST_CASE("a ratio is rounded once, halves up, also where the product leaves 64 bits") {
  CHECK(rounded_ratio(1, 2) == 1);
  CHECK(rounded_ratio(1, 3) == 0);
  CHECK(rounded_ratio(5, 3) == 2);
  const Int128 large = Int128{INT64_MAX} * 1000;
  CHECK(rounded_ratio(large, 1000) == INT64_MAX);
}

}  // namespace mcsim::testing::wide_test
