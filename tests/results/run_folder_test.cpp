// The folder of a run's results is complete, or does not exist.
#include "mcsim/results/run_folder.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::run_folder_test {
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

void write_run(const std::string& folder, const std::string& text) {
  auto run = RunFolder::create(folder);
  REQUIRE(run);
  CHECK_FALSE(run->write("scenario.json", text).has_value());
  CHECK_FALSE(run->write("summary.json", text).has_value());
  CHECK_FALSE(run->commit().has_value());
}

/// Why `folder` is refused; empty: it is accepted.
std::string refusal(const std::string& folder) {
  const auto run = RunFolder::create(folder);
  return run ? "" : to_text(run.error().list.front());
}

/// Writes results that are not whole. Returns where they are.
std::string write_part(const std::string& folder, const std::string& text) {
  auto run = RunFolder::create(folder);
  REQUIRE(run);
  CHECK_FALSE(run->write("scenario.json", text).has_value());
  CHECK_FALSE(run->write("summary.json", R"({"complete": false})").has_value());
  CHECK_FALSE(run->commit(false).has_value());
  return run->shown_name();
}

constexpr const char* is_whole = R"({"complete": true})";

/// The number of a process that has ended.
::pid_t ended_process() {
  const ::pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

}  // namespace

TEST_CASE("an interrupted run does not replace one that is whole, but another interrupted one") {
  const TempFolder folder;
  const auto interrupt = [&](const std::string& text) {
    return write_part(folder.path("out"), text);
  };
  CHECK(interrupt("1") == folder.path("out"));
  CHECK(interrupt("2") == folder.path("out"));
  CHECK(folder.read("out/scenario.json") == "2");
  write_run(folder.path("out"), is_whole);
  CHECK(interrupt("3") == folder.path("out.partial"));
  CHECK(interrupt("4") == folder.path("out.partial"));
  CHECK(folder.read("out/scenario.json") == is_whole);
  CHECK(folder.read("out.partial/scenario.json") == "4");
  CHECK(folder.names() == Names{"out", "out.partial"});
}

TEST_CASE("what an interrupted run has put beside whole results goes with the next whole ones") {
  const TempFolder folder;
  write_run(folder.path("out"), is_whole);
  write_part(folder.path("out"), "part");
  write_run(folder.path("other"), is_whole);
  CHECK(folder.names() == Names{"other", "out", "out.partial"});
  write_run(folder.path("out"), is_whole);
  CHECK(folder.names() == Names{"other", "out"});
}

TEST_CASE("somebody's folder whose name interrupted results would have is not touched") {
  const TempFolder folder;
  write_run(folder.path("out"), is_whole);
  const auto is_kept = [&](const std::string& what) {
    INFO(what);
    CHECK(write_part(folder.path("out"), "part") == folder.path("out.partial.2"));
    CHECK(folder.read("out.partial.2/scenario.json") == "part");
    const Names with_part = folder.names();
    CHECK(std::ranges::find(with_part, "out.partial") != with_part.end());
    write_run(folder.path("out"), is_whole);  // clears its own only
    const Names without = folder.names();
    CHECK(std::ranges::find(without, "out.partial") != without.end());
    CHECK(std::ranges::find(without, "out.partial.2") == without.end());
  };
  fs::create_directory(folder.path("out.partial"));
  is_kept("an empty folder");
  folder.write("out.partial/precious", "years of work");
  is_kept("a folder with a file");
  CHECK(folder.read("out.partial/precious") == "years of work");
  fs::remove_all(folder.path("out.partial"));
  write_run(folder.path("out.partial"), is_whole);
  is_kept("a run that is whole");
  CHECK(folder.read("out.partial/scenario.json") == is_whole);
  fs::rename(folder.path("out.partial"), folder.path("elsewhere"));
  folder.write("elsewhere/summary.json", R"({"complete": false})");
  fs::create_directory_symlink("elsewhere", folder.path("out.partial"));
  is_kept("a link");
  CHECK(folder.read("elsewhere/scenario.json") == is_whole);
}

