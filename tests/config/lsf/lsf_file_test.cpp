// LSF's files as tables of words: lines, sections, values, places, and mistakes.
#include "mcsim/config/lsf/lsf_file.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/lsf_content.hpp"
#include "support/mutation.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::lsf_file_test {
using namespace std::string_literals;

namespace {

LsfFile parsed(const std::string& text) {
  LsfFile file = parse_lsf_file(text, "f");
  if (!file.is_whole()) FAIL(to_text(file.diagnostics.list.front()));
  return file;
}

/// All errors and warnings of a file.
Texts answers(const std::string& text) { return texts(parse_lsf_file(text, "f").diagnostics); }

/// The value of KEYWORD = `written`.
std::string value(const std::string& written) {
  return parsed("Begin Q\nA = " + written + "\nEnd Q\n").sections[0].rows[0][0].text;
}

/// The values of a row of three columns.
std::string row(const std::string& written) {
  return content(parsed("Begin H\nA B C\n" + written + "\nEnd H\n").sections[0].rows[0]);
}

LsfFile conf(const std::string& text) {
  LsfFile file = parse_lsf_conf(text, "f");
  if (!file.is_whole()) FAIL(to_text(file.diagnostics.list.front()));
  return file;
}

JsonPlace at(std::uint32_t line, std::uint32_t column) { return {0, line, column}; }

const std::string sample =
    "ignored\n"
    "Begin   Queue  # the first\n"
    "QUEUE_NAME = normal\n"
    "\tPriority=30 # larger is first\n"
    "DESCRIPTION  = For \"# 1\" \\\n"
    "   jobs # and others\n"
    "\n"
    "RUN_WINDOW = (5:19:00-1:8:30 20:00-8:30)\n"
    "HOSTS = -\n"
    "END queue\n"
    "begin HOST\n"
    "HOST_NAME  MXJ   r1m\n"
    "# none\n"
    "a[1-20]    ()    3.5/4.5\n"
    "default    !     ( 1 / 2 )\n"
    "End Host\n"
    "Begin ClusterAdmins\n"
    "End ClusterAdmins\n";

}  // namespace

TEST_CASE("a file of sections is read as rows of keywords and values") {
  CHECK(content(parsed(sample)) ==
        "[Queue] =\n"
        "<QUEUE_NAME><Priority><DESCRIPTION><RUN_WINDOW><HOSTS>\n"
        "  <normal><30><For \"# 1\"     jobs><5:19:00-1:8:30 20:00-8:30><>\n"
        "[HOST]\n"
        "<HOST_NAME><MXJ><r1m>\n"
        "  <a[1-20]><><3.5/4.5>\n"
        "  <default><!><1 / 2>\n"
        "[ClusterAdmins]\n"
        "\n");
}

TEST_CASE("every word of an LSF file knows where it stands, also behind a joined line") {
  const LsfFile file = parsed(sample);
  const LsfSection& queue = file.sections[0];
  CHECK(queue.name.place == at(2, 9));
  CHECK(queue.keywords[0].place == at(3, 1));
  CHECK(queue.rows[0][0].place == at(3, 14));
  CHECK(queue.keywords[1].place == at(4, 2));
  CHECK(queue.rows[0][1].place == at(4, 11));
  CHECK(queue.rows[0][2].place == at(5, 16));
  CHECK(queue.rows[0][3].place == at(8, 14));
  const LsfSection& host = file.sections[1];
  CHECK(host.keywords[2].place == at(12, 18));
  CHECK(host.rows[1][2].place == at(15, 18));
  const LsfFile joined = parsed("Begin H\nA \\\n   B\\ C\nx \\\n y z\nEnd H\n");
  CHECK(joined.sections[0].keywords[1].place == at(3, 4));
  CHECK(joined.sections[0].keywords[2].place == at(3, 7));
  CHECK(joined.sections[0].rows[0][1].place == at(5, 2));
}

TEST_CASE("a backslash before white space makes a blank, and before anything else stays") {
  CHECK(value("a\\\nb") == "a b");
  CHECK(value("a\\\r\nb") == "a b");
  CHECK(value("a\\ b") == "a b");
  CHECK(value("a\\b") == "a\\b");
  CHECK(value("a\\\\\nb") == "a\\ b");
  CHECK(content(parsed("Begin A\nB = c\nEnd A\\")) == "[A] =\n<B>\n  <c>\n");
}

