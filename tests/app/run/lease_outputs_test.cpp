// What summary.json and decisions.jsonl say about leases.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/explain/explain_command.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/csv_rows.hpp"
#include "support/decide_once.hpp"
#include "support/leased_run.hpp"
#include "support/places.hpp"

namespace mcsim::testing::lease_outputs_test {

namespace {

std::vector<std::string> decisions_of(const LeasedRun& run) {
  std::istringstream text(run.room.read("run/decisions.jsonl"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

JsonNode tree_of(const std::string& text) {
  auto tree = parse_json(text, "text");
  REQUIRE(tree.has_value());
  return std::move(tree->root);
}

/// The text of the key `leases` of summary.json.
std::string leases_of(const std::string& summary) {
  const auto begin = summary.find("  \"leases\": ");
  const auto end = summary.find("  \"preemptions\"");
  REQUIRE(begin < end);
  return summary.substr(begin, end - begin);
}

/// `2*HostB@lender` as slots and host.
std::pair<std::int64_t, std::string> placed(const std::string& cell) {
  const auto star = cell.find('*');
  if (star == std::string::npos) return {1, cell};
  return {std::stoll(cell.substr(0, star)), cell.substr(star + 1)};
}

/// Changes of the slots in use on a host of lender, by time, from executions.csv.
std::map<double, std::int64_t> changes_on(const LeasedRun& run, const std::string& host,
                                          double end) {
  std::map<double, std::int64_t> changes;
  for (const Row& row : rows_of(run.folder + "/executions.csv")) {
    const auto [slots, where] = placed(row.at("exec_hosts"));
    if (row.at("start_time").empty() || where.substr(0, where.find('@')) != host) continue;
    changes[std::stod(row.at("start_time"))] += slots;
    changes[row.at("leave_time").empty() ? end : std::stod(row.at("leave_time"))] -= slots;
  }
  return changes;
}

}  // namespace

TEST_CASE("summary.json tells what came of each lease, and of hosts with more jobs than slots") {
  const LeasedRun run("");
  CHECK(leases_of(run.room.read("run/summary.json")) == R"(  "leases": {
    "by_lease": {
      "lender:borrower:1": {
        "type": "shared",
        "established_at": 2,
        "slots_granted": 7,
        "slots_returned": 7,
        "slot_seconds": 2987,
        "used_slot_seconds": 1160,
        "evaluations": {"to_provider": 2, "to_consumer": 2, "to_nobody": 0},
        "jobs_killed": 0,
        "exported_hosts": 1,
        "exported_slots": 4,
        "wasted_hosts": 0
      },
      "lender:borrower:2": {
        "type": "exclusive",
        "established_at": 2,
        "slots_granted": 2,
        "slots_returned": 0,
        "slot_seconds": 2596,
        "used_slot_seconds": 800,
        "evaluations": {"to_provider": 0, "to_consumer": 0, "to_nobody": 0},
        "jobs_killed": 0,
        "exported_hosts": 1,
        "exported_slots": 2,
        "wasted_hosts": 0
      },
      "lender:borrower:3": {
        "type": "exclusive",
        "established_at": 2,
        "slots_granted": 8,
        "slots_returned": 4,
        "slot_seconds": 7988,
        "used_slot_seconds": 4623,
        "evaluations": {"to_provider": 0, "to_consumer": 0, "to_nobody": 0},
        "jobs_killed": 1,
        "exported_hosts": 1,
        "exported_slots": 4,
        "wasted_hosts": 0
      },
      "lender:idler:4": {
        "type": "exclusive",
        "established_at": null,
        "slots_granted": 0,
        "slots_returned": 0,
        "slot_seconds": 0,
        "used_slot_seconds": 0,
        "evaluations": {"to_provider": 0, "to_consumer": 0, "to_nobody": 0},
        "jobs_killed": 0,
        "exported_hosts": 1,
        "exported_slots": 16,
        "wasted_hosts": 1
      }
    },
    "overcommitment": {"lender": {"slots": 2, "host": "HostB", "at": 20, "slot_seconds": 200}}
  },
)");
}

// C1 loses two of its three licences.
TEST_CASE("jobs that are killed because licences are taken back are counted, and told") {
  const TempFolder room;
  const std::string changes =
      R"json(changes=[{"at": "30s", "cluster": "P", "set": {"lsb.resources": {
        "SharedResourceExport": [
          {"NAME": "AppX", "NINSTANCES": 8, "DISTRIBUTION": "([C1, 1] [C2, 7])"}]}}}])json";
  const std::string scenario = source_dir() + "/scenarios/lease_licences.json";
  ExplainRequest request;
  request.replay.folder = run_folder(room, scenario, "run", {changes});
  request.lease = "P:C1";
  const JsonNode summary = tree_of(room.read("run/summary.json"));
  CHECK(summary.find("leases")->find("by_lease")->find("P:C1:1")->find("jobs_killed")->whole == 2);
  const std::string story = answer_of([&](const Console& console) {
                              return explain_command(request, default_registry(), console);
                            }).out;
  CHECK(story.find("AppX: up to 8, 1 of 8 shares\n") != story.npos);
  CHECK(story.find("31 s: policy 1 exports less beside slots; killed and requeued: 3@C1, 2@C1\n") !=
        story.npos);
}