TEST_CASE("interrupted results are told by a name that leads to them") {
  const TempFolder folder;
  write_run(folder.path("out"), is_whole);
  fs::create_directory(folder.path("links"));
  fs::create_directory_symlink("../out", folder.path("links/out"));
  for (const std::string name : {"out/", "links/out"}) {
    INFO(name);
    CHECK(write_part(folder.path(name), name) == folder.path("out.partial"));
    CHECK(folder.read("out.partial/scenario.json") == name);
  }
  const std::string longest(255, 'x');
  write_run(folder.path(longest), is_whole);
  const std::string part = write_part(folder.path(longest), "part");
  CHECK(fs::exists(part + "/scenario.json"));
  CHECK(folder.read(longest + "/scenario.json") == is_whole);
}

// Numbers of processes repeat, in containers above all: that one lives says nothing.
TEST_CASE("what killed runs have left beside a folder goes with the next run, and nothing else") {
  const TempFolder folder;
  const std::string dead = std::to_string(ended_process());
  const std::string live = std::to_string(::getppid());
  const std::string mine = std::to_string(::getpid());
  for (const std::string& name :
       Names{"out.partial-" + dead, "out.partial-" + dead + "-1", "out.partial-" + live,
             "out.partial-" + mine, "out.partial-x", "more.partial-" + dead}) {
    fs::create_directory(folder.path(name));
    folder.write(name + "/jobs.csv", "");
  }
  fs::create_directory(folder.path("out.partial-" + dead + "-2"));
  folder.write("out.partial-" + dead + "-2/notes", "somebody's");
  auto other = RunFolder::create(folder.path("out"));  // it is being written
  REQUIRE(other);
  CHECK_FALSE(other->write("summary.json", "{}").has_value());
  write_run(folder.path("out"), "{}");
  Names kept{"more.partial-" + dead, "out", "out.partial-" + dead + "-2", "out.partial-" + mine,
             "out.partial-x"};
  std::ranges::sort(kept);
  CHECK(folder.names() == kept);
  CHECK(fs::exists(folder.path("out.partial-" + mine + "/summary.json")));
}

TEST_CASE("a run folder appears with all its files at commit, and nothing else is left") {
  const TempFolder folder;
  {
    auto run = RunFolder::create(folder.path("out"));
    REQUIRE(run);
    CHECK_FALSE(run->write("summary.json", "{}").has_value());
    CHECK_FALSE(fs::exists(folder.path("out")));
    CHECK_FALSE(run->commit().has_value());
  }
  CHECK(folder.names() == Names{"out"});
  CHECK(folder.read("out/summary.json") == "{}");
}

TEST_CASE("a run that is given up leaves nothing behind, and no folder made for it") {
  const TempFolder folder;
  {
    auto run = RunFolder::create(folder.path("a/b/out"));
    REQUIRE(run);
    CHECK_FALSE(run->write("summary.json", "{}").has_value());
  }
  CHECK(folder.names().empty());
}

TEST_CASE("folders above that others use by now are not removed") {
  const TempFolder folder;
  {
    auto run = RunFolder::create(folder.path("a/b/out"));
    REQUIRE(run);
    folder.write("a/note", "mine");
  }
  CHECK(folder.names() == Names{"a"});
  CHECK(folder.read("a/note") == "mine");
  CHECK_FALSE(fs::exists(folder.path("a/b")));
}

TEST_CASE("missing folders above a run folder are made and stay") {
  const TempFolder folder;
  write_run(folder.path("a/b/out"), "{}");
  CHECK(folder.read("a/b/out/scenario.json") == "{}");
}

