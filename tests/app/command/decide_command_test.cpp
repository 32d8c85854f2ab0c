// What `mcsim decide` answers, and what it refuses.
#include "mcsim/app/command/decide_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/decide_once.hpp"
#include "support/packed.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::decide_command_test {

namespace {

namespace fs = std::filesystem;

Answer pool(const std::string& question) {
  return answer_to({.family = "slot-pool", .file = ""}, question);
}

constexpr const char* three_queues =
    R"({"total": 15, "queues": [
  {"name": "Roma", "share": 50, "priority": 50, "demand": 100, "limit": null, "accumulated": 0},
  {"name": "Verona", "share": 30, "priority": 48, "demand": 100},
  {"name": "Genova", "share": 20, "priority": 46, "demand": 100}]})";

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The lines that are not indented.
std::string without_pictures(const std::string& text) {
  std::string words;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
    if (text[at] != ' ') words += text.substr(at, text.find('\n', at) + 1 - at);
  return words;
}

}  // namespace

TEST_CASE("decide slot-pool answers with entitlements and the order of the queues") {
  const Answer answer = pool(three_queues);
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err == "");
  CHECK(answer.out ==
        R"({"slots": {"Roma": 8, "Verona": 5, "Genova": 2}, "order": ["Roma", "Verona", "Genova"]})"
        "\n");
}

TEST_CASE("decide slot-pool counts what was accumulated, limits, and USE_PRIORITY_IN_POOL") {
  CHECK(pool(R"({"total": 15, "queues": [
                   {"name": "a", "share": 50, "demand": 100, "accumulated": 1.5e3},
                   {"name": "b", "share": 50, "demand": 100, "accumulated": 1.4e3, "limit": 3}]})")
            .out == "{\"slots\": {\"a\": 12, \"b\": 3}, \"order\": [\"b\", \"a\"]}\n");
  CHECK(pool(R"({"total": 15, "use_priority": true, "queues": [
                   {"name": "a", "share": 50, "demand": 100}]})")
            .out == "{\"slots\": {\"a\": 8}, \"order\": [\"a\"]}\n");
}

TEST_CASE("decide slot-pool shares out and orders as it is asked to") {
  const auto asked = [](const std::string& how) {
    return pool(R"({"total": 10, )" + how + R"( "queues": [
                   {"name": "a", "share": 80, "demand": 100, "accumulated": 400},
                   {"name": "b", "share": 20, "demand": 100, "accumulated": 200}]})");
  };
  CHECK(asked("").out == "{\"slots\": {\"a\": 8, \"b\": 2}, \"order\": [\"a\", \"b\"]}\n");
  CHECK(asked(R"("order": "use",)").out ==
        "{\"slots\": {\"a\": 8, \"b\": 2}, \"order\": [\"b\", \"a\"]}\n");
  CHECK(asked(R"("shares": "equal", "order": "shares",)").out ==
        "{\"slots\": {\"a\": 5, \"b\": 5}, \"order\": [\"b\", \"a\"]}\n");
  const Answer bad = asked(R"("shares": "eqal", "order": 3,)");
  CHECK(bad.code == ExitCode::bad_input);
  CHECK(bad.err ==
        "<stdin>:1:25 /shares: unknown \"eqal\"; nearest: equal; known: lsf, equal\n"
        "    {\"total\": 10, \"shares\": \"eqal\", \"order\": 3, \"queues\": [\n"
        "                            ^\n"
        "<stdin>:1:42 /order: expected one of use_per_share, use, shares, got 3\n"
        "    {\"total\": 10, \"shares\": \"eqal\", \"order\": 3, \"queues\": [\n"
        "                                             ^\n");
}

// The numbers are those of tests/policy/slot_pool_test.cpp.
TEST_CASE("decide slot-pool deals leftovers as it is asked to") {
  const auto asked = [](const std::string& how) {
    return pool(R"({"total": 20, )" + how + R"( "queues": [
                   {"name": "a", "share": 10, "demand": 100},
                   {"name": "b", "share": 5, "demand": 100}]})");
  };
  const std::string by_ratio = "{\"slots\": {\"a\": 14, \"b\": 6}, \"order\": [\"a\", \"b\"]}\n";
  CHECK(asked("").out == by_ratio);
  CHECK(asked(R"("leftover": "ratio",)").out == by_ratio);
  CHECK(asked(R"("leftover": "passes",)").out ==
        "{\"slots\": {\"a\": 12, \"b\": 8}, \"order\": [\"a\", \"b\"]}\n");
}

