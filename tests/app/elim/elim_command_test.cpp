// Real programs under `mcsim elim`: in shell, Python and C, good and bad ones. LIM's intervals are
// short here, since a test must not take 90 seconds; for good programs they are long enough for a
// busy machine.
#include "mcsim/app/elim/elim_command.hpp"

#include <dirent.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::elim_command_test {

namespace {

using Command = ElimRequest::Command;

std::string elim(const std::string& name) {
  const bool is_c = name.starts_with("c_");
  return (is_c ? elims_dir() : (source_dir() + "/tests/elims")) + "/elim." + name;
}

ElimRequest request_for(const std::string& name, Command command = Command::check) {
  ElimRequest request;
  request.command = command;
  request.program = elim(name);
  request.resources = "tmp2 nio licenses";
  request.length = "2min";
  request.enough_reports = 5;
  request.poll_interval = "20ms";
  request.exchange_interval = "1ms";  // no report comes too often
  request.block_time = "300ms";
  request.between_starts = 300ms;
  request.grace = 20s;
  return request;
}

/// A check of a program that will never write a report.
ElimRequest for_a_while(const std::string& name) {
  ElimRequest request = request_for(name);
  request.length = "3s";
  return request;
}

/// A check of a shell script with these lines.
ElimRequest scripted(const TempFolder& room, const std::string& lines) {
  ElimRequest request = for_a_while("good");
  request.program = room.write("elim.x", "#!/bin/sh\n" + lines + "\n");
  std::filesystem::permissions(request.program, std::filesystem::perms::owner_all);
  return request;
}

Answer answer_to(const ElimRequest& request) {
  return answer_of([&](const Console& console) { return elim_command(request, console); });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool is_there(const char* program) {
  if (std::system((std::string(program) + " -c '' >/dev/null 2>&1").c_str()) == 0) return true;
  WARN(program << " is not there: its ELIMs are not tried");
  return false;
}

/// Whether the lines that begin with a time come by time.
bool is_in_order(const std::string& text) {
  std::istringstream lines(text);
  double last = 0;
  for (std::string line; std::getline(lines, line);) {
    const double time = std::atof(line.c_str());
    if (!has(line, " s  ")) continue;
    if (time < last) return false;
    last = time;
  }
  return true;
}

/// The number of child processes, running or not.
std::size_t children() {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    if (!std::getline(file, line)) continue;
    const std::size_t behind = line.rfind(") ");
    const std::string parent = behind == std::string::npos ? "" : line.substr(behind + 4);
    if (parent.starts_with(std::to_string(::getpid()) + " ")) ++count;
  }
  return count;
}

std::size_t open_files() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

}  // namespace

TEST_CASE("a good ELIM has no violations, in shell and in C", "[elim]") {
  for (const char* name : {"good", "c_good"}) {
    INFO(name);
    const Answer answer = answer_to(request_for(name));
    INFO(answer.out << answer.err);
    CHECK(answer.code == ExitCode::done);
    CHECK(has(answer.out, ": 0 violations; "));
  }
}

TEST_CASE("a good ELIM has no violations, in Python", "[elim]") {
  if (!is_there("python3")) return;
  const Answer answer = answer_to(request_for("python_good"));
  INFO(answer.out << answer.err);
  CHECK(answer.code == ExitCode::done);
}

TEST_CASE("an ELIM that stops within a report is told so", "[elim]") {
  const Answer answer = answer_to(for_a_while("hanging"));
  CHECK(answer.code == ExitCode::gate);
  CHECK(has(answer.out, "R4  a report stops after 1 of 2 pairs: nothing more came for 0.3"));
  CHECK_FALSE(has(answer.out, "E2"));  // not because of buffers
}

TEST_CASE("where nothing comes, buffers are a hint", "[elim]") {
  for (const char* name : {"silent", "c_buffered"}) {
    const Answer answer = answer_to(for_a_while(name));
    CHECK(answer.code == ExitCode::gate);
    CHECK(has(answer.out, "E2  nothing came in "));
    CHECK(has(answer.out, "setbuf(stdout, NULL) in C"));
  }
}

TEST_CASE("output that Python buffers does not come", "[elim]") {
  if (!is_there("python3")) return;
  CHECK(has(answer_to(for_a_while("python_buffered")).out, "E2  nothing came in "));
}

