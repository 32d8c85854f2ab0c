// The same grid told in other words has the same schedule: other names, keys and jobs in another
// order, a cluster more that has nothing to do with the others, and the same jobs by every door.
//
// MCSIM_GRIDS: how many grids (default 60 for each); MCSIM_SEED: the seed of the first one.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/results/convert.hpp"
#include "support/catch.hpp"
#include "support/csv_rows.hpp"
#include "support/environment.hpp"
#include "support/packed.hpp"
#include "support/retold_grid.hpp"
#include "support/run_files.hpp"
#include "support/temp_folder.hpp"
#include "support/told_grid.hpp"
#include "support/ways_to_run.hpp"

namespace mcsim::testing::retold_grids_test {
namespace {

using Words = std::vector<std::string>;

GridConfig loaded(const TempFolder& folder, const std::string& text) {
  auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  if (!scenario) FAIL(to_text(scenario.error().list.front()) << "\n" << text);
  return std::move(scenario->config);
}

GridConfig loaded(const std::string& text) { return loaded(TempFolder(), text); }

/// jobs.csv of a run of it.
std::string jobs_of(const GridConfig& grid) { return jobs_csv(grid, run_until(grid, *grid.until)); }

/// The first line that differs, with what it should be; empty: none.
std::string difference(const std::string& wanted, const std::string& found) {
  const Words a = lines_of(wanted);
  const Words b = lines_of(found);
  for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at)
    if (a[at] != b[at]) return "expected " + a[at] + "\nfound    " + b[at];
  return a.size() == b.size() ? "" : "another number of jobs";
}

/// Calls look(grid, seed) for random grids: of any jobs, or of such as a trace can hold.
template <class Look>
void for_each_grid(bool plain, Look&& look) {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t grids = fewer_by_environment(number_from_environment("MCSIM_GRIDS", 60));
  for (std::uint64_t seed = first; seed < first + grids; ++seed) {
    INFO("seed " << seed);
    look(told_grid(seed, plain), seed);
  }
}

/// jobs.csv without the rows of jobs of one cluster.
std::string without_jobs_of(const std::string& cluster, const std::string& table) {
  std::string rest;
  for (const std::string& line : lines_of(table))
    if (line.find("," + cluster + ",") == std::string::npos) rest += line + "\n";
  return rest;
}

/// jobs.csv without the column that says which door the jobs came by.
std::string without_door(std::string table, const std::string& door) {
  for (std::size_t at = table.find(door); at != std::string::npos; at = table.find(door, at))
    table.replace(at, door.size(), "?");
  return table;
}

/// How a grid's jobs are numbered in its traces.
struct Numbers {
  Words users;
  std::map<std::string, Words> queues;  ///< by cluster
};

Numbers numbers_of(const ToldGrid& grid) {
  Numbers numbers;
  const auto add = [](Words& words, const std::string& word) {
    if (std::ranges::find(words, word) == words.end()) words.push_back(word);
  };
  for (const ToldJob& job : grid.jobs) {
    add(numbers.users, job.user);
    add(numbers.queues[job.cluster], job.queue);
  }
  std::ranges::reverse(numbers.users);  // not in the order in which they come
  return numbers;
}

std::string map_text(const Words& words) {
  std::string text;
  for (std::size_t at = 0; at < words.size(); ++at)
    text += (text.empty() ? "\"" : ", \"") + std::to_string(at + 1) + "\": \"" + words[at] + "\"";
  return "{" + text + "}";
}

std::string workload(const std::string& file, const std::string& cluster, const Words& users,
                     const Words& queues) {
  return R"({"file": ")" + file + R"(", "cluster": ")" + cluster + R"(", "queue_map": )" +
         map_text(queues) + ", \"user_map\": " + map_text(users) + "}";
}

/// The jobs as traces, one for each cluster, of which each is called by `name` and packed.
GridConfig by_traces(const ToldGrid& grid, const std::string& name,
                     std::optional<Compression> packing) {
  const TempFolder folder;
  const Numbers numbers = numbers_of(grid);
  std::string workloads;
  for (const auto& [cluster, queues] : numbers.queues) {
    const std::filesystem::path place = std::filesystem::path(folder.path()) / cluster;
    std::filesystem::create_directory(place);
    const std::string trace = trace_of(grid, cluster, numbers.users, queues);
    folder.write(cluster + "/" + name, packing ? packed(trace, *packing) : trace);
    workloads += (workloads.empty() ? "" : ", ") +
                 workload(cluster + "/" + name, cluster, numbers.users, queues);
  }
  return loaded(folder, text_of(grid, "\"workloads\": [" + workloads + "]"));
}

QueueId queue_of(const ClusterConfig& cluster, const std::string& name) {
  const auto found = std::ranges::find(cluster.queues, name, &QueueConfig::name);
  REQUIRE(found != cluster.queues.end());
  return static_cast<QueueId>(found - cluster.queues.begin());
}

/// The grid without jobs is loaded, and the jobs are added in code, in the reverse order.
GridConfig by_library(const ToldGrid& told) {
  GridConfig grid = loaded(text_of(told, "\"jobs\": []"));
  grid.workloads = {"jobs"};
  for (ClusterConfig& cluster : grid.clusters) {
    TraceBuilder trace;
    for (auto job = told.jobs.rbegin(); job != told.jobs.rend(); ++job) {
      if (job->cluster != cluster.name) continue;
      TraceJob row{.id = static_cast<JobId>(job->id),
                   .submit = Time{} + job->submit * 1s,
                   .run = job->run * 1s,
                   .user = grid.users.id(job->user),
                   .slots = Slots(job->slots),
                   .queue = queue_of(cluster, job->queue)};
      if (job->limit > 0) row.limit = row.requested = job->limit * 1s;
      trace.add(row);
    }
    cluster.trace = std::move(trace).freeze();
  }
  return grid;
}

/// What jobs.csv says of when and where jobs ran: start, finish, hosts.
std::string runs_in(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows)
    text += row.at("job_id") + "@" + row.at("submit_cluster") + ": " + row.at("start_time") + " " +
            row.at("finish_time") + " " + row.at("exec_cluster") + " " + row.at("exec_hosts") +
            "\n";
  return text;
}

