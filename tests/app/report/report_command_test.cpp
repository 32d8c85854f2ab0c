// `mcsim report`: what it writes, and what it refuses.
#include "mcsim/app/report/report_command.hpp"

#include <filesystem>
#include <string>

#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::report_command_test {

namespace {

Answer report_of(const std::string& folder, const std::string& output = "") {
  ReportRequest request;
  request.folder = folder;
  request.output = output;
  return answer_of(
      [&](const Console& console) { return report_command(request, default_registry(), console); });
}

struct EventfulRun {
  TempFolder room;
  std::string folder = run_folder(room, room.write("s.json", eventful), "run", {}, "jobs,segments");
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a report is written into its folder, or where one wants it, the same each time") {
  const EventfulRun run;
  const Answer answer = report_of(run.folder);
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err.empty());
  CHECK(answer.out == run.folder + "/report.html: 5 jobs, 5 stories\n");
  const std::string page = run.room.read("run/report.html");
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.size() < 200'000);
  CHECK(report_of(run.folder, run.room.path("own.html")).code == ExitCode::done);
  CHECK(run.room.read("own.html") == page);
}

TEST_CASE("a new run replaces a folder with segments and a report") {
  const EventfulRun run;
  REQUIRE(report_of(run.folder).code == ExitCode::done);
  run_folder(run.room, run.room.path("s.json"));
  CHECK(!std::filesystem::exists(run.room.path("run/report.html")));
}

TEST_CASE("a folder that is none of a run is refused, and nothing is written") {
  const EventfulRun run;
  const Answer answer = report_of(run.room.path(), run.room.path("own.html"));
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(has(answer.err, "is no folder of a run (expected summary.json and scenario.json in it)"));
  CHECK(!std::filesystem::exists(run.room.path("own.html")));
  const std::string none = run_folder(run.room, run.room.path("s.json"), "none", {}, "");
  CHECK(has(report_of(none).err, "has no jobs.csv"));
}

TEST_CASE("a table that has changed since the run is refused") {
  const EventfulRun run;
  std::string jobs = run.room.read("run/jobs.csv");
  jobs.replace(jobs.find("ann"), 3, "eve");
  run.room.write("run/jobs.csv", jobs);
  const Answer answer = report_of(run.folder);
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(has(answer.err, "jobs.csv"));
  CHECK(!std::filesystem::exists(run.room.path("run/report.html")));
}

TEST_CASE("a page that cannot be written leaves what had its name") {
  const EventfulRun run;
  const Answer answer = report_of(run.folder, run.room.path("none/own.html"));
  CHECK(answer.code == ExitCode::run_failed);
  CHECK(!answer.err.empty());
}

TEST_CASE("a run whose inputs are gone has a page without stories, and says so") {
  const TempFolder room;
  std::filesystem::create_directory(room.path("in"));
  room.write("in/jobs.csv", "job_id,submit_time,slots,run_time\n1,0,1,10\n2,5,2,10\n");
  const std::string folder = run_folder(room, room.write("in/s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C1", "hosts": [{"name": "a", "ncpus": 4}],
                  "lsb.queues": [{"QUEUE_NAME": "q"}]}],
    "workloads": [{"file": "jobs.csv", "cluster": "C1", "queue": "q"}]})"));
  std::filesystem::remove(room.path("in/jobs.csv"));
  const Answer answer = report_of(folder);
  CHECK(answer.code == ExitCode::done);
  CHECK(has(answer.out, "2 jobs, 0 stories"));
  CHECK(has(answer.err, "jobs.csv"));
  CHECK(has(room.read("run/report.html"), "The scenario cannot be loaded any more"));
}

TEST_CASE("the folder of a sweep that was not collected is refused") {
  const TempFolder room;
  room.write("plan.tsv", "# mcsim plan, format 1\n");
  const Answer answer = report_of(room.path());
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(has(answer.err, "is of a sweep that was not collected yet"));
}

}  // namespace mcsim::testing::report_command_test