TEST_CASE("an ELIM that floods waits, and does not make its reader grow", "[elim]") {
  ElimRequest request = request_for("flooding");
  request.exchange_interval = "10s";
  const Answer answer = answer_to(request);
  CHECK(answer.code == ExitCode::gate);
  CHECK(has(answer.out, "E2  a report 0"));
  CHECK(has(answer_to(for_a_while("endless")).out, "R4  a report stops after the beginning"));
}

TEST_CASE("an ELIM that is killed has ended by itself", "[elim]") {
  const Answer answer = answer_to(request_for("crashing"));
  CHECK(answer.code == ExitCode::gate);
  CHECK(has(answer.out, "E4  it has ended by itself: signal 11"));
}

TEST_CASE("a LIM of the open forks waits for the rest of a report as long as it takes", "[elim]") {
  const TempFolder room;
  ElimRequest request = request_for("good");
  request.program = room.write("elim",
                               "#!/bin/sh\nwhile :; do printf '1 tmp2'; sleep 0.2; echo ' 3'; "
                               "sleep 0.2; done\n");
  std::filesystem::permissions(request.program, std::filesystem::perms::owner_all);
  request.resources = "tmp2";
  request.lava = true;
  request.block_time.reset();
  request.enough_reports = 3;
  const Answer answer = answer_to(request);
  INFO(answer.out << answer.err);
  CHECK_FALSE(has(answer.out, "R4"));
  CHECK(has(answer.out, ": 0 violations; "));
}

TEST_CASE("garbage is told by kind, with what LIM makes of it", "[elim]") {
  const Answer answer = answer_to(request_for("garbage"));
  CHECK(answer.code == ExitCode::gate);
  CHECK(has(answer.out, "R6  the value \"abc\" of \"tmp2\" is not a number"));
  CHECK(has(answer.out, "R5  \"unheard\" is a name that LIM does not know"));
  CHECK(has(answer.out, "R5  \"maxmem\" is no dynamic resource"));
  CHECK(is_in_order(answer.out));
}

TEST_CASE("an ELIM that is deaf to SIGTERM, and to a reader that goes, is told twice and killed",
          "[elim]") {
  ElimRequest request = request_for("deaf");
  request.grace = 2s;
  const Answer answer = answer_to(request);
  CHECK(answer.code == ExitCode::gate);
  CHECK(has(answer.out, "E5  it lives on 2 s after SIGTERM; killed"));
  CHECK(has(answer.out,
            "E3  its first start lived on for 2.001 s after the reading end of its output was "
            "closed"));
  CHECK(is_in_order(answer.out));
  CHECK(children() == 0);
}

TEST_CASE("an ELIM that writes rarely need not notice that nobody reads", "[elim]") {
  const TempFolder room;
  ElimRequest request = for_a_while("good");
  request.grace = 1s;
  request.program = room.write("elim.rare", "#!/bin/sh\necho '1 tmp2 1'\nexec sleep 1000\n");
  std::filesystem::permissions(request.program, std::filesystem::perms::owner_all);
  const Answer answer = answer_to(request);
  INFO(answer.out << answer.err);
  CHECK(answer.code == ExitCode::done);
  CHECK(has(
      answer.out,
      "E3  its first start lived on for 1.001 s after the reading end of its output was closed; "
      "it writes so rarely"));
  CHECK(children() == 0);
}

