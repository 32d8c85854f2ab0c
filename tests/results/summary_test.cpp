// summary.json: its names, its numbers, and its exact bytes.
#include "mcsim/results/summary.hpp"

#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/run_files.hpp"

namespace mcsim::testing::summary_test {

namespace {

EngineInfo engine() {
  return {.version = "0.1.0",
          .revision = "abc",
          .compiler = "g++ 12",
          .command_line = "mcsim run \"x\".json",
          .directory = "/home/ann",
          .threads = 1,
          .wall_seconds = 0.25,
          .cpu_seconds = 1.0 / 3,
          .jobs_per_second = 1e6,
          .peak_rss_bytes = 4096};
}

std::string summary(const GridConfig& grid, const RunResults& results, SkipCounts skipped = {}) {
  return summary_json(grid, results, measure(grid, results, skipped), engine());
}

/// The summary without "engine", which differs between machines.
std::string without_engine(const std::string& text) {
  const std::size_t engine = text.find("\n  \"engine\": {\n");
  REQUIRE(engine != std::string::npos);
  return text.substr(0, engine + 1);
}

GridConfig two_jobs() {
  GridConfig grid = grid_of(
      flat_machine(1, "fcfs", {{.id = 1, .run = 10s}, {.id = 2, .submit = 5s, .run = 12s}}));
  const NameId ann = grid.users.id("ann");
  grid.clusters[0].trace = with_users(grid.clusters[0].trace, [&](const TraceJob&) { return ann; });
  return grid;
}

}  // namespace

TEST_CASE("the summary of a small run says this, to the byte") {
  const GridConfig grid = two_jobs();
  RunResults results = run_all(grid);
  results.fingerprint = 0x1234;
  const std::string jobs =
      R"("total": 2,
        "DONE": 2,
        "EXIT": 0,
        "REJECTED": 0,
        "PEND": 0,
        "PSUSP": 0,
        "RUN": 0,
        "USUSP": 0,
        "SSUSP": 0)";
  const auto group = [&](const std::string& name, const std::string& more) {
    return R"(": {
    ")" + name +
           R"(": {
      "jobs": {
        )" +
           jobs + R"(
      },
      "wait_time": {"mean": 2.500, "median": 0, "p95": 5, "p99": 5, "max": 5},
      "bounded_slowdown": {
        "mean": 1.208334,
        "median": 1.000000,
        "p95": 1.416667,
        "p99": 1.416667,
        "max": 1.416667
      },
      "turnaround_time": {"mean": 13.500, "median": 10, "p95": 17, "p99": 17, "max": 17})" +
           more + R"(
    }
  },
)";
  };
  CHECK(
      without_engine(summary(grid, results, {1, 0, 2, 0})) ==
      R"({
  "format": 1,
  "complete": true,
  "jobs": {
    "total": 2,
    "DONE": 2,
    "EXIT": 0,
    "REJECTED": 0,
    "PEND": 0,
    "PSUSP": 0,
    "RUN": 0,
    "USUSP": 0,
    "SSUSP": 0,
    "not_submitted": 0,
    "stalled": 0,
    "skipped": {
      "no_run_time": 1,
      "no_slots": 0,
      "too_many_slots": 2,
      "partial_execution": 0,
      "no_submit_time": 0,
      "too_much_memory": 0,
      "outside_window": 0
    },
    "exit_reasons": {},
    "reject_reasons": {},
    "pend_reasons": {}
  },
  "wait_time": {"mean": 2.500, "median": 0, "p95": 5, "p99": 5, "max": 5},
  "bounded_slowdown": {
    "mean": 1.208334,
    "median": 1.000000,
    "p95": 1.416667,
    "p99": 1.416667,
    "max": 1.416667
  },
  "turnaround_time": {"mean": 13.500, "median": 10, "p95": 17, "p99": 17, "max": 17},
  "makespan": 22,
  "utilization": {"while_submitting": 1.000000, "whole_span": 1.000000, "useful": 1.000000},
  "by_cluster)" +
          group("C1", R"(,
      "utilization": {"while_submitting": 1.000000, "whole_span": 1.000000, "useful": 1.000000})") +
          R"(  "by_queue)" + group("normal@C1", "") + R"(  "by_user)" + group("ann", "") +
          R"(  "forwarding": {"forwarded": 0, "returned": {}, "ineffectual": 0, "by_link": {}, "by_queue": {}},
  "leases": {},
  "preemptions": 0,
  "load_suspensions": 0,
  "requeues": 0,
  "elim": {},
  "pjl": {},
  "end": 22,
  "ignored_actions": 0,
  "fingerprint": "0000000000001234",
  "utilization_by_hosts": {},
)");
}

TEST_CASE("the summary ends with the engine, which alone tells of the machine") {
  const GridConfig grid = two_jobs();
  const RunResults results = run_all(grid);
  const std::string text = summary(grid, results);
  const std::size_t digest = text.rfind("\n    \"digest\": \"");
  REQUIRE(digest != std::string::npos);
  CHECK(text.size() - digest ==
        std::string_view("\n    'digest': '0123456789abcdef'\n  }\n}\n").size());
  CHECK(text.substr(0, digest).ends_with(R"(
  "engine": {
    "version": "0.1.0",
    "revision": "abc",
    "compiler": "g++ 12",
    "command_line": "mcsim run \"x\".json",
    "directory": "/home/ann",
    "threads": 1,
    "events": {
      "arrivals": 2,
      "ends": 2,
      "timeline": 0,
      "sessions": 4,
      "messages": 0,
      "reports": 0,
      "launches": 0
    },
    "wall_seconds": 0.250,
    "cpu_seconds": 0.333,
    "jobs_per_second": 1000000.000,
    "peak_rss_bytes": 4096,
    "tables": {},)"));
  RunResults elsewhere = results;
  elsewhere.engine.sessions = 99;
  CHECK(without_engine(text) ==
        without_engine(summary_json(grid, elsewhere, measure(grid, elsewhere, {}), {})));
}

TEST_CASE("numbers that cannot be told are null, and the summary is still JSON") {
  const GridConfig grid = grid_of(flat_machine(1, "fcfs", {{.slots = 2}}));
  RunResults results = run_all(grid);
  results.complete = false;
  const auto tree = parse_json(summary(grid, results), "summary.json");
  REQUIRE(tree);
  const JsonNode& root = tree->root;
  CHECK(root.find("complete")->boolean == false);
  CHECK(root.find("wait_time")->find("p95")->is(JsonNode::Kind::null));
  CHECK(root.find("makespan")->is(JsonNode::Kind::null));
  CHECK(root.find("utilization")->find("while_submitting")->is(JsonNode::Kind::null));
  CHECK(root.find("jobs")->find("stalled")->whole == 1);
  CHECK(root.find("jobs")->find("pend_reasons")->children.at(0).key ==
        "The cluster does not have that many slots");
  CHECK(root.find("by_user")->children.at(0).key.empty());
}

TEST_CASE("the summary stays linear in the number of users") {
  GridConfig grid;
  std::vector<JobRow> rows;
  for (int job = 1; job <= 2000; ++job) rows.push_back({.id = job, .run = 1s});
  grid = grid_of(flat_machine(8, "fcfs", rows));
  grid.clusters[0].trace = with_users(grid.clusters[0].trace, [&](const TraceJob& job) {
    return grid.users.id(std::to_string(static_cast<std::int64_t>(job.id)));
  });
  const std::string text = summary(grid, run_all(grid));
  CHECK(parse_json(text, "summary.json"));
  CHECK(text.size() < 2000 * 900);
}

}  // namespace mcsim::testing::summary_test
