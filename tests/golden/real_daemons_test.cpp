// What real daemons of the family did, against scenarios of the same work.
//
// Source: histories of volclava 2.2-beta, an open fork of Platform Lava, of 2026-11-25: real lim,
// sbatchd and mbatchd on one machine, with real jobs. Times are whole seconds. Run times in the
// scenarios are those of the history.
#include <cstdlib>
#include <map>
#include <string>

#include "support/catch.hpp"
#include "support/csv_rows.hpp"
#include "support/places.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::real_daemons_test {

namespace {

/// When jobs started, by their numbers.
using Starts = std::map<int, int>;

Starts simulated(const std::string& scenario) {
  const TempFolder room;
  const std::string folder = run_folder(room, source_dir() + ("/scenarios/" + scenario));
  Starts starts;
  for (const Row& row : rows_of(folder + "/jobs.csv"))
    if (!row.at("start_time").empty())
      starts[std::stoi(row.at("job_id"))] = std::stoi(row.at("start_time"));
  return starts;
}

/// Jobs start in the same order, and each within a second.
void check_history(const std::string& scenario, const Starts& real) {
  const Starts ours = simulated(scenario);
  REQUIRE(ours.size() == real.size());
  for (const auto& [job, start] : real) {
    INFO("job " << job << ": " << ours.at(job) << " s, really " << start << " s");
    CHECK(std::abs(ours.at(job) - start) <= 1);
    for (const auto& [other, later] : real)
      if (start < later) CHECK(ours.at(job) <= ours.at(other));
  }
}

}  // namespace

TEST_CASE("jobs of users with priorities start as they did under real daemons") {
  check_history(
      "user_priority.json",
      {{1, 0}, {2, 0}, {3, 27}, {4, 10}, {5, 16}, {6, 8}, {7, 17}, {8, 21}, {9, 30}, {10, 24}});
}

// Each of the eight moves matters for somebody's start.
TEST_CASE("jobs that users and administrators move start as they did under real daemons") {
  check_history("moved_jobs.json", {{1, 0},
                                    {2, 0},
                                    {3, 46},
                                    {4, 35},
                                    {5, 40},
                                    {6, 21},
                                    {7, 29},
                                    {8, 26},
                                    {9, 41},
                                    {10, 23},
                                    {11, 33}});
}

}  // namespace mcsim::testing::real_daemons_test
