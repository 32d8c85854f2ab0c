// The bytes of LSF's files: carriage returns, letters in another encoding, and binary data.
#include <cstddef>
#include <string>

#include "mcsim/config/lsf/lsf_file.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::lsf_bytes_test {
using namespace std::string_literals;

namespace {

/// All errors and warnings of a file.
Texts answers(const std::string& text) { return texts(parse_lsf_file(text, "f").diagnostics); }

}  // namespace

TEST_CASE("a carriage return alone ends no line, and what it may hide is told") {
  const auto told = [](const std::string& text) {
    return texts(parse_lsf_conf(text, "f").diagnostics);
  };
  CHECK(told("# about\rLSF_A=1\rLSF_B=2\r") ==
        Texts{"f:1:8: lines that end in carriage returns; LSF's end in line feeds"});
  const Texts inside = {
      "f:2:8: warning: a carriage return inside of a line: LSF's lines end in line feeds, so what "
      "stands behind it goes on with what stands before it"};
  CHECK(told("LSF_A=1\r\n# about\rLSF_B=2\nLSF_C=3\rLSF_D=4\n") == inside);
  CHECK(told("LSF_A=1\r\r\nLSF_B=2\r\n\r\nLSF_C=3\r").empty());
}

TEST_CASE("bytes that are no text are refused where they stand") {
  CHECK(answers("Begin A\nB = \xC3\xA4\nEnd A\n").empty());
  const std::string error = ": not UTF-8; expected text in ASCII or UTF-8";
  CHECK(answers("Begin A\nB = \xC3(\nEnd A\n") == Texts{"f:2:5" + error});
  CHECK(answers("Begin A\nB = \xFC\xFC\nC\nD = \xFF\nEnd A\n") ==
        Texts{"f:2:5" + error,
              "f:3:1: warning: expected KEYWORD = value, got \"C\"; this line is ignored",
              "f:4:5" + error});
  CHECK(answers(std::string(1001, '\xFF')) ==
        Texts{"f:1:1" + error,
              "f:1:1001: more than 1,000 letters that are not UTF-8; is this a text file?"});
  CHECK(answers("a\0b"s) == Texts{"f:1:2: a zero byte; is this a text file?"});
  for (const char* bad : {"\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                          "\xF5\x80\x80\x80", "\xE2\x82", "\xFF"})
    CHECK(answers("Begin A\nB = "s + bad + "\nEnd A\n") == Texts{"f:2:5" + error});
  const std::string large(largest_lsf_file + 1, '#');
  CHECK(answers(large) == Texts{"f: larger than 64 MiB"});
  CHECK(answers("").empty());
}

TEST_CASE("letters in another code are warned of where nothing depends on them") {
  const std::string warning =
      ": warning: not UTF-8; in comments and descriptions such letters do no harm";
  CHECK(answers("# f\xFCr\nBegin A\nB = 1 # f\xFCr\nEnd A\n") == Texts{"f:1:4" + warning});
  CHECK(answers("Begin A\nDescription = f\xFCr \\\n gro\xDF"
                "e\nEnd A\n") == Texts{"f:2:16" + warning});
  CHECK(answers("Begin A\nB DESCRIPTION\n1 (f\xFCr)\n2 (gro\xDF"
                "e)\nEnd A\n") == Texts{"f:3:5" + warning});
  CHECK_FALSE(parse_lsf_file("Begin A\nB DESCRIPTION\n\xFC (a)\nEnd A\n", "f").is_whole());
  CHECK_FALSE(parse_lsf_file("Begin A\nB D\nEnd A\nBegin C\nD\n(\xFC)\nEnd C\n", "f").is_whole());
}

TEST_CASE("letters in another code behind much text cost no second look at it") {
  // Searching back from each such letter took minutes.
  const std::string letters = std::string(1000, '\xFF') + "\n";
  std::string rows(std::size_t{16} << 20, 'x');
  for (std::size_t at = 2; at < rows.size(); at += 3) rows[at] = '\n';
  CHECK(answers("Begin A\nDESCRIPTION = " + rows.substr(0, 2) + std::string(rows.size(), 'y') +
                letters + "End A\n")
            .size() == 1);
  CHECK(parse_lsf_file("Begin A\nB DESCRIPTION\n" + rows + "\n(" + letters, "f")
            .diagnostics.list.size() > 1);
}

}  // namespace mcsim::testing::lsf_bytes_test
