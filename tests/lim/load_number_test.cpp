// Which texts a LIM accepts as numbers.
#include "mcsim/lim/load_number.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::load_number_test {
using Kind = LoadNumber::Kind;

namespace {

LoadNumber known(double value) { return {.kind = Kind::known, .value = value}; }

}  // namespace

TEST_CASE("a value is a decimal number, and nothing but that", "[elim]") {
  CHECK(read_load_number("47.5") == known(47.5));
  CHECK(read_load_number("-.5e+1") == known(-5));
  CHECK(read_load_number("+7") == known(7));
  CHECK(read_load_number("00012.") == known(12));
  CHECK(read_load_number("-0.000001e-9999").value == 0);
  CHECK(read_load_number("0." + std::string(500, '0') + "1") == known(0));
  for (const char* text : {"", "+", "-", ".", "e5", "nan", "inf", "-INF", "infinity", "nan(1)",
                           "0x10", "5x", "1,5", "++1", "+-1", "- 1", "1e", "1e+", "--1"})
    CHECK(read_load_number(text).kind == Kind::no_number);
}

TEST_CASE("a value lies within INFINIT_LOAD, which itself is unknown", "[elim]") {
  CHECK(read_load_number("2147483647.5") == known(2147483647.5));
  CHECK(read_load_number("2147483648").kind == Kind::unknown);
  CHECK(read_load_number("-2147483648").kind == Kind::unknown);
  CHECK(read_load_number("2147483648.5").kind == Kind::out_of_range);
  CHECK(read_load_number("-1e400").kind == Kind::out_of_range);
  CHECK(read_load_number("1" + std::string(400, '0')).kind == Kind::out_of_range);
}

TEST_CASE("Lava reads a host's index as atof does", "[elim]") {
  CHECK(read_load_prefix("abc") == known(0));
  CHECK(read_load_prefix("5x") == known(5));
  CHECK(read_load_prefix("1.5e") == known(1.5));
  CHECK(read_load_prefix("-0x1.8") == known(-1.5));
  CHECK(read_load_prefix("0xz") == known(0));
  CHECK(read_load_prefix("inf").kind == Kind::unknown);
  CHECK(read_load_prefix("nan").kind == Kind::known);
  CHECK(std::isnan(read_load_prefix("nan").value));
  CHECK(read_load_prefix("1e999").kind == Kind::unknown);
}

TEST_CASE("Lava reads a shared resource as strtod does, to its end", "[elim]") {
  CHECK(read_load_whole("+5") == known(5));
  CHECK(read_load_whole("0x10") == known(16));
  CHECK(read_load_whole("1e10").kind == Kind::unknown);
  for (const char* text : {"5x", "", "+", "1e-999", "1e999", "inf", "nan"})
    CHECK(read_load_whole(text).kind == Kind::no_number);
}

TEST_CASE("a count is a whole number of 32 bits", "[elim]") {
  CHECK(read_load_count("3") == 3);
  CHECK(read_load_count("+3") == 3);
  CHECK(read_load_count("-2147483648") == -2147483648);
  for (const char* text : {"", "3.0", "3x", "x", "2147483648", "0x3", "1e3", "+-3"})
    CHECK_FALSE(read_load_count(text));
}

}  // namespace mcsim::testing::load_number_test
