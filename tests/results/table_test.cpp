// The table that a person reads first after a run.
#include "mcsim/results/table.hpp"

#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "mcsim/text/width.hpp"
#include "support/catch.hpp"
#include "support/run_files.hpp"

namespace mcsim::testing::table_test {

namespace {

std::string table(const GridConfig& grid, const RunResults& results, SkipCounts skipped = {}) {
  return summary_table(grid, results, measure(grid, results, skipped));
}

std::string table(const GridConfig& grid) { return table(grid, run_all(grid)); }

}  // namespace

TEST_CASE("the table of a small run is this") {
  ClusterConfig cluster = flat_machine(2, "fcfs",
                                       {{.id = 1, .slots = 2, .run = 90min, .limit = 1h},
                                        {.id = 2, .submit = 30min, .run = 12s},
                                        {.id = 3, .submit = 30min, .slots = 2, .run = 3 * 24h}});
  GridConfig grid = grid_of(cluster);
  grid.name = "a small run";
  CHECK(table(grid, run_all(grid), {1, 0, 2, 0}) ==
        "a small run\n"
        "\n"
        "jobs             3 submitted\n"
        "                 2 DONE\n"
        "                 1 EXIT: TERM_RUNLIMIT 1\n"
        "skipped          3 rows: no_run_time 1, too_many_slots 2 (see skipped.csv)\n"
        "\n"
        "                        mean      median         p95         p99         max\n"
        "wait time          20min 04s   30min 00s   30min 12s   30min 12s   30min 12s\n"
        "turnaround time       1d 01h    1h 00min      3d 01h      3d 01h      3d 01h\n"
        "bounded slowdown       51.00        1.01      151.00      151.00      151.00\n"
        "\n"
        "makespan                                 3d 01h\n"
        "utilization, while jobs are submitted   100.0 %\n"
        "utilization, whole span                 100.0 %\n");
}

TEST_CASE("several clusters and queues have a line each") {
  GridConfig grid =
      grid_of(flat_machine(1, "fcfs", {{.id = 1, .run = 30s}, {.id = 2, .run = 30s}}));
  grid.clusters.push_back(flat_machine(1, "fcfs", {{.id = 1, .run = 60s}, {.id = 2, .slots = 2}}));
  grid.clusters[1].name = "Zürich";
  QueueConfig night;
  night.name = "night";
  grid.clusters[1].queues.push_back(night);
  const std::string text = table(grid);
  CHECK(
      text.find("cluster   jobs   waiting   wait mean   wait p95   slowdown mean   slowdown p95   "
                "utilization\n"
                "C1           2         0         15s        30s            1.50           2.00   "
                "    100.0 %\n"
                "Zürich       2         1          0s         0s            1.00           1.00   "
                "    100.0 %\n") != std::string::npos);
  CHECK(text.find(
            "queue           jobs   waiting   wait mean   wait p95   slowdown mean   slowdown "
            "p95\n"
            "normal@C1          2         0         15s        30s            1.50           "
            "2.00\n"
            "normal@Zürich      2         1          0s         0s            1.00           "
            "1.00\n"
            "night@Zürich       0         0           -          -               -              "
            "-\n") != std::string::npos);
}

TEST_CASE("a run of one cluster with one queue has no lines that say everything twice") {
  const std::string text = table(grid_of(flat_machine(1, "fcfs", {{.run = 30s}})));
  CHECK(text.find("cluster") == std::string::npos);
  CHECK(text.find("queue") == std::string::npos);
}

TEST_CASE("forwards, and why they came back, have lines of their own") {
  const GridConfig grid = grid_of(flat_machine(1, "fcfs", {{.run = 30s}}));
  RunResults results = run_all(grid);
  results.clusters[0].forwarding = {
      .forwarded = 12,
      .returned = {{ReturnReason::import_limit, 3}, {ReturnReason::processors, 2}},
      .ineffectual = 2};
  CHECK(table(grid, results)
            .find("                 1 DONE\n"
                  "forwards        12 sent\n"
                  "                 5 came back: 2902 (the receive queue has as many pending jobs "
                  "of other clusters as it takes) 3, 2912 (no hosts of the receive queue can ever "
                  "run the job) 2\n"
                  "                 2 ineffectual\n\n") != std::string::npos);
}

TEST_CASE("leases, whom they have killed, what they waste and how far hosts are overcommitted") {
  const GridConfig grid = grid_of(flat_machine(1, "fcfs", {{.run = 30s}}));
  RunResults results = run_all(grid);
  results.leases.leases.resize(2);
  results.leases.leases[0].granted = 12;
  results.leases.leases[0].returned = 3;
  results.leases.leases[0].killed = 1;
  results.leases.leases[1].wasted_hosts = 2;
  results.leases.overcommitted = {{.cluster = ClusterId{0}, .most = 1, .host = HostId{0}}};
  CHECK(table(grid, results)
            .find("leases           2 of one policy and consumer: 12 slots granted, 3 given back\n"
                  "                 1 job killed and requeued: slots not exported any more\n"
                  "                 2 whole hosts that nobody can use: no lease is established\n"
                  "                 1 slot in use at most above the processors of h1@C1\n\n") !=
        std::string::npos);
}

TEST_CASE("what must not be missed stands at the end") {
  ClusterConfig cluster = flat_machine(1, "fcfs", {{.slots = 2}});
  cluster.timeline = {bkill(1min, 77)};
  const GridConfig grid = grid_of(cluster);
  RunResults results = run_all(grid);
  results.complete = false;
  const std::string text = table(grid, results);
  CHECK(text.find("1 PEND: The cluster does not have that many slots 1\n") != std::string::npos);
  CHECK(text.find("No job has run to its end.\n") != std::string::npos);
  CHECK(
      text.ends_with("interrupted at virtual time 1min 00s: these are no final results\n"
                     "stalled: 1 job waiting at the end, and nothing will ever start it\n"
                     "ignored: 1 action had no effect\n"));
}

TEST_CASE("of jobs left behind it is said whether they would have to start or to resume") {
  ClusterConfig cluster = flat_machine(2, "lsf", {{.id = 1, .run = 1h}, {.id = 2, .run = 1h}});
  cluster.timeline = {bkill(1min, 1), bkill(1min, 2)};
  for (TimelineEntry& entry : cluster.timeline) entry.kind = TimelineEntry::Kind::bstop;
  CHECK(table(grid_of(cluster))
            .ends_with("\n\nstalled: 2 jobs suspended at the end, and nothing will ever resume "
                       "them\n"));
  cluster.trace = trace_of({{.id = 1, .run = 1h}, {.id = 2, .slots = 3, .run = 1h}});
  cluster.timeline.pop_back();
  CHECK(table(grid_of(cluster))
            .ends_with("\n\nstalled: 1 job waiting at the end, and nothing will ever start it\n"
                       "stalled: 1 job suspended at the end, and nothing will ever resume it\n"));
}

TEST_CASE("blocks of many lines are cut, and say so") {
  GridConfig grid;
  for (int at = 1; at <= 25; ++at) {
    grid.clusters.push_back(flat_machine(1, "fcfs", {{.run = 1s}}));
    grid.clusters.back().name = "C" + std::to_string(at);
  }
  const std::string text = table(grid);
  CHECK(text.find("\nC20 ") != std::string::npos);
  CHECK(text.find("\nC21 ") == std::string::npos);
  CHECK(text.find("... and 5 more, in summary.json\n") != std::string::npos);
}

TEST_CASE("durations are told by their two largest units, rounded") {
  const auto waited = [](Duration time) {
    const std::string text = table(grid_of(flat_machine(1, "fcfs", {{.run = time}})));
    const std::size_t start = text.find("makespan") + 8;
    const std::string line = text.substr(start, text.find('\n', start) - start);
    return line.substr(line.find_first_not_of(' '));
  };
  CHECK(waited(0s) == "0s");
  CHECK(waited(7ms) == "7ms");
  CHECK(waited(12'340ms) == "12.3s");
  CHECK(waited(59'940ms) == "59.9s");
  CHECK(waited(59'950ms) == "1min 00s");
  CHECK(waited(307s) == "5min 07s");
  CHECK(waited(59min + 59'500ms) == "1h 00min");
  CHECK(waited(2h + 5min) == "2h 05min");
  CHECK(waited(24h) == "1d 00h");
  CHECK(waited(76h + 29min) == "3d 04h");
}

TEST_CASE("the table of a run fits terminals of 80 and 60 columns, and says no less") {
  GridConfig grid = grid_of(
      flat_machine(1, "fcfs", {{.id = 1, .run = 90min, .limit = 1h}, {.id = 2, .run = 30s}}));
  grid.clusters.push_back(flat_machine(1, "fcfs", {{.id = 1, .run = 60s}, {.id = 2, .slots = 2}}));
  grid.clusters[1].name = "a_cluster_with_a_long_name";
  QueueConfig night;
  night.name = "night";
  grid.clusters[1].queues.push_back(night);
  const RunResults results = run_all(grid);
  const Metrics metrics = measure(grid, results, {1, 2, 3, 4});
  const auto words = [](const std::string& text) {
    std::istringstream in(text);
    return std::set<std::string>(std::istream_iterator<std::string>(in), {});
  };
  const std::string wide = summary_table(grid, results, metrics);
  for (const std::size_t width : {80U, 60U}) {
    const std::string text = summary_table(grid, results, metrics, width);
    INFO(text);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) CHECK(width_of(line) <= width);
    CHECK(words(text) == words(wide));
  }
}

}  // namespace mcsim::testing::table_test
