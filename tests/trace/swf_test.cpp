// Rows of the Standard Workload Format, regular and irregular.
#include "mcsim/trace/swf.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::swf_test {

namespace {

struct Read {
  std::vector<SwfRow> rows;
  Texts complaints;
  SwfHeader header;
  std::uint64_t count = 0;
};

Read read(const std::string& text) {
  const TempFolder folder;
  auto reader = SwfReader::open(folder.write("t", text), "t");
  REQUIRE(reader);
  Read result;
  SwfRow row;
  while (reader->next(row)) result.rows.push_back(row);
  reader->sum_up();
  result.header = reader->header();
  result.count = reader->rows();
  result.complaints = texts(reader->complaints().take());
  return result;
}

/// A valid row in which field `field` (from 1) is `text`.
std::string row_with(std::size_t field, const std::string& text) {
  std::string row;
  for (std::size_t place = 1; place <= SwfReader::fields; ++place)
    row += (place == 1 ? "" : " ") + (place == field ? text : std::to_string(place));
  return row + "\n";
}

const std::string plain = row_with(0, "");

}  // namespace

TEST_CASE("the fields of a row go where the format says") {
  const Read found = read(plain);
  REQUIRE(found.rows.size() == 1);
  const SwfRow& row = found.rows[0];
  CHECK(row.job == 1);
  CHECK(row.submit == 2s);
  CHECK(row.wait == 3s);
  CHECK(row.run == 4s);
  CHECK(row.allocated == 5);
  CHECK(row.requested == 8);
  CHECK(row.requested_time == 9s);
  CHECK(row.status == 11);
  CHECK(row.user == 12);
  CHECK(row.group == 13);
  CHECK(row.application == 14);
  CHECK(row.queue == 15);
  CHECK(row.partition == 16);
  CHECK(row.has_memory);
  CHECK(row.preceding == 17);
  CHECK(row.think == 18s);
  CHECK(found.complaints.empty());
}

TEST_CASE("memory is given where it is above 0, however it is written") {
  for (const std::string number : {"1", "10", "0.5", "12345678", "1e3"})
    CHECK(read(row_with(10, number)).rows[0].has_memory);
  for (const std::string number : {"0", "-1", "-7", "0.0", "-0.5"})
    CHECK_FALSE(read(row_with(10, number)).rows[0].has_memory);
}

