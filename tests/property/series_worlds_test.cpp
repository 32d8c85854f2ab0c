// series.csv and wait_by_reason against segments.csv, jobs.csv and summary.json, in grids that
// scenarios tell: none is made from another.
//
// MCSIM_WORLDS: how many grids (default 150); MCSIM_SEED: the seed of the first one.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/csv_rows.hpp"
#include "support/csv_times.hpp"
#include "support/environment.hpp"
#include "support/run_once.hpp"
#include "support/told_grid.hpp"

namespace mcsim::testing::series_worlds_test {

namespace {

using Sums = std::map<std::string, std::int64_t>;                          // by column
using SumsOfQueues = std::map<std::pair<std::string, std::string>, Sums>;  // cluster and queue

const char* const counted[] = {"pending_jobs",    "pending_slots",  "running_slots",
                               "suspended_slots", "reserved_slots", "guest_slots"};

/// Integrals over time, in milliseconds, from `begin` on; of a cluster under an empty queue.
SumsOfQueues integrals_of(const std::vector<Row>& series, std::int64_t begin) {
  SumsOfQueues sums;
  std::map<std::pair<std::string, std::string>, std::pair<std::int64_t, const Row*>> last;
  for (const Row& row : series) {
    const auto key = std::pair(row.at("cluster"), row.at("queue"));
    const std::int64_t at = csv_milliseconds(row.at("time"));
    auto& [since, before] = last[key];
    for (const auto& [column, value] : row) {
      if (column == "time" || column == "cluster" || column == "queue" || value.empty()) continue;
      CHECK(std::stoll(value) >= 0);
      if (before != nullptr)
        sums[key][column] +=
            std::stoll(before->at(column)) * (std::max(at, begin) - std::max(since, begin));
    }
    since = at;
    before = &row;
  }
  return sums;
}

std::int64_t milliseconds_of(const JsonNode& seconds) { return csv_milliseconds(seconds.text); }

}  // namespace

TEST_CASE("series add up to segments, waits by reason and the utilization of the summary",
          "[property]") {
  const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 150);
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  Sums seen;
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    const TempFolder room;
    const std::string file = room.write("s.json", text_of(told_grid(seed, false)));
    const auto scenario = load_scenario(file, choices_of(default_registry()));
    REQUIRE(scenario.has_value());
    const GridConfig& grid = scenario->config;
    run_folder(room, file, "run", {}, "jobs,segments,series,usage");
    const std::vector<Row> series = rows_of(room.path("run/series.csv"));
    std::int64_t first_submit = 0;
    bool has_jobs = false;
    for (const ClusterConfig& cluster : grid.clusters)
      if (!cluster.trace.empty()) {
        const std::int64_t submit = cluster.trace[JobIndex{}].submit.time_since_epoch().count();
        first_submit = has_jobs ? std::min(first_submit, submit) : submit;
        has_jobs = true;
      }
    const SumsOfQueues sums = integrals_of(series, 0);
    std::int64_t end_of_run = 0;
    for (const Row& row : series)
      end_of_run = std::max(end_of_run, csv_milliseconds(row.at("time")));

    // A cluster is the sum of its queues.
    std::map<std::string, Sums> of_queues;
    for (const auto& [key, columns] : sums)
      if (!key.second.empty())
        for (const char* const column : counted)
          if (columns.contains(column)) of_queues[key.first][column] += columns.at(column);
    std::map<std::string, Sums> of_segments;
    for (const Row& segment : rows_of(room.path("run/segments.csv"))) {
      const std::int64_t end =
          segment.at("end").empty() ? end_of_run : csv_milliseconds(segment.at("end"));
      const std::int64_t time =
          (end - csv_milliseconds(segment.at("start"))) * std::stoll(segment.at("slots"));
      const std::string& state = segment.at("state");
      Sums& to = of_segments[segment.at("cluster")];
      to[state == "launching" ? "run" : state] += time;
      if (segment.at("submit_cluster") != segment.at("cluster") &&
          (state == "run" || state == "launching"))
        to["guest"] += time;
    }
    std::int64_t pending = 0;
    for (const ClusterConfig& cluster : grid.clusters) {
      INFO("cluster " << cluster.name);
      Sums all = sums.contains({cluster.name, ""}) ? sums.at({cluster.name, ""}) : Sums{};
      for (const char* const column : counted) {
        INFO(column);
        CHECK(all[column] == of_queues[cluster.name][column]);
        if (all[column] > 0) ++seen[column];
      }
      if (all["down_slots"] > 0) ++seen["down_slots"];
      Sums& told = of_segments[cluster.name];
      CHECK(all["running_slots"] == told["run"]);
      CHECK(all["suspended_slots"] == told["suspended"]);
      CHECK(all["reserved_slots"] == told["reserved"]);
      CHECK(all["guest_slots"] == told["guest"]);
      pending += all["pending_jobs"];
    }

    const auto summary = read_json_file(room.path("run/summary.json"), "summary.json");
    REQUIRE(summary.has_value());
    const JsonNode& waits = *summary->root.find("wait_by_reason");
    for (const char* const by : {"by_queue", "by_user"}) {
      std::int64_t waited = 0;
      for (const JsonNode& row : waits.find(by)->children)
        for (const JsonNode& reason : row.children) {
          waited += milliseconds_of(*reason.find("seconds"));
          CHECK(reason.find("jobs")->text != "0");
          CHECK(reason.key != "not looked at");
        }
      INFO(by);
      CHECK(waited == pending);
    }

    // From the first submission on.
    if (!has_jobs) continue;
    const SumsOfQueues counting = integrals_of(series, first_submit);
    for (const ClusterConfig& cluster : grid.clusters) {
      INFO("cluster " << cluster.name);
      const JsonNode& use = *summary->root.find("by_cluster")
                                 ->find(cluster.name)
                                 ->find("utilization")
                                 ->find("whole_span");
      if (!use.is(JsonNode::Kind::real)) continue;
      Sums all = counting.at({cluster.name, ""});
      const Int128 whole = Int128{all["running_slots"]} + all["idle_slots"];
      const Int128 part = all["running_slots"];
      const auto millionths =
          static_cast<std::int64_t>((2 * part * 1'000'000 + whole) / (2 * whole));
      CHECK(millionths == std::llround(std::stod(use.text) * 1e6));
    }
  }
  for (const char* const column :
       {"pending_jobs", "running_slots", "suspended_slots", "reserved_slots", "guest_slots"}) {
    INFO(column);
    CHECK(seen[column] >= static_cast<std::int64_t>(worlds / 20));
  }
}

}  // namespace mcsim::testing::series_worlds_test