TEST_CASE("decide slot-pool takes 0 for any number, and names every queue in its order") {
  CHECK(pool(R"({"total": 0, "queues": [
                   {"name": "a", "share": 0, "priority": 0, "demand": 0, "limit": 0},
                   {"name": "b", "share": 1, "priority": 0, "demand": 0, "accumulated": 0.0}]})")
            .out == "{\"slots\": {\"a\": 0, \"b\": 0}, \"order\": [\"b\", \"a\"]}\n");
  CHECK(pool(R"({"total": 0, "queues": []})").out == "{\"slots\": {}, \"order\": []}\n");
}

TEST_CASE("of JSON lines every good question is answered, and every bad one complained about") {
  const std::string one = R"({"total": 2, "queues": [{"name": "a", "share": 9, "demand": 1}]})";
  const std::string answered = "{\"slots\": {\"a\": 1}, \"order\": [\"a\"]}\n";
  const Answer good = pool(one + "\r\n\n" + one + "\n" + one);
  CHECK(good.code == ExitCode::done);
  CHECK(good.out == answered + answered + answered);
  const Answer mixed = pool(one + "\n\n{\"total\": 2}\n" + one + "\n{]}\n" + one + "\n");
  CHECK(mixed.code == ExitCode::bad_input);
  CHECK(mixed.out == answered + answered + answered);
  CHECK(mixed.err ==
        "<stdin>:3:1 /queues: missing\n"
        "    {\"total\": 2}\n"
        "    ^\n"
        "<stdin>:5:2: not JSON: unexpected ']'; expected string literal\n"
        "    {]}\n"
        "     ^\n");
}

TEST_CASE("a byte order mark changes neither a question nor lines of them") {
  const std::string one = R"({"total": 2, "queues": [{"name": "a", "share": 9, "demand": 1}]})";
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(pool(mark + one).out == pool(one).out);
  const Answer lines = pool(mark + one + "\n" + one + "\n{]}\n");
  CHECK(lines.out == pool(one).out + pool(one).out);
  CHECK(lines.err ==
        "<stdin>:3:2: not JSON: unexpected ']'; expected string literal\n"
        "    {]}\n"
        "     ^\n");
}

TEST_CASE("a number of a question is one as JSON has them, in its range, or refused") {
  struct Question {
    std::string family;
    std::string key;
    std::string before;  ///< the text before the value
    std::string after;
    std::vector<std::string> takes;
  };
  const std::string counters =
      R"("total": 9, "available": 9, "running": 0, "pending": 0, "preemptable": 0, )"
      R"("lowest_preemptable_priority": null)";
  const Question questions[] = {
      {"forward",
       "slots",
       R"({"setting": "", "job": {"slots": )",
       R"(}, "candidates": [{"queue": "q@C", "priority": 1, "backlog_room": 5, )" + counters +
           "}]}",
       {}},
      {"forward",
       "priority",
       R"({"setting": "", "job": {"slots": 1}, "candidates": [{"queue": "q@C", "backlog_room": 5, "priority": )",
       ", " + counters + "}]}",
       {"-0"}},
      {"slot-pool",
       "total",
       R"({"total": )",
       R"(, "queues": [{"name": "a", "share": 9, "demand": 1}]})",
       {"-0"}},
      {"slot-pool",
       "demand",
       R"({"total": 1, "queues": [{"name": "a", "share": 9, "demand": )",
       "}]}",
       {"-0", "2147483648", "4294967297"}},
      {"reclaim",
       "used",
       R"({"provider": {"available": 6, "used": )",
       R"(}, "consumer": {"available": 4, "used": 1}})",
       {"-0"}},
      {"distribute",
       "ncpus",
       R"q({"policy": {"PER_HOST": "a", "SLOTS": 1, "DISTRIBUTION": "([C, 1])"}, "hosts": [{"name": "a", "ncpus": )q",
       "}]}",
       {}},
  };
  const char* const odd[] = {"NaN",
                             "Infinity",
                             "-0",
                             "1e999",
                             "9223372036854775807",
                             "9223372036854775808",
                             "18446744073709551616",
                             "18446744073709551617",
                             "1e30",
                             "0x10",
                             "010",
                             "1e3",
                             "1.5",
                             "1.0",
                             "+5",
                             "-1",
                             "1_000",
                             "2147483648",
                             "4294967297",
                             "true",
                             "[]",
                             "{}",
                             "\"\"",
                             "\"nan\"",
                             "\"0x10\""};
  for (const Question& question : questions)
    for (const std::string value : odd) {
      const Answer answer = answer_to({.family = question.family, .file = {}},
                                      question.before + value + question.after);
      INFO(question.family << " " << question.key << " " << value << ": " << answer.err);
      const bool takes = std::ranges::find(question.takes, value) != question.takes.end();
      CHECK((answer.code == ExitCode::done) == takes);
      CHECK((answer.code == ExitCode::bad_input) == !takes);
      CHECK(answer.out.empty() == !takes);
      if (takes) continue;
      const std::string place = "<stdin>:1:";
      REQUIRE(answer.err.starts_with(place));
      const std::size_t column = std::stoul(answer.err.substr(place.size()));
      CHECK(column > question.before.size());
      CHECK(column <= question.before.size() + value.size() + 1);
    }
}

