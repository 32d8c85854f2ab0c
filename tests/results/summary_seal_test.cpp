// The digest of a summary stands for all that it says.
#include "mcsim/results/summary_seal.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "mcsim/text/hexadecimal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::summary_seal_test {

namespace {

std::string summary_of_a_run() {
  const TempFolder room;
  run_folder(room, room.write("s.json", eventful));
  return room.read("run/summary.json");
}

/// Whether a reader who trusts the digest in it takes `text`.
bool is_taken(const std::string& text) {
  const auto tree = parse_json(text, "summary.json");
  if (!tree) return false;
  const JsonNode* const engine = tree->root.find("engine");
  const JsonNode* const digest = engine == nullptr ? nullptr : engine->find("digest");
  return digest != nullptr && digest->text == hexadecimal(results::summary_digest(tree->root));
}

/// Another letter or digit.
char other(char letter) {
  if (std::isdigit(static_cast<unsigned char>(letter))) return letter == '7' ? '8' : '7';
  return letter == 'x' ? 'y' : 'x';
}

}  // namespace

TEST_CASE("each changed letter or digit of a summary is noticed") {
  const std::string whole = summary_of_a_run();
  REQUIRE(is_taken(whole));
  std::size_t tried = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    if (!std::isalnum(static_cast<unsigned char>(whole[at]))) continue;
    std::string text = whole;
    text[at] = other(text[at]);
    INFO(text.substr(at - std::min<std::size_t>(at, 20), 40));
    REQUIRE_FALSE(is_taken(text));
    ++tried;
  }
  CHECK(tried > 1000);
}

// They are written as other bytes than they are read and written again.
TEST_CASE("a summary with bytes that are no text is taken, wherever they stand") {
  for (std::size_t length = 0; length < 120; ++length) {
    const JsonNode engine = json_object({json_member(
        "command_line", json_text("mcsim -o " + std::string(length, 'x') + "\x9B\xFF \\ufffd"))});
    const std::string text = results::sealed_summary(json_object({json_member("engine", engine)}));
    REQUIRE(is_taken(text));
    REQUIRE(is_taken(to_pretty_json(parse_json(text, "summary.json")->root)));
  }
}

// jq and Python write 62.5 where mcsim writes 62.500.
TEST_CASE("a summary whose numbers are written with fewer or more zeros is taken") {
  const auto with = [](const std::string& numbers) {
    return parse_json(R"({"engine": {}, "numbers": )" + numbers + "}", "summary.json")->root;
  };
  const auto digest = results::summary_digest(with("[62.500, 1.000000, 0.0, -20, 100, 0.250]"));
  CHECK(digest == results::summary_digest(with("[62.5, 1, 0, -20.0, 100.00, 0.25]")));
  CHECK(digest != results::summary_digest(with("[62.5, 1, 0, -20.0, 1, 0.25]")));
  CHECK(digest != results::summary_digest(with("[62.5, 1, 0, -20.0, 100, 0.025]")));
  CHECK(digest != results::summary_digest(with("[62.5, 1, 0, 20, 100, 0.25]")));
}

TEST_CASE("a summary that is sealed again is the same") {
  const std::string whole = summary_of_a_run();
  CHECK(results::sealed_summary(parse_json(whole, "summary.json")->root) == whole);
}

}  // namespace mcsim::testing::summary_seal_test
