// Tables of quantiles: reading, inverting, and making them of a sample.
#include "mcsim/trace/quantile_table.hpp"

#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::quantile_table_test {

namespace {

QuantileTable table(const std::string& text) {
  std::string wrong;
  const auto read = QuantileTable::read(text, wrong);
  INFO(wrong);
  REQUIRE(read);
  return *read;
}

std::string wrong_of(const std::string& text) {
  std::string wrong;
  CHECK(!QuantileTable::read(text, wrong));
  return wrong;
}

}  // namespace

TEST_CASE("a table of quantiles is inverted along straight lines, shares and gaps") {
  const QuantileTable one = table("0:1 0.25:1 0.25:2 0.5:4 0.75:4 1:8");
  CHECK(one.at(0) == 1);
  CHECK(one.at(0.2499) == 1);
  CHECK(one.at(0.25) == 2);
  CHECK(one.at(0.375) == 3);
  CHECK(one.at(0.5) == 4);
  CHECK(one.at(0.7) == 4);
  CHECK(one.at(0.875) == 6);
  CHECK(one.at(1) == 8);
  CHECK(one.text() == "0:1 0.25:1 0.25:2 0.5:4 0.75:4 1:8");
}

TEST_CASE("what is no table of quantiles is refused in words") {
  CHECK(wrong_of("") == "expected two points or more, such as 0:1 1:64");
  CHECK(wrong_of("0:1 half:2 1:3") ==
        "expected PROBABILITY:VALUE such as 0.5:3600, got \"half:2\"");
  CHECK(wrong_of("0:1 0.9:2") == "expected probabilities from 0 to 1, got 0 to 0.9");
  CHECK(wrong_of("0:1 0.6:5 0.5:6 1:9") ==
        "expected ascending probabilities and values, got 0.6:5 before 0.5:6");
  CHECK(wrong_of("0:1 0.5:inf 1:9") ==
        "expected PROBABILITY:VALUE such as 0.5:3600, got \"0.5:inf\"");
}

TEST_CASE("a sample of few values has exactly their shares") {
  const QuantileTable widths = QuantileTable::of({1, 1, 2, 4, 4, 4, 4, 16});
  CHECK(widths.text() == "0:1 0.25:1 0.25:2 0.375:2 0.375:4 0.875:4 0.875:16 1:16");
}

TEST_CASE("a sample of many values has its quantiles, and the text has the same bits") {
  RngStream stream(2, "test/sample");
  std::vector<std::int64_t> sample;
  std::int64_t value = 0;
  for (int i = 0; i <= 10'000; ++i)
    sample.push_back(value += static_cast<std::int64_t>(stream.below(9)));
  const QuantileTable runs = QuantileTable::of(sample);
  CHECK(runs.points().size() == QuantileTable::most_steps + 1);
  CHECK(runs.at(0.25) == static_cast<double>(sample[2500]));
  CHECK(runs.most() == static_cast<double>(sample.back()));
  sample.pop_back();
  const QuantileTable uneven = QuantileTable::of(sample);
  CHECK(table(uneven.text()) == uneven);
}

}  // namespace mcsim::testing::quantile_table_test
