// The jobs.csv of a run as a trace: whoever replays what it records sees the same ends.
#include <map>
#include <string>

#include "mcsim/results/convert.hpp"
#include "support/catch.hpp"
#include "support/csv_rows.hpp"
#include "support/places.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::convert_runs_test {
namespace {

/// The ends of jobs, in seconds.
using Ends = std::map<std::string, std::string>;

Ends ends_of(const std::string& table) {
  Ends ends;
  for (const Row& row : rows_of(table)) ends[row.at("job_id")] = row.at("finish_time");
  return ends;
}

}  // namespace

// The ends are those that the scenarios expect, made by hand; the trace is taken to a table and
// back once more on the way.
TEST_CASE(
    "the jobs of a run as a trace end as they did, also those that ran twice or stood still") {
  struct Case {
    std::string scenario;
    Ends ends;
  };
  for (const auto& [scenario, ends] :
       {Case{"preemption", {{"1", "3600"}, {"2", "5100"}, {"3", "1800"}}},
        Case{"exclusive_and_requeue", {{"1", "1200"}, {"2", "2400"}, {"3", "1320"}}}}) {
    INFO(scenario);
    const TempFolder room;
    const std::string run =
        run_folder(room, std::string(source_dir()) + "/scenarios/" + scenario + ".json");
    CHECK(ends_of(run + "/jobs.csv") == ends);
    REQUIRE(convert({run + "/jobs.csv", room.path("a.swf"), "", ""}));
    REQUIRE(convert({room.path("a.swf"), room.path("b.csv"), "", ""}));
    REQUIRE(convert({room.path("b.csv"), room.path("b.swf"), "", ""}));
    CHECK(ends_of(room.path("b.csv")) == ends);
    for (const std::string trace : {"a", "b"}) {
      const std::string again = run_folder(room, room.path(trace + ".swf"), "again_" + trace,
                                           {"clusters.0.model.dispatch=recorded"});
      CHECK(ends_of(again + "/jobs.csv") == ends);
    }
  }
}

// The second execution of jobs 1 and 3 is the one that is recorded.
TEST_CASE("where starts are replayed, jobs of a run that were requeued start when they last did") {
  const TempFolder room;
  const std::string scenario = std::string(source_dir()) + "/scenarios/exclusive_and_requeue.json";
  const std::string run = run_folder(room, scenario);
  const std::string again = run_folder(
      room, scenario, "again",
      {"clusters.0.model.dispatch=recorded", "jobs=[]", "expect={}",
       R"(workloads=[{"file": ")" + run + R"(/jobs.csv", "cluster": "C1", "queue": "again"}])"});
  CHECK(ends_of(again + "/jobs.csv") == Ends{{"1", "1200"}, {"2", "2400"}, {"3", "1320"}});
}

}  // namespace mcsim::testing::convert_runs_test
