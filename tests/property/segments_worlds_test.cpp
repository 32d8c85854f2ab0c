// segments.csv against jobs.csv and the slots of hosts, in grids that scenarios tell: neither knows
// of the other.
//
// MCSIM_WORLDS: how many grids (default 200); MCSIM_SEED: the seed of the first one.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/csv_rows.hpp"
#include "support/csv_times.hpp"
#include "support/environment.hpp"
#include "support/run_once.hpp"
#include "support/told_grid.hpp"

namespace mcsim::testing::segments_worlds_test {

namespace {

using HostName = std::pair<std::string, std::string>;  // cluster and host

/// `3*h1 h2` as the slots of each host.
std::vector<std::pair<std::string, std::int64_t>> parts_of(const std::string& hosts) {
  std::vector<std::pair<std::string, std::int64_t>> parts;
  for (std::size_t at = 0; at < hosts.size();) {
    const std::size_t end = std::min(hosts.find(' ', at), hosts.size());
    const std::string word = hosts.substr(at, end - at);
    const std::size_t star = word.find('*');
    if (star == std::string::npos)
      parts.emplace_back(word, 1);
    else
      parts.emplace_back(word.substr(star + 1), std::stoll(word.substr(0, star)));
    at = end + 1;
  }
  return parts;
}

/// The most slots that a host has, at first or after a reconfiguration.
std::map<HostName, std::int64_t> most_slots_of(const GridConfig& grid) {
  std::map<HostName, std::int64_t> most;
  for (const ClusterConfig& cluster : grid.clusters) {
    const auto look = [&](const ClusterSettings& settings) {
      for (std::size_t at = 0; at < settings.hosts.size(); ++at) {
        std::int64_t& slots = most[{cluster.name, cluster.hosts[at].name}];
        slots = std::max<std::int64_t>(slots, settings.hosts[at].mxj.count());
      }
    };
    look(cluster);
    for (const TimelineEntry& entry : cluster.timeline)
      if (entry.settings != nullptr) look(*entry.settings);
  }
  return most;
}

}  // namespace

TEST_CASE("segments fill no host beyond its slots, and add up to the times of jobs.csv",
          "[property]") {
  const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 200);
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    const TempFolder room;
    const std::string file = room.write("s.json", text_of(told_grid(seed, false)));
    const auto scenario = load_scenario(file, choices_of(default_registry()));
    REQUIRE(scenario.has_value());
    const GridConfig& grid = scenario->config;
    run_folder(room, file, "run", {}, "jobs,segments");
    const std::vector<Row> segments = rows_of(room.path("run/segments.csv"));
    const std::vector<Row> jobs = rows_of(room.path("run/jobs.csv"));
    std::int64_t end_of_run = 0;
    for (const Row& job : jobs)
      for (const char* column : {"submit_time", "start_time", "finish_time"})
        end_of_run = std::max(end_of_run, csv_milliseconds(job.at(column)));
    for (const Row& segment : segments)
      end_of_run = std::max(end_of_run, csv_milliseconds(segment.at("start")));
    using JobName = std::tuple<std::string, std::string, std::string>;
    const auto name_of_job = [](const Row& row) {
      const auto index = row.find("index");
      return JobName(row.at("submit_cluster"), row.at("job_id"),
                     index == row.end() ? "" : index->second);
    };
    std::map<JobName, std::map<std::string, std::int64_t>> sums;
    std::map<HostName, std::vector<std::pair<std::int64_t, std::int64_t>>> turns;
    for (const Row& segment : segments) {
      const std::string& state = segment.at("state");
      ++seen[state];
      const bool is_over = !segment.at("end").empty();
      if (!is_over) sums[name_of_job(segment)]["open"] = 1;
      const std::int64_t start = csv_milliseconds(segment.at("start"));
      const std::int64_t end = is_over ? csv_milliseconds(segment.at("end")) : end_of_run + 1;
      REQUIRE(end > start);
      sums[name_of_job(segment)][state] += end - start;
      std::int64_t slots = 0;
      for (const auto& [host, part] : parts_of(segment.at("hosts"))) {
        slots += part;
        if (state != "run" && state != "launching") continue;
        turns[{segment.at("cluster"), host}].emplace_back(start, part);
        turns[{segment.at("cluster"), host}].emplace_back(end, -part);
      }
      CHECK(slots == std::stoll(segment.at("slots")));
    }
    const auto most = most_slots_of(grid);
    for (auto& [host, changes] : turns) {
      INFO("host " << host.second << " of " << host.first);
      const auto known = most.find(host);
      // A borrowed host has the slots of its lease.
      if (host.second.find('@') != std::string::npos) continue;
      REQUIRE(known != most.end());
      std::ranges::sort(changes);  // what ends comes before what begins
      std::int64_t used = 0;
      for (const auto& [at, change] : changes) {
        used += change;
        REQUIRE(used <= known->second);
      }
    }
    for (const Row& job : jobs) {
      const auto name = name_of_job(job);
      auto& sum = sums[name];
      if (sum.contains("open")) continue;  // its columns end with the run
      INFO("job " << std::get<1>(name) << " of " << std::get<0>(name));
      CHECK(sum["run"] + sum["launching"] == csv_milliseconds(job.at("run_time")) +
                                                 csv_milliseconds(job.at("launch_time")) +
                                                 csv_milliseconds(job.at("lost_time")) +
                                                 csv_milliseconds(job.at("unreachable_time")));
      CHECK(sum["suspended"] == csv_milliseconds(job.at("suspended_time")));
    }
  }
  for (const char* state : {"run", "suspended", "reserved"}) {
    INFO(state);
    CHECK(seen[state] >= worlds / 20);
  }
}

}  // namespace mcsim::testing::segments_worlds_test
