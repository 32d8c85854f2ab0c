// Makes every call that changes a file, of every command that writes one, fail in every way.
// Afterwards the old results are unchanged, or the new ones are complete, and the exit code says
// which.
#include "support/faulty_disk.hpp"

#include <cerrno>
#include <filesystem>
#include <functional>

#include "mcsim/app/command/convert_command.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/elim/elim_command.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/places.hpp"
#include "support/result_files.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::faulty_disk_test {
namespace fs = std::filesystem;

namespace {

/// A command that writes "out" in a folder.
struct Writer {
  std::string name;
  std::function<Answer(const TempFolder&)> write;
};

Answer write_run(const TempFolder& room) {
  RunRequest request;
  request.input = source_dir() + "/scenarios/forwarding_bounce.json";
  request.folder = room.path("out");
  request.outputs = "jobs,executions,decisions,counters";
  return answer_of(
      [&](const Console& console) { return run_command(request, default_registry(), console); });
}

Answer write_comparison(const TempFolder& room) {
  CompareRequest request;
  request.run.input = source_dir() + "/scenarios/easy_backfill.json";
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
        {source_dir() + "/scenarios/traces/synthetic.swf", room.path("out"), "", "jobs.csv"}, false,
        false, console);
  });
}

Answer write_record(const TempFolder& room, const std::string& name = "out") {
  ElimRequest request;
  request.command = ElimRequest::Command::record;
  request.program = source_dir() + "/tests/elims/elim.good";
  request.resources = "tmp2 licenses";
  request.poll_interval = "20ms";
  request.enough_reports = 1;
  request.output = room.path(name);
  return answer_of([&](const Console& console) { return elim_command(request, console); });
}

/// Runs `writer` once in the folder, and changes its results: these are the older ones.
void write_older(const Writer& writer, const TempFolder& room) {
  REQUIRE(writer.write(room).code == ExitCode::done);
  const std::string file = fs::is_directory(room.path("out")) ? "out/scenario.json" : "out";
  if (fs::exists(room.path(file))) room.write(file, "older");
}

/// The files that are expected afterwards.
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
  // Every call, or every n-th: under sanitizers each try takes many times as long.
  const std::size_t step = fewer();
  std::size_t first = 0;
  for (FaultyDisk::Plan plan : plans) {
    first = (first + 1) % step;  // so that other calls fail in other ways
    for (std::size_t at = first; at < calls + 1; at += step) {
      const TempFolder room;
      if (replaces) fs::copy(model.path("out"), room.path("out"), fs::copy_options::recursive);
      plan.fails_at = at;
      INFO(writer.name << (replaces ? " over older results" : "") << ", call " << at << " of "
                       << calls << ", error " << plan.error << (plan.torn ? ", torn" : "")
                       << (plan.stays ? ", for good" : ""));
      check(writer, room, outcomes, plan);
    }
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

/// Whether a scenario accepts the record.
bool is_whole_record(const std::string& record) {
  const TempFolder room;
  room.write("record", record);
  const std::string scenario = room.write("s.json", R"({"mcsim": 1, "model": {"load": "lim"},
    "lsf.shared": {"Resource": [{"RESOURCENAME": "licenses", "TYPE": "Numeric", "INTERVAL": 40}]},
    "clusters": [{"name": "C", "hosts": [{"name": "a"}], "lsf.cluster":
      {"ResourceMap": [{"RESOURCENAME": "licenses", "LOCATION": "[default]"}]}}],
    "elim": [{"name": "elim.x", "values": [{"resource": "licenses", "record": "record"}]}]})");
  return load_scenario(scenario, choices_of(default_registry())).has_value();
}

/// The faults that make a difference for one file, also with a disk that takes few bytes at a time,
/// so that there are many writes.
const std::vector<FaultyDisk::Plan> record_faults = {
    {.error = ENOSPC, .torn = true, .stays = true},
    {.error = EIO},
    {.error = EPIPE, .torn = true},
    {.error = EINTR},
    {.error = ENOSPC, .torn = true, .stays = true, .most = 60},
    {.error = EIO, .most = 60},
};

/// Makes a record fail at one call.
void check_record(const std::string& name, bool replaces, const FaultyDisk::Plan& plan,
                  bool& is_reached) {
  const TempFolder room;
  if (replaces) room.write(name, "older");
  Answer answer;
  std::string call = "nothing";
  {
    const FaultyDisk disk(plan);
    answer = write_record(room, name);
    is_reached = plan.fails_at < disk.calls().size();
    if (is_reached) call = disk.calls()[plan.fails_at];
  }
  INFO(name << ": call " << plan.fails_at << ", " << call << ", error " << plan.error
            << (plan.torn ? ", torn" : "") << (plan.stays ? ", for good" : "") << ", " << plan.most
            << " bytes at a time: " << answer.err);
  const bool goes_on = plan.error == EINTR && (call == "open" || call == "write");
  const bool is_written = !is_reached || goes_on;
  REQUIRE(answer.code == (is_written ? ExitCode::done : ExitCode::run_failed));
  if (is_written) {
    REQUIRE(is_whole_record(room.read(name)));
  } else {
    REQUIRE(answer.err.starts_with(room.path(name) + ": cannot be written: "));
    REQUIRE(room.read(name) == (replaces ? "older" : ""));
  }
  const bool is_there = replaces || is_written;
  REQUIRE(room.names() == std::vector<std::string>(is_there ? 1 : 0, name));
}