/// Whether each job ran to its end, or to its run limit.
bool all_ran(const std::vector<Row>& rows) {
  return std::ranges::all_of(rows, [](const Row& row) {
    const std::string& reason = row.at("end_reason");
    return row.at("status") == "DONE" || (row.at("status") == "EXIT" && reason == "TERM_RUNLIMIT");
  });
}

/// Whether each job ran from its last start to its end: of others a trace has a longer run time.
bool none_stood_still(const std::vector<Row>& rows) {
  return std::ranges::all_of(rows, [](const Row& row) {
    return std::ranges::all_of(
        std::array{"suspended_time", "launch_time", "unreachable_time"},
        [&](const char* column) { return row.at(column).empty() || row.at(column) == "0"; });
  });
}

/// "; User: 3 ann": the names of a trace that was made of a table, by number.
Words names_in(const std::string& trace, const std::string& label) {
  Words names;
  for (const std::string& line : lines_of(trace))
    if (line.starts_with("; " + label + ": ")) names.push_back(line.substr(line.rfind(' ') + 1));
  return names;
}

/// The jobs of a run, each cluster's table packed, converted to a packed trace, and read again.
GridConfig by_conversion(const ToldGrid& grid, const std::string& table) {
  const TempFolder folder;
  std::string workloads;
  for (const auto& [cluster, ignored] : numbers_of(grid).queues) {
    std::string rows = lines_of(table).front() + "\n";
    for (const std::string& line : lines_of(table))
      if (line.find(cluster + ",") == line.find(',') + 1) rows += line + "\n";
    const std::string in = folder.write(cluster + ".csv.gz", packed(rows));
    const std::string out = folder.path(cluster + ".swf.zst");
    REQUIRE(convert({.in = in, .out = out, .from = "", .to = ""}));
    const std::string trace = read_bytes(out).bytes;
    workloads +=
        (workloads.empty() ? "" : ", ") +
        workload(cluster + ".swf.zst", cluster, names_in(trace, "User"), names_in(trace, "Queue"));
  }
  return loaded(folder, text_of(grid, "\"workloads\": [" + workloads + "]"));
}

/// The scenario's own jobs as a table, packed, which its one workload names.
GridConfig by_table(const ToldGrid& grid) {
  const TempFolder folder;
  const std::string out = folder.path("t.csv.zst");
  const auto report = convert({folder.write("jobs.json", text_of(grid)), out, "", ""});
  if (!report) FAIL(to_text(report.error().list.front()));
  return loaded(folder, text_of(grid, R"("workloads": [{"file": "t.csv.zst"}])"));
}

}  // namespace

TEST_CASE("other names of queues, users, hosts, groups and clusters change no schedule",
          "[property][retold]") {
  for_each_grid(false, [](const ToldGrid& grid, std::uint64_t seed) {
    const std::string text = text_of(grid);
    const Renaming names = other_names(grid, seed);
    const std::string found = jobs_of(loaded(renamed(text, names)));
    REQUIRE(difference(renamed(jobs_of(loaded(text)), names), found) == "");
  });
}

