// What part of a run is measured.
#include <string>

#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/results_tree.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::measure_test {

namespace {

// By hand: job 1 takes both slots from 0 to 100 s, job 2 one from 100 to 200 s after 50 s, job 3
// both from 200 s on after 80 s.
constexpr const char* three_jobs = R"({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 2}]}],
  "model": {"dispatch": "fcfs"},
  "jobs": [{"id": 1, "submit": "0s", "slots": 2, "run": "100s", "user": "ann"},
           {"id": 2, "submit": "50s", "slots": 1, "run": "100s", "user": "bob"},
           {"id": 3, "submit": "120s", "slots": 2, "run": "10s", "user": "ann"}]})";

Answer run_with(const TempFolder& room, const std::string& measure) {
  RunRequest request;
  request.input = room.write("s.json", three_jobs);
  request.folder = room.path("out");
  if (!measure.empty()) request.sets = {"measure=" + measure};
  return answer_of(
      [&](const Console& console) { return run_command(request, default_registry(), console); });
}

/// Mean wait, number of jobs that are done, and utilization while jobs are submitted.
std::string results(const std::string& measure) {
  const TempFolder room;
  const Answer answer = run_with(room, measure);
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  const JsonNode summary = summary_tree(room.read("out/summary.json"));
  std::string text;
  for (const char* path : {"wait_time.mean", "jobs.DONE", "utilization.while_submitting"})
    text += (text.empty() ? "" : " ") + to_compact_json(*metrics_at(summary, path).front().value);
  return text;
}

}  // namespace

TEST_CASE("without a measure all jobs count, and utilization to the last submission") {
  // (0 + 50 + 80) / 3 s; 100 s of both slots and 20 s of one, of 120 s
  CHECK(results("") == "43.333 3 0.916667");
}

TEST_CASE(
    "waits are of jobs that are submitted in the measured part, utilization is of that part") {
  CHECK(results(R"({"from": "50s", "to": "120s"})") == "50 3 0.857143");
  CHECK(results(R"({"to": "50s"})") == "0 3 1.000000");
  CHECK(results(R"({"from": "50s"})") == "65 3 0.857143");
  CHECK(results(R"({"from": "60s", "to": "160s"})") == "80 3 0.700000");
}

TEST_CASE("no time has no utilization") { CHECK(results(R"({"from": "120s"})") == "80 3 null"); }

TEST_CASE("a part in which no job is submitted is refused with its place, before anything runs") {
  const TempFolder room;
  for (const char* const part :
       {R"({"from": "700d", "to": "800d"})", R"({"from": "121s", "to": "122s"})"}) {
    const Answer answer = run_with(room, part);
    CHECK(answer.code == ExitCode::bad_input);
    CHECK(answer.err.find("/measure: no job is submitted in it") != answer.err.npos);
    CHECK(answer.out.empty());
  }
}

TEST_CASE("a measure of nothing is refused") {
  const TempFolder room;
  CHECK(run_with(room, "{}").code == ExitCode::bad_input);
  const Answer answer = run_with(room, R"({"from": "5s", "to": "5s"})");
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(answer.err.find("/measure/to: expected a time behind `from`: nothing is measured") !=
        answer.err.npos);
}

}  // namespace mcsim::testing::measure_test