TEST_CASE("slot-seconds above the processors are those of executions.csv") {
  const LeasedRun run;
  const JsonNode summary = tree_of(run.room.read("run/summary.json"));
  double above = 0;
  double most = 0;
  for (const auto& [host, ncpus] :
       std::map<std::string, std::int64_t>{{"HostA", 4}, {"HostB", 2}, {"HostC", 8}}) {
    std::int64_t used = 0;
    double since = 0;
    for (const auto& [when, more] : changes_on(run, host, 1300)) {
      const auto over = static_cast<double>(std::max<std::int64_t>(used - ncpus, 0));
      above += over * (when - since);
      most = std::max(most, over);
      since = when;
      used += more;
    }
  }
  const JsonNode& over = *summary.find("leases")->find("overcommitment")->find("lender");
  REQUIRE(most > 0);
  CHECK(std::stod(over.find("slots")->text) == most);
  CHECK(std::stod(over.find("slot_seconds")->text) == above);
}

TEST_CASE("a run without leases says nothing of them") {
  const TempFolder room;
  run_folder(room, room.write("s.json", eventful));
  CHECK(leases_of(room.read("run/summary.json")) == "  \"leases\": {},\n");
}

TEST_CASE("a comparison tells the same of leases as a run") {
  const LeasedRun run("");
  const TempFolder room;
  CompareRequest request;
  request.run.input = room.write("leasing.json", leased_hosts);
  request.run.folder = room.path("compared");
  request.vary = {"seed=[1, 2]"};
  const Answer answer = answer_of([&](const Console& console) {
    return compare_command(request, default_registry(), console);
  });
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  for (const auto& cell : std::filesystem::directory_iterator(room.path("compared/cells")))
    CHECK(leases_of(room.read("compared/cells/" + cell.path().filename().string() +
                              "/summary.json")) == leases_of(run.room.read("run/summary.json")));
}

// At 820 s job 5 waits while the link is down.
TEST_CASE("a pending reason with a comma in it is one cell of jobs.csv") {
  const LeasedRun run("jobs", {"until=820s"});
  CHECK(std::ranges::any_of(rows_of(run.folder + "/jobs.csv"), [](const Row& row) {
    return row.at("pend_reason") == text_of(PendReason::host_out_of_reach);
  }));
}

