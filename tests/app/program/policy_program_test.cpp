// Policies that are programs: what is asked, and what becomes of programs that fail.
#include "mcsim/app/program/policy_program.hpp"

#include <csignal>
#include <string>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::policy_program_test {

namespace {

/// As the command line does.
const auto before = std::signal(SIGPIPE, SIG_IGN);

/// Why a program gives no answer to "?"; or its answer.
std::string answer_of(const std::string& command, Duration timeout = 10s) {
  PolicyProgram program({.name = "mine", .command = command, .timeout = timeout});
  try {
    return std::string(program.ask("?"));
  } catch (const RunFailed& failed) {
    return failed.what();
  }
}

}  // namespace

TEST_CASE("a program lives as long as the run and answers a line with a line") {
  PolicyProgram program(
      {.name = "mine",
       .command = "n=0; while read -r line; do n=$((n+1)); echo \"$n $line\"; done"});
  CHECK(program.ask("a b") == "1 a b");
  CHECK(program.ask("") == "2 ");
  const std::string long_one(300'000, 'x');  // more than a pipe holds
  CHECK(program.ask(long_one) == "3 " + long_one);
}

TEST_CASE("a program that reads its end of input may still write what it has to say") {
  const TempFolder room;
  {
    PolicyProgram program(
        {.name = "mine",
         .command =
             "while read -r line; do echo yes; done; sleep 0.1; echo over >" + room.path("log")});
    CHECK(program.ask("?") == "yes");
  }
  CHECK(room.read("log") == "over\n");
}

TEST_CASE("a program that is never asked is never started") {
  const TempFolder room;
  {
    const PolicyProgram program({.name = "mine", .command = "echo >" + room.path("log")});
  }
  CHECK(room.names().empty());
}

TEST_CASE("a program that gives no answer is named, with what it has done instead") {
  CHECK(answer_of("exit 3") ==
        "policy mine: its program has ended (exit code 3) without an answer: \"exit 3\"");
  CHECK(answer_of("kill -9 $$") ==
        "policy mine: its program has ended (signal 9) without an answer: \"kill -9 $$\"");
  CHECK(answer_of("no-such-program-at-all 2>&-") ==
        "policy mine: its program has ended (exit code 127) without an answer: "
        "\"no-such-program-at-all 2>&-\"");
  CHECK(answer_of("read -r line; printf half") ==
        "policy mine: its program has ended (exit code 0) without an answer: "
        "\"read -r line; printf half\"");
  CHECK(answer_of("sleep 60", 50ms) ==
        "policy mine: its program has not answered for 50ms: \"sleep 60\"");
  CHECK(answer_of("exec >&-; sleep 60")
            .starts_with("policy mine: its program has closed its output without an answer: "));
  CHECK(answer_of("head -c 1100000 /dev/zero; sleep 60")
            .starts_with("policy mine: its program answers with more than 1 MiB without an end of "
                         "line: "));
}

TEST_CASE("a second line in an answer is refused, since it would be taken for the next one") {
  PolicyProgram program({.name = "mine", .command = "read -r line; printf 'a\\nb\\n'; sleep 60"});
  CHECK(program.ask("?") == "a");
  CHECK_THROWS_WITH(
      program.ask("?"),
      Catch::Matchers::StartsWith("policy mine: its program answers with more than one line: "));
}

TEST_CASE("a program that hangs does not hold up who interrupts the run") {
  const InterruptWatch watch;
  std::raise(SIGINT);
  CHECK(answer_of("sleep 100", 1h) ==
        "policy mine: its program has not answered since the run was interrupted: \"sleep 100\"");
  // One that answers is still heard, so that the run ends as it should.
  CHECK(answer_of("read -r line; sleep 0.3; echo yes", 1h) == "yes");
}

}  // namespace mcsim::testing::policy_program_test