TEST_CASE("an older run is replaced as a whole, and stays until the new one is complete") {
  const TempFolder folder;
  write_run(folder.path("out"), "old");
  for (const std::string name :
       {"jobs.csv", "skipped.csv", "executions.csv", "counters.csv", "decisions.jsonl"})
    folder.write("out/" + name, "rows of the old run");
  {
    auto run = RunFolder::create(folder.path("out"));
    REQUIRE(run);
    CHECK_FALSE(run->write("summary.json", "never").has_value());
  }
  CHECK(folder.read("out/summary.json") == "old");
  write_run(folder.path("out/"), "new");
  CHECK(folder.read("out/summary.json") == "new");
  CHECK_FALSE(fs::exists(folder.path("out/jobs.csv")));
  CHECK(folder.names() == Names{"out"});
}

TEST_CASE("who may look into older results may look into those that replace them") {
  const TempFolder folder;
  write_run(folder.path("out"), "old");
  fs::permissions(folder.path("out"), fs::perms{0700});
  write_run(folder.path("out"), "new");
  CHECK(fs::status(folder.path("out")).permissions() == fs::perms{0700});
}

TEST_CASE("an empty folder is taken, also one given as a link") {
  const TempFolder folder;
  fs::create_directory(folder.path("empty"));
  fs::create_directory_symlink("empty", folder.path("link"));
  write_run(folder.path("link"), "{}");
  CHECK(fs::is_symlink(folder.path("link")));
  CHECK(folder.read("empty/summary.json") == "{}");
}

TEST_CASE("what is not ours is never replaced") {
  const TempFolder folder;
  fs::create_directory(folder.path("thesis"));
  folder.write("thesis/chapter1", "years of work");
  folder.write("thesis/scenario.json", "{}");
  folder.write("thesis/summary.json", "{}");
  folder.write("file", "text");
  const std::string wish =
      " is not replaced: expected a new or empty folder, or one with the files of an "
      "older run and nothing else";
  CHECK(refusal(folder.path("thesis")) == folder.path("thesis") + ":" + wish);
  CHECK(refusal(folder.path("file")) == folder.path("file") + ":" + wish);
  CHECK(refusal("/") == "/:" + wish);
  const std::string name = ": cannot be made: expected a name; one that is called - is ./-";
  CHECK(refusal("") == "\"\"" + name);
  CHECK(refusal("-") == "-" + name);
  CHECK(folder.names() == Names{"file", "thesis"});
  CHECK(folder.read("thesis/chapter1") == "years of work");
}

TEST_CASE("what became a stranger's folder during the run is not replaced at its end") {
  const TempFolder folder;
  {
    auto run = RunFolder::create(folder.path("out"));
    REQUIRE(run);
    fs::create_directory(folder.path("out"));
    folder.write("out/note", "mine");
    CHECK(run->commit().has_value());
  }
  CHECK(folder.names() == Names{"out"});
  CHECK(folder.read("out/note") == "mine");
}

TEST_CASE("a run folder below a file is refused with the system's words") {
  const TempFolder folder;
  folder.write("file", "text");
  CHECK(refusal(folder.path("file/out")).ends_with("cannot be made: Not a directory"));
  CHECK(folder.names() == Names{"file"});
}

TEST_CASE("a file that cannot be written is called by the name that it would have had") {
  const TempFolder folder;
  auto run = RunFolder::create(folder.path("out"));
  REQUIRE(run);
  const auto failure = run->write("no/such", "text");
  REQUIRE(failure);
  CHECK(to_text(*failure) ==
        folder.path("out/no/such") + ": cannot be written: No such file or directory");
}

TEST_CASE("two runs into one folder do not touch each other") {
  const TempFolder folder;
  auto one = RunFolder::create(folder.path("out"));
  auto two = RunFolder::create(folder.path("out"));
  REQUIRE(one);
  REQUIRE(two);
  for (RunFolder* run : {&*one, &*two}) {
    CHECK_FALSE(run->write("summary.json", run == &*one ? "one" : "two").has_value());
    CHECK_FALSE(run->write("scenario.json", "{}").has_value());
  }
  CHECK_FALSE(one->commit().has_value());
  CHECK_FALSE(two->commit().has_value());
  CHECK(folder.read("out/summary.json") == "two");
  CHECK(folder.names() == Names{"out"});
}

