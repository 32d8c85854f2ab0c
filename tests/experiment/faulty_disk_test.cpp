// Every call that changes a file, of every command that writes one, fails in every way: afterwards
// the old results are there as they were, or the new ones are complete, and the exit code says
// which.
#include "support/faulty_disk.hpp"

#include <cerrno>
#include <filesystem>
#include <functional>
#include <map>

#include "experiment/run_once.hpp"
#include "mcsim/experiment/compare_command.hpp"
#include "mcsim/experiment/convert_command.hpp"
#include "mcsim/experiment/elim_command.hpp"
#include "support/catch.hpp"

using namespace mcsim;
namespace fs = std::filesystem;

namespace {

using Files = std::map<std::string, std::string>;  // by path

/// Something that writes "out" in a folder.
struct Writer {
  std::string name;
  std::function<Answer(const TempFolder&)> write;
};

/// What lies under `top`, without what differs from run to run.
Files files_in(const TempFolder& room, const std::string& top) {
  Files files;
  if (fs::is_regular_file(room.path(top))) files[top] = room.read(top);
  if (!fs::is_directory(room.path(top))) return files;
  for (const auto& entry : fs::recursive_directory_iterator(room.path(top))) {
    const std::string name = fs::relative(entry.path(), room.path()).string();
    std::string& text = files[name];
    if (!entry.is_regular_file()) continue;
    text = room.read(name);
    const std::size_t engine = text.find("\"engine\"");
    if (name.ends_with("summary.json") && engine != std::string::npos && text.ends_with("}\n"))
      text.resize(engine);
  }
  return files;
}

Answer write_run(const TempFolder& room) {
  RunRequest request;
  request.input = MCSIM_SOURCE_DIR "/scenarios/forwarding_bounce.json";
  request.folder = room.path("out");
  request.outputs = "jobs,executions,decisions,counters";
  return answer_of(
      [&](const Console& console) { return run_command(request, default_registry(), console); });
}

Answer write_comparison(const TempFolder& room) {
  CompareRequest request;
  request.run.input = MCSIM_SOURCE_DIR "/scenarios/easy_backfill.json";
  request.run.folder = room.path("out");
  request.vary = {R"(model.dispatch=["easy", "fcfs"])"};
  request.jobs = 1;
  return answer_of([&](const Console& console) {
    return compare_command(request, default_registry(), console);
  });
}

Answer write_table(const TempFolder& room) {
  return answer_of([&](const Console& console) {
    return convert_command(
        {MCSIM_SOURCE_DIR "/scenarios/traces/synthetic.swf", room.path("out"), "", "jobs.csv"},
        false, false, console);
  });
}

Answer write_record(const TempFolder& room) {
  ElimRequest request;
  request.command = ElimRequest::Command::record;
  request.program = MCSIM_SOURCE_DIR "/tests/experiment/elims/elim.good";
  request.resources = "tmp2 licenses";
  request.poll_interval = "20ms";
  request.enough_reports = 1;
  request.output = room.path("out");
  return answer_of([&](const Console& console) { return elim_command(request, console); });
}

/// A folder where `writer` has been once, with something else: results that are older.
void write_older(const Writer& writer, const TempFolder& room) {
  REQUIRE(writer.write(room).code == ExitCode::done);
  const std::string file = fs::is_directory(room.path("out")) ? "out/scenario.json" : "out";
  if (fs::exists(room.path(file))) room.write(file, "older");
  if (fs::exists(room.path("out/compare.csv"))) room.write("out/compare.csv", "older");
}

/// What is to be there afterwards.
struct Outcomes {
  Files older;
  Files newer;
};

void check(const Writer& writer, const TempFolder& room, const Outcomes& outcomes,
           FaultyDisk::Plan plan) {
  Answer answer;
  std::string failed = "nothing";
  {
    const FaultyDisk disk(plan);
    answer = writer.write(room);
    if (plan.fails_at < disk.calls().size()) failed = disk.calls()[plan.fails_at];
  }
  INFO(failed << " failed; exit code " << static_cast<int>(answer.code) << ": " << answer.err);
  const Files found = files_in(room, "out");
  const bool is_removal = failed == "unlink" || failed == "rmdir";
  const bool interrupted = plan.error == EINTR && (failed == "open" || failed == "write");
  if (interrupted || failed == "nothing") REQUIRE(answer.code == ExitCode::done);
  if (answer.code == ExitCode::done) {
    REQUIRE((found == outcomes.newer));
  } else {
    REQUIRE(answer.code == ExitCode::run_failed);
    REQUIRE(answer.err.find(room.path("out")) != std::string::npos);
    if (!is_removal) REQUIRE(answer.err.find(".partial") == std::string::npos);
    REQUIRE((found == outcomes.older || found == outcomes.newer));
  }
  if (!is_removal)
    REQUIRE(room.names() ==
            (found.empty() ? std::vector<std::string>{} : std::vector<std::string>{"out"}));
}

std::size_t calls_of(const Writer& writer, bool replaces) {
  const TempFolder room;
  if (replaces) write_older(writer, room);
  const FaultyDisk disk({});
  REQUIRE(writer.write(room).code == ExitCode::done);
  return disk.calls().size();
}

void try_every_call(const Writer& writer, bool replaces,
                    const std::vector<FaultyDisk::Plan>& plans) {
  Outcomes outcomes;
  const TempFolder model;
  if (replaces) {
    write_older(writer, model);
    outcomes.older = files_in(model, "out");
  }
  const TempFolder good;
  REQUIRE(writer.write(good).code == ExitCode::done);
  outcomes.newer = files_in(good, "out");
  REQUIRE((outcomes.newer != outcomes.older));
  const std::size_t calls = calls_of(writer, replaces);
  REQUIRE(calls >= 4);  // open, write, close, rename
  for (FaultyDisk::Plan plan : plans)
    for (std::size_t at = 0; at < calls + 1; ++at) {
      const TempFolder room;
      if (replaces) fs::copy(model.path("out"), room.path("out"), fs::copy_options::recursive);
      plan.fails_at = at;
      INFO(writer.name << (replaces ? " over older results" : "") << ", call " << at << " of "
                       << calls << ", error " << plan.error << (plan.torn ? ", torn" : "")
                       << (plan.stays ? ", for good" : ""));
      check(writer, room, outcomes, plan);
    }
}

const std::vector<FaultyDisk::Plan> all_faults = {
    {.error = ENOSPC},
    {.error = ENOSPC, .torn = true, .stays = true},
    {.error = EIO},
    {.error = EIO, .torn = true},
    {.error = EPIPE},
    {.error = EINTR},
    {.error = EIO, .cannot_exchange = true},
};

}  // namespace

