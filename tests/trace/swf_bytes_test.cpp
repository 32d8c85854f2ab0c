// Traces whose bytes are no lines of ASCII: UTF-16, and lines that end in carriage returns.
#include <string>

#include "mcsim/trace/swf.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::swf_bytes_test {
namespace {

Texts complaints(const std::string& text) {
  const TempFolder folder;
  auto reader = SwfReader::open(folder.write("t", text), "t");
  REQUIRE(reader);
  for (SwfRow row; reader->next(row);) continue;
  reader->sum_up();
  return texts(reader->complaints().take());
}

const std::string plain = "1 0 0 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n";

}  // namespace

// Lines of old Macintoshes: to all others a file of them is one line.
TEST_CASE("a trace whose lines end in carriage returns is refused with the reason") {
  const std::string rows = "1 0 0 5 1\r2 0 0 5 1\r";
  CHECK(complaints("; Version: 2.2\r; MaxProcs: 4\r" + rows) ==
        Texts{"t:1:29: a carriage return without a line feed, and what looks like a row behind it; "
              "expected lines that end in LF or CRLF"});
  const std::string within =
      ": a carriage return without a line feed within a row; expected lines that end in LF or CRLF";
  CHECK(complaints(rows) == Texts{"t:1:10" + within});
  CHECK(complaints(plain + plain.substr(0, plain.size() - 1) + " \r" + rows)[0].ends_with(within));
  std::string many = "; MaxProcs: 4\r";
  while (many.size() <= std::size_t{1} << 21) many += rows;
  CHECK(complaints(many) == Texts{"t:1: a line is longer than 1 MiB, with carriage returns in "
                                  "it; expected lines that end in LF or CRLF"});
}

TEST_CASE("a trace in UTF-16 is refused with the reason, and nothing else is said of it") {
  const Texts reason = {"t:1:1: UTF-16, two bytes a letter; expected ASCII or UTF-8"};
  std::string little, big;
  for (const char letter : "; MaxProcs: 4\n" + plain + plain) {
    little += {letter, '\0'};
    big += {'\0', letter};
  }
  CHECK(complaints("\xFF\xFE" + little) == reason);
  CHECK(complaints("\xFE\xFF" + big) == reason);
  CHECK(complaints(big) == reason);
  CHECK(complaints(little)[0] == "t:2:1" + reason[0].substr(5));
  const std::string hole = plain + std::string(80, '\0') + "\n" + plain;  // of a damaged disk
  CHECK(complaints(hole)[0].find("UTF-16") == std::string::npos);
  const TempFolder folder;
  const auto slots = read_swf_slots(folder.write("t", "\xFF\xFE" + little), "t");
  REQUIRE_FALSE(slots);
  CHECK(texts(slots.error()) == reason);
}

}  // namespace mcsim::testing::swf_bytes_test