TEST_CASE("a number sign starts a comment except between double quotes of its own line") {
  CHECK(value("10 #x") == "10");
  CHECK(value("10#x") == "10");
  CHECK(value("\"10 #x\" # y") == "\"10 #x\"");
  CHECK(value("\"10\" #x\"") == "\"10\"");
  CHECK(value("\"open # quote") == "\"open # quote");
  CHECK(content(parsed("Begin A\nB = \"\nC = 1 # 2\nEnd A\n")) == "[A] =\n<B><C>\n  <\"><1>\n");
  CHECK(value("1 # comment \\") == "1");
}

TEST_CASE("a value that begins with a parenthesis loses it and the last one") {
  CHECK(value("(a b)") == "a b");
  CHECK(value("( a )") == "a");
  CHECK(value("((a) (b))") == "(a) (b)");
  CHECK(value("([C1, 1] [C2, 3])") == "[C1, 1] [C2, 3]");
  CHECK(value("(a) && (b)") == "a) && (b");
  CHECK(value("(a") == "a");
  CHECK(value("a (b)") == "a (b)");
  CHECK(answers("Begin Q\nA = (a) && (b)\nB = ((a))\nEnd Q\n") ==
        Texts{"f:2:5: warning: LSF takes the first ( and the last ) of a value away, and here they "
              "are no pair: put the whole value into parentheses"});
}

TEST_CASE("a dash, an empty group and nothing at all ask for the default") {
  CHECK(value("-").empty());
  CHECK(value("()").empty());
  CHECK(value("").empty());
  CHECK(value("( - )").empty());
  CHECK(value("-1") == "-1");
  CHECK(row("- () (-)") == "<><><>\n");
}

TEST_CASE("a row's values are words, and groups in parentheses of any depth") {
  CHECK(row("a b c") == "<a><b><c>\n");
  CHECK(row("  (a b) c\t(d)") == "<a b><c><d>\n");
  CHECK(row("((h1 h2) (h3)) 5@[a] x(y") == "<(h1 h2) (h3)><5@[a]><x(y>\n");
  CHECK(row("(a)(b)c") == "<a><b><c>\n");
}

TEST_CASE("the first line of a section says which of the two layouts it has") {
  CHECK(parsed("Begin A\nB=1\nEnd A").sections[0].horizontal);
  CHECK_FALSE(parsed("Begin A\nB C\n1 2=3\nEnd A").sections[0].horizontal);
  CHECK_FALSE(parsed("Begin A\nEnd A").sections[0].horizontal);
  CHECK(answers("Begin A\nB C\n1 2=3\nEnd A").empty());
}

TEST_CASE("the last of equal keywords counts, whatever their capitals, with a warning") {
  const std::string text = "Begin A\nB = 1\nC = 2\nb = 3\nEnd A\n";
  CHECK(content(parsed(text)) == "[A] =\n<b><C>\n  <3><2>\n");
  CHECK(answers(text) ==
        Texts{"f:4:1: warning: b is given twice, first in line 2, which does not count"});
  CHECK(parsed(text).sections[0].rows[0][0].place == at(4, 5));
  CHECK(answers("Begin A\nB = 1\nB = 2\nb = 3\nEnd A\n") ==
        Texts{"f:3:1: warning: B is given twice, first in line 2, which does not count",
              "f:4:1: warning: b is given twice, first in line 2, which does not count"});
}

TEST_CASE("what LSF passes over in silence is a warning") {
  CHECK(answers("x = 1\ny\nBegin A more\nB = 1\nEnd\nz\n") ==
        Texts{"f:1:1: warning: text outside of sections is ignored; expected Begin SECTION",
              "f:3:9: warning: text behind the name of a section is ignored",
              "f:5:1: warning: End without a name; expected End A"});
}

