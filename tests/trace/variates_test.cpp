// Random variates: their moments against closed forms.
#include "mcsim/trace/variates.hpp"

#include <cmath>
#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::variates_test {

namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <class Draw>
Moments moments_of(std::size_t count, Draw&& draw) {
  const RngStream stream(11, "test/variates");
  double sum = 0;
  double squares = 0;
  for (std::size_t job = 0; job < count; ++job) {
    JobDraws draws(stream, job);
    const double value = draw(draws);
    sum += value;
    squares += value * value;
  }
  const double mean = sum / static_cast<double>(count);
  return {mean, squares / static_cast<double>(count) - mean * mean};
}

}  // namespace

TEST_CASE("powers of e and 2 are those of the mathematical library to 14 digits") {
  for (const double x : {-20.0, -1.5, 0.0, 0.3, 1.0, 7.0, 12.0, 40.0}) {
    INFO("x " << x);
    CHECK(natural_power(x) == Approx(std::exp(x)).epsilon(1e-14));
    CHECK(binary_power(x) == Approx(std::exp2(x)).epsilon(1e-14));
  }
}

// The mean and the variance of a gamma of the scale 1 are its shape; the standard error of the mean
// is sqrt(shape / n), that of the variance sqrt((2 shape^2 + 6 shape) / n). Four of them are
// allowed.
TEST_CASE("gamma variates have their shape as mean and variance") {
  constexpr std::size_t count = 200'000;
  for (const double shape : {0.1, 0.7, 1.0, 4.2, 10.46, 312.0, 639.1}) {
    INFO("shape " << shape);
    const auto [mean, variance] =
        moments_of(count, [&](JobDraws& draws) { return draws.gamma(shape); });
    CHECK(std::abs(mean - shape) < 4 * std::sqrt(shape / count));
    CHECK(std::abs(variance - shape) < 4 * std::sqrt((2 * shape * shape + 6 * shape) / count));
  }
}

TEST_CASE("normal and exponential variates have their moments") {
  constexpr std::size_t count = 200'000;
  const auto normal = moments_of(count, [](JobDraws& draws) { return draws.normal(); });
  CHECK(std::abs(normal.mean) < 4 / std::sqrt(count));
  CHECK(std::abs(normal.variance - 1) < 4 * std::sqrt(2.0 / count));
  const auto waits = moments_of(count, [](JobDraws& draws) { return draws.exponential(); });
  CHECK(std::abs(waits.mean - 1) < 4 / std::sqrt(count));
  CHECK(std::abs(waits.variance - 1) < 4 * std::sqrt(8.0 / count));
}

TEST_CASE("what a job draws changes no other job") {
  const RngStream stream(1, "test/jobs");
  JobDraws first(stream, 1);
  JobDraws second(stream, 2);
  const double alone = JobDraws(stream, 2).normal();
  for (int i = 0; i < 10; ++i) first.gamma(2);
  CHECK(second.normal() == alone);
}

}  // namespace mcsim::testing::variates_test
