// Comma-separated values, in and out of their quotes.
#include "mcsim/text/csv.hpp"

#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/text/decimal.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::csv_test {

namespace {

using Row = std::vector<std::string>;

struct Read {
  Row names;
  std::vector<Row> rows;
  Texts complaints;
};

Read read(const std::string& text) {
  const TempFolder folder;
  auto reader = CsvReader::open(folder.write("t", text), "t");
  if (!reader) return {{}, {}, texts(reader.error())};
  Read result;
  result.names = reader->names();
  while (reader->next()) {
    Row& row = result.rows.emplace_back();
    for (std::size_t column = 0; column < result.names.size(); ++column)
      row.emplace_back((*reader)[column]);
  }
  result.complaints = texts(reader->complaints().take());
  return result;
}

}  // namespace

TEST_CASE("a table is read by its names, with LF or CRLF, with or without the last line end") {
  for (const std::string text : {"a,b\n1,2\n\n,4", "a,b\r\n1,2\r\n\r\n,4\r\n",
                                 "\xEF\xBB\xBF"
                                 "a,b\n1,2\n,4\n"}) {
    INFO(text);
    const Read table = read(text);
    CHECK(table.names == Row{"a", "b"});
    CHECK(table.rows == std::vector<Row>{{"1", "2"}, {"", "4"}});
    CHECK(table.complaints.empty());
  }
}

TEST_CASE("quotes hold commas, quotes and line ends as they are") {
  const Read table =
      read("a,\"b\"\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\"and\r\nmore\"\n\"\",z\n");
  CHECK(table.names == Row{"a", "b"});
  CHECK(table.rows ==
        std::vector<Row>{{"x,y", "say \"hi\""}, {"two\nlines", "and\r\nmore"}, {"", "z"}});
  CHECK(table.complaints.empty());
}

TEST_CASE("a table of one column keeps its empty rows") {
  CHECK(read("a\n1\n\n3\n").rows == std::vector<Row>{{"1"}, {""}, {"3"}});
}

TEST_CASE("every mistake in a table is told by its place, and the good rows are read") {
  const Read table = read("a,b\n1\n2,x\"y\n3,4\n\"5\"6,7\n8,9,10\n11,\"never\nclosed\n");
  CHECK(table.rows == std::vector<Row>{{"3", "4"}});
  CHECK(
      table.complaints ==
      Texts{"t:2: expected 2 fields, as many as the first row names, found 1",
            "t:3:4: a quote inside of a field without quotes; expected the whole field in quotes, "
            "and \"\" for each quote in it",
            "t:5:4: expected a comma after the closing quote",
            "t:6: expected 2 fields, as many as the first row names, found 3",
            "t:7:4: the quotes are never closed"});
}

TEST_CASE("lines end in LF or CRLF: a carriage return alone is no line end and no text") {
  const std::string wrong =
      ": a carriage return inside of a field without quotes; expected lines that end in LF or CRLF";
  CHECK(read("a,b\r1,2\r").complaints == Texts{"t:1:4" + wrong});
  const Read table = read("a,b\n1,2\r3,4\n5,\r6\n7,8\n");
  CHECK(table.rows == std::vector<Row>{{"7", "8"}});
  CHECK(table.complaints == Texts{"t:2:4" + wrong, "t:3:3" + wrong});
  CHECK(read("a\n\"1\r2\"\n").rows == std::vector<Row>{{"1\r2"}});
}

TEST_CASE("a table in UTF-16 is refused with the reason") {
  std::string text = "\xFF\xFE";
  for (const char letter : std::string("a,b\n1,2\n")) text += {letter, '\0'};
  const Texts reason = {"t:1:1: UTF-16, two bytes a letter; expected ASCII or UTF-8"};
  CHECK(read(text).complaints == reason);
  CHECK(read(text.substr(2)).complaints == reason);
}

TEST_CASE("a table whose first row does not name its columns is refused") {
  CHECK(read("").complaints == Texts{"t: is empty; expected a row of names"});
  CHECK(read("a,,a\n").complaints == Texts{"t:1:3: expected the name of a column, found nothing",
                                           "t:1:4: column \"a\" comes twice"});
}

TEST_CASE("a field knows its line and column, also after a field of many lines") {
  const TempFolder folder;
  auto reader = CsvReader::open(folder.write("t", "a,b\n\"1\n2\",x\n"), "t");
  REQUIRE(reader);
  REQUIRE(reader->next());
  CHECK(reader->line_of(0) == 2);
  CHECK(reader->column_of(0) == 1);
  CHECK(reader->line_of(1) == 3);
  CHECK(reader->column_of(1) == 4);
}

TEST_CASE("quotes that are never closed do not swallow a file of any size") {
  std::string text = "a\n\"";
  for (int line = 0; line < 18 * 1024; ++line) text += std::string(1023, 'x') + "\n";
  CHECK(read(text).complaints ==
        Texts{"t:2:1: a row is longer than 16 MiB; are the quotes ever closed?"});
}

TEST_CASE("a name that a spreadsheet would compute is guarded, a number is not") {
  CHECK(csv_name("=1+1") == "'=1+1");
  CHECK(csv_name("@a,b") == "\"'@a,b\"");
  CHECK(csv_name("-1") == "-1");
  CHECK(csv_name("+1.5") == "+1.5");
  CHECK(csv_name("ann") == "ann");
  CHECK(csv_name("ann;=1+1") == "\"ann;=1+1\"");
  CHECK(without_guard("'=1+1") == "=1+1");
  CHECK(without_guard("'ann") == "'ann");
  CHECK(without_guard("") == "");
  CHECK(csv_name("\t=1+1") == "'\t=1+1");
  CHECK(csv_name("\r=1") == "\"'\r=1\"");
  CHECK(csv_name("'=1+1") == "''=1+1");  // a name that looks escaped is also read back
}

TEST_CASE("any name comes back from its field in a table", "[property]") {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    RngStream stream{seed, "test/names"};
    std::string name = "x";
    for (std::uint64_t letters = stream.below(5); letters > 0; --letters)
      name.insert(0, 1, "'=+-@\t\r\n,\"1 "[stream.below(12)]);
    name.resize(name.size() - stream.below(2));
    if (name.empty()) continue;
    INFO("seed " << seed << ": " << name);
    const Read table = read("a,b\n" + csv_name(name) + ",z\n");
    REQUIRE(table.rows.size() == 1);
    CHECK(without_guard(table.rows[0][0]) == name);
    const std::string_view shown = table.rows[0][0];
    const bool computed =
        std::string_view("=+-@\t\r").find(shown.front()) != std::string_view::npos;
    CHECK((!computed || read_decimal(shown)));
  }
}

// Property: any content of a field is read back.
TEST_CASE("what is written as a field is read as the same text", "[property]") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 51));
  INFO("seed " << seed);
  RngStream stream{seed, "test/csv"};
  constexpr std::string_view letters = "ab,\"\n\r =";
  std::vector<Row> rows;
  std::string text = "a,b,c\n";
  for (int row = 0; row < 20; ++row) {
    rows.emplace_back();
    for (int column = 0; column < 3; ++column) {
      std::string field;
      for (std::uint64_t length = stream.below(6); length > 0; --length)
        field += letters[stream.below(letters.size())];
      text += csv_field(field) + (column == 2 ? "\n" : ",");
      rows.back().push_back(field);
    }
  }
  const Read table = read(text);
  CHECK(table.rows == rows);
  CHECK(table.complaints.empty());
}

}  // namespace mcsim::testing::csv_test
