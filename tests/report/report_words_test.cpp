// Lengths, parts and counts in words.
#include "mcsim/report/words.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::report_words_test {

TEST_CASE("a length of time has the unit that people would give it") {
  constexpr double second = 1000;
  constexpr double hour = 3600 * second;
  CHECK(length_words(0) == "0 s");
  CHECK(length_words(0.5 * second) == "0.5 s");
  CHECK(length_words(40 * second) == "40 s");
  CHECK(length_words(12 * 60 * second) == "12 min");
  CHECK(length_words(6.7 * hour) == "6.7 h");
  CHECK(length_words(62.4 * hour) == "2.6 days");
  CHECK(length_words(400 * 24 * hour) == "400 days");
}

TEST_CASE("parts are per cent, and counts have commas") {
  CHECK(percent_words(0) == "0 %");
  CHECK(percent_words(0.004) == "0.4 %");
  CHECK(percent_words(0.414) == "41 %");
  CHECK(count_words(7) == "7");
  CHECK(count_words(1'000) == "1,000");
  CHECK(count_words(1'234'567) == "1,234,567");
}

}  // namespace mcsim::testing::report_words_test
