// Decimal numbers in text: which texts are valid, and exact scaling.
#include "mcsim/text/decimal.hpp"

#include <string>

#include "support/catch.hpp"

namespace mcsim::testing::decimal_test {

namespace {

/// `text` in units of 10^-decimals; -999: not a number, -998: too large.
std::int64_t units(std::string_view text, int decimals = 0) {
  const auto number = read_decimal(text);
  return number ? in_units(*number, decimals).value_or(-998) : -999;
}

}  // namespace

TEST_CASE("decimal numbers are read exactly, with signs, fractions and exponents") {
  CHECK(units("5") == 5);
  CHECK(units("-1") == -1);
  CHECK(units("+7") == 7);
  CHECK(units("0.25", 3) == 250);
  CHECK(units(".5", 3) == 500);
  CHECK(units("5.", 3) == 5000);
  CHECK(units("1.5e3") == 1500);
  CHECK(units("1.5E+3") == 1500);
  CHECK(units("25e-1", 3) == 2500);
  CHECK(units("0e999999") == 0);
  CHECK(units("999999999999999999") == 999'999'999'999'999'999);
}

TEST_CASE("what only looks like a number is none") {
  for (const char* text :
       {"",   "-",  "+",  ".",   "-.",    "nan",   "inf", "-inf",  "0x10",          "1,5",
        "1 ", " 1", "1e", "1e+", "1e+-5", "1e5.0", "--1", "1.2.3", "1e99999999999", "e5"}) {
    INFO(text);
    CHECK(units(text) == -999);
  }
}

TEST_CASE("halves are rounded up in magnitude, once") {
  CHECK(units("0.0005", 3) == 1);
  CHECK(units("-0.0005", 3) == -1);
  CHECK(units("0.00049999", 3) == 0);
  CHECK(units("2.4999999999999999999999", 0) == 2);
  CHECK(units("1e-400", 3) == 0);
}

TEST_CASE("numbers beyond 10^18 units are refused and not wrapped") {
  CHECK(units("9223372036854775808") == -998);
  CHECK(units("1e19") == -998);
  CHECK(units("1e999999") == -998);
  CHECK(units(std::string(5000, '9')) == -998);
  CHECK(units("1000000000000000000") == 1'000'000'000'000'000'000);
  CHECK(units("999999999999999.1", 3) == 999'999'999'999'999'100);
  CHECK(units("10000000000000000", 3) == -998);
}

TEST_CASE("a number is whole when its fraction is zero, however it is written") {
  for (const char* text : {"4", "4.00", "4e2", "-4.0", "0.000", "40e-1"})
    CHECK(is_whole(*read_decimal(text)));
  for (const char* text : {"4.5", "45e-1", "0.1", "1e-30"})
    CHECK_FALSE(is_whole(*read_decimal(text)));
}

TEST_CASE("a factor is a decimal above 0 and at most a million, held as a ratio") {
  CHECK(read_ratio("1") == Ratio{1, 1});
  CHECK(read_ratio("1.0") == Ratio{1, 1});
  CHECK(read_ratio("0.50") == Ratio{5, 10});
  CHECK(read_ratio("1e6") == Ratio{1'000'000, 1});
  CHECK(read_ratio("1e-12") == Ratio{1, 1'000'000'000'000});
  CHECK(read_ratio("999999.999999999999").has_value());
  for (const char* text :
       {"0", "0.0", "-1", "1000001", "1000000.1", "1e-13", "1e300", "nan", "x"}) {
    INFO(text);
    CHECK_FALSE(read_ratio(text).has_value());
  }
}

TEST_CASE("times are scaled without floating point, halves up, also far from zero") {
  CHECK(scaled(Duration{3}, Ratio{5, 10}) == Duration{2});
  CHECK(scaled(Duration{1}, Ratio{1, 3}) == Duration{0});
  CHECK(scaled(longest_duration, Ratio{1, 1}) == longest_duration);
  CHECK(scaled(longest_duration, Ratio{11, 10}) == longest_duration + 1ms);
  CHECK(scaled(longest_duration, Ratio{1'000'000, 1}) == longest_duration + 1ms);
  CHECK(scaled(Duration{12'345'678'901'234}, Ratio{1, 1'000'000'000'000}) == Duration{12});
}

}  // namespace mcsim::testing::decimal_test
