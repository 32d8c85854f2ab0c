// Distances and rank correlations, by hand.
#include "mcsim/statistics/two_samples.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::two_samples_test {

namespace {

using Catch::Matchers::WithinAbs;
using statistics::largest_distance;
using statistics::quantile;
using statistics::rank_correlation;
using Sample = std::vector<double>;

}  // namespace

TEST_CASE("the distance of two samples is the largest one between their distribution functions") {
  CHECK(largest_distance(Sample{1, 2, 3}, Sample{1, 2, 3}) == 0);
  CHECK(largest_distance(Sample{1, 2}, Sample{3, 4}) == 1);
  CHECK(largest_distance(Sample{3, 4}, Sample{1, 2}) == 1);
  // At 2 the first one has reached 3/4, the second one 1/4.
  CHECK_THAT(largest_distance(Sample{1, 2, 2, 9}, Sample{2, 5, 6, 7}), WithinAbs(0.5, 1e-12));
  // Samples of different sizes: at 1 it is 1/2 against 0.
  CHECK_THAT(largest_distance(Sample{1, 10}, Sample{2, 3, 10}), WithinAbs(0.5, 1e-12));
  CHECK(largest_distance(Sample{5, 5, 5}, Sample{5}) == 0);
}

TEST_CASE("ranks correlate as Spearman says, equal values by their mean rank") {
  CHECK_THAT(*rank_correlation(Sample{1, 2, 3, 4}, Sample{10, 20, 30, 400}), WithinAbs(1, 1e-12));
  CHECK_THAT(*rank_correlation(Sample{1, 2, 3, 4}, Sample{4, 3, 2, 1}), WithinAbs(-1, 1e-12));
  // 1 - 6 sum(d^2) / (n (n^2 - 1)) with d = 0, 2, -1, -1, 0: 1 - 36 / 120.
  CHECK_THAT(*rank_correlation(Sample{1, 2, 3, 4, 5}, Sample{1, 4, 2, 3, 5}),
             WithinAbs(0.7, 1e-12));
  // Ranks 0.5 0.5 2 and 0 1 2: 1.5 / sqrt(1.5 x 2).
  CHECK_THAT(*rank_correlation(Sample{7, 7, 9}, Sample{1, 2, 3}), WithinAbs(0.8660254, 1e-7));
  CHECK(!rank_correlation(Sample{1, 1, 1}, Sample{1, 2, 3}));
  CHECK(!rank_correlation(Sample{1}, Sample{2}));
}

TEST_CASE("a quantile is a value of the sample that so large a share does not exceed") {
  const Sample sample{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  CHECK(quantile(sample, 0.5) == 5);
  CHECK(quantile(sample, 0.95) == 10);
  CHECK(quantile(sample, 0.91) == 10);
  CHECK(quantile(sample, 0.9) == 9);
  CHECK(quantile(sample, 0) == 1);
  CHECK(quantile(sample, 1) == 10);
  CHECK(quantile(Sample{4}, 0.95) == 4);
}

}  // namespace mcsim::testing::two_samples_test