TEST_CASE("whatever a disk refuses, a run folder is the old one or the new one") {
  try_every_call({"run", write_run}, GENERATE(false, true), all_faults);
}

TEST_CASE("whatever a disk refuses, the folder of a comparison is the old one or the new one") {
  try_every_call({"compare", write_comparison}, GENERATE(false, true), all_faults);
}

TEST_CASE("whatever a disk refuses, a converted file is the old one or the new one") {
  try_every_call({"convert", write_table}, GENERATE(false, true), all_faults);
}

TEST_CASE("whatever a disk refuses, a record is the old one or whole") {
  // A record differs from the next one by its times: only what is refused is compared.
  const TempFolder good;
  REQUIRE(write_record(good).code == ExitCode::done);
  const std::size_t calls = calls_of({"record", write_record}, false);
  for (std::size_t at = 0; at < calls; ++at) {
    const TempFolder room;
    room.write("out", "older");
    Answer answer;
    {
      const FaultyDisk disk({.fails_at = at, .error = EIO, .torn = true});
      answer = write_record(room);
    }
    INFO("call " << at << " of " << calls << ": " << answer.err);
    CHECK(answer.code == ExitCode::run_failed);
    CHECK(answer.err == room.path("out") + ": cannot be written: Input/output error\n");
    CHECK(room.read("out") == "older");
    CHECK(room.names() == std::vector<std::string>{"out"});
  }
}

TEST_CASE("a disk that takes a few bytes at a time gets all of them") {
  const Writer writer = GENERATE(Writer{"run", write_run}, Writer{"compare", write_comparison},
                                 Writer{"convert", write_table});
  const TempFolder good, room;
  REQUIRE(writer.write(good).code == ExitCode::done);
  const FaultyDisk disk({.most = 7});
  REQUIRE(writer.write(room).code == ExitCode::done);
  CHECK((files_in(room, "out") == files_in(good, "out")));
  CHECK(disk.calls().size() > 100);
}
