// Runs that are killed at any moment lose no older results that are whole, leave nothing that looks
// whole and is not, and what they leave goes with the next one. Comparisons that are killed go on.
//
// MCSIM_KILLS: how many (default 24); MCSIM_SEED: the seed of the first one.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "mcsim/app/command/command_line.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/places.hpp"
#include "support/random_dice.hpp"
#include "support/result_files.hpp"

namespace mcsim::testing::killed_runs_test {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

constexpr int signals[] = {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGPIPE};

std::string scenario(const char* name) { return source_dir() + "/scenarios/" + name; }

/// Short ones, which are often killed while they write, and longer ones.
const std::vector<Words> commands = {
    {"run", scenario("forwarding_bounce.json"), "--outputs", "jobs,executions,decisions,counters"},
    {"run", scenario("slot_pool_five_days.json"), "--outputs", "jobs,executions"}};

/// Of 24 cells.
const Words comparison = {"compare", scenario("forwarding_staleness.json"),
                          "--vary",  "seed=[1, 2, 3, 4, 5, 6, 7, 8]",
                          "--vary",  R"(model.dispatch=["easy", "fcfs", "lsf"])",
                          "-j",      "2"};

/// Begins the command line in a process of its own, which says nothing.
::pid_t begun(Words words, const TempFolder& room, const std::string& seed) {
  words.insert(words.end(), {"-o", room.path("out"), "--set", "name=\"" + seed + "\"", "--quiet"});
  // The test framework has handlers of its own: no signal comes before they are put away.
  ::sigset_t all, before;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, &before);
  const ::pid_t child = ::fork();
  if (child == 0)
    for (const int one : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT})
      ::signal(one, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  REQUIRE(child >= 0);
  if (child > 0) return child;
  const int nowhere = ::open("/dev/null", O_WRONLY);
  for (const int stream : {1, 2}) ::dup2(nowhere, stream);
  std::vector<const char*> arguments = {"mcsim"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  ::_exit(app::run_command_line(static_cast<int>(arguments.size()), arguments.data(),
                                default_registry()));
}

/// What waitpid says of its end.
int end_of_process(::pid_t child) {
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

void play(const Words& words, const TempFolder& room, const std::string& seed) {
  const int status = end_of_process(begun(words, room, seed));
  REQUIRE((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

/// What a command leaves, older and newer, and how long it takes.
struct Known {
  Files older;
  Files newer;
  Clock::duration takes{};
};

Known known_of(const Words& words) {
  Known known;
  const TempFolder older, newer;
  play(words, older, "older");
  known.older = files_in(older, "out");
  const auto begin = Clock::now();
  play(words, newer, "newer");
  known.takes = Clock::now() - begin;
  known.newer = files_in(newer, "out");
  REQUIRE((known.older != known.newer));
  return known;
}

/// Whether the results say of themselves that they are not whole.
bool say_so(const Files& files, const std::string& folder) {
  const auto found = files.find(folder + "/summary.json");
  return found != files.end() && found->second.find("\"complete\": false") != std::string::npos;
}

/// Looks at what the process left that ended with `status`.
void check(const TempFolder& room, const Known& known, bool replaces, int status) {
  const Files found = files_in(room, "out");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    REQUIRE((found == known.newer));
  } else if (replaces) {
    REQUIRE((found == known.older || found == known.newer));
  } else {
    REQUIRE((found.empty() || found == known.newer || say_so(found, "out")));
  }
  const Files beside = files_in(room, "out.partial");
  REQUIRE((beside.empty() || say_so(beside, "out.partial")));
}

/// The next run puts its results in place, and clears what is left.
void check_next(const Words& words, const TempFolder& room, const Known& known) {
  play(words, room, "newer");
  REQUIRE((files_in(room, "out") == known.newer));
  REQUIRE((room.names() == std::vector<std::string>{"out"}));
}

struct Kill {
  std::size_t command = 0;
  int signal = 0;
  bool replaces = false;
  Clock::duration after{};
};

/// Returns whether the process came to its end before it was killed.
bool try_kill(const Kill& kill, const Known& known) {
  const Words& words = commands[kill.command];
  INFO(words[0] << " of " << words[1] << (kill.replaces ? " over older results" : "") << ", signal "
                << kill.signal << " after "
                << std::chrono::duration_cast<std::chrono::microseconds>(kill.after).count()
                << " us");
  const TempFolder room;
  if (kill.replaces) play(words, room, "older");
  const ::pid_t child = begun(words, room, "newer");
  std::this_thread::sleep_for(kill.after);
  ::kill(child, kill.signal);
  const int status = end_of_process(child);
  check(room, known, kill.replaces, status);
  check_next(words, room, known);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The files of a comparison, but for what its cells have cost.
Files cells_of(const TempFolder& room) {
  Files files = files_in(room, "out");
  files.erase("out/log.tsv");
  return files;
}

/// Kills the same command again and again, at its next start a little later, until it comes to its
/// end. Returns how often it was killed.
int kill_until_done(const TempFolder& room, Dice& dice, Clock::duration takes, const Files& whole) {
  int kills = 0;
  for (;; ++kills) {
    const ::pid_t child = begun(comparison, room, "newer");
    std::this_thread::sleep_for(takes * dice.between(0, 250 + 50 * kills) / 1'000);
    ::kill(child, SIGKILL);
    const int status = end_of_process(child);
    for (const auto& [name, text] : cells_of(room))
      if (name.find(".partial-") == name.npos) REQUIRE(whole.at(name) == text);
    if (WIFEXITED(status)) {
      REQUIRE(WEXITSTATUS(status) == 0);
      return kills;
    }
  }
}

}  // namespace

// MCSIM_CELL_KILLS: how many (default 20).
TEST_CASE("a comparison that is killed at any moment goes on, and runs no cell twice") {
  const std::uint64_t wanted =
      fewer_by_environment(number_from_environment("MCSIM_CELL_KILLS", 20));
  const TempFolder model;
  const auto begin = Clock::now();
  play(comparison, model, "newer");
  const Clock::duration takes = Clock::now() - begin;
  const Files whole = cells_of(model);
  Dice dice(number_from_environment("MCSIM_SEED", 1), "test/cell kills");
  for (std::uint64_t kills = 0; kills < wanted;) {
    const TempFolder room;
    kills += static_cast<std::uint64_t>(kill_until_done(room, dice, takes, whole)) + 1;
    REQUIRE((cells_of(room) == whole));
    // A row for each cell, but where the kill came between the cell and its row.
    std::multiset<std::string> noted;
    std::istringstream log(room.read("out/log.tsv"));
    for (std::string row; std::getline(log, row);) noted.insert(row.substr(0, 16));
    for (const std::string& cell : noted) REQUIRE(noted.count(cell) == 1);
    REQUIRE(noted.size() <= 24);
  }
}

TEST_CASE("a run that is killed at any moment loses and feigns nothing") {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t kills = fewer_by_environment(number_from_environment("MCSIM_KILLS", 24));
  std::vector<Known> known;
  for (const Words& words : commands) known.push_back(known_of(words));
  std::uint64_t ended = 0;
  for (std::uint64_t seed = first; seed < first + kills; ++seed) {
    INFO("seed " << seed);
    Dice dice(seed, "test/kills");
    Kill kill{.command = seed % commands.size(), .signal = signals[seed % std::size(signals)]};
    kill.replaces = dice.one_in(2);
    kill.after = known[kill.command].takes * dice.between(0, 1'100) / 1'000;
    ended += try_kill(kill, known[kill.command]) ? 1U : 0U;
  }
  CHECK(ended < kills);
}

}  // namespace mcsim::testing::killed_runs_test