TEST_CASE("the order of keys, of jobs, and of other lists that have none changes no schedule",
          "[property][retold]") {
  for_each_grid(false, [](const ToldGrid& grid, std::uint64_t seed) {
    const std::string text = text_of(grid);
    const std::string found = jobs_of(loaded(with_shuffled_keys(text, seed)));
    REQUIRE(difference(jobs_of(loaded(text)), found) == "");
  });
}

TEST_CASE("a cluster more that has nothing to do with the others changes no schedule",
          "[property][retold]") {
  for_each_grid(false, [](const ToldGrid& grid, std::uint64_t) {
    const std::string found = jobs_of(loaded(text_of(with_unrelated_cluster(grid))));
    REQUIRE(difference(jobs_of(loaded(text_of(grid))), without_jobs_of(unrelated_cluster, found)) ==
            "");
  });
}

TEST_CASE("jobs come to the same schedule by every door: scenario, trace, packed trace, library",
          "[property][retold]") {
  for_each_grid(true, [](const ToldGrid& grid, std::uint64_t) {
    const std::string wanted = without_door(jobs_of(loaded(text_of(grid))), ",jobs,");
    REQUIRE(difference(wanted, without_door(jobs_of(by_library(grid)), ",jobs,")) == "");
    const std::pair<std::string, std::optional<Compression>> doors[] = {
        {"t.swf", std::nullopt},
        {"t.swf.gz", Compression::gzip},
        {"t.swf.zst", Compression::zstd},
        {"t.swf.xz", Compression::xz}};
    for (const auto& [name, packing] : doors) {
      INFO(name);
      std::string found = jobs_of(by_traces(grid, name, packing));
      for (const auto& [cluster, ignored] : numbers_of(grid).queues)
        found = without_door(std::move(found), "," + cluster + "/" + name + ",");
      REQUIRE(difference(wanted, found) == "");
    }
  });
}

TEST_CASE("jobs of a scenario, converted to a table, come to the same schedule",
          "[property][retold]") {
  for (const bool plain : {false, true})
    for_each_grid(plain, [](const ToldGrid& grid, std::uint64_t) {
      const std::string wanted = without_door(jobs_of(loaded(text_of(grid))), ",jobs,");
      REQUIRE(difference(wanted, without_door(jobs_of(by_table(grid)), ",t.csv.zst,")) == "");
    });
}

TEST_CASE("jobs of a scenario, converted to a table and back, are the same jobs",
          "[property][retold]") {
  for_each_grid(false, [](const ToldGrid& grid, std::uint64_t) {
    const TempFolder folder;
    REQUIRE(convert({folder.write("s.json", text_of(grid)), folder.path("t.csv"), "", ""}));
    REQUIRE(convert({folder.path("t.csv"), folder.path("jobs.json"), "", ""}));
    const std::string jobs = folder.read("jobs.json");
    const std::size_t open = jobs.find('{') + 1;
    const std::string again = text_of(grid, jobs.substr(open, jobs.rfind('}') - open));
    REQUIRE(difference(jobs_of(loaded(text_of(grid))), jobs_of(loaded(again))) == "");
  });
}

TEST_CASE("the jobs.csv of a run is a table, and its jobs run at the same times",
          "[property][retold]") {
  std::size_t tried = 0;
  for_each_grid(true, [&](const ToldGrid& grid, std::uint64_t) {
    const TempFolder folder;
    const std::string table = jobs_of(loaded(text_of(grid)));
    const auto rows = rows_of(folder.write("jobs.csv", table));
    if (!all_ran(rows)) return;
    const GridConfig again =
        loaded(folder, text_of(grid, R"("workloads": [{"file": "jobs.csv"}])"));
    REQUIRE(difference(runs_in(rows),
                       runs_in(rows_of(folder.write("again.csv", jobs_of(again))))) == "");
    ++tried;
  });
  CHECK(tried > 0);
}

// Of a job that did not end by itself, the table of a run does not say how long it would have run.
TEST_CASE("the jobs of a run, converted to packed traces, run at the same times",
          "[property][retold]") {
  std::size_t tried = 0;
  for_each_grid(true, [&](const ToldGrid& grid, std::uint64_t) {
    const TempFolder folder;
    const std::string table = jobs_of(loaded(text_of(grid)));
    const auto rows = rows_of(folder.write("jobs.csv", table));
    if (!all_ran(rows) || !none_stood_still(rows)) return;
    const GridConfig again = by_conversion(grid, table);
    REQUIRE(difference(runs_in(rows),
                       runs_in(rows_of(folder.write("again.csv", jobs_of(again))))) == "");
    ++tried;
  });
  CHECK(tried > 0);
}

}  // namespace mcsim::testing::retold_grids_test
