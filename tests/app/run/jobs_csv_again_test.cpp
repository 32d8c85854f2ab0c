// jobs.csv of a run as the workload of another one: what ties jobs to others is not lost.
#include <map>
#include <string>
#include <tuple>

#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/text/csv.hpp"
#include "support/catch.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::jobs_csv_again_test {

namespace {

const std::string site = R"json({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h1", "ncpus": 8}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
    "lsb.queues": [{"QUEUE_NAME": "normal"}],
    "lsb.resources": {"Limit": [{"PROJECTS": "p7", "JOBS": 1}]}}],)json";

/// By number and index: when each job started and ended, and how.
std::map<std::pair<std::string, std::string>, std::string> times_of(const std::string& folder) {
  std::map<std::pair<std::string, std::string>, std::string> all;
  auto table = CsvReader::open(folder + "/jobs.csv", "jobs.csv");
  REQUIRE(table);
  const auto cell = [&](std::string_view name) {
    return std::string((*table)[*table->find(name)]);
  };
  while (table->next())
    all[{cell("job_id"), cell("index")}] =
        cell("start_time") + " " + cell("finish_time") + " " + cell("status");
  return all;
}

std::string names_of(const std::string& folder) {
  auto table = CsvReader::open(folder + "/jobs.csv", "jobs.csv");
  REQUIRE(table);
  std::string names;
  for (std::size_t at = jobs_csv_columns.size(); at < table->names().size(); ++at)
    names += (names.empty() ? "" : ",") + table->names()[at];
  return names;
}

}  // namespace

TEST_CASE("a run of a run's jobs.csv has the same arrays, conditions, projects and begin times") {
  const TempFolder room;
  const std::string first = run_folder(room, room.write("a.json", site + R"json(
  "jobs": [
    {"id": 1, "user": "ann", "run": "100s", "array": "sim[1-5]%2"},
    {"id": 2, "user": "ann", "run": "10s", "array": "[1-5]", "depends": "done(sim[*])"},
    {"id": 3, "user": "ann", "run": "10s", "depends": "numdone(1, >= 2) && !exit(1[4])",
     "name": "a, b"},
    {"id": 4, "user": "ann", "run": "10s", "project": "p7"},
    {"id": 5, "user": "ann", "run": "10s", "project": "p7", "begin": "12.5s"},
    {"id": 6, "user": "ann", "run": "10s", "exit_codes": "1"},
    {"id": 7, "user": "ann", "run": "10s", "depends": "done(6)", "terminate_orphan": true}]})json"),
                                       "first");
  CHECK(names_of(first) == "index,project,name,depends,terminate_orphan,begin");
  const std::string again = run_folder(
      room, room.write("b.json", site + R"json("workloads": [{"file": "first/jobs.csv"}]})json"),
      "again");
  auto times = times_of(first);
  CHECK(times.at({"1", "3"}) == "100 200 DONE");                // %2
  CHECK(times.extract({"7", "0"}).mapped().ends_with("EXIT"));  // how long it runs, nobody knows
  CHECK(times_of(again) == times);
}

TEST_CASE("jobs.csv of a run without any of that has no column for it") {
  const TempFolder room;
  const std::string folder =
      run_folder(room, room.write("a.json", site + R"json("jobs": [{"id": 1, "run": "1s"}]})json"));
  CHECK(names_of(folder).empty());
}

}  // namespace mcsim::testing::jobs_csv_again_test
