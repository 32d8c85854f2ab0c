// The valid forms of numbers, durations and texts in each kind of input. Any other text is refused
// at its place, or passed over in LSF's own files, and never read as something else.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/results/convert.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::doors_test {

namespace {

using Words = std::vector<std::string>;

/// Odd ways to write numbers, and words that some readers take for numbers.
const Words odd_numbers = {"nan",
                           "NaN",
                           "inf",
                           "-inf",
                           "Infinity",
                           "-0",
                           "1e999",
                           "-1e999",
                           "9223372036854775807",
                           "9223372036854775808",
                           "18446744073709551615",
                           "18446744073709551616",
                           "18446744073709551617",
                           "1e30",
                           "0x10",
                           "0x1p4",
                           "010",
                           "1e3",
                           "1e-3",
                           "1.5",
                           "1.",
                           ".5",
                           "+5",
                           "-1",
                           "1_000",
                           "5x",
                           "1e",
                           "--5",
                           "2147483648",
                           "4294967297",
                           "\xEF\xBC\x91"};  // the last: a full-width 1

/// A key, the text of its line around the value, and which of the odd values it takes.
struct Door {
  std::string key;
  std::string before;
  std::string after;
  Words takes;
};

/// The place of the value that was put into a text.
struct Stand {
  std::size_t line;
  std::size_t column;
  std::size_t length;
};

Stand stand_of(std::string_view text, std::size_t at, std::size_t length) {
  const std::string_view before = text.substr(0, at);
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  return {line, at - (before.rfind('\n') + 1) + 1, length};
}

bool stands_at(const Diagnostic& diagnostic, const Stand& stand) {
  return diagnostic.line == stand.line && diagnostic.column >= stand.column &&
         diagnostic.column <= stand.column + stand.length;
}

/// Checks the answer `found` to a file with `value` at `stand`: accepted, or refused there.
template <class Answer>
void check_answer(const Answer& found, const Door& door, const std::string& value,
                  const Stand& stand) {
  const bool is_taken = std::ranges::find(door.takes, value) != door.takes.end();
  INFO(door.key << " = " << value);
  if (is_taken) {
    INFO((found ? "" : to_text(found.error().list.front())));
    CHECK(found.has_value());
    return;
  }
  REQUIRE_FALSE(found.has_value());
  const auto& list = found.error().list;
  INFO(to_text(list.front()));
  CHECK(std::ranges::any_of(list, [&](const Diagnostic& one) {
    return one.severity == Severity::error && stands_at(one, stand);
  }));
}

ScenarioChoices choices() { return choices_of(default_registry()); }

/// A scenario with `line` in the place of the line that has `key`.
std::string scenario_with(const std::string& key, const std::string& line) {
  std::string text = R"({"mcsim": 1,
"seed": 1,
"until": "30d",
"clusters": [{"name": "A", "hosts": [{"name": "a1",
"ncpus": 4,
"cpuf": 1,
"maxmem": 64000}],
"lsb.params": {
"MBD_SLEEP_TIME": 10},
"lsb.hosts": {"Host": [{"HOST_NAME": "default",
"MXJ": 4}]},
"lsb.queues": [{"QUEUE_NAME": "q",
"PRIORITY": 30,
"UJOB_LIMIT": 30,
"PJOB_LIMIT": 30,
"RUNLIMIT": 30,
"r1m": 30}]}],
"links_default": {
"loss": 0},
"jobs": [{"user": "ann",
"id": 1,
"slots": 1,
"submit": "0s",
"run": "10min"}]})";
  const std::size_t from = text.find("\n\"" + key + "\": ") + 1;
  REQUIRE(from > 0);
  std::size_t end = from;
  while (text[end] != '\n' && text[end] != '}' && text.compare(end, 2, ",\n") != 0) ++end;
  return text.replace(from, end - from, line);
}

