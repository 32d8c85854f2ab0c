// Tables of aligned columns, as wide as they need to be, and not wider than the terminal.
#include "mcsim/text/text_table.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::text_table_test {

namespace {

TextTable sample() {
  TextTable table;
  table.add({"queue", "jobs", "wait mean", "wait p95"});
  table.add({"night", "12", "20min 04s", "1h 00min"});
  return table;
}

}  // namespace

TEST_CASE("a table for which there is room has gaps of three columns") {
  const std::string text =
      "queue   jobs   wait mean   wait p95\n"
      "night     12   20min 04s   1h 00min\n";
  CHECK(sample().text() == text);
  CHECK(sample().text(35) == text);
}

TEST_CASE("where there is less room the gaps become narrower") {
  CHECK(sample().text(34) ==
        "queue  jobs  wait mean  wait p95\n"
        "night    12  20min 04s  1h 00min\n");
  CHECK(sample().text(29) ==
        "queue jobs wait mean wait p95\n"
        "night   12 20min 04s 1h 00min\n");
}

TEST_CASE("where that is not enough the columns go on below, with the first ones again") {
  CHECK(sample().text(28) ==
        "queue jobs wait mean\n"
        "night   12 20min 04s\n"
        "\n"
        "queue wait p95\n"
        "night 1h 00min\n");
}

TEST_CASE("a column that is too wide by itself is shown all the same") {
  CHECK(sample().text(3) ==
        "queue jobs\n"
        "night   12\n"
        "\n"
        "queue wait mean\n"
        "night 20min 04s\n"
        "\n"
        "queue wait p95\n"
        "night 1h 00min\n");
}

TEST_CASE("wide letters take two columns, and accents none") {
  TextTable table;
  table.add({"\xE6\x97\xA5", "1"});  // "day" in Chinese
  table.add({"e\xCC\x81", "2"});     // e, and an accent on it
  CHECK(table.text() == "\xE6\x97\xA5   1\ne\xCC\x81    2\n");
}

}  // namespace mcsim::testing::text_table_test