TEST_CASE("all mistakes of an LSF file are told in one go, each with its place") {
  const std::string ignored = "; this line is ignored";
  CHECK(answers("Begin Queue\n"
                "QUEUE_NAME = a\n"
                "  PRIORITY 30\n"
                "= 5\n"
                "Begin Host\n"
                "HOST_NAME MXJ mxj\n"
                "a 1\n"
                "b (1 2\n"
                "End Hosts\n"
                "End Host\n"
                "Begin\n"
                "End x\n"
                "Begin Last\n"
                "A = 1\n"
                "B\n") ==
        Texts{"f:3:3: warning: expected KEYWORD = value, got \"PRIORITY 30\"" + ignored,
              "f:4:1: warning: expected KEYWORD = value, got \"= 5\"" + ignored,
              "f:5:1: the section that begins in line 1 is not ended before; expected End Queue",
              "f:6:15: column \"mxj\" is given twice",
              "f:7:1: warning: expected 3 values, one for each column of line 6, got 2" + ignored,
              "f:8:3: warning: this parenthesis is not closed" + ignored,
              "f:9:5: warning: End \"Hosts\" ends the section that begins in line 5; expected End "
              "Host",
              "f:10:1: warning: End without a Begin is ignored",
              "f:11:1: Begin without the name of a section",
              "f:12:5: warning: End \"x\" ends the section that begins in line 11; expected End "
              "Begin",
              "f:13:7: section \"Last\" is not ended; expected End Last",
              "f:15:1: warning: expected KEYWORD = value, got \"B\"" + ignored});
}

// A bare USERS, a row too short, and an End that is misspelt: LSF logs each and goes on.
TEST_CASE("a line that LSF logs and ignores is a warning, and the file is whole without it") {
  const LsfFile file = parse_lsf_file(
      "Begin Queue\nQUEUE_NAME = a\nUSERS\nRUN_WINDOW\nPRIORITY = 3\nEnd Queu\n"
      "Begin Host\nHOST_NAME MXJ\na\nb 2\nEnd Host\n",
      "f");
  CHECK(file.is_whole());
  CHECK(file.diagnostics.list.size() == 4);
  CHECK(content(file) ==
        "[Queue] =\n<QUEUE_NAME><PRIORITY>\n  <a><3>\n[Host]\n<HOST_NAME><MXJ>\n  <b><2>\n");
  for (const LsfSection& section : file.sections) CHECK((section.is_whole && section.lost.empty()));
}

TEST_CASE("a keyword is of printable ASCII, so that none can hide a letter that nobody sees") {
  for (const char* bad :
       {"\xEF\xBB\xBFPRIORITY", "PRIORIT\xC3\xA4T", "(A)", "A\\B", "\"A\"", "End"})
    CHECK(answers("Begin Q\nA=1\n" + std::string(bad) + "=1\nEnd Q\n").size() == 1);
  for (const char* good : {"JL/U", "r1m", "scratch_2", "a-b.c", "$x"})
    CHECK(answers("Begin Q\n" + std::string(good) + "=1\nEnd Q\n").empty());
}

TEST_CASE("configuration that depends on the time is warned of, and what holds instead") {
  const std::string time =
      "warning: #if time(...): configuration that depends on the time is not simulated: this "
      "branch "
      "holds at any time, the others never; write the one that is wanted, or use `changes` in a "
      "scenario";
  CHECK(answers("Begin P\n#if time(8:00-18:00)\nA = 1\n#else\nA = 2\n#endif\n  # if it\n"
                " #IF  TIME (1-2)\n#endif\nEnd P\n") == Texts{"f:2:1: " + time, "f:8:2: " + time});
  CHECK(answers("#if you want\n#if timely\n# if time (1)\n# in time(1)\n#include it\n").empty());
  CHECK(answers("Begin P\n # if time(8-18)\nA = 1\n# endif\nEnd P\n") ==
        Texts{"f:2:2: warning: # if time(...): taken for a comment, since there is a blank behind "
              "#; the lines below hold at any time"});
  CHECK(answers("#INCLUDE \"more\"\n") ==
        Texts{"f:1:1: warning: #INCLUDE: that file is not read; put its text here"});
}

