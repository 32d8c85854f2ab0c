// Run folders one of whose files has changed since the run, as those see it who read them.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/app/command/convert_command.hpp"
#include "mcsim/app/explain/views_command.hpp"
#include "support/catch.hpp"
#include "support/story_support.hpp"
#include "support/summaries.hpp"

namespace mcsim::testing::changed_tables_test {

namespace {

/// Jobs are forwarded, and one is launched, so that no table is empty.
constexpr const char* busy = R"json({"mcsim": 1, "clusters": [
    {"name": "home", "hosts": [{"name": "h1", "ncpus": 2}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MC_PLUGIN_SCHEDULE_ENHANCE": "COUNT_PREEMPTABLE"},
     "lsb.queues": [{"QUEUE_NAME": "send", "SNDJOBS_TO": "recv@away"}]},
    {"name": "away", "hosts": [{"name": "a1", "ncpus": 2}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MC_PLUGIN_UPDATE_INTERVAL": 10},
     "lsb.queues": [{"QUEUE_NAME": "recv", "RCVJOBS_FROM": "home"}]}],
  "pjl": [{"name": "mpirun", "cluster": "away", "min_slots": 2}],
  "jobs": [{"id": 1, "cluster": "home", "slots": 2, "run": "300s"},
           {"id": 2, "cluster": "home", "slots": 2, "run": "100s", "submit": "20s"}]})json";

struct BusyRun {
  TempFolder room;
  std::string folder = run_folder(room, room.write("busy.json", busy), "run", {},
                                  "jobs,executions,decisions,counters,launches,shares");

  /// Changes the last digit of a file.
  void change(const std::string& file) const {
    std::string text = room.read("run/" + file);
    const auto digit = std::find_if(text.rbegin(), text.rend(),
                                    [](char letter) { return letter >= '0' && letter <= '9'; });
    const auto any = digit == text.rend() ? text.rbegin() : digit;
    *any = *any == '7' ? '8' : '7';
    room.write("run/" + file, text);
  }
  std::string summary() const { return room.read("run/summary.json"); }
  void write_summary(const std::string& text) const { room.write("run/summary.json", text); }
  void replace_in_summary(const std::string& from, const std::string& to) const {
    std::string text = room.read("run/summary.json");
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    room.write("run/summary.json", text);
  }

  Answer explained() const {
    ExplainRequest request = request_for(*this);
    request.job = "1@home";
    return explain(request);
  }
  Answer viewed() const {
    ViewsRequest request;
    request.command = ViewsRequest::Command::bhosts;
    request.replay.folder = folder;
    request.cluster = "home";
    return answer_of([&](const Console& console) {
      return views_command(request, default_registry(), console);
    });
  }
  Answer converted() const {
    ConvertRequest request;
    request.in = folder + "/jobs.csv";
    request.out = room.path("out.swf");
    return answer_of(
        [&](const Console& console) { return convert_command(request, false, false, console); });
  }
};

constexpr const char* changed = ": has changed since its run wrote it: its digest is ";

}  // namespace

TEST_CASE("a changed file is noticed by explain and the views, whichever it is") {
  const BusyRun run;
  REQUIRE(run.explained().code == ExitCode::done);
  REQUIRE(run.explained().err.empty());
  std::size_t files = 0;
  for (const std::string file :
       {"jobs.csv", "skipped.csv", "executions.csv", "counters.csv", "launches.csv", "shares.csv",
        "decisions.jsonl", "scenario.json", "summary.json"}) {
    INFO(file);
    const std::string whole = run.room.read("run/" + file);
    run.change(file);
    for (const Answer& answer : {run.explained(), run.viewed()}) {
      CHECK(answer.code == ExitCode::bad_input);
      CHECK(answer.out.empty());
      CHECK(has(answer.err, run.folder + "/" + file + changed));
    }
    run.room.write("run/" + file, whole);
    ++files;
  }
  CHECK(run.explained().code == ExitCode::done);
  CHECK(files == static_cast<std::size_t>(
                     std::distance(std::filesystem::directory_iterator(run.folder), {})));
}

TEST_CASE("a summary that says something else is noticed, one that is laid out otherwise is not") {
  const BusyRun run;
  const std::string whole = run.summary();
  run.replace_in_summary("\"stalled\": 0", "\"stalled\": 1");
  for (const Answer& answer : {run.explained(), run.viewed(), run.converted()}) {
    CHECK(answer.code == ExitCode::bad_input);
    CHECK(answer.out.empty());
    CHECK(has(answer.err, run.folder + "/summary.json" + changed));
  }
  run.write_summary(to_compact_json(parse_json(whole, "summary.json")->root));
  for (const Answer& answer : {run.explained(), run.viewed(), run.converted()}) {
    CHECK(answer.code == ExitCode::done);
    CHECK_FALSE(has(answer.err, "changed"));
  }
}

TEST_CASE("a summary without the digests of its tables has changed, and is of no older version") {
  const BusyRun run;
  run.write_summary(without_digests(run.summary(), {"tables"}));
  for (const Answer& answer : {run.explained(), run.viewed(), run.converted()}) {
    CHECK(answer.code == ExitCode::bad_input);
    CHECK(has(answer.err, run.folder + "/summary.json" + changed));
    CHECK_FALSE(has(answer.err, "has no digests"));
  }
}

TEST_CASE("a changed jobs.csv is not converted") {
  const BusyRun run;
  CHECK(run.converted().code == ExitCode::done);
  CHECK(run.converted().err.find("changed") == std::string::npos);
  run.change("jobs.csv");
  const Answer answer = run.converted();
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(has(answer.err, run.folder + "/jobs.csv" + changed));
}

TEST_CASE("a table that is gone is said, and the others are still compared") {
  const BusyRun run;
  std::filesystem::remove(run.folder + "/counters.csv");
  CHECK(run.explained().code == ExitCode::done);
  CHECK(has(run.explained().err, run.folder + "/counters.csv: "));
  CHECK(has(run.explained().err, "is not there any more"));
  run.change("jobs.csv");
  CHECK(run.explained().code == ExitCode::bad_input);
}

TEST_CASE("a folder of an older version has no digests, which is said once") {
  const BusyRun run;
  run.write_summary(without_digests(run.summary()));
  run.change("jobs.csv");
  for (const Answer& answer : {run.explained(), run.viewed(), run.converted()}) {
    CHECK(answer.code == ExitCode::done);
    const auto said = answer.err.find("has no digests of the tables");
    CHECK(said != std::string::npos);
    CHECK(answer.err.find("has no digests of", said + 1) == std::string::npos);
  }
}

TEST_CASE("a folder with digests of its tables only is read, which is said once") {
  const BusyRun run;
  run.write_summary(without_digests(run.summary(), {"digest"}));
  run.change("scenario.json");
  CHECK(run.explained().code == ExitCode::bad_input);  // its digest is there
  run.replace_in_summary("\"scenario.json\": ", "\"skipped.csv \": ");
  for (const Answer& answer : {run.explained(), run.viewed()}) {
    const auto said = answer.err.find("has no digests of itself and of scenario.json");
    CHECK(said != std::string::npos);
    CHECK(answer.err.find("has no digests of", said + 1) == std::string::npos);
  }
}

}  // namespace mcsim::testing::changed_tables_test