void check_scenario(const Door& door, const std::string& value) {
  const TempFolder folder;
  const std::string line = "\"" + door.key + "\": " + value;
  const std::string text = scenario_with(door.key, line);
  const std::size_t at = text.find("\n" + line) + 1 + line.size() - value.size();
  check_answer(load_scenario(folder.write("s.json", text), choices()), door, value,
               stand_of(text, at, value.size()));
}

/// LSF files with `line` in one of them.
struct LsfDoor {
  std::string file;
  Door door;
};

void check_lsf(const LsfDoor& lsf, const std::string& value) {
  const TempFolder folder;
  const auto write = [&](const std::string& name, const std::string& head,
                         const std::string& tail) {
    std::string text = head;
    if (name == lsf.file) text += lsf.door.before + value + lsf.door.after + "\n";
    folder.write(name, text + tail);
    return head;
  };
  const std::string heads[] = {
      write("lsf.conf", "# conf\n", ""),
      write("lsf.shared",
            "Begin HostType\nTYPENAME\nL\nEnd HostType\nBegin HostModel\nMODELNAME CPUFACTOR\n",
            "M 1\nEnd HostModel\n"),
      write("lsf.cluster.c", "Begin Host\nHOSTNAME model type\na M L\nEnd Host\nBegin Parameters\n",
            "End Parameters\n"),
      write("lsb.params", "Begin Parameters\n", "End Parameters\n"),
      write("lsb.queues", "Begin Queue\nQUEUE_NAME = q\n", "End Queue\n"),
      write("lsb.hosts", "Begin Host\nHOST_NAME MXJ r1m\n", "default 1 ()\nEnd Host\n"),
      write("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\n", "default 1\nEnd User\n")};
  const Words names = {"lsf.conf",   "lsf.shared", "lsf.cluster.c", "lsb.params",
                       "lsb.queues", "lsb.hosts",  "lsb.users"};
  const auto which = static_cast<std::size_t>(std::ranges::find(names, lsf.file) - names.begin());
  const Stand head = stand_of(heads[which], heads[which].size(), 0);
  const Stand stand{head.line, lsf.door.before.size() + 1, value.size()};
  const auto found = load_conf_directory(folder.path(), choices());
  if (std::ranges::find(lsf.door.takes, value) != lsf.door.takes.end())
    return check_answer(found, lsf.door, value, stand);
  INFO(lsf.door.key << " = " << value);
  REQUIRE(found);
  CHECK(std::ranges::any_of(found->warnings.list,
                            [&](const Diagnostic& one) { return stands_at(one, stand); }));
}

Words quoted_all(const Words& values) {
  Words all;
  for (const std::string& value : values) all.push_back("\"" + value + "\"");
  return all;
}

/// Odd whole numbers that LSF's files accept, for numbers from 1 and from 0.
const Words from_one = {"010"};
const Words from_zero = {"010", "-0"};

}  // namespace

TEST_CASE("a number of a scenario is one as JSON has them, in its range, or refused") {
  const Door doors[] = {
      {"seed", "", "", {"-0", "9223372036854775807", "2147483648", "4294967297"}},
      {"id", "", "", {"-0", "9223372036854775807", "2147483648", "4294967297"}},
      {"ncpus", "", "", {}},
      {"slots", "", "", {}},
      {"cpuf", "", "", {"1e3", "1e-3", "1.5"}},
      {"maxmem", "", "", {"-0"}},
      {"MBD_SLEEP_TIME", "", "", {}},
      {"MXJ", "", "", {"-0"}},
      {"PRIORITY", "", "", {}},
      {"UJOB_LIMIT", "", "", {"-0"}},
      {"PJOB_LIMIT", "", "", {"-0", "1e3", "1e-3", "1.5"}},
      {"r1m", "", "", {"1e3", "1e-3", "1.5", "2147483648", "4294967297"}},
      {"loss", "", "", {"-0", "1e-3"}},
      {"until", "", "", {}},
      {"run", "", "", {}},
      {"submit", "", "", {}},
  };
  for (const Door& door : doors)
    for (const std::string& value : odd_numbers) check_scenario(door, value);
}

