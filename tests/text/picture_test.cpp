// Pictures of mistakes: the caret stands below the place, whatever the letters before it are.
#include "mcsim/text/picture.hpp"

#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/width.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::picture_test {

namespace {

/// The columns of each line of a picture.
std::vector<std::size_t> widths(const std::string& picture) {
  std::vector<std::size_t> found;
  for (std::size_t at = 1; at <= picture.size(); at = picture.find('\n', at) + 1) {
    found.push_back(width_of(picture.substr(at, picture.find('\n', at) - at)));
    if (picture.find('\n', at) == picture.npos) break;
  }
  return found;
}

Texts whole(const Diagnostics& diagnostics) {
  Texts result;
  for (const Diagnostic& one : diagnostics.list) result.push_back(to_text(one));
  return result;
}

}  // namespace

TEST_CASE("a caret stands under the place, also at the end of the text") {
  CHECK(caret_picture("select[mem>>100]", 11) ==
        "select[mem>>100]\n"
        "           ^");
  CHECK(caret_picture("ab", 2) == "ab\n  ^");
}

TEST_CASE("a caret stands under the letter, however many bytes or columns those before it have") {
  CHECK(caret_picture("\xC3\xA4>", 2) == "\xC3\xA4>\n ^");           // ae: two bytes
  CHECK(caret_picture("\xE6\x97\xA5>", 3) == "\xE6\x97\xA5>\n  ^");  // "day" in Chinese: wide
  CHECK(caret_picture("e\xCC\x81>", 3) == "e\xCC\x81>\n ^");         // e, and an accent on it
  CHECK(caret_picture("\xE6\x97\xA5>", 1) == "\xE6\x97\xA5>\n^");    // inside of a letter
}

TEST_CASE("tabs stay in both lines, and no other control letter does") {
  CHECK(caret_picture("\ta\tb", 3) == "\ta\tb\n\t \t^");
  CHECK(caret_picture("\x1B[1m\xFF>", 5) == " [1m?>\n     ^");
}

TEST_CASE("a long text is cut around the place, and no picture is wider than a terminal") {
  const std::string letters(200, 'a');
  for (const std::size_t at : {0U, 35U, 36U, 72U, 100U, 170U, 199U, 200U}) {
    std::string text = letters;
    if (at < text.size()) text[at] = '!';
    const std::string shown = picture(text, at);
    INFO(shown);
    for (const std::size_t width : widths(shown)) CHECK(width <= 76);
    const auto caret = shown.find('^') - shown.find('\n', 1) - 1;
    CHECK((at == 200 ? shown.substr(1 + caret).starts_with("\n") : shown[1 + caret] == '!'));
  }
}

TEST_CASE("a text is never cut inside of a letter") {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "\xE2\x82\xAC";  // the sign of the euro
  for (std::size_t at = 0; at < text.size(); at += 3) {
    const std::string shown = picture(text, at);
    INFO(shown);
    CHECK(shown.find('?') == shown.npos);
    CHECK(widths(shown)[1] <= 76);
  }
}

TEST_CASE("errors at a place in the file get the picture of their line, if they have none yet") {
  Diagnostics all;
  const auto add = [&](Severity severity, const char* file, std::size_t line, std::size_t column,
                       const char* message) {
    all.add({severity, file, line, column, "", message});
  };
  add(Severity::error, "f", 2, 3, "bad");
  add(Severity::error, "f", 2, 3, "bad\n    it\n    ^");
  add(Severity::error, "f", 3, 1, "blank");
  add(Severity::error, "f", 4, 1, "behind the end");
  add(Severity::error, "f", 0, 0, "the file");
  add(Severity::error, "g", 2, 3, "another file");
  add(Severity::warning, "f", 2, 3, "odd");
  CHECK(whole(with_pictures(all, "f", "a\nb c\r\n  \n")) ==
        Texts{"f:2:3: bad\n    b c\n      ^", "f:2:3: bad\n    it\n    ^", "f:3:1: blank",
              "f:4:1: behind the end", "f: the file", "g:2:3: another file",
              "f:2:3: warning: odd"});
}

TEST_CASE("bad syntax is shown, whatever number the first line has") {
  const auto tree = parse_json("{\"a\": 1,\n \"b\" 2}", "f", 7);
  REQUIRE_FALSE(tree);
  CHECK(whole(tree.error()) == Texts{"f:8:6: not JSON: unexpected number literal; expected ':'\n"
                                     "     \"b\" 2}\n"
                                     "         ^"});
}

}  // namespace mcsim::testing::picture_test
