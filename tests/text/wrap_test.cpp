// Lines of text for people that fit a terminal.
#include "mcsim/text/wrap.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::wrap_test {

TEST_CASE("a line that fits stays as it is, blanks and all") {
  CHECK(wrapped("a  b \n\n  c\n", 5) == "a  b \n\n  c\n");
  CHECK(wrapped("a very long line", any_width) == "a very long line");
}

TEST_CASE("a long line is broken at blanks, and what follows is indented like it") {
  CHECK(wrapped("one two three", 8) == "one two\nthree");
  CHECK(wrapped("  one two three", 8) == "  one\n  two\n  three");
}

TEST_CASE("what follows is indented like the text behind the line's gap") {
  CHECK(wrapped("  --set  Changes one value here", 20) ==
        "  --set  Changes one\n"
        "         value here");
}

TEST_CASE("what follows can be indented by some columns at least") {
  CHECK(wrapped("one two three", 8, 2) == "one two\n  three");
  CHECK(wrapped("   one two", 8, 2) == "   one\n   two");
}

TEST_CASE("a gap in the second half of a line is no reason to indent that much") {
  CHECK(wrapped("one two three  four five", 20) == "one two three  four\nfive");
}

TEST_CASE("words are not broken, and letters count, not bytes") {
  CHECK(wrapped("a unbreakable b", 5) == "a\nunbreakable\nb");
  CHECK(wrapped("\xC3\xA4\xC3\xA4\xC3\xA4 \xC3\xA4", 5) == "\xC3\xA4\xC3\xA4\xC3\xA4 \xC3\xA4");
}

}  // namespace mcsim::testing::wrap_test