TEST_CASE("a number in quotes is taken only where LSF's files have one, and in no other form") {
  const Door doors[] = {
      {"seed", "", "", {}},
      {"ncpus", "", "", {}},
      {"slots", "", "", {}},
      {"cpuf", "", "", {}},
      {"MBD_SLEEP_TIME", "", "", quoted_all(from_one)},
      {"MXJ", "", "", quoted_all(from_zero)},
      {"PRIORITY", "", "", quoted_all(from_one)},
      {"UJOB_LIMIT", "", "", quoted_all(from_zero)},
      {"RUNLIMIT", "", "", quoted_all({"010"})},
  };
  for (const Door& door : doors)
    for (const std::string& value : quoted_all(odd_numbers)) check_scenario(door, value);
}

TEST_CASE("a duration has digits and a unit, without a sign, an exponent or a blank") {
  const Words odd = {"nan",
                     "inf",
                     "-0",
                     "-0s",
                     "+5s",
                     "-1s",
                     "1e3s",
                     "1e999s",
                     "0x10s",
                     " 5s",
                     "5s ",
                     "5 s",
                     "5S",
                     "5sec",
                     "5",
                     "1_000s",
                     "1,5s",
                     "0.0001s",
                     "",
                     " ",
                     "5\\u0000",
                     "5s\\u0000",
                     "18446744073709551617ms",
                     "9223372036854775807s",
                     "\xEF\xBC\x91s",
                     "010s",
                     "1.5s",
                     ".5s",
                     "5.s",
                     "0.0s"};
  const Words takes = quoted_all({"010s", "1.5s", ".5s", "5.s", "0.0s"});
  for (const char* const key : {"until", "run", "submit"})
    for (const std::string& value : quoted_all(odd)) check_scenario({key, "", "", takes}, value);
}

TEST_CASE("a number of an LSF file is decimal and in its range, or passed over with a warning") {
  const Words decimal = {"010", "1e3", "1e-3", "1.5", "1.", ".5", "+5"};
  Words per_processor = decimal, threshold = decimal;
  per_processor.push_back("-0");
  threshold.insert(threshold.end(), {"2147483648", "4294967297"});
  const LsfDoor doors[] = {
      {"lsf.conf",
       {"LSB_MAX_JOB_DISPATCH_PER_SESSION", "LSB_MAX_JOB_DISPATCH_PER_SESSION=", "", from_one}},
      {"lsf.shared", {"CPUFACTOR", "N ", "", decimal}},
      {"lsf.cluster.c", {"EXINTERVAL", "EXINTERVAL = ", "", {"010", "1e3", "1.5", "1.", "+5"}}},
      {"lsb.params", {"MBD_SLEEP_TIME", "MBD_SLEEP_TIME = ", "", from_one}},
      {"lsb.queues", {"PRIORITY", "PRIORITY = ", "", from_one}},
      {"lsb.queues", {"UJOB_LIMIT", "UJOB_LIMIT = ", "", from_zero}},
      {"lsb.queues", {"PJOB_LIMIT", "PJOB_LIMIT = ", "", per_processor}},
      {"lsb.queues", {"RUNLIMIT", "RUNLIMIT = ", "", from_one}},
      {"lsb.queues", {"JOB_ACCEPT_INTERVAL", "JOB_ACCEPT_INTERVAL = ", "", from_zero}},
      {"lsb.queues", {"r1m", "r1m = ", "", threshold}},
      {"lsb.hosts", {"MXJ", "a ", " ()", from_zero}},
      {"lsb.users", {"MAX_JOBS", "ann ", "", from_zero}},
  };
  for (const LsfDoor& door : doors)
    for (const std::string& value : odd_numbers) check_lsf(door, value);
}

TEST_CASE("a limit of no slots for each processor is one, whatever its sign") {
  for (const std::string none : {"0", "-0", "0.0"}) {
    const TempFolder folder;
    const auto scenario = load_scenario(
        folder.write("s.json", scenario_with("PJOB_LIMIT", "\"PJOB_LIMIT\": \"" + none + "\"")),
        choices());
    REQUIRE(scenario);
    INFO(none);
    CHECK(scenario->config.clusters[0].queues[0].pjob_limit == SlotsPerProcessor{.thousandths = 0});
  }
}

