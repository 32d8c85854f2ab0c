// How many replicas a precision takes.
#include "mcsim/app/compare/precision.hpp"

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::precision_test {

namespace {

std::vector<Variant> two_variants() {
  std::vector<Variant> variants(2);
  variants[0].title = "a";
  variants[1].title = "b";
  return variants;
}

}  // namespace

// By hand: the mean of 9, 10, 11, 10 is 10, the deviation 0.8165, Student's 95 per cent with three
// degrees of freedom 3.1824, so the half-width is 1.2992: 13 % of the mean. For 5 % the root of the
// number must grow by 2.598, the number from 4 to 27.01.
TEST_CASE("the least precise mean says how many replicas would do") {
  const Standings all = standings_of("x", {{10, 10, 10, 10}, {9, 10, 11, 10}}, 0, 0.95);
  const auto least = least_precise({all}, two_variants(), 0.05);
  REQUIRE(least);
  CHECK(least->part == Approx(0.12992).epsilon(1e-4));
  CHECK(least->needed == 28);
  CHECK(least->description == "x of b");
  CHECK_FALSE(least_precise({all}, two_variants(), 0.13));
}

TEST_CASE("a mean of 0 is precise if it is 0 in all replicas, and else never") {
  CHECK_FALSE(
      least_precise({standings_of("x", {{0, 0, 0}, {0, 0, 0}}, 0, 0.95)}, two_variants(), 0.05));
  const auto least =
      least_precise({standings_of("x", {{0, 0, 0}, {-1, 0, 1}}, 0, 0.95)}, two_variants(), 0.05);
  REQUIRE(least);
  CHECK(least->needed == 1'000'000);
}

TEST_CASE("replicas grow by at least one, are at most doubled, and end at the bound") {
  CHECK(next_count(5, 6, 100) == 6);
  CHECK(next_count(5, 3, 100) == 6);
  CHECK(next_count(5, 500, 100) == 10);
  CHECK(next_count(80, 500, 100) == 100);
}

}  // namespace mcsim::testing::precision_test