TEST_CASE("of what depends on the time the first branch is read, as far as it goes") {
  const LsfFile file = parse_lsf_file(
      "Begin P\nA = 0\n#if time(8:00-18:00)\nA = 1\n#elif time(1-2)\nA = 2\n#else\nA = 3\nB\n"
      "#endif\nC = 4\n#else\nD = 5\n#if time(1-2)\nE = 6\n#else\nF = 7\nEnd P\n",
      "f");
  CHECK(content(file) == "[P] =\n<A><C><D><E><F>\n  <1><4><5><6><7>\n");
  CHECK(file.diagnostics.list.size() == 2);
}

TEST_CASE("a file with mistakes is what could be read of it") {
  const LsfFile file = parse_lsf_file(
      "Begin H\nA B\na 1\nb\nc 3\nEnd H\nBegin Q\nA = 1\nB\nEnd Q\nBegin R\nC = 2\n", "f");
  CHECK(content(file) == "[H]\n<A><B>\n  <a><1>\n  <c><3>\n[Q] =\n<A>\n  <1>\n[R] =\n<C>\n  <2>\n");
  CHECK(file.diagnostics.list.size() == 3);
  CHECK(file.sections[0].is_whole);
  CHECK_FALSE(file.sections[2].is_whole);
}

TEST_CASE("line ends of either kind and a byte order mark change nothing in an LSF file") {
  std::string other;
  for (const char letter : sample) other += letter == '\n' ? "\r\n"s : std::string(1, letter);
  CHECK(content(parsed(other)) == content(parsed(sample)));
  CHECK(answers(other) == answers(sample));
  CHECK(parsed(other).sections[0].rows[0][2].place == at(5, 16));
  CHECK(content(parsed("\xEF\xBB\xBF" + sample)) == content(parsed(sample)));
}

TEST_CASE("a file of more than a million values is refused where that is") {
  std::string rows;
  for (std::size_t row = 0; row < most_lsf_values / 2; ++row) rows += "a b\n";
  const std::string begin = "Begin A\nB C\n";
  const std::string error = "the file has more than 1,000,000 values; what follows is not read";
  CHECK(answers(begin + rows + "End A\n") == Texts{"f:500002:1: " + error});
  CHECK(answers(begin + rows.substr(8) + "End A\n").empty());
}

TEST_CASE("lsf.conf has lines NAME=VALUE, whose quotes are dropped") {
  const LsfFile file = conf(
      "# about\nA=1 # one\nB = \"x # y\"\nC='a b'\nD=\nE=\"a\" \"b\"\nF==\nBegin=x\nG=(a b)\n");
  CHECK(content(file) ==
        "[] =\n<A><B><C><D><E><F><Begin><G>\n  <1><x # y><a b><><a\" \"b><=><x><(a b)>\n");
  CHECK(file.sections[0].rows[0][1].place == at(3, 5));
  const auto bad = parse_lsf_conf("A=1\nexport B=2\na=3\nC\n", "f");
  CHECK(content(bad) == "[] =\n<a>\n  <3>\n");
  CHECK(texts(bad.diagnostics) ==
        Texts{"f:2:1: warning: expected KEYWORD = value, got \"export B=2\"; this line is ignored",
              "f:3:1: warning: a is given twice, first in line 1, which does not count",
              "f:4:1: warning: expected KEYWORD = value, got \"C\"; this line is ignored"});
}

TEST_CASE("a file that cannot be read is refused by its name") {
  CHECK(texts(read_lsf_text("/none/there", "lsb.queues").error()) ==
        Texts{"lsb.queues: no such file"});
  CHECK(texts(read_lsf_text("/tmp", "lsb.queues").error()) ==
        Texts{"lsb.queues: is a directory; expected a file"});
}

// ---- reading what was printed ----

namespace {

void check_places(const LsfFile& file, const std::string& text) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  const auto check = [&](const std::vector<LsfWord>& words) {
    for (const LsfWord& word : words) {
      REQUIRE((word.place.line >= 1 && word.place.line <= lines));
      REQUIRE((word.place.column >= 1 && word.place.column <= text.size() + 1));
    }
  };
  for (const LsfSection& section : file.sections) {
    check(section.keywords);
    for (const auto& row : section.rows) {
      check(row);
      REQUIRE(row.size() == section.keywords.size());
    }
  }
}