TEST_CASE("a number of a table is decimal and in its range, or nothing is converted") {
  struct Column {
    std::string name;
    Words takes;
  };
  const Words whole = {"-0", "010", "1e3", "1.", "+5", "2147483648", "4294967297"};
  Words times = whole;
  times.insert(times.end(), {"1e-3", "1.5", ".5"});
  for (const Column& column : {Column{"job_id", whole}, Column{"slots", whole},
                               Column{"submit_time", times}, Column{"run_time", times}})
    for (const std::string& value : odd_numbers) {
      const TempFolder folder;
      std::string table = "job_id,submit_time,slots,run_time\n";
      std::size_t at = 0;
      for (const std::string name : {"job_id", "submit_time", "slots", "run_time"}) {
        if (name == column.name) at = table.size();
        table += name == column.name ? value : "7";
        table += name == "run_time" ? "\n" : ",";
      }
      const auto report = convert({folder.write("j.csv", table), folder.path("t.swf"), "", ""});
      check_answer(report, {column.name, "", "", column.takes}, value,
                   stand_of(table, at, value.size()));
      CHECK(folder.names().size() == (report ? 2 : 1));
    }
}

// RFC 3629: no overlong forms, no surrogates, nothing beyond U+10FFFF, no letter that breaks off.
TEST_CASE("text of a scenario is UTF-8 without control characters, or refused where it stands") {
  const Words bad = {"\xC0\xAF",
                     "\xE0\x80\xAF",
                     "\xED\xA0\x80",
                     "\xF4\x90\x80\x80",
                     "\xF8\x88\x80",
                     "\xE2\x82",
                     "\xF0\x9F\x92",
                     "\x80",
                     "\xFF",
                     "\x1B[31m",
                     "\r",
                     "\n",
                     "\t",
                     "\x7F",
                     "\xC2\x9B",
                     "\xE2\x80\xA8",
                     "\\u009b",
                     "\\u0000",
                     "\\u001b[31m",
                     "\\ud800",
                     "\\udc00",
                     "\\ud800\\u0041",
                     "\\u00",
                     "\\x41",
                     std::string(1, '\0')};
  const Words good = {"\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x92\xA9", "\\ud83d\\ude00", "\\u00e4"};
  const std::string text = scenario_with("id", "\"id\": 1");
  const std::size_t at = text.find("\"ann\"");
  const auto answer = [&](const std::string& letters) {
    const TempFolder folder;
    std::string changed = text;
    changed.replace(at, 5, "\"a" + letters + "n\"");
    return load_scenario(folder.write("s.json", changed), choices());
  };
  for (const std::string& letters : good) CHECK(answer(letters));
  for (const std::string& letters : bad) {
    const auto found = answer(letters);
    INFO(letters.size() << " bytes, the first " << int{static_cast<unsigned char>(letters[0])});
    REQUIRE_FALSE(found);
    const auto wrong =
        std::ranges::find(found.error().list, Severity::error, &Diagnostic::severity);
    REQUIRE(wrong != found.error().list.end());
    INFO(to_text(*wrong));
    CHECK(stands_at(*wrong, stand_of(text, at, letters.size() + 5)));
  }
}

TEST_CASE("a scenario that breaks off anywhere is refused with a place") {
  const TempFolder folder;
  const std::string whole = scenario_with("id", "\"id\": 1");
  REQUIRE(load_scenario(folder.write("s.json", whole), choices()));
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const auto found =
        load_scenario(folder.write("s.json", std::string_view(whole).substr(0, length)), choices());
    INFO(length << " bytes");
    REQUIRE_FALSE(found);
    REQUIRE(found.error().list.front().line > 0);
  }
}

}  // namespace mcsim::testing::doors_test
