// Intervals for quantiles, against tables and by playing what they promise.
#include "mcsim/statistics/quantile_interval.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::quantile_interval_test {

using Catch::Matchers::WithinAbs;

// Source: David, Nagaraja, "Order Statistics", table of section 7.1: of 10 samples the second and
// the ninth are around the median with 97.9 per cent; of 20 the sixth and the fifteenth with 95.9.
TEST_CASE("the places around a median are those of the tables") {
  const auto ten = quantile_places(10, 0.5, 0.95);
  REQUIRE(ten);
  CHECK(ten->low == 1);
  CHECK(ten->high == 8);
  CHECK_THAT(ten->coverage, WithinAbs(0.9785, 5e-5));
  const auto twenty = quantile_places(20, 0.5, 0.95);
  REQUIRE(twenty);
  CHECK(twenty->low == 5);
  CHECK(twenty->high == 14);
  CHECK_THAT(twenty->coverage, WithinAbs(0.9586, 5e-5));
}

// By hand: the largest of n samples is above the 95th percentile unless all are below it, which has
// the chance 0.95^n: above 2.5 per cent up to n = 71.
TEST_CASE("too few samples say nothing about a quantile") {
  CHECK_FALSE(quantile_places(0, 0.5, 0.95));
  CHECK_FALSE(quantile_places(5, 0.5, 0.95));
  CHECK(quantile_places(6, 0.5, 0.95));
  CHECK_FALSE(quantile_places(50, 0.95, 0.95));
  CHECK(quantile_places(100, 0.95, 0.95));
}

TEST_CASE("in 95 of 100 trials the quantile lies between the two samples, or in a few more") {
  const RngStream stream(3, "quantiles");
  for (const double share : {0.5, 0.9}) {
    constexpr std::size_t count = 80;
    const auto places = quantile_places(count, share, 0.95);
    REQUIRE(places);
    constexpr int trials = 4000;
    int covered = 0;
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
      std::vector<double> samples;
      for (std::uint64_t at = 0; at < count; ++at)
        samples.push_back(static_cast<double>(stream.at(trial, at) >> 11) / 9007199254740992.0);
      std::ranges::sort(samples);
      covered += samples[places->low] <= share && share < samples[places->high];
    }
    INFO(share << ": " << covered << " of " << trials << ", promised " << places->coverage);
    CHECK(places->coverage >= 0.95);
    CHECK(covered >= trials * (places->coverage - 0.012));
    CHECK(covered <= trials * (places->coverage + 0.012));
  }
}

}  // namespace mcsim::testing::quantile_interval_test