TEST_CASE("nobody waits for a grandchild that holds the output open, and it is not left behind",
          "[elim]") {
  const TempFolder room;
  ElimRequest request = request_for("family", Command::record);
  request.output = room.path("record");
  CHECK(answer_to(request).code == ExitCode::done);
  const std::string record = room.read("record");
  const std::size_t at = record.find("\"tmp2\": ");
  REQUIRE(at != std::string::npos);
  const int grandchild = std::atoi(record.c_str() + at + 8);
  REQUIRE(grandchild > 1);
  for (int turn = 0; turn < 100 && ::kill(grandchild, 0) == 0; ++turn) ::usleep(20'000);
  std::ifstream state("/proc/" + std::to_string(grandchild) + "/stat");
  std::string line;
  std::getline(state, line);
  CHECK((line.empty() || has(line, ") Z ")));  // init removes the zombie
  request.command = Command::check;
  CHECK(answer_to(request).code == ExitCode::done);
}

TEST_CASE("an ELIM that ends with ELIM_ABORT_VALUE does what it may", "[elim]") {
  ElimRequest request = request_for("leaving");
  request.resources = "";
  const Answer answer = answer_to(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(has(answer.out, "E4  it has ended with ELIM_ABORT_VALUE"));
  CHECK_FALSE(has(answer.out, "never reported"));
}

TEST_CASE("an ELIM that reports none of the names that it is asked for is of no use", "[elim]") {
  const Answer gives_up = answer_to(request_for("leaving"));
  CHECK(gives_up.code == ExitCode::gate);
  CHECK(has(gives_up.out,
            "E7  it was asked for 3 names (LSF_RESOURCES) and has reported none of them"));
  CHECK(has(gives_up.out, "\nnever reported: tmp2 nio licenses\n"));

  const TempFolder room;
  const Answer tells_other = answer_to(scripted(room, "while echo '1 mem 5'; do sleep 0.1; done"));
  CHECK(tells_other.code == ExitCode::gate);
  CHECK(has(tells_other.out, ": 1 violation; "));
  CHECK(has(tells_other.out, "E7  "));

  const Answer tells_one = answer_to(scripted(room, "while echo '1 nio 5'; do sleep 0.1; done"));
  CHECK(tells_one.code == ExitCode::done);
  CHECK(has(tells_one.out, "never reported: tmp2 licenses\n"));
}

TEST_CASE("a report whose pauses are as long as LIM waits is wrong, wherever LIM began to read",
          "[elim]") {
  const TempFolder room;
  ElimRequest request = scripted(
      room, "while printf '1 tmp2'; do sleep 0.2; printf ' 3'; sleep 0.2; echo; sleep 9; done");
  request.poll_interval = "1s";  // the first report is whole by then
  request.enough_reports = 1;
  const Answer answer = answer_to(request);
  INFO(answer.out);
  CHECK(answer.code == ExitCode::gate);
  CHECK(has(answer.out, "R4  a report took 0.4"));
  CHECK(has(answer.out, "LIM waits 0.3 s for the rest (LSF_ELIM_BLOCKTIME)"));
  request.block_time = "5s";
  CHECK_FALSE(has(answer_to(request).out, "R4"));
}

TEST_CASE("a check ends with the look, and counts what came in it", "[elim]") {
  const TempFolder room;
  const std::string log = room.path("log");
  const std::string note = ">>'" + log + "'";
  ElimRequest request =
      scripted(room, "echo start " + note + "; trap '' PIPE; trap 'echo SIGTERM " + note +
                         "; exit 0' TERM\nwhile echo '1 nio 5' 2>/dev/null; do sleep 0.1; done\n"
                         "echo unread " +
                         note + "; echo nobody reads >&2");
  request.enough_reports = 3;
  request.json = true;
  const Answer answer = answer_to(request);
  INFO(answer.out);
  CHECK(answer.code == ExitCode::done);
  CHECK(room.read("log") == "start\nunread\nstart\nSIGTERM\n");
  const auto tree = parse_json(answer.out, "check");
  REQUIRE(tree);
  CHECK(tree->root.find("reports")->text == "3");
  CHECK(tree->root.find("values")->text == "3");
  CHECK(tree->root.find("error_lines")->text == "0");
}

TEST_CASE("an ELIM has the environment of a daemon, or ours where that is wanted", "[elim]") {
  const TempFolder room;
  ElimRequest request = scripted(
      room, "while echo \"2 tmp2 ${OF_ITS_AUTHOR:-0} nio ${PATH:+1}\"; do sleep 0.1; done");
  request.command = Command::run;
  request.enough_reports = 1;
  ::setenv("OF_ITS_AUTHOR", "7", 1);
  const std::string clean = answer_to(request).out;
  request.environment = "keep";
  const std::string kept = answer_to(request).out;
  ::unsetenv("OF_ITS_AUTHOR");
  CHECK((has(clean, "tmp2 = 0\n") && has(clean, "nio = 1\n")));
  CHECK(has(kept, "tmp2 = 7\n"));
}

TEST_CASE("a check says what was written to standard error", "[elim]") {
  const TempFolder room;
  ElimRequest request = scripted(
      room,
      "i=0; while [ $i -lt 9 ]; do echo \"no licence server $i\" >&2; i=$((i+1)); done; exit 1");
  const Answer answer = answer_to(request);
  CHECK(has(answer.out, "standard error: 9 lines, which begin with\n  no licence server 0\n"));
  CHECK(has(answer.out, "  no licence server 4\n"));
  CHECK_FALSE(has(answer.out, "no licence server 5"));
  request.json = true;
  const auto tree = parse_json(answer_to(request).out, "check");
  REQUIRE(tree);
  CHECK(tree->root.find("error_lines")->text == "9");
  CHECK(tree->root.find("first_error_lines")->children.size() == 5);
}

TEST_CASE("a report before LIM's first look is one, though it is lost", "[elim]") {
  const TempFolder room;
  ElimRequest request = scripted(room, "echo '1 tmp2 5'");
  request.poll_interval = "5s";
  const Answer answer = answer_to(request);
  CHECK(answer.code == ExitCode::gate);
  CHECK(has(answer.out, "exit status 0; LIM had not read its last report, which is lost\n"));
  CHECK(has(answer.out, ": 1 violation; 1 report (LIM has read 0), 0 values\n"));
}

TEST_CASE("an ELIM is told whether it is on the master, and what to report", "[elim]") {
  ElimRequest request = request_for("asked", Command::run);
  CHECK(has(answer_to(request).out, "tmp2 = 0\n"));
  request.master = true;
  const Answer answer = answer_to(request);
  CHECK(has(answer.out, "tmp2 = 1\n"));
  CHECK(has(answer.out, "nio = 3\n"));
}

TEST_CASE("an ELIM has no file of ours and no ignored signal, whatever we have", "[elim]") {
  const TempFolder room;
  const std::ifstream left_open(room.write("open", "x"));
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const auto children_before = std::signal(SIGCHLD, SIG_IGN);
  const std::size_t files = open_files();
  const Answer answer = answer_to(request_for("c_descriptors", Command::run));
  CHECK(has(answer.out, "tmp2 = 0\n"));
  CHECK(has(answer.out, "nio = 0\n"));
  CHECK(open_files() == files);
  CHECK(children() == 0);
  CHECK(std::signal(SIGCHLD, children_before) == SIG_IGN);
  std::signal(SIGPIPE, before);
}

TEST_CASE("an ELIM that ends is started again, not more often than it may be", "[elim]") {
  ElimRequest request = request_for("crashing", Command::run);
  request.restarts = 1;  // `run` ends when they are used up
  const Answer answer = answer_to(request);
  CHECK(answer.code == ExitCode::done);
  std::size_t starts = 0;
  for (std::size_t at = 0; (at = answer.out.find(" s  started\n", at)) != std::string::npos; ++at)
    ++starts;
  CHECK(starts == 2);
  CHECK(has(answer.out, "LSF_ELIM_RESTARTS is used up (1)"));
}

TEST_CASE("a record has a line for each report and each end, and each line is JSON", "[elim]") {
  const TempFolder room;
  ElimRequest request = request_for("crashing", Command::record);
  request.restarts = 0;
  request.output = room.path("record");
  const Answer answer = answer_to(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(room.names() == std::vector<std::string>{"record"});
  const std::string record = room.read("record");
  INFO(record);
  CHECK(record.starts_with("{\"mcsim_elim\": 1, \"program\": "));
  CHECK(has(record, "\"values\": {\"tmp2\": 1}}\n"));
  CHECK(has(record, "\"values\": {\"tmp2\": null}}\n"));
  CHECK(has(record, "\"event\": \"exited\", \"signal\": 11"));
  CHECK(has(record, "\"event\": \"end\"}\n"));
  std::istringstream lines(record);
  for (std::string line; std::getline(lines, line);) CHECK(parse_json(line, "record"));
}

TEST_CASE("a record of one report says so", "[elim]") {
  const TempFolder room;
  ElimRequest request = request_for("good", Command::record);
  request.enough_reports = 1;
  request.output = room.path("record");
  CHECK(has(answer_to(request).out, "record: 1 report in "));
}

TEST_CASE("a check speaks JSON, too", "[elim]") {
  ElimRequest request = request_for("garbage");
  request.json = true;
  const Answer answer = answer_to(request);
  const auto tree = parse_json(answer.out, "check");
  REQUIRE(tree);
  const JsonNode* problems = tree->root.find("problems");
  REQUIRE((problems != nullptr && !problems->children.empty()));
  CHECK(problems->children[0].find("kind")->text == "no_number");
  CHECK(problems->children[0].find("rule")->text == "R6");
}

TEST_CASE("a program that LIM would not start is refused, with the reason", "[elim]") {
  const TempFolder room;
  const auto refusal = [&](const std::string& name, bool runs, bool lava = false) {
    ElimRequest request = request_for("good");
    request.program = room.write(name, "#!/bin/sh\n");
    request.lava = lava;
    namespace fs = std::filesystem;
    if (runs) fs::permissions(request.program, fs::perms::owner_all);
    const Answer answer = answer_to(request);
    CHECK(answer.code == ExitCode::bad_input);
    return answer.err;
  };
  CHECK(has(refusal("license", true), "an ELIM is called elim.application"));
  CHECK(has(refusal("elim", true), "plain elim is Lava's (--lava)"));
  CHECK(has(refusal("elim.", true), "an ELIM is called elim.application"));
  CHECK(has(refusal("elim.user", true), "elim.user is a name that LSF keeps for itself"));
  CHECK(has(refusal("elim.x", true, true), "Lava starts only a program that is called elim"));
  CHECK(has(refusal("elim.y", false), "is not executable"));
  ElimRequest request = request_for("not_there");
  CHECK(has(answer_to(request).err, "No such file"));
  std::filesystem::create_directory(room.path("elim.folder"));
  request.program = room.path("elim.folder");
  CHECK(has(answer_to(request).err, "is no file"));
}

TEST_CASE("a program that the system cannot run is told as such", "[elim]") {
  const TempFolder room;
  ElimRequest request = request_for("good");
  const auto answer_of_script = [&](const std::string& text) {
    request.program = room.write("elim.x", text);
    std::filesystem::permissions(request.program, std::filesystem::perms::owner_all);
    const Answer answer = answer_to(request);
    CHECK(answer.code == ExitCode::gate);
    return answer.out;
  };
  CHECK(has(answer_of_script("#! /no/such/interpreter -x\n"),
            "E1  its interpreter \"/no/such/interpreter\": No such file or directory\n"));
  CHECK(has(answer_of_script("#!/bin/sh\r\n"), "; its first line ends with a carriage return\n"));
  CHECK(has(answer_of_script("neither\n"), "E1  Exec format error"));
}

TEST_CASE("what is wrong with the options of an ELIM command is told before anything runs",
          "[elim]") {
  const auto complaint = [](auto&& change) {
    ElimRequest request = request_for("good");
    change(request);
    const Answer answer = answer_to(request);
    CHECK(answer.code == ExitCode::usage);
    return answer.err;
  };
  CHECK(has(complaint([](ElimRequest& it) { it.length = "5"; }), "--for: expected a duration"));
  CHECK(has(complaint([](ElimRequest& it) { it.block_time = "never"; }), "--blocktime: expected"));
  CHECK(has(complaint([](ElimRequest& it) { it.block_time = "1000001s"; }),
            "--blocktime: expected a duration, 1000000 s at most,"));
  CHECK(has(complaint([](ElimRequest& it) { it.poll_interval = "5001ms"; }),
            "--poll-interval: expected a duration above 0, 5 s at most,"));
  CHECK(has(complaint([](ElimRequest& it) { it.resources = "tmp2 maxmem"; }),
            "\"maxmem\" is no dynamic resource"));
  CHECK(has(complaint([](ElimRequest& it) { it.shared = "tmp3"; }), "is not in --resources"));
  CHECK(has(complaint([](ElimRequest& it) { it.environment = "mine"; }),
            "--env: expected clean or keep, got \"mine\""));
  CHECK(has(complaint([](ElimRequest& it) { it.command = Command::record; }), "-o FILE: missing"));
}

}  // namespace mcsim::testing::elim_command_test