/// Makes every call fail, one after the other. Returns how many there are.
std::size_t try_every_call_of_record(const std::string& name, bool replaces,
                                     FaultyDisk::Plan plan) {
  bool is_reached = true;
  for (plan.fails_at = 0; is_reached; ++plan.fails_at)
    check_record(name, replaces, plan, is_reached);
  return plan.fails_at - 1;
}

/// The files of a comparison, but for what its cells have cost.
Files comparison_in(const TempFolder& room) {
  Files files = files_in(room, "out");
  files.erase("out/log.tsv");
  return files;
}

void check_comparison(FaultyDisk::Plan plan, const Files& whole) {
  const TempFolder room;
  Answer answer;
  std::string failed = "nothing";
  {
    const FaultyDisk disk(plan);
    answer = write_comparison(room);
    if (plan.fails_at < disk.calls().size()) failed = disk.calls()[plan.fails_at];
  }
  INFO("call " << plan.fails_at << ", " << failed << ", error " << plan.error
               << (plan.torn ? ", torn" : "") << (plan.stays ? ", for good" : "") << "; exit code "
               << static_cast<int>(answer.code) << ": " << answer.err);
  if (failed == "nothing") REQUIRE(answer.code == ExitCode::done);
  if (answer.code != ExitCode::done) {
    REQUIRE(answer.code == ExitCode::run_failed);
    REQUIRE(answer.err.find(room.path("out")) != std::string::npos);
  }
  for (const auto& [name, text] : comparison_in(room))
    if (name.find(".partial") == name.npos) REQUIRE(whole.at(name) == text);
  const Answer next = write_comparison(room);
  INFO(next.err);
  REQUIRE(next.code == ExitCode::done);
  REQUIRE((comparison_in(room) == whole));
}

}  // namespace

TEST_CASE("whatever a disk refuses, a run folder is the old one or the new one") {
  try_every_call({"run", write_run}, GENERATE(false, true), all_faults);
}

TEST_CASE("whatever a disk refuses, cells are whole or not there, and the same command goes on") {
  const TempFolder good;
  REQUIRE(write_comparison(good).code == ExitCode::done);
  const Files whole = comparison_in(good);
  const std::size_t calls = calls_of({"compare", write_comparison}, false);
  const std::size_t step = fewer();
  for (FaultyDisk::Plan plan : all_faults)
    for (plan.fails_at = 0; plan.fails_at < calls + 1; plan.fails_at += step)
      check_comparison(plan, whole);
}

TEST_CASE("whatever a disk refuses, a converted file is the old one or the new one") {
  try_every_call({"convert", write_table}, GENERATE(false, true), all_faults);
}

// Records differ in their times, so a new one is checked by its reader.
TEST_CASE("whatever a disk refuses, and wherever, a record is the old one or whole") {
  const bool replaces = GENERATE(false, true);
  for (const FaultyDisk::Plan& plan : record_faults) {
    const std::size_t calls = try_every_call_of_record("out", replaces, plan);
    CHECK(calls >=
          (plan.most > 0 ? std::size_t{8} : std::size_t{4}));  // open, write, close, rename
  }
}

TEST_CASE("whatever a disk refuses, a packed record is the old one or whole") {
  const std::string name = GENERATE(as<std::string>{}, "out.gz", "out.zst", "out.xz");
  CHECK(try_every_call_of_record(name, true, {.error = EIO, .torn = true}) >= 4);
  CHECK(try_every_call_of_record(name, true, {.error = ENOSPC, .stays = true, .most = 40}) >= 6);
}

TEST_CASE("a record that is written where it lies shows by its end whether it is whole") {
  const TempFolder room;
  REQUIRE(write_record(room).code == ExitCode::done);
  const std::string whole = room.read("out");
  REQUIRE(is_whole_record(whole));
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    INFO(length << " bytes");
    REQUIRE_FALSE(is_whole_record(whole.substr(0, length)));
  }
}

TEST_CASE("a disk that takes a few bytes at a time gets all of them") {
  const Writer writer = GENERATE(Writer{"run", write_run}, Writer{"convert", write_table});
  const TempFolder good, room;
  REQUIRE(writer.write(good).code == ExitCode::done);
  const FaultyDisk disk({.most = 7});
  REQUIRE(writer.write(room).code == ExitCode::done);
  CHECK((files_in(room, "out") == files_in(good, "out")));
  CHECK(disk.calls().size() > 100);
}

TEST_CASE("a disk that takes a few bytes at a time gets all cells") {
  const TempFolder good, room;
  REQUIRE(write_comparison(good).code == ExitCode::done);
  const FaultyDisk disk({.most = 7});
  REQUIRE(write_comparison(room).code == ExitCode::done);
  CHECK((comparison_in(room) == comparison_in(good)));
}

}  // namespace mcsim::testing::faulty_disk_test
