// The tables that --outputs asks for: executions.csv, decisions.jsonl, counters.csv.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/vocabulary/reference.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/csv_rows.hpp"
#include "support/forwarded_run.hpp"
#include "support/places.hpp"

namespace mcsim::testing::run_outputs_test {

namespace {

std::vector<JsonNode> decisions_in(const TempFolder& room) {
  std::istringstream text(room.read("run/decisions.jsonl"));
  std::vector<JsonNode> lines;
  for (std::string line; std::getline(text, line);) {
    auto tree = parse_json(line, "decisions.jsonl");
    REQUIRE(tree.has_value());
    lines.push_back(std::move(tree->root));
  }
  return lines;
}

std::vector<JsonNode> decisions_of(const ForwardedRun& run) { return decisions_in(run.room); }

const std::string& text_of(const JsonNode& node, const char* key) { return node.find(key)->text; }

/// The part of a candidate that a policy sees.
JsonNode as_asked(JsonNode candidate) {
  std::erase_if(candidate.children, [](const JsonNode& member) {
    return member.key == "F" || member.key == "P" || member.key == "report_time" ||
           member.key == "report_age" || member.key == "really" || member.key == "closed_by";
  });
  return candidate;
}

/// The answer of `mcsim decide forward` to a line of decisions.jsonl.
JsonNode decided_again(const JsonNode& line) {
  JsonTree question{{"decisions.jsonl"}, line};
  auto answer = decide_forward(question, default_registry());
  REQUIRE(answer.has_value());
  return std::move(*answer);
}

}  // namespace

TEST_CASE("whoever watches a run changes nothing in it") {
  const ForwardedRun watched;
  const ForwardedRun alone("jobs");
  CHECK(alone.room.names() == std::vector<std::string>{"forwarding.json", "run"});
  CHECK(watched.room.read("run/jobs.csv") == alone.room.read("run/jobs.csv"));
  const auto without_engine = [](const ForwardedRun& run) {
    const std::string summary = run.room.read("run/summary.json");
    return summary.substr(0, summary.find("\"engine\""));
  };
  CHECK(without_engine(watched) == without_engine(alone));
}

TEST_CASE("the reference tells of every key of a decision that forwards, in its order") {
  std::vector<std::string> told;
  for (const ResultEntry& entry : decisions_entries())
    if (entry.name != "kind") told.emplace_back(entry.name);
  for (const JsonNode& line : decisions_of(ForwardedRun("decisions"))) {
    std::vector<std::string> keys;
    for (const JsonNode& member : line.children) keys.push_back(member.key);
    REQUIRE(keys == told);
  }
}

TEST_CASE("a line of decisions.jsonl asked again by mcsim decide has the same answer") {
  const Registry registry = default_registry();
  for (const Registry::Forward& policy : registry.forward) {
    if (policy.name == "none") continue;  // asks no question
    const ForwardedRun run("decisions", {"model.forward_policy=" + std::string(policy.name)});
    const std::vector<JsonNode> decisions = decisions_of(run);
    REQUIRE(decisions.size() > 5);
    for (const JsonNode& line : decisions) {
      INFO(to_compact_json(line));
      const JsonNode again = decided_again(line);
      CHECK(text_of(again, "choice") == text_of(line, "choice"));
      CHECK(text_of(again, "reason") == text_of(line, "reason"));
    }
  }
}

TEST_CASE("a line of decisions.jsonl has the options that were decided by") {
  const ForwardedRun run("decisions", {"model.forward_free_test=fits",
                                       "model.forward_key_order=prio_p_low", "seed=7"});
  const std::vector<JsonNode> decisions = decisions_of(run);
  REQUIRE(!decisions.empty());
  for (const JsonNode& line : decisions) {
    CHECK(text_of(line, "forward_free_test") == "fits");
    CHECK(text_of(line, "forward_key_order") == "prio_p_low");
    CHECK(line.find("seed")->whole == 7);
  }
}

TEST_CASE("a decision tells what was true beside what was believed") {
  const ForwardedRun run;
  const std::vector<JsonNode> decisions = decisions_of(run);
  const JsonNode& first = decisions.front();  // near has closed its queue since its last report
  CHECK(first.find("job")->find("id")->whole == 2);
  CHECK(text_of(first, "choice") == "recv@near");
  const JsonNode& near = first.find("candidates")->children[0];
  CHECK(near.find("open")->boolean);
  CHECK(near.find("report_time")->whole == 10);
  CHECK(near.find("report_age")->whole == 5);
  CHECK_FALSE(near.find("really")->find("open")->boolean);
}

TEST_CASE("with counters of this instant each decision believes what is true") {
  const ForwardedRun run("decisions", {"model.counters=instant"});
  const std::vector<JsonNode> decisions = decisions_of(run);
  REQUIRE(decisions.size() > 4);
  for (const JsonNode& line : decisions)
    for (const JsonNode& candidate : line.find("candidates")->children) {
      INFO(to_compact_json(line));
      JsonNode held = as_asked(candidate);
      std::erase_if(held.children, [](const JsonNode& member) { return member.key == "queue"; });
      CHECK(to_compact_json(held) == to_compact_json(as_asked(*candidate.find("really"))));
    }
}

TEST_CASE("counters.csv has each report that says something new, and what was decided by") {
  const ForwardedRun run;
  std::map<std::string, Row> last;
  double time = 0;
  for (const Row& row : rows_of(run.folder + "/counters.csv")) {
    const double at = std::stod(row.at("time"));
    CHECK(at >= time);
    time = at;
    Row numbers = row;
    numbers.erase("time");
    Row& before = last[row.at("queue") + row.at("kind")];
    CHECK(before != numbers);
    before = numbers;
  }
}

// Among them are rows with own forwards that no report has counted yet.
TEST_CASE("what counters.csv says is held is what the first decision of a session was made by") {
  for (const char* counters : {"periodic", "instant"}) {
    const ForwardedRun run("decisions,counters", {std::string("model.counters=") + counters});
    const std::vector<Row> rows = rows_of(run.folder + "/counters.csv");
    std::map<std::string, double> decided;
    for (const JsonNode& line : decisions_of(run)) {
      const double at = std::stod(text_of(line, "time"));
      const auto [last, is_first] = decided.try_emplace(text_of(line, "cluster"), -1);
      if (std::exchange(last->second, at) == at) continue;
      for (const JsonNode& candidate : line.find("candidates")->children) {
        const Row* held = nullptr;
        for (const Row& row : rows)
          if (row.at("kind") == "held" && std::stod(row.at("time")) <= at &&
              row.at("queue") == text_of(candidate, "queue"))
            held = &row;
        INFO(to_compact_json(candidate));
        REQUIRE(held != nullptr);
        CHECK(held->at("room") == text_of(candidate, "backlog_room"));
        const bool is_cold = candidate.find("cold")->boolean;
        for (const char* key :
             {"priority", "total", "available", "running", "pending", "preemptable"})
          CHECK(held->at(key) == (is_cold ? "" : text_of(candidate, key)));
      }
    }
    CHECK(decided.size() == 1);
  }
}

TEST_CASE("what no report tells, or no policy asks for, is empty in counters.csv") {
  const auto columns_with = [](const std::string& setting) {
    const ForwardedRun run("counters", {"model.forward_policy=" + setting,
                                        "clusters.near.lsb.queues.recv.IMPT_JOBBKLG=infinit"});
    std::set<std::string> filled;
    for (const Row& row : rows_of(run.folder + "/counters.csv"))
      for (const auto& [name, cell] : row)
        if (row.at("kind") == "held" && !cell.empty()) filled.insert(name);
    for (const Row& row : rows_of(run.folder + "/counters.csv"))
      if (row.at("queue") == "recv@near" && !row.at("room").empty()) CHECK(row.at("room") == "inf");
    return filled;
  };
  const std::set<std::string> known = {"kind", "queue", "room", "submit_cluster", "time"};
  CHECK(columns_with("NOT_DEFINED") == known);
  std::set<std::string> of_hosts = known;
  of_hosts.insert({"available", "total"});
  CHECK(columns_with("REMOTE_RESOURCE") == of_hosts);
}

TEST_CASE("counters.csv does not hang on skipped sessions") {
  const auto table = [](const std::string& counters, const std::string& elide) {
    const ForwardedRun run("counters", {"model.counters=" + counters, "model.elide=" + elide});
    return run.room.read("run/counters.csv");
  };
  for (const char* counters : {"periodic", "instant"})
    CHECK(table(counters, "true") == table(counters, "false"));
}

TEST_CASE("a policy that knows no counters goes by none in decisions.jsonl") {
  const ForwardedRun run("decisions", {"clusters.home.lsb.params.MC_PLUGIN_SCHEDULE_ENHANCE=\"\""});
  for (const JsonNode& line : decisions_of(run))
    for (const JsonNode& candidate : line.find("candidates")->children) {
      CHECK(candidate.find("available")->kind == JsonNode::Kind::null);
      CHECK(candidate.find("backlog_room")->whole >= 0);
      CHECK(candidate.find("really")->find("total")->whole > 0);
    }
}

TEST_CASE("a policy that knows hosts only goes by their counters in decisions.jsonl") {
  const ForwardedRun run("decisions", {"clusters.home.lsb.params.MC_PLUGIN_SCHEDULE_ENHANCE=\"\"",
                                       "clusters.home.lsf.conf.MC_PLUGIN_REMOTE_RESOURCE=y"});
  for (const JsonNode& line : decisions_of(run)) {
    CHECK(text_of(line, "setting") == "REMOTE_RESOURCE");
    for (const JsonNode& candidate : line.find("candidates")->children) {
      CHECK(candidate.find("available")->kind == JsonNode::Kind::whole);
      CHECK(candidate.find("pending")->kind == JsonNode::Kind::null);
      CHECK(candidate.find("P")->kind == JsonNode::Kind::null);
    }
  }
}

TEST_CASE("executions.csv has each placement of each job, and agrees with jobs.csv") {
  const ForwardedRun run;
  const std::vector<Row> executions = rows_of(run.folder + "/executions.csv");
  for (const Row& job : rows_of(run.folder + "/jobs.csv")) {
    INFO(job.at("job_id") << "@" << job.at("submit_cluster"));
    std::vector<Row> its;
    for (const Row& row : executions)
      if (row.at("job_id") == job.at("job_id") &&
          row.at("submit_cluster") == job.at("submit_cluster"))
        its.push_back(row);
    REQUIRE(!its.empty());
    for (std::size_t at = 0; at < its.size(); ++at)
      CHECK(its[at].at("attempt") == std::to_string(at + 1));
    const Row& last = its.back();
    CHECK(last.at("outcome") == job.at("status"));
    CHECK(last.at("leave_time") == job.at("finish_time"));
    CHECK(last.at("start_time") == job.at("start_time"));
    CHECK(last.at("exec_hosts") == job.at("exec_hosts"));
    CHECK(last.at("reason") == job.at("end_reason"));
    if (!job.at("start_time").empty()) {
      CHECK(last.at("exec_cluster") == job.at("exec_cluster"));
      CHECK(last.at("exec_queue") == job.at("exec_queue"));
      CHECK(last.at("exec_job_id") == job.at("exec_job_id"));
    }
    const auto came_back = std::ranges::count_if(its, [](const Row& row) {
      return row.at("outcome") == "REFUSED" || row.at("outcome") == "RETURNED";
    });
    CHECK(std::to_string(came_back) == job.at("returns"));
  }
}

// Job 1 runs 100 s: it is stopped from 10 s to 30 s, and again at 50 s, before it goes on at 70 s.
// Job 2 preempts job 3, which runs 100 s, from 20 s to 60 s; then job 3 is requeued with its work
// lost, and never suspended again. Job 4 is stopped at 80 s, and stays so until the run ends.
TEST_CASE("executions.csv says how long each execution was suspended") {
  static constexpr const char* scenario = R"json({"mcsim": 1, "until": "200s", "clusters": [
    {"name": "C1", "hosts": [{"name": "h[1-3]", "ncpus": 1}],
     "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [
       {"QUEUE_NAME": "low", "PRIORITY": 20},
       {"QUEUE_NAME": "high", "PRIORITY": 60, "PREEMPTION": "PREEMPTIVE[low]"}]}],
    "jobs": [
      {"id": 1, "queue": "low", "run": "100s", "hosts": "h1"},
      {"id": 2, "queue": "high", "submit": "20s", "run": "40s", "hosts": "h2"},
      {"id": 3, "queue": "low", "run": "100s", "hosts": "h2", "rerunnable": true},
      {"id": 4, "queue": "low", "run": "100s", "hosts": "h3"}],
    "actions": [
      {"at": "10s", "do": "bstop", "job": 1}, {"at": "30s", "do": "bresume", "job": 1},
      {"at": "50s", "do": "bstop", "job": 1}, {"at": "70s", "do": "bresume", "job": 1},
      {"at": "80s", "do": "bstop", "job": 4}],
    "faults": [{"host": "h2", "at": "70s", "down_for": "10s"}]})json";
  const TempFolder room;
  const std::string folder =
      run_folder(room, room.write("s.json", scenario), "run", {}, "executions");
  std::vector<std::string> found;
  for (const Row& row : rows_of(folder + "/executions.csv"))
    found.push_back(row.at("job_id") + " " + row.at("start_time") + " " + row.at("leave_time") +
                    " " + row.at("suspended_time"));
  CHECK(found ==
        std::vector<std::string>{"1 0 140 40", "2 20 60 0", "3 0 70 40", "3 80 180 0", "4 0  120"});
}

