// Complaints about one file: their order, their number, and how they quote.
#include "mcsim/text/complaints.hpp"

#include "support/catch.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::complaints_test {

TEST_CASE("complaints come in the order of their places, whatever found them first") {
  Complaints complaints("f");
  complaints.error(3, 1, "c");
  complaints.warning(0, 0, "the file");
  complaints.error(2, 9, "b");
  complaints.error(2, 4, "a");
  CHECK(complaints.any_errors());
  CHECK(texts(complaints.take()) ==
        Texts{"f: warning: the file", "f:2:4: a", "f:2:9: b", "f:3:1: c"});
}

TEST_CASE("past a hundred complaints only their number is kept") {
  Complaints complaints("f");
  for (std::size_t line = 1; line <= 250; ++line) complaints.error(line, 1, "bad");
  const Diagnostics all = complaints.take();
  REQUIRE(all.list.size() == Complaints::most + 1);
  CHECK(to_text(all.list.back()) == "f: and 150 more");
}

TEST_CASE("warnings that are left out make no error of a good file") {
  Complaints complaints("f");
  for (std::size_t line = 1; line <= 101; ++line) complaints.warning(line, 1, "odd");
  CHECK_FALSE(complaints.any_errors());
  CHECK_FALSE(complaints.take().has_errors());
}

TEST_CASE("an error is still one when warnings have taken all the room") {
  Complaints complaints("f");
  for (std::size_t line = 1; line <= 100; ++line) complaints.warning(line, 1, "odd");
  complaints.error(101, 1, "bad");
  CHECK(complaints.any_errors());
  CHECK(complaints.take().has_errors());
}

TEST_CASE("what is quoted stays on one line, is cut, and is never cut inside a letter") {
  CHECK(in_quotes("a\tb\nc\x7F") == "\"a?b?c?\"");
  CHECK(in_quotes("") == "\"\"");
  CHECK(in_quotes(std::string(40, 'x')) == '"' + std::string(40, 'x') + '"');
  CHECK(in_quotes(std::string(41, 'x')) == '"' + std::string(40, 'x') + "...\"");
  CHECK(in_quotes(std::string(39, 'x') + "\xC3\xA4") == '"' + std::string(39, 'x') + "...\"");
}

TEST_CASE("what is lost is counted beyond the complaints that are kept, too") {
  Complaints complaints("f");
  for (std::size_t line = 1; line <= Complaints::most + 50; ++line)
    complaints.warning(line, 1, "w", {.who = "Limit", .what = "is left out", .count = 2});
  complaints.warning(999, 1, "w", {.who = "queue", .what = "is left out", .count = 1});
  std::size_t count = 0;
  for (const Diagnostic& one : complaints.take().list) count += one.loss.count;
  CHECK(count == 2 * (Complaints::most + 50));
}

}  // namespace mcsim::testing::complaints_test
