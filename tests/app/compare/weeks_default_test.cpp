// Replicas of long traces draw their weeks anew, unless somebody says how they shall be drawn.
#include <cstdint>
#include <string>

#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/sweep/sweep_command.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::weeks_default_test {

namespace {

/// A job each ten hours of that many weeks and two days, each of a width and length of its own.
std::string trace_of(std::int64_t weeks) {
  std::string text;
  const std::int64_t count = (weeks * 168 + 48) / 10;
  for (std::int64_t id = 1; id <= count; ++id)
    text += std::to_string(id) + " " + std::to_string((id - 1) * 36'000) + " -1 " +
            std::to_string(20'000 + id * 7919 % 30'000) + " " + std::to_string(1 + id % 3) +
            " -1 -1 " + std::to_string(1 + id % 3) + " -1 -1 1 3 1 -1 -1 -1 -1 -1\n";
  return text;
}

SweepRequest request_for(const TempFolder& room, std::int64_t weeks,
                         const std::string& of_workload = "") {
  room.write("t.swf", trace_of(weeks));
  SweepRequest request;
  request.run.input = room.write("s.json", R"({"mcsim": 1, "seed": 5, "model": {"dispatch": "fcfs"},
        "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 3}]}],
        "workloads": [{"file": "t.swf")" + of_workload +
                                               "}]}");
  request.vary = {R"(model.dispatch=["fcfs", "easy"])"};
  request.jobs = 2;
  request.replicas = 3;
  return request;
}

Answer compare(const SweepRequest& what, const std::string& folder = "") {
  CompareRequest request;
  static_cast<SweepRequest&>(request) = what;
  if (!folder.empty()) request.run.folder = folder;
  return answer_of([&](const Console& console) {
    return compare_command(request, default_registry(), console);
  });
}

Answer sweep(SweepCommandRequest request, SweepCommandRequest::Command command) {
  request.command = command;
  return answer_of(
      [&](const Console& console) { return sweep_command(request, default_registry(), console); });
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool is_drawn(const Answer& answer) {
  INFO(answer.err << answer.out);
  CHECK(answer.code == ExitCode::done);
  const bool is_fixed = holds(answer.err, "nothing here is random");
  CHECK(holds(answer.err, "each replica draws the ") != is_fixed);
  return !is_fixed;
}

/// The folder of the cell in the last row of compare.csv: of the second variant's last replica.
std::string last_cell(const TempFolder& room, const std::string& folder) {
  const std::string csv = room.read(folder + "/compare.csv");
  const std::string key = "easy,3,7,";
  const auto at = csv.find(key);
  REQUIRE(at != csv.npos);
  return folder + "/cells/" + csv.substr(at + key.size(), 16);
}

}  // namespace

TEST_CASE("replicas of a trace of six weeks draw its weeks, which is said") {
  const TempFolder room;
  const SweepRequest request = request_for(room, 6);
  const Answer answer = compare(request, room.path("out"));
  CHECK(is_drawn(answer));
  CHECK(answer.err ==
        "--replicas: warning: each replica draws the 6 weeks of t.swf anew, without 4 jobs behind "
        "the last whole week; --resample none leaves it as it is\n");
  // The cell says what it did, and its command does the same without replicas.
  const std::string summary = room.read(last_cell(room, "out") + "/summary.json");
  CHECK(holds(summary, "workloads.0.resample=weeks"));
  CHECK(holds(summary, "--seed 7"));
  // Asked for by name it is the same but for what the last day lacks, and for the plan.
  SweepRequest named = request;
  named.resample = "weeks";
  CHECK(compare(named, room.path("named")).code == ExitCode::done);
  CHECK(last_cell(room, "named").substr(6) == last_cell(room, "out").substr(4));
  // The same command again does nothing more.
  const std::string log = room.read("out/log.tsv");
  CHECK(compare(request, room.path("out")).code == ExitCode::done);
  CHECK(room.read("out/log.tsv") == log);
}

TEST_CASE("nothing is drawn of shorter traces, nor where somebody says otherwise") {
  const TempFolder room;
  CHECK_FALSE(is_drawn(compare(request_for(room, 5))));
  CHECK_FALSE(is_drawn(compare(request_for(room, 6, R"(, "resample": "none")"))));
  SweepRequest request = request_for(room, 6);
  request.resample = "none";
  CHECK_FALSE(is_drawn(compare(request)));
  request = request_for(room, 6);
  request.run.sets = {"workloads.0.resample=none"};
  CHECK_FALSE(is_drawn(compare(request)));
  // What is read aside and then not drawn is as it was.
  request = request_for(room, 5);
  request.replicas = 1;
  const std::string once = compare(request).out;
  request.replicas = 3;
  const std::string thrice = compare(request).out;
  CHECK(once.substr(0, once.find("to reproduce")) == thrice.substr(0, thrice.find("to reproduce")));
}

TEST_CASE("a workload that says hours is drawn by hours, and one replica by nothing") {
  const TempFolder room;
  const Answer hours = compare(request_for(room, 6, R"(, "resample": "hours")"));
  CHECK(hours.code == ExitCode::done);
  CHECK_FALSE(holds(hours.err, "each replica draws"));
  CHECK_FALSE(holds(hours.err, "nothing here is random"));
  SweepRequest request = request_for(room, 6);
  request.replicas = 1;
  CHECK(compare(request).err.empty());
}

TEST_CASE("a sweep draws the weeks that a comparison draws") {
  using Command = SweepCommandRequest::Command;
  const TempFolder room;
  SweepCommandRequest request;
  static_cast<SweepRequest&>(request.request) = request_for(room, 7);
  request.folder = room.path("swept");
  CHECK(compare(request.request, room.path("out")).code == ExitCode::done);
  const Answer planned = sweep(request, Command::plan);
  CHECK(planned.code == ExitCode::done);
  CHECK(holds(planned.err, "each replica draws the 7 weeks of t.swf anew"));
  const Answer ran = sweep(request, Command::run);
  INFO(ran.err);
  CHECK(ran.code == ExitCode::done);
  CHECK(sweep(request, Command::collect).code == ExitCode::done);
  CHECK(room.read("swept/compare.csv") == room.read("out/compare.csv"));
}

}  // namespace mcsim::testing::weeks_default_test
