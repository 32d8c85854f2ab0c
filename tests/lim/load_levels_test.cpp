// Levels of load on the scale of the values that LIMs report.
#include "mcsim/lim/load_levels.hpp"

#include <cmath>
#include <compare>

#include "mcsim/base/random.hpp"
#include "mcsim/model/load_index.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::load_levels_test {

namespace {

constexpr HostId host{0};

}  // namespace

TEST_CASE("a value that is told is on the side of a level on which its effective load is") {
  RngStream dice(1, "test/load_levels");
  for (int more = 0; more < 300; ++more) {
    const auto processors = static_cast<std::int32_t>(1 + dice.below(dice.below(2) == 0 ? 8 : 200));
    const std::uint16_t index = dice.below(4) == 0 ? builtin::ut : builtin::r1m;
    const LoadWatch::Level level{index, static_cast<double>(dice.below(100)) / 20};
    const LoadLevel found = load_level(level, processors);
    const auto check_at = [&](float value) {
      const auto number = static_cast<double>(value);
      const double load = index == builtin::ut ? number : effective_run_queue(number, processors);
      REQUIRE((load <=> level.level) == found.side(value));
    };
    for (const float edge : {0.0F, 1.0F, found.reached, found.passed}) {
      check_at(edge);
      check_at(std::nextafter(edge, 0.0F));
      check_at(std::nextafter(edge, 1e9F));
    }
    for (int value = 0; value < 100; ++value)
      check_at(static_cast<float>(dice.below(5000)) / 1000 * static_cast<float>(processors));
  }
}

TEST_CASE("a level below all loads is passed by each one, and one above them by none") {
  CHECK(load_level({builtin::r1m, -1}, 4).side(0) == std::strong_ordering::greater);
  CHECK(load_level({builtin::r1m, 1e300}, 4).side(1e9F) == std::strong_ordering::less);
}

TEST_CASE("each level of a host is there once, as a loadStop if it is one for anybody") {
  LoadWatch watch;
  watch.levels = {
      {builtin::ut, 0.5}, {builtin::r1m, 2}, {builtin::r1m, 2, true}, {builtin::r1m, 2}};
  watch.of_host = Table<HostId, std::vector<LoadWatch::Level>>(3);
  watch.of_host[HostId{1}] = {{builtin::r1m, 3}};
  LoadLevels levels;
  CHECK(levels[0].empty());
  levels.watch(watch);
  const auto of_first = levels[levels.row_of(host, 1)];
  REQUIRE(of_first.size() == 2);
  CHECK(of_first[0].index == builtin::r1m);
  CHECK(of_first[0].stops);
  CHECK(of_first[0].reached == 2);
  CHECK(of_first[1].index == builtin::ut);
  CHECK_FALSE(of_first[1].stops);
  CHECK(levels.row_of(HostId{2}, 1) == levels.row_of(host, 1));
  CHECK(levels.row_of(host, 2) != levels.row_of(host, 1));
  CHECK(levels[levels.row_of(HostId{1}, 1)].size() == 3);
}

}  // namespace mcsim::testing::load_levels_test
