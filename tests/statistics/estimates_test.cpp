// Means, differences and their intervals, against tables and by playing what they promise.
#include "mcsim/statistics/estimates.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/statistics/student.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::estimates_test {

namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/// Normal with mean 0 and deviation 1, by Box and Muller.
double normal(const RngStream& stream, std::uint64_t n) {
  const auto uniform = [&](std::uint64_t at) {
    return (static_cast<double>(stream.at(n, at) >> 11) + 0.5) / 9007199254740992.0;
  };
  return std::sqrt(-2 * std::log(uniform(0))) * std::cos(2 * M_PI * uniform(1));
}

std::vector<double> normals(const RngStream& stream, std::uint64_t from, std::size_t count) {
  std::vector<double> all;
  for (std::uint64_t at = 0; at < count; ++at) all.push_back(normal(stream, from + at));
  return all;
}

}  // namespace

// Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
TEST_CASE("quantiles of Student's t are those of the tables") {
  CHECK_THAT(student_quantile(0.95, 1), WithinAbs(12.706, 5e-4));
  CHECK_THAT(student_quantile(0.95, 9), WithinAbs(2.262, 5e-4));
  CHECK_THAT(student_quantile(0.99, 9), WithinAbs(3.250, 5e-4));
  CHECK_THAT(student_quantile(0.90, 100), WithinAbs(1.660, 5e-4));
  CHECK_THAT(student_tails(2.262, 9), WithinAbs(0.05, 5e-5));
  CHECK_THAT(student_tails(-2.262, 9), WithinAbs(0.05, 5e-5));
  CHECK(student_tails(0, 9) == 1);
}

TEST_CASE("a mean has a half-width of Student's t, and one sample has none") {
  const std::vector<double> samples{2, 4, 6};
  const Estimate all = estimate(samples, 0.95);
  CHECK(all.mean == 4);
  CHECK(all.deviation == 2);
  CHECK(all.count == 3);
  CHECK_THAT(all.half_width.value(), WithinRel(4.303 * 2 / std::sqrt(3.0), 1e-4));
  const Estimate one = estimate(std::vector<double>{0.1}, 0.95);
  CHECK(one.mean == 0.1);
  CHECK_FALSE(one.half_width);
  const Estimate same = estimate(std::vector<double>(7, 0.1), 0.95);
  CHECK(same.mean == 0.1);
  CHECK(same.half_width == 0);
}

TEST_CASE("a thing with itself differs by exactly 0, and a constant difference is no chance") {
  const std::vector<double> some{1.1, 2.7, 3.3};
  const Difference none = paired_difference(some, some, 0.95);
  CHECK(none.is_none);
  CHECK(none.of.mean == 0);
  CHECK(none.of.half_width == 0);
  CHECK(none.p_value == 1);
  CHECK(none.less == 0);
  const Difference shifted =
      paired_difference(std::vector<double>{1, 2, 3}, std::vector<double>{2, 3, 4}, 0.95);
  CHECK(shifted.of.mean == -1);
  CHECK(shifted.of.half_width == 0);
  CHECK(shifted.p_value == 0);
  CHECK(shifted.less == 3);
}

// Source: Student, "The probable error of a mean", Biometrika 6(1), 1908: additional hours of sleep
// by two drugs. t = 4.0621, p = 0.00283.
TEST_CASE("paired differences are those of Student's own example") {
  const std::vector<double> first{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
  const std::vector<double> second{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
  const Difference found = paired_difference(second, first, 0.95);
  CHECK_THAT(found.of.mean, WithinAbs(1.58, 1e-12));
  CHECK_THAT(found.p_value, WithinAbs(0.00283, 5e-6));
  CHECK_THAT(found.of.mean - *found.of.half_width, WithinAbs(0.7001, 5e-5));
  CHECK_THAT(found.of.mean + *found.of.half_width, WithinAbs(2.4599, 5e-5));
  CHECK(found.less == 0);
  CHECK_FALSE(found.is_none);
}

// By hand: 0.01 x 4, 0.015 x 3 = 0.045, 0.03 x 2 = 0.06, 0.05 x 1, which is not below 0.06.
TEST_CASE("Holm's p values grow with the number of comparisons that are left") {
  const std::vector<double> p{0.03, 0.01, 0.05, 0.015};
  const std::vector<double> adjusted = holm(p);
  const std::vector<double> expected{0.06, 0.04, 0.06, 0.045};
  for (std::size_t at = 0; at < p.size(); ++at)
    CHECK_THAT(adjusted[at], WithinAbs(expected[at], 1e-12));
  const std::vector<double> of = holm_confidences(p, 0.95);
  CHECK_THAT(of[1], WithinAbs(1 - 0.05 / 4, 1e-12));
  CHECK_THAT(of[3], WithinAbs(1 - 0.05 / 3, 1e-12));
  CHECK_THAT(of[0], WithinAbs(1 - 0.05 / 2, 1e-12));
  CHECK_THAT(of[2], WithinAbs(1 - 0.05 / 2, 1e-12));  // behind one that may be chance
  CHECK(holm(std::vector<double>{}).empty());
}

TEST_CASE("as many replicas are needed as make the half-width small enough, and not one fewer") {
  for (const double width : {3.0, 1.0, 0.5, 0.05}) {
    const std::size_t count = replicas_needed(1, width, 0.95).value();
    const auto reached = [&](std::size_t n) {
      return student_quantile(0.95, n - 1) / std::sqrt(static_cast<double>(n)) <= width;
    };
    INFO(width << ": " << count);
    CHECK(reached(count));
    CHECK((count == 2 || !reached(count - 1)));
  }
  CHECK(replicas_needed(0, 1, 0.95) == 2);
  CHECK_FALSE(replicas_needed(1, 0, 0.95));
}

TEST_CASE("of 2,000 intervals of 95 per cent 93 to 97 in 100 have the mean") {
  const RngStream stream(1, "coverage");
  int covered = 0;
  for (std::uint64_t at = 0; at < 2000; ++at) {
    const Estimate all = estimate(normals(stream, at * 10, 10), 0.95);
    covered += std::abs(all.mean) <= *all.half_width;
  }
  CHECK(covered >= 1860);
  CHECK(covered <= 1940);
}

TEST_CASE("variants that are equal in law differ in 5 of 100 comparisons, together too by Holm") {
  const RngStream stream(2, "nothing");
  int one = 0;
  int any = 0;
  constexpr int trials = 2000;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::vector<double> p;
    const std::vector<double> base = normals(stream, trial * 100, 12);
    for (std::uint64_t variant = 1; variant <= 4; ++variant)
      p.push_back(
          paired_difference(base, normals(stream, trial * 100 + variant * 12, 12), 0.95).p_value);
    one += p.front() < 0.05;
    const std::vector<double> adjusted = holm(p);
    any += std::ranges::any_of(adjusted, [](double value) { return value < 0.05; });
  }
  CHECK(one >= trials * 4 / 100);
  CHECK(one <= trials * 6 / 100);
  CHECK(any <= trials * 6 / 100);
}

// By tables: with 34 pairs of deviation 1 Student's 97.5 per cent of 33 degrees are 2.0345, and
// (2.0345 + 0.8416) / sqrt(34) = 0.4933; with 33 it is (2.0369 + 0.8416) / sqrt(33) = 0.5011.
TEST_CASE("replicas that find a difference in four of five experiments") {
  CHECK(replicas_to_find(0.5, 1, 0.95) == 34);
  CHECK(replicas_to_find(1, 0, 0.95) == 2);
  CHECK_FALSE(replicas_to_find(0, 1, 0.95));
}

}  // namespace mcsim::testing::estimates_test
