// jobs.csv: what each column says of each kind of job.
#include "mcsim/results/jobs_csv.hpp"

#include <string>
#include <vector>

#include "mcsim/results/skipped_csv.hpp"
#include "support/catch.hpp"
#include "support/run_files.hpp"

namespace mcsim::testing::jobs_csv_test {
using Kind = TimelineEntry::Kind;

namespace {

/// The rows of jobs.csv, without the names.
std::vector<std::string> rows(const GridConfig& config, const RunResults& results) {
  std::vector<std::string> lines = lines_of(jobs_csv(config, results));
  lines.erase(lines.begin());
  return lines;
}

std::vector<std::string> rows(const GridConfig& config) { return rows(config, run_all(config)); }

/// The results as they are at `until`.
RunResults run_until(const GridConfig& config, Duration until) {
  Simulation simulation(config);
  Recorder recorder(config);
  const RunState state = simulation.run_until(at(until), recorder);
  return std::move(recorder).results(simulation, state, at(until));
}

/// One job on one slot, described further by `describe`.
template <class Describe>
GridConfig one_job(Describe&& describe) {
  GridConfig grid = grid_of(flat_machine(1, "fcfs", {}));
  TraceJob job;
  job.id = JobId{1};
  job.run = 10s;
  describe(job, grid);
  TraceBuilder builder;
  builder.add(job);
  grid.clusters[0].trace = std::move(builder).freeze();
  return grid;
}

}  // namespace

TEST_CASE("jobs.csv has the columns that its readers were promised, in order") {
  const std::string names = lines_of(jobs_csv(GridConfig{}, RunResults{})).at(0);
  CHECK(names ==
        "job_id,submit_cluster,submit_queue,user,slots,submit_time,forward_time,exec_cluster,"
        "exec_queue,start_time,finish_time,wait_time,run_time,status,forwards,returns,preemptions,"
        "requeues,exec_hosts,workload,user_group,app,requested_time,exec_job_id,eligible_time,"
        "first_start_time,suspended_time,launch_time,lost_time,bounded_slowdown,exit_code,"
        "end_reason,pend_reason,trace_wait_time,held_time,unreachable_time");
}

TEST_CASE("a job that waited and ran has a row that tells all of it") {
  GridConfig grid = one_job([](TraceJob& job, GridConfig& config) {
    job.id = JobId{7};
    job.submit = at(5s);
    job.requested = job.limit = 1min;
    job.trace_wait = 3s;
    job.user = config.users.id("ann");
    job.profile = ProfileId{1};
    config.clusters[0].profiles.push_back({.group = config.groups.id("chemistry")});
    config.workloads = {"trace.swf"};
  });
  CHECK(rows(grid) == std::vector<std::string>{
                          "7,C1,normal,ann,1,5,,C1,normal,5,15,0,10,DONE,0,0,0,0,h1,trace.swf,"
                          "chemistry,,60,7,5,5,0,,0,1,0,,,3,0,0"});
}

TEST_CASE("each way that a job can go is told by its row") {
  ClusterConfig cluster = flat_machine(2, "fcfs",
                                       {{.id = 1, .slots = 2, .run = 20s, .limit = 15s},
                                        {.id = 2, .submit = 1s, .slots = 2, .run = 30s},
                                        {.id = 3, .submit = 2s, .slots = 2, .run = 10s},
                                        {.id = 4, .submit = 3s, .slots = 2, .run = 10s},
                                        {.id = 5, .submit = 10s, .run = 10s},
                                        {.id = 6, .submit = 60s, .run = 10s}});
  cluster.timeline = {bkill(6s, 3), on_queue(9s, Kind::qclose, QueueId{})};
  const GridConfig grid = grid_of(cluster);
  const auto table = rows(grid, run_until(grid, 40s));
  REQUIRE(table.size() == 5);
  CHECK(table[0] ==
        "1,C1,normal,,2,0,,C1,normal,0,15,0,15,EXIT,0,0,0,0,2*h1,,,,15,1,0,0,0,,0,1,140,"
        "TERM_RUNLIMIT,,,0,0");
  CHECK(table[1] ==
        "2,C1,normal,,2,1,,C1,normal,15,,14,25,RUN,0,0,0,0,2*h1,,,,,2,1,15,0,,0,,,,,,0,0");
  CHECK(table[2] == "3,C1,normal,,2,2,,,,,6,4,,EXIT,0,0,0,0,,,,,,,2,,0,,0,,130,TERM_OWNER,,,0,0");
  CHECK(table[3] ==
        "4,C1,normal,,2,3,,,,,,37,,PEND,0,0,0,0,,,,,,,3,,0,,0,,,,Not enough job slot(s),,0,0");
  CHECK(table[4] == "5,C1,normal,,1,10,,,,,,,,REJECTED,0,0,0,0,,,,,,,,,0,,0,,,QUEUE_CLOSED,,,0,0");
}

TEST_CASE("rows are ordered by cluster and job id, in whatever order the jobs came") {
  GridConfig grid = grid_of(flat_machine(4, "fcfs", {{.id = 9}, {.id = 2, .submit = 1s}}));
  grid.clusters.push_back(flat_machine(4, "fcfs", {{.id = 1}, {.id = 3, .submit = 1s}}));
  grid.clusters[1].name = "C0";
  const auto table = rows(grid);
  REQUIRE(table.size() == 4);
  CHECK(table[0].starts_with("2,C1,"));
  CHECK(table[1].starts_with("9,C1,"));
  CHECK(table[2].starts_with("1,C0,"));
  CHECK(table[3].starts_with("3,C0,"));
}

TEST_CASE("hosts are written as LSF writes them, a single slot by its host alone") {
  const auto table = rows(grid_of(machine({2, 1}, "fcfs", {{.slots = 3}})));
  CHECK(table.at(0).find(",2*h1 h2,") != std::string::npos);
  CHECK(rows(grid_of(machine({1}, "fcfs", {{.slots = 1}}))).at(0).find(",h1,") !=
        std::string::npos);
}

TEST_CASE("times have three decimals where they are not whole, slowdowns up to six") {
  const auto table = rows(grid_of(
      flat_machine(1, "fcfs", {{.run = 14'500ms}, {.id = 2, .submit = 100ms, .run = 12s}})));
  CHECK(table.at(1) ==
        "2,C1,normal,,1,0.100,,C1,normal,14.500,26.500,14.400,12,DONE,0,0,0,0,h1,,,,,2,0.100,"
        "14.500,0,,0,2.2,0,,,,0,0");
  const auto thirds = rows(grid_of(flat_machine(1, "fcfs", {{.run = 10s}, {.id = 2, .run = 15s}})));
  CHECK(thirds.at(1).find(",1.666667,") != std::string::npos);
}

TEST_CASE("names are quoted where a table needs it, and are no formulas for a spreadsheet") {
  GridConfig grid = one_job([](TraceJob& job, GridConfig& config) {
    job.user = config.users.id("o'hara, \"bob\"");
    job.profile = ProfileId{1};
    config.clusters[0].profiles.push_back({.group = config.groups.id("=1+1")});
    config.clusters[0].name = "two\nlines";
    config.clusters[0].hosts[0].name = "@host";
    config.workloads = {"-5"};
  });
  const std::string table = jobs_csv(grid, run_all(grid));
  CHECK(table.find(",\"two\nlines\",normal,\"o'hara, \"\"bob\"\"\",") != std::string::npos);
  CHECK(table.find(",'@host,-5,'=1+1,") != std::string::npos);
}

TEST_CASE("a disk that is full is an answer, and not a short table") {
  auto file = OutputFile::create("/dev/full");
  REQUIRE(file);
  const GridConfig grid = grid_of(flat_machine(1, "fcfs", {{}}));
  const auto failure = write_jobs_csv(*file, grid, run_all(grid));
  REQUIRE(failure);
  CHECK(to_text(*failure) == "/dev/full: cannot be written: No space left on device");
}

TEST_CASE("skipped.csv tells of each row where it stood and why it was left out") {
  GridConfig grid;
  grid.workloads = {"a,b.swf"};
  const std::vector<SkippedRow> skipped = {
      {0, SkipReason::no_run_time, 12, 5, "run time (field 4) is unknown"},
      {0, SkipReason::too_many_slots, 0, 6, "9 slots, at most 8"}};
  const TempFolder folder;
  auto file = OutputFile::create(folder.path("skipped.csv"));
  REQUIRE(file);
  CHECK_FALSE(write_skipped_csv(*file, grid, skipped));
  CHECK(folder.read("skipped.csv") ==
        "workload,line,job_id,reason,detail\n"
        "\"a,b.swf\",12,5,no_run_time,run time (field 4) is unknown\n"
        "\"a,b.swf\",,6,too_many_slots,\"9 slots, at most 8\"\n");
}

}  // namespace mcsim::testing::jobs_csv_test