/// Parses any text. Returns whether it is valid; then it must read the same when printed.
template <class Parse>
bool check_printed(Parse&& parse, const std::string& text) {
  const auto file = parse(text, "f");
  check_places(file, text);
  if (!file.is_whole()) return false;
  const std::string printed = to_text(file);
  INFO(printed);
  const auto again = parse(printed, "f");
  REQUIRE(again.is_whole());
  REQUIRE(content(again) == content(file));
  REQUIRE(to_text(again) == printed);
  return true;
}

/// Small damage with pieces of LSF's syntax.
std::string damaged(std::string text, RngStream stream) {
  const std::string_view pieces[] = {"\\\n",    "\\ ",      "\\", "(",    ")",           "()",
                                     "#",       "\"",       "'",  "-",    "=",           "\nBegin ",
                                     "\nEnd ",  " ",        "\n", "\r\n", "#if time(1)", "(- )",
                                     "((a) b)", "\xC3\xA4", "\t"};
  for (std::uint64_t change = stream.below(6) + 1; change > 0; --change)
    text.insert(stream.below(text.size() + 1), pieces[stream.below(std::size(pieces))]);
  return stream.below(3) == 0 ? mutated(std::move(text), stream) : text;
}

const std::string conf_sample =
    "A=1\nB=\"x # y\"\nC='a\" #\"b'\n\nD=x\"y#z\"\nE=a \\\nb\nF=\"\"q\"\"\n";

}  // namespace

TEST_CASE("a file that is printed reads as the same file, however it was damaged", "[property]") {
  REQUIRE(check_printed(parse_lsf_file, sample));
  REQUIRE(check_printed(parse_lsf_conf, conf_sample));
  int good = 0;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    INFO("seed " << seed);
    good += check_printed(parse_lsf_file, damaged(sample, RngStream{seed, "test/lsf"})) ? 1 : 0;
    good +=
        check_printed(parse_lsf_conf, damaged(conf_sample, RngStream{seed, "test/conf"})) ? 1 : 0;
  }
  CHECK(good > 5'000);
}

namespace {

/// Any word with matching parentheses; `blanks`: it may contain blanks.
LsfWord random_word(RngStream& stream, bool blanks) {
  std::string text;
  for (std::uint64_t letters = stream.below(6); letters > 0; --letters) {
    constexpr std::string_view known = "aB1-=\\/[],.!~@:'";
    text += known[stream.below(known.size())];
    if (stream.below(4) == 0) text = "(" + text + ")";
    if (blanks && stream.below(4) == 0) text = "x" + text + " " + "y";
  }
  return {text == "-" ? "" : text, {}};
}

LsfSection random_section(RngStream& stream) {
  LsfSection section;
  section.name.text = "S" + std::to_string(stream.below(100));
  section.horizontal = stream.below(2) == 0;
  const std::size_t columns = stream.below(5) + 1;
  for (std::size_t i = 0; i < columns; ++i)
    section.keywords.push_back({"K" + std::to_string(i), {}});
  const std::uint64_t rows = section.horizontal ? 1 : stream.below(4);
  for (std::uint64_t row = 0; row < rows; ++row) {
    section.rows.emplace_back();
    for (std::size_t i = 0; i < columns; ++i)
      section.rows.back().push_back(random_word(stream, true));
  }
  return section;
}

}  // namespace

TEST_CASE("any file that is made of words reads as itself when printed", "[property]") {
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
    RngStream stream{seed, "test/lsf_words"};
    LsfFile file;
    for (std::uint64_t sections = stream.below(4); sections > 0; --sections)
      file.sections.push_back(random_section(stream));
    const std::string printed = to_text(file);
    INFO("seed " << seed << "\n" << printed);
    const auto again = parse_lsf_file(printed, "f");
    REQUIRE(again.is_whole());
    REQUIRE(content(again) == content(file));
  }
}

TEST_CASE("the sample files of an installation are read, and read the same when printed") {
  const auto samples = lsf_samples();
  if (samples.empty()) {
    WARN("skipped: MCSIM_SAMPLES names no folder with sample files");
    return;
  }
  CHECK(samples.size() >= 6);
  for (const auto& [name, text] : samples) {
    INFO(name);
    CHECK(check_printed(parse_lsf_file, text));
    CHECK(answers(text).empty());
  }
}

}  // namespace mcsim::testing::lsf_file_test
