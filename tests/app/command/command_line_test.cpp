// The command line of a program with a policy of its own.
#include "mcsim/app/command/command_line.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/reckless.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::command_line_test {

namespace {

struct Said {
  int code = -1;
  std::string out;
  std::string err;
};

/// What the program says to this line: the first word is what it is called by.
Said say(const TempFolder& room, const std::vector<std::string>& line) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto write_to = [&](int file, const char* name) {
      ::dup2(::open(room.path(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), file);
    };
    write_to(STDOUT_FILENO, "said.out");
    write_to(STDERR_FILENO, "said.err");
    Registry registry = default_registry();
    registry.dispatch.push_back(
        {"reckless", true, [](const ModelConfig&) { return AnyDispatch(Reckless{}); }});
    std::vector<const char*> words;
    for (const std::string& word : line) words.push_back(word.c_str());
    ::_exit(run_command_line(static_cast<int>(words.size()), words.data(), registry));
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, room.read("said.out"),
          room.read("said.err")};
}

/// Two jobs of two processors on a machine of three.
std::string trace_in(const TempFolder& room) {
  return room.write("t.swf",
                    "; MaxProcs: 3\n"
                    "1 0 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1\n"
                    "2 5 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1\n");
}

}  // namespace

TEST_CASE("a mistake of a program's own policy is that policy's, and no bug of mcsim") {
  const TempFolder room;
  const Said said = say(room, {"mine", "run", trace_in(room), "--dispatch", "reckless"});
  CHECK(said.code == 1);
  CHECK(said.out.empty());
  CHECK(said.err ==
        "mcsim: policy reckless: cluster cluster1 at 5000 ms, round 1: started a job that does not "
        "fit: it wants 2 slots, and 1 are free\n"
        "The policy is this program's own; mcsim has checked what it decides.\n");
}

TEST_CASE("the line that reproduces a run names the program that ran it") {
  const TempFolder room;
  const std::string trace = trace_in(room);
  const auto line = [&](const std::string& program, const std::string& named) {
    const Said said = say(room, {program, "run", trace});
    CHECK(said.code == 0);
    INFO(said.out);
    CHECK(said.out.ends_with("to reproduce: " + named + " run " + trace + " --seed 1\n"));
  };
  line("mine", "mine");
  line("build/mine", "build/mine");
  line("my own/mine", "'my own/mine'");
  line("/usr/bin/mcsim", "mcsim");
  const Said compared = say(room, {"build/mine", "compare", trace, "--vary", "seed=[1,2]"});
  CHECK(compared.out.find("to reproduce: build/mine compare ") != std::string::npos);
}

}  // namespace mcsim::testing::command_line_test