TEST_CASE("a run in a folder of many appears when it is done, or not at all") {
  const TempFolder folder;
  fs::create_directory(folder.path("cells"));
  const auto write_one = [&](bool to_its_end) {
    auto one = RunFolder::create_in(folder.path("cells"), "one");
    REQUIRE(one);
    CHECK(one->shown_path_of("jobs.csv") == folder.path("cells/one/jobs.csv"));
    CHECK_FALSE(one->write("summary.json", "{}").has_value());
    CHECK_FALSE(fs::exists(folder.path("cells/one")));
    if (to_its_end) CHECK_FALSE(one->commit().has_value());
  };
  write_one(false);
  CHECK(fs::is_empty(folder.path("cells")));
  write_one(true);
  CHECK(folder.read("cells/one/summary.json") == "{}");
  CHECK_FALSE(RunFolder::create_in(folder.path("nowhere"), "one"));
}

TEST_CASE("a run does not replace a comparison") {
  const TempFolder folder;
  fs::create_directories(folder.path("mine/one"));
  folder.write("mine/compare.json", "{}");
  folder.write("mine/compare.csv", "");
  CHECK(refusal(folder.path("mine")).ends_with("an older run and nothing else"));
}

TEST_CASE("a folder that holds a link is not replaced, wherever the link leads") {
  const TempFolder folder;
  folder.write("mine", "years of work");
  write_run(folder.path("out"), "old");
  fs::create_symlink(folder.path("mine"), folder.path("out/jobs.csv"));
  CHECK(refusal(folder.path("out")).ends_with("and nothing else"));
  CHECK(folder.read("mine") == "years of work");
  CHECK(fs::is_symlink(folder.path("out/jobs.csv")));
}

TEST_CASE("a link that leads nowhere, or in circles, is no place for a run") {
  const TempFolder folder;
  fs::create_symlink("nowhere", folder.path("dangling"));
  fs::create_symlink("loop", folder.path("loop"));
  for (const std::string name : {"dangling", "dangling/out", "dangling/../out"}) {
    INFO(name);
    CHECK(refusal(folder.path(name)) == folder.path(name) + ": cannot be made: the link " +
                                            folder.path("dangling") +
                                            " leads to what is not there");
  }
  CHECK(refusal(folder.path("loop/out"))
            .ends_with("cannot be made: Too many levels of symbolic links"));
  CHECK(folder.names() == Names{"dangling", "loop"});
}

TEST_CASE("two dots lead where the system leads them: out of the folder behind a link") {
  const TempFolder folder;
  fs::create_directories(folder.path("far/away"));
  fs::create_directory_symlink(folder.path("far/away"), folder.path("link"));
  write_run(folder.path("link/../out"), "{}");
  CHECK(folder.read("far/out/summary.json") == "{}");
  CHECK(folder.names() == Names{"far", "link"});
  CHECK(refusal(folder.path("new/../out")) ==
        folder.path("new/../out") + ": cannot be made: \"..\" follows a folder that is not there");
  CHECK(folder.names() == Names{"far", "link"});
}

TEST_CASE("what somebody puts among older results in the last instant is not removed with them") {
  const TempFolder folder;
  write_run(folder.path("out"), "old");
  auto run = RunFolder::create(folder.path("out"));
  REQUIRE(run);
  for (const char* name : {"summary.json", "scenario.json"})
    CHECK_FALSE(run->write(name, "new").has_value());
  fs::create_symlink(folder.path("nowhere"), folder.path("out/jobs.csv"));
  CHECK(run->commit().has_value());  // refused: the folder is not replaced
  CHECK(folder.read("out/summary.json") == "old");
}

}  // namespace mcsim::testing::run_folder_test