TEST_CASE("a key that a JSON line gives twice was first given in that line") {
  const std::string good = R"({"total": 0, "queues": []})";
  CHECK(pool(good + "\n" + R"({"total": 0, "total": 1, "queues": []})" + "\n" + good).err ==
        "<stdin>:2:14: the key \"total\" is given twice, first in line 2\n"
        "    {\"total\": 0, \"total\": 1, \"queues\": []}\n"
        "                 ^\n");
}

TEST_CASE("one question may take many lines, whatever they begin and end with") {
  CHECK(
      pool("{\"total\": 2, \"queues\": [{\"name\": \"a\", \"share\": 9, \"demand\": 1}\n]}").code ==
      ExitCode::done);
  CHECK(pool("\n// a comment\n{\"total\": 2,\n\"queues\": [\n]\n}\n\n").code == ExitCode::done);
  CHECK(pool("{\"total\": 2,\n\"queues\": 1\n}\n").err ==
        "<stdin>:2:11 /queues: expected a list, got 1\n"
        "    \"queues\": 1\n"
        "              ^\n");
}

TEST_CASE("decide reads a file, plain or packed, and standard input for a dash") {
  const TempFolder room;
  const std::string answered = pool(three_queues).out;
  const std::string plain = room.write("pool.json", three_queues);
  const std::string gzip = room.write("pool.json.gz", packed(three_queues));
  CHECK(answer_to({.family = "slot-pool", .file = plain}).out == answered);
  CHECK(answer_to({.family = "slot-pool", .file = gzip}).out == answered);
  CHECK(answer_to({.family = "slot-pool", .file = "-"}, three_queues).out == answered);
  const Answer missing = answer_to({.family = "slot-pool", .file = room.path("none.json")});
  CHECK(missing.code == ExitCode::bad_input);
  CHECK(missing.err == room.path("none.json") + ": cannot be opened: No such file or directory\n");
}

TEST_CASE("a family that decide does not know is answered with the known ones") {
  const Answer unknown = answer_to({.family = "slot_pool", .file = ""});
  CHECK(unknown.code == ExitCode::usage);
  CHECK(unknown.out == "");
  CHECK(
      unknown.err ==
      "mcsim: unknown family \"slot_pool\"; nearest: slot-pool; known: deal, distribute, forward, "
      "priority, reclaim, slot-pool\n"
      "mcsim decide --help tells more\n");
}

// The style of tests/refusals: NAME.json, and NAME.txt beside it, without the pictures of lines.
TEST_CASE("every bad question is refused with all that is wrong with it, and where") {
  const std::string family = GENERATE("forward", "priority", "reclaim", "slot-pool");
  const fs::path folder = fs::path(source_dir()) / "tests/refusals/decide" / family;
  std::size_t questions = 0;
  std::size_t pictures = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    INFO(family << ", " << entry.path().filename());
    const Answer answer = answer_to({.family = family, .file = entry.path().string()});
    CHECK(answer.code == ExitCode::bad_input);
    std::string text = answer.err;
    const std::string prefix = folder.string() + "/";
    for (auto at = text.find(prefix); at != text.npos; at = text.find(prefix, at))
      text.erase(at, prefix.size());
    const std::string words = without_pictures(text);
    CHECK(words == content(fs::path(entry.path()).replace_extension(".txt")));
    pictures += words == text ? 0U : 1U;
    ++questions;
  }
  CHECK(questions >= 1);
  CHECK(pictures >= 1);
}

}  // namespace mcsim::testing::decide_command_test
