// Lines of a file, with every kind of line end, and across the borders of the buffer.
#include "mcsim/text/lines.hpp"

#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/packed.hpp"

namespace mcsim::testing::lines_test {
using namespace std::string_literals;

namespace {

struct Lines {
  std::vector<std::string> lines;
  std::string failure;
};

Lines lines_of(const std::string& bytes) {
  const TempFolder folder;
  auto source = ByteSource::open(folder.write("f", bytes), "f");
  REQUIRE(source);
  LineReader reader(*std::move(source));
  Lines result;
  std::string_view line;
  while (reader.next(line)) {
    result.lines.emplace_back(line);
    REQUIRE((line.data()[line.size()] == '\n' || line.data()[line.size()] == '\r'));
    REQUIRE(reader.number() == result.lines.size());
  }
  REQUIRE_FALSE(reader.next(line));
  if (reader.failure()) result.failure = to_text(*reader.failure());
  return result;
}

using Expect = std::vector<std::string>;

}  // namespace

TEST_CASE("lines end with LF or CRLF, the last one with neither if it likes") {
  CHECK(lines_of("").lines.empty());
  CHECK(lines_of("\n").lines == Expect{""});
  CHECK(lines_of("a").lines == Expect{"a"});
  CHECK(lines_of("a\n").lines == Expect{"a"});
  CHECK(lines_of("a\r\nb\nc\r").lines == Expect{"a", "b", "c"});
  CHECK(lines_of("\n\r\n\n").lines == Expect{"", "", ""});
  CHECK(lines_of("a\rb\r\r\n").lines == Expect{"a\rb\r"});
  CHECK(lines_of("a\0b\n"s).lines == Expect{"a\0b"s});
}

TEST_CASE("a byte order mark is dropped at the very beginning only") {
  CHECK(lines_of("\xEF\xBB\xBF"
                 "1\n\xEF\xBB\xBF"
                 "2\n")
            .lines == Expect{"1",
                             "\xEF\xBB\xBF"
                             "2"});
  CHECK(lines_of("\xEF\xBB").lines == Expect{"\xEF\xBB"});
  CHECK(lines_of(packed("\xEF") + packed("\xBB\xBF") + packed("1\n")).lines == Expect{"1"});
}

TEST_CASE("lines that straddle the borders of blocks come whole") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/lines"};
    Expect expected;
    std::string bytes;
    while (bytes.size() < 1'500'000) {
      const std::uint64_t length = stream.below(seed == 1 ? 10 : 70'000);
      expected.emplace_back(length, static_cast<char>('a' + stream.below(26)));
      bytes += expected.back() + (stream.below(2) == 0 ? "\n" : "\r\n");
    }
    REQUIRE(lines_of(bytes).lines == expected);
    REQUIRE(lines_of(packed(bytes)).lines == expected);
  }
}

TEST_CASE("a line end that falls on the border of a block is found") {
  constexpr std::size_t block = std::size_t{256} << 10;
  for (std::size_t length = block - 3; length <= block + 3; ++length) {
    INFO("length " << length);
    const std::string line(length, 'x');
    REQUIRE(lines_of(line + "\r\n" + line + "\ny").lines == Expect{line, line, "y"});
    REQUIRE(lines_of(line).lines == Expect{line});
  }
}

TEST_CASE("a line of a mebibyte is read, an endless one is refused with its place") {
  const std::string line(LineReader::longest_line, 'x');
  CHECK(lines_of("a\n" + line + "\nb").lines == Expect{"a", line, "b"});
  const Lines endless = lines_of("a\n" + line + line + "\nb\n");
  CHECK(endless.lines == Expect{"a"});
  CHECK(endless.failure == "f:2: a line is longer than 1 MiB; expected text");
}

TEST_CASE("where lines may be cut, the first mebibyte of a longer one comes, and then the next") {
  const std::string line(LineReader::longest_line, 'x');
  for (const std::size_t more : {1U, 70'000U, 3'000'000U}) {
    INFO("more " << more);
    const std::string longer = line + std::string(more, 'y');
    for (const bool is_last : {false, true}) {
      const TempFolder room;
      auto source = ByteSource::open(
          room.write("f", "a\n" + longer + (is_last ? "" : "\nb\n" + longer + "\nc")), "f");
      REQUIRE(source);
      LineReader lines(std::move(*source));
      lines.cut_long();
      std::string_view found;
      std::vector<std::string> all;
      std::vector<std::size_t> cut;
      while (lines.next(found)) {
        all.emplace_back(found.substr(0, LineReader::longest_line));
        if (lines.is_cut()) cut.push_back(lines.number());
      }
      CHECK(!lines.failure());
      CHECK(all == (is_last ? Expect{"a", line} : Expect{"a", line, "b", line, "c"}));
      // A little more than a mebibyte may fit into what is read at a time.
      if (more > 1'000'000)
        CHECK(cut == (is_last ? std::vector<std::size_t>{2} : std::vector<std::size_t>{2, 4}));
      CHECK(lines.is_last_unended());
    }
  }
}

TEST_CASE("the lines before damage come, and then why there are no more") {
  const std::string whole = packed("1\n2\n3\n");
  const Lines found = lines_of(whole + whole.substr(0, whole.size() - 1));
  CHECK(found.lines == Expect{"1", "2", "3", "1", "2", "3"});
  CHECK(found.failure == "f: gzip that is cut off: its end is missing");
}

}  // namespace mcsim::testing::lines_test