// 8,192,000 / 1024 = 8,000; 12,345,678 / 1024 = 12,056.3; 10^6 / 1024 = 976.6.
TEST_CASE("memory is in KB, and becomes whole MB, rounded up") {
  const auto mb = [](std::size_t field, const std::string& number) {
    const TempFolder folder;
    auto reader = SwfReader::open(folder.write("t", row_with(field, number)), "t");
    REQUIRE(reader);
    if (field == 7) reader->look_at_memory(MemoryField::used);
    SwfRow row;
    REQUIRE(reader->next(row));
    REQUIRE(row.has_memory);
    return reader->memory_mb();
  };
  CHECK(mb(10, "1") == 1);
  CHECK(mb(10, "0.5") == 1);
  CHECK(mb(10, "1024") == 1);
  CHECK(mb(10, "1025") == 2);
  CHECK(mb(10, "1024.5") == 2);
  CHECK(mb(10, "8192000") == 8'000);
  CHECK(mb(10, "12345678") == 12'057);
  CHECK(mb(10, "1e6") == 977);
  CHECK(mb(10, "1e30") == 1'000'000'000'000);  // more than any host has
  CHECK(mb(7, "2048") == 2);
}

TEST_CASE("which field memory is read from is said before its rows are") {
  const TempFolder folder;
  auto reader = SwfReader::open(folder.write("t", row_with(10, "-1") + row_with(7, "-1")), "t");
  REQUIRE(reader);
  reader->look_at_memory(MemoryField::used);
  SwfRow row;
  REQUIRE(reader->next(row));
  CHECK(row.has_memory);
  REQUIRE(reader->next(row));
  CHECK_FALSE(row.has_memory);
}

TEST_CASE("a preceding job is a whole number above 0, and a think time may have fractions") {
  const auto preceding = [](const std::string& number) {
    return read(row_with(17, number)).rows[0].preceding;
  };
  CHECK(preceding("1") == 1);
  CHECK(preceding("123456789012") == 123'456'789'012);
  CHECK(preceding("7.0") == 7);
  for (const std::string number : {"0", "-1", "-7", "0.5", "-0.5"}) CHECK(preceding(number) <= 0);
  CHECK(read(row_with(18, "60")).rows[0].think == 60s);
  CHECK(read(row_with(18, "0.25")).rows[0].think == 250ms);
  CHECK(read(row_with(18, "-1")).rows[0].think < 0s);
}

TEST_CASE("blanks, tabs, blank lines, CRLF and a missing last line end change nothing") {
  const std::string row = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18";
  std::string tabs = row;
  for (char& letter : tabs)
    if (letter == ' ') letter = '\t';
  for (const std::string& text : {row, row + "\n", row + "\r\n", "  \t" + row + " \t\r\n",
                                  tabs + "\n", "\n\n  \n" + row + "\n\n",
                                  "\xEF\xBB\xBF" + row + "\n", "; about\n;\n" + row + "\n;end\n"}) {
    INFO(text);
    const Read found = read(text);
    REQUIRE(found.rows.size() == 1);
    CHECK(found.rows[0].partition == 16);
    CHECK(found.count == 1);
    CHECK(found.complaints.empty());
  }
}

TEST_CASE("times may have fractions, which count to the millisecond") {
  CHECK(read(row_with(2, "10.0004")).rows[0].submit == 10s);
  CHECK(read(row_with(4, "1.5")).rows[0].run == 1500ms);
  CHECK(read(row_with(9, "2.5e2")).rows[0].requested_time == 250s);
  CHECK(read(row_with(6, "0.333333333333333333333333")).complaints.empty());
  CHECK(read(row_with(5, "4.00")).rows[0].allocated == 4);
}

TEST_CASE("any negative time is one that is not known") {
  CHECK(read(row_with(3, "-7")).rows[0].wait == -1ms);
  CHECK(read(row_with(4, "-1")).rows[0].run == -1ms);
  CHECK(read(row_with(4, "-0.5")).rows[0].run == -1ms);
  CHECK(read(row_with(9, "-2")).rows[0].requested_time == -1ms);
}

TEST_CASE("text, NaN, infinity and fractions of jobs are refused with their place") {
  CHECK(read(row_with(4, "abc")).complaints ==
        Texts{"t:1:7: run time (field 4): expected seconds, found \"abc\""});
  CHECK(read(row_with(4, "nan")).complaints ==
        Texts{"t:1:7: run time (field 4): expected seconds, found \"nan\""});
  CHECK(read(row_with(2, "inf")).complaints ==
        Texts{"t:1:3: submit time (field 2): expected seconds, found \"inf\""});
  CHECK(read(row_with(6, "-inf")).complaints ==
        Texts{"t:1:11: average CPU time used (field 6): expected a number, found \"-inf\""});
  CHECK(read(row_with(8, "1.5")).complaints ==
        Texts{"t:1:15: requested number of processors (field 8): expected a whole number, found "
              "\"1.5\""});
  CHECK(read(row_with(18, "18;")).complaints ==
        Texts{"t:1:43: think time (field 18): expected seconds, found \"18;\""});
}

TEST_CASE("numbers beyond the range are refused and never wrap") {
  const std::string years = "expected at most 31557600000 seconds (1,000 years), found ";
  CHECK(read(row_with(2, "9223372036854775808")).complaints ==
        Texts{"t:1:3: submit time (field 2): " + years + "\"9223372036854775808\""});
  CHECK(read(row_with(4, "31557600001")).complaints ==
        Texts{"t:1:7: run time (field 4): " + years + "\"31557600001\""});
  CHECK(read(row_with(4, "31557600000")).rows[0].run == longest_duration);
  CHECK(read(row_with(5, "1e300")).complaints ==
        Texts{"t:1:9: number of allocated processors (field 5): expected at most "
              "1000000000000000, found \"1e300\""});
  CHECK(read(row_with(12, "1000000000000000")).rows[0].user == 1'000'000'000'000'000);
  CHECK(read(row_with(12, "-1000000000000001")).complaints.size() == 1);
}

TEST_CASE("a job number is whole and not negative") {
  CHECK(read(row_with(1, "-3")).complaints ==
        Texts{"t:1:1: job number (field 1): expected a whole number from 0, found \"-3\""});
  CHECK(read(row_with(1, "1.5")).complaints ==
        Texts{"t:1:1: job number (field 1): expected a whole number, found \"1.5\""});
  CHECK(read(row_with(1, "0")).rows.size() == 1);
  CHECK(read("-3 -5 3 4 5\n").complaints.size() == 2);  // the number, and missing fields
}

TEST_CASE("a row may lack its submit time, a partial execution or another one") {
  for (const std::string status : {"1", "3"}) {
    const Read found = read("1 -5 3 4 5 6 7 8 9 10 " + status + " 12 13 14 15 16 17 18\n");
    REQUIRE(found.rows.size() == 1);
    CHECK(found.rows[0].is_partial() == (status == "3"));
    CHECK(found.rows[0].submit == -1ms);
    CHECK(found.complaints.empty());
  }
}

TEST_CASE("rows with fewer fields count the others as unknown, down to five") {
  const Read found = read("1 2 3 4 5\n2 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n");
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows[0].requested == -1);
  CHECK(found.rows[0].requested_time == -1ms);
  CHECK(found.rows[1].partition == 16);
  CHECK(found.complaints == Texts{"t: warning: 2 of 2 rows have fewer than 18 fields; the missing "
                                  "ones count as unknown"});
  CHECK(read("1 2 3 4\n").complaints ==
        Texts{"t:1:8: fields missing: expected 18 numbers, found 4"});
}

TEST_CASE("what follows the 18th field is not looked at, with a word") {
  const Read found = read("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 x\n" + plain);
  CHECK(found.rows.size() == 2);
  CHECK(found.complaints == Texts{"t: warning: 1 of 2 rows has more than 18 fields; the others "
                                  "are not looked at"});
}

TEST_CASE("all mistakes of a trace come in one go, each with its line") {
  const Read found = read(plain + "x 2 y 4 5\n" + plain + "1\n" + plain);
  CHECK(found.rows.size() == 3);
  CHECK(found.count == 5);
  CHECK(found.complaints ==
        Texts{"t: warning: 1 of 5 rows has fewer than 18 fields; the missing ones count as unknown",
              "t:2:1: job number (field 1): expected a whole number, found \"x\"",
              "t:2:5: wait time (field 3): expected seconds, found \"y\"",
              "t:4:2: fields missing: expected 18 numbers, found 1"});
}

TEST_CASE("a thousand bad rows are a hundred complaints and a number") {
  std::string text;
  for (int row = 0; row < 1000; ++row) text += "bad\n";
  const Read found = read(text);
  REQUIRE(found.complaints.size() == 101);
  CHECK(found.complaints.back() == "t: and 1900 more");  // the word, and the missing fields
}

TEST_CASE("a trace without jobs is refused") {
  for (const char* text : {"", "\n", "; only\n; comments\n", "\xEF\xBB\xBF"})
    CHECK(read(text).complaints == Texts{"t: has no jobs; expected rows of 18 numbers"});
}

TEST_CASE("the header's hints are read as they stand in archives") {
  const SwfHeader header =
      read(
          "; Version: 2.2\n;MaxJobs: 28490\n;   MaxProcs:\t100 (of 100)\n; MaxNodes: 25.0\n"
          "; UnixStartTime: 843497996\n; MaxProcs: 7\n; MaxQueues: x\n" +
          plain)
          .header;
  CHECK(header.max_jobs == 28490);
  CHECK(header.max_procs == 100);
  CHECK(header.max_nodes == 25);
  CHECK(header.unix_start_time == 843497996);
}

TEST_CASE("hints that make no sense are no hints") {
  const SwfHeader header = read(
                               "; MaxJobs: many\n; MaxProcs: -1\n; MaxNodes: 2.5\n; UnixStartTime: "
                               "99999999999999999999\n"
                               "; Note: MaxJobs: 3\n" +
                               plain)
                               .header;
  CHECK_FALSE(header.max_jobs.has_value());
  CHECK_FALSE(header.max_procs.has_value());
  CHECK_FALSE(header.max_nodes.has_value());
  CHECK_FALSE(header.unix_start_time.has_value());
}

TEST_CASE("the header says what its clock is ahead of UTC, in whole minutes") {
  const auto zone = [](const std::string& word) {
    return read("; TimeZone: " + word + "\n" + plain).header.time_zone;
  };
  CHECK(zone("3600") == 3600);
  CHECK(zone("-28800") == -28'800);
  CHECK(zone("0") == 0);
  CHECK_FALSE(zone("").has_value());
  for (const std::string wrong : {"86400", "-86400", "30", "0.5", "CET"}) {
    CHECK_FALSE(zone(wrong).has_value());
    CHECK(read("; TimeZone: " + wrong + "\n" + plain).complaints ==
          Texts{"t:1:13: warning: TimeZone: expected whole minutes of less than a day, in seconds, "
                "found \"" +
                wrong + "\""});
  }
}

TEST_CASE("a start that is no time, and a clock by its name alone, are warned of") {
  for (const std::string wrong : {"-1", "2.5", "yesterday", "99999999999999999999"}) {
    const Read odd = read("; UnixStartTime: " + wrong + "\n" + plain);
    CHECK_FALSE(odd.header.unix_start_time.has_value());
    CHECK(odd.complaints == Texts{"t:1:18: warning: UnixStartTime: expected whole seconds since "
                                  "1970, found \"" +
                                  wrong + "\"; not used"});
  }
  const std::string named = "; TimeZoneString: Europe/Stockholm\n";
  CHECK(
      read(named + plain).complaints ==
      Texts{"t:1:19: warning: TimeZoneString: \"Europe/Stockholm\" is not looked up, and there is "
            "no TimeZone: its clock is taken as UTC; for another one: utc_offset"});
  CHECK(read(named + "; TimeZone: 3600\n" + plain).complaints.empty());
  CHECK(read("; TimeZoneString: UTC\n; UnixStartTime: 0\n" + plain).complaints.empty());
  CHECK(read("; TimeZoneString:\n; TimeZone:\n; UnixStartTime:\n" + plain).complaints.empty());
}

TEST_CASE("the header says whether jobs may use more than they ask for") {
  const auto allowed = [](const std::string& word) {
    return read("; AllowOveruse: " + word + "\n" + plain).header.allow_overuse;
  };
  CHECK(allowed("True") == true);
  CHECK(allowed("true (all resources)") == true);
  CHECK(allowed("False") == false);
  CHECK_FALSE(allowed("").has_value());
  CHECK(allowed("True\n; AllowOveruse: False") == true);
  CHECK_FALSE(read(plain).header.allow_overuse.has_value());
  const Read unclear = read("; AllowOveruse: some\n" + plain);
  CHECK_FALSE(unclear.header.allow_overuse.has_value());
  CHECK(unclear.complaints ==
        Texts{"t:1:17: warning: AllowOveruse: expected True or False, found \"some\""});
}

TEST_CASE("the size of a machine is a number of slots, or it is not known, or it is refused") {
  struct Case {
    std::string header;
    std::string answer;  ///< the slots, or the complaint
  };
  const std::string ask = "; say how many slots there are: --slots N";
  const std::string neither = "t: its header gives neither MaxProcs nor MaxNodes" + ask;
  const std::string wish = "expected a whole number from 1 to 1000000000, found ";
  const Case cases[] = {
      {"; MaxProcs: 64", "64"},
      {";MaxProcs:64", "64"},
      {"; MaxProcs : 64 (16 nodes of 4)", "64"},
      {"; MaxProcs: 1e3", "1000"},
      {"; MaxProcs: 010", "10"},
      {"; MaxNodes: 9\n; MaxProcs: 64", "64"},
      {"; MaxNodes: 9\n; MaxProcs: unknown", "9"},
      {"; MaxNodes: 9\n; MaxProcs: -1", "9"},
      {"; MaxNodes: 0\n; MaxProcs: 64", "64"},
      {"; MaxProcs: 64\n; MaxProcs: 64", "64"},
      {"; MaxProcs: nan", neither},
      {"; MaxProcs: inf", neither},
      {"; MaxProcs:", neither},
      {"; maxprocs: 64", neither},
      {"; MaxProcs: 1,024\n; MaxNodes: 9", "t:1:13: MaxProcs: " + wish + "\"1,024\"" + ask},
      {";  MaxNodes: 64cores", "t:1:14: MaxNodes: " + wish + "\"64cores\"" + ask},
      {"; MaxProcs: 0x40", "t:1:13: MaxProcs: " + wish + "\"0x40\"" + ask},
      {"; MaxProcs: 0", "t:1:13: MaxProcs: " + wish + "\"0\"" + ask},
      {"; MaxProcs: -5\n; MaxNodes: 9", "t:1:13: MaxProcs: " + wish + "\"-5\"" + ask},
      {"; MaxProcs: 1.5", "t:1:13: MaxProcs: " + wish + "\"1.5\"" + ask},
      {"; MaxProcs: 1e999", "t:1:13: MaxProcs: " + wish + "\"1e999\"" + ask},
      {"; MaxProcs: 1000000001", "t:1:13: MaxProcs: " + wish + "\"1000000001\"" + ask},
      {"; MaxProcs: 18446744073709551617",
       "t:1:13: MaxProcs: " + wish + "\"18446744073709551617\"" + ask},
      {"; MaxProcs: 64\n; MaxProcs: 65", "t:2:13: MaxProcs: 65, but 64 above" + ask},
  };
  for (const Case& one : cases) {
    INFO(one.header);
    const TempFolder folder;
    const auto slots = read_swf_slots(folder.write("t", one.header + "\n" + plain), "t");
    CHECK((slots ? std::to_string(*slots) : texts(slots.error()).front()) == one.answer);
    if (!slots) CHECK(slots.error().list.size() == 1);
  }
}

TEST_CASE("a size that is none is warned of where nobody needs it") {
  CHECK(read("; MaxProcs: 1,024\n; MaxNodes: 9\n" + plain).complaints ==
        Texts{"t:1:13: warning: MaxProcs: expected a whole number from 1 to 1000000000, found "
              "\"1,024\""});
  CHECK(read("; MaxProcs: 64\n; MaxNodes: 0\n" + plain).complaints.empty());
}

TEST_CASE("a trace without a size is refused with all that is wrong with its rows") {
  const TempFolder folder;
  const auto slots = read_swf_slots(
      folder.write("t", row_with(2, "x") + plain + row_with(1, "nan") + "; MaxProcs: 4\n"), "t");
  REQUIRE_FALSE(slots);
  CHECK(texts(slots.error()) ==
        Texts{"t: its header gives neither MaxProcs nor MaxNodes; say how many slots there are: "
              "--slots N",
              "t:1:3: submit time (field 2): expected seconds, found \"x\"",
              "t:3:1: job number (field 1): expected a whole number, found \"nan\""});
}

TEST_CASE("a row behind a carriage return is not lost in a comment in silence") {
  CHECK(read("; about\r" + plain + plain).complaints ==
        Texts{"t:1:8: a carriage return without a line feed, and what looks like a row behind it; "
              "expected lines that end in LF or CRLF"});
  CHECK(read("; about\r\r\n; more\r text\n" + plain).complaints.empty());
}

// Breaks off after each field and each byte: rows of this trace are 18 words, the last is -1.
TEST_CASE("a trace that breaks off within a row is refused, unless all of its rows are short") {
  const std::string row = "7 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 -1\n";
  const std::string first = "6" + row.substr(1);
  for (std::size_t length = 1; length + 1 < row.size(); ++length) {
    const Read found = read(first + row.substr(0, length));
    INFO(row.substr(0, length));
    CHECK(found.rows.size() == 1);
    REQUIRE(found.complaints.size() == 1);
    CHECK(found.complaints[0].starts_with("t:2:"));
    CHECK(found.complaints[0].find("warning") == std::string::npos);
  }
  CHECK(read(first + row.substr(0, row.size() - 1)).rows.size() == 2);
  CHECK(read("1 2 3 4 5\n2 3 4 5 6").rows.size() == 2);
  CHECK(read("1 2 3 4 5").rows.size() == 1);
}

TEST_CASE("the header is known before anything else of a trace is read") {
  const TempFolder folder;
  const auto header = read_swf_header(folder.write("t", "; MaxProcs: 64\n" + plain), "t");
  REQUIRE(header);
  CHECK(header->max_procs == 64);
  CHECK_FALSE(read_swf_header(folder.write("t", "; MaxProcs: 64\n"), "t"));
  CHECK_FALSE(read_swf_header(folder.path("none"), "t"));
}

}  // namespace mcsim::testing::swf_test