TEST_CASE("each decision on a lease is a line of decisions.jsonl") {
  const LeasedRun run;
  CHECK(
      decisions_of(run) ==
      std::vector<std::string>{
          R"({"kind": "lease_asked", "time": 0, "provider": "lender", "consumer": "borrower", "leases": "exclusive", "hosts": 4})",
          R"({"kind": "lease_asked", "time": 0, "provider": "lender", "consumer": "borrower", "leases": "shared", "hosts": 1})",
          R"({"kind": "lease_granted", "time": 2, "lease": "lender:borrower:1", "establishes": true, "slots": 1, "hosts": [{"host": "HostA@lender", "slots": 1}]})",
          R"({"kind": "lease_granted", "time": 2, "lease": "lender:borrower:2", "establishes": true, "slots": 2, "hosts": [{"host": "HostB@lender", "slots": 2}]})",
          R"({"kind": "lease_granted", "time": 2, "lease": "lender:borrower:3", "establishes": true, "slots": 8, "hosts": [{"host": "HostC@lender", "slots": 8}]})",
          R"({"kind": "reclaim", "time": 301, "lease": "lender:borrower:1", "policy": "lsf", "provider": {"available": 3, "used": 0}, "consumer": {"available": 1, "used": 1}, "idle_to": "consumer"})",
          R"({"kind": "lease_granted", "time": 303, "lease": "lender:borrower:1", "establishes": false, "slots": 3, "hosts": [{"host": "HostA@lender", "slots": 3}]})",
          R"({"kind": "reclaim", "time": 601, "lease": "lender:borrower:1", "policy": "lsf", "provider": {"available": 0, "used": 0}, "consumer": {"available": 4, "used": 1}, "idle_to": "provider"})",
          R"({"kind": "lease_returned", "time": 601, "lease": "lender:borrower:1", "slots": 3, "hosts": [{"host": "HostA@lender", "slots": 3}]})",
          R"({"kind": "lease_cut", "time": 701, "lease": "lender:borrower:3", "ends": false, "jobs_killed": 1, "slots_stay": 0, "slots": 4, "hosts": [{"host": "HostC@lender", "slots": 4}]})",
          R"({"kind": "reclaim", "time": 901, "lease": "lender:borrower:1", "policy": "lsf", "provider": {"available": 3, "used": 0}, "consumer": {"available": 1, "used": 1}, "idle_to": "consumer"})",
          R"({"kind": "lease_granted", "time": 903, "lease": "lender:borrower:1", "establishes": false, "slots": 3, "hosts": [{"host": "HostA@lender", "slots": 3}]})",
          R"({"kind": "reclaim", "time": 1201, "lease": "lender:borrower:1", "policy": "lsf", "provider": {"available": 0, "used": 0}, "consumer": {"available": 4, "used": 0}, "idle_to": "provider"})",
          R"({"kind": "lease_returned", "time": 1201, "lease": "lender:borrower:1", "slots": 4, "hosts": [{"host": "HostA@lender", "slots": 4}]})"});
}

TEST_CASE("a line of decisions.jsonl about a lease asked again has the same answer") {
  for (const char* policy : {"lsf", "none"}) {
    const LeasedRun run("decisions", {std::string("model.lease_reclaim=") + policy});
    const std::vector<std::string> lines = decisions_of(run);
    std::size_t questions = 0;
    for (const std::string& line : lines) {
      if (!line.starts_with("{\"kind\": \"reclaim\"")) continue;
      ++questions;
      INFO(line);
      const Answer answer = answer_to({.family = "reclaim", .file = ""}, line + "\n");
      REQUIRE(answer.code == ExitCode::done);
      CHECK(to_compact_json(*tree_of(answer.out).find("idle_to")) ==
            to_compact_json(*tree_of(line).find("idle_to")));
    }
    CHECK(questions > 2);
  }
}

TEST_CASE("whoever watches a run with leases changes nothing in it") {
  const LeasedRun watched;
  const LeasedRun alone("jobs");
  CHECK(watched.room.read("run/jobs.csv") == alone.room.read("run/jobs.csv"));
  const auto without_engine = [](const LeasedRun& run) {
    const std::string summary = run.room.read("run/summary.json");
    return summary.substr(0, summary.find("\"engine\""));
  };
  CHECK(without_engine(watched) == without_engine(alone));
}

}  // namespace mcsim::testing::lease_outputs_test