TEST_CASE("what executions.csv says of suspended time adds up to what jobs.csv says") {
  const TempFolder room;
  for (const char* name : {"federation.json", "preemption.json", "preemption_by_kill.json",
                           "load_thresholds.json", "windows.json"}) {
    INFO(name);
    const std::string folder = run_folder(room, source_dir() + ("/scenarios/" + std::string(name)),
                                          name, {}, "jobs,executions");
    std::map<std::pair<std::string, std::string>, double> sums;
    for (const Row& row : rows_of(folder + "/executions.csv"))
      if (!row.at("suspended_time").empty())
        sums[{row.at("submit_cluster"), row.at("job_id")}] += std::stod(row.at("suspended_time"));
    for (const Row& job : rows_of(folder + "/jobs.csv"))
      if (!job.at("start_time").empty())
        CHECK(sums.at({job.at("submit_cluster"), job.at("job_id")}) ==
              Approx(std::stod(job.at("suspended_time"))));
  }
}

TEST_CASE("decisions.jsonl names no last queue where a reconfiguration has taken it away") {
  // Job 2 goes to the second receive queue; from 20 s on home sends no jobs there.
  static constexpr const char* scenario = R"json({"mcsim": 1, "clusters": [
    {"name": "home", "hosts": [{"name": "h1", "ncpus": 1}],
     "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "one@away two@away"}],
     "model": {"forward_policy": "round-robin"}},
    {"name": "away", "hosts": [{"name": "a1", "ncpus": 4}],
     "lsb.queues": [{"QUEUE_NAME": "one", "RCVJOBS_FROM": "home"},
                    {"QUEUE_NAME": "two", "RCVJOBS_FROM": "home"}]}],
    "jobs": [
      {"id": 1, "submit": "0s", "cluster": "home", "queue": "send", "user": "a", "run": "10s"},
      {"id": 2, "submit": "5s", "cluster": "home", "queue": "send", "user": "a", "run": "10s"},
      {"id": 3, "submit": "25s", "cluster": "home", "queue": "send", "user": "a", "run": "10s"}],
    "changes": [{"at": "20s", "cluster": "home",
      "set": {"lsb.queues": [{"QUEUE_NAME": "send", "SNDJOBS_TO": "one@away"}]}}]})json";
  const TempFolder room;
  run_folder(room, room.write("grid.json", scenario), "run", {}, "decisions");
  const std::vector<JsonNode> lines = decisions_in(room);
  REQUIRE(lines.size() == 3);
  CHECK(text_of(lines[0], "choice") == "one@away");
  CHECK(text_of(lines[1], "last") == "one@away");
  CHECK(text_of(lines[1], "choice") == "two@away");
  CHECK(lines[2].find("last")->kind == JsonNode::Kind::null);
  CHECK(text_of(lines[2], "choice") == "one@away");
}

}  // namespace mcsim::testing::run_outputs_test
