// Numbers that change with time: bins, stretches and hours of the week, by hand.
#include "mcsim/report/steps.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::steps_test {

namespace {

/// 2 slots from 10 to 30, and 1 more from 20 to 40.
std::vector<Level> two_jobs() {
  Steps steps;
  steps.add(10, 30, 2);
  steps.add(20, 40, 1);
  return steps.take();
}

}  // namespace

TEST_CASE("amounts of the same time are added up") {
  const std::vector<Level> levels = two_jobs();
  REQUIRE(levels.size() == 4);
  CHECK(levels[0].from == 10);
  CHECK(levels[0].value == 2);
  CHECK(levels[1].from == 20);
  CHECK(levels[1].value == 3);
  CHECK(levels[2].from == 30);
  CHECK(levels[2].value == 1);
  CHECK(levels[3].from == 40);
  CHECK(levels[3].value == 0);
}

TEST_CASE("where one amount follows another of the same size nothing changes") {
  Steps steps;
  steps.add(0, 10, 4);
  steps.add(10, 20, 4);
  steps.add(20, 20, 9);  // it lasts no time
  const std::vector<Level> levels = steps.take();
  REQUIRE(levels.size() == 2);
  CHECK(levels[1].from == 20);
}

TEST_CASE("a bin has the least, the most and the mean of its time") {
  // Bins of 20: 0-20 has 0 for 10 and 2 for 10, 20-40 has 3 for 10 and 1 for 10, 40-60 nothing.
  const std::vector<Bin> bins = binned(two_jobs(), {.from = 0, .width = 20, .count = 3});
  REQUIRE(bins.size() == 3);
  CHECK(bins[0] == Bin{.least = 0, .most = 2, .mean = 1});
  CHECK(bins[1] == Bin{.least = 1, .most = 3, .mean = 2});
  CHECK(bins[2] == Bin{.least = 0, .most = 0, .mean = 0});
}

TEST_CASE("bins begin within a level, too") {
  const std::vector<Bin> bins = binned(two_jobs(), {.from = 15, .width = 10, .count = 1});
  REQUIRE(bins.size() == 1);
  CHECK(bins[0] == Bin{.least = 2, .most = 3, .mean = 2.5});
}

TEST_CASE("there are at most as many bins as are asked for, of whole milliseconds") {
  const Bins bins = Bins::of(100, 1'100, 300);
  CHECK(bins.from == 100);
  CHECK(bins.width == 4);
  CHECK(bins.count == 250);
  const Bins one = Bins::of(5, 5, 2000);
  CHECK(one.width == 1);
  CHECK(one.count == 1);
}

TEST_CASE("an integral is the sum of values times their time") {
  CHECK(integral(two_jobs(), 0, 100) == 2 * 20 + 1 * 20);
  CHECK(integral(two_jobs(), 25, 35) == 3 * 5 + 1 * 5);
}

TEST_CASE("a stretch ends at the shortest gap, and goes on where the number only changes") {
  Steps steps;
  steps.add(0, 100, 4);
  steps.add(101, 200, 4);
  steps.add(300, 360, 4);
  steps.add(360, 420, 7);
  const std::vector<Level> levels = steps.take();
  const Stretches found = stretches(levels, 4, 0, 1'000);
  CHECK(found.total == 100 + 99 + 120);
  CHECK(found.longest_from == 300);
  CHECK(found.longest == 120);
  CHECK(stretches(levels, 8, 0, 1'000).longest == 0);
}

TEST_CASE("an hour of the week gets what lies in it") {
  constexpr std::int64_t hour = 3'600'000;
  WeekSums sums(0);  // 1970 began on a Thursday
  sums.add(hour / 2, 2 * hour, 2);
  constexpr std::size_t thursday = 3 * 24;
  CHECK(sums.sums()[thursday] == hour);
  CHECK(sums.sums()[thursday + 1] == 2 * hour);
  CHECK(sums.sums()[thursday + 2] == 0);
  sums.add_at(25 * hour, 7);
  CHECK(sums.sums()[thursday + 25] == 7);
}

TEST_CASE("many weeks are as many times each of their hours") {
  constexpr std::int64_t hour = 3'600'000;
  WeekSums sums(-hour);  // Wednesday 23 h at virtual time 0
  sums.add(0, 3 * 168 * hour + hour, 1);
  CHECK(sums.sums()[0] == 3 * hour);
  CHECK(sums.sums()[3 * 24 - 1] == 4 * hour);
}

}  // namespace mcsim::testing::steps_test
