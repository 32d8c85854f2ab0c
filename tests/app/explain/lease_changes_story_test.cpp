// What explain and summary.json say about leases that continue under another policy or kind, and
// about kept slots.
#include <string>
#include <vector>

#include "mcsim/text/json_tree.hpp"
#include "support/run_once.hpp"
#include "support/story_support.hpp"

namespace mcsim::testing::lease_changes_story_test {

namespace {

struct Run {
  TempFolder room;
  std::string folder;

  explicit Run(const std::string& scenario, const std::vector<std::string>& sets = {})
      : folder(run_folder(room, room.write("s.json", scenario), "run", sets, "decisions")) {}

  std::string story(const std::string& lease) const {
    ExplainRequest request = request_for(*this);
    request.lease = lease;
    return explain(request).out;
  }
  std::int64_t number(const std::string& lease, const char* key) const {
    const auto tree = parse_json(room.read("run/summary.json"), "summary");
    REQUIRE(tree.has_value());
    return tree->root.find("leases")->find("by_lease")->find(lease)->find(key)->whole;
  }
};

/// C1 has two slots of h1 all the time: by policy 2, by policy 1, as shared, as exclusive, and with
/// the whole host.
constexpr const char* moving = R"json({"mcsim": 1, "until": "300s", "clusters": [
    {"name": "P", "hosts": [{"name": "h1", "ncpus": 4}, {"name": "h2", "ncpus": 2}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MC_RECLAIM_DELAY": 1},
     "lsb.resources": {"HostExport": [
       {"PER_HOST": "h2", "SLOTS": 1, "DISTRIBUTION": "([C1, 1])"},
       {"PER_HOST": "h1", "SLOTS": 2, "DISTRIBUTION": "([C1, 1])"}]},
     "lsb.queues": [{"QUEUE_NAME": "normal"}]},
    {"name": "C1", "hosts": [{"name": "own", "ncpus": 1}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "normal", "HOSTS": "allremote"}]}],
  "links_default": {"latency": "1s"},
  "jobs": [{"id": 1, "cluster": "C1", "run": "250s"}, {"id": 2, "cluster": "C1", "run": "250s"}],
  "changes": [
    {"at": "50s", "cluster": "P", "set": {"lsb.resources": {"HostExport": [
      {"PER_HOST": "h1", "SLOTS": 2, "DISTRIBUTION": "([C1, 1])"}]}}},
    {"at": "100s", "cluster": "P", "set": {"lsb.resources": {"HostExport": [
      {"PER_HOST": "h1", "SLOTS": 2, "TYPE": "shared", "DISTRIBUTION": "([C1, 1])"}]}}},
    {"at": "150s", "cluster": "P", "set": {"lsb.resources": {"HostExport": [
      {"PER_HOST": "h1", "SLOTS": 2, "DISTRIBUTION": "([C1, 1])"}]}}},
    {"at": "200s", "cluster": "P", "set": {"lsb.resources": {"HostExport": [
      {"RES_SELECT": "ncpus==4", "NHOSTS": 1, "DISTRIBUTION": "([C1, 1])"}]}}}]})json";

}  // namespace

TEST_CASE("slots that stay with a consumer by another policy, or kind, are told as kept") {
  const Run run(moving);
  const std::string story = run.story("P:C1");
  INFO(story);
  for (const char* lines :
       {"51 s: policy 1: C1 keeps 2 slots: 2*h1@P\n"
        "51 s: policy 1 exports less: C1 gives back 1 slot: h2@P; killed and requeued: 2@C1\n"
        "51 s: policy 2 goes on as policy 1: C1 keeps 2 slots: 2*h1@P\n",
        "101 s: policy 1, established: C1 keeps 2 slots: 2*h1@P\n"
        "101 s: policy 1 goes on as shared: C1 keeps 2 slots: 2*h1@P\n",
        "151 s: policy 1, established: C1 keeps 2 slots: 2*h1@P\n"
        "151 s: policy 1 goes on as exclusive: C1 keeps 2 slots: 2*h1@P\n",
        "201 s: policy 1, established: C1 keeps 2 slots: 2*h1@P\n"
        "201 s: policy 1 goes on as another lease: C1 keeps 2 slots: 2*h1@P\n"
        "203 s: policy 1: C1 gets 2 slots: 2*h1@P\n"})
    CHECK(has(story, lines));
}

TEST_CASE("slots that stay are counted as granted once, and not as given back") {
  const Run run(moving);
  CHECK(run.number("P:C1:1", "slots_granted") == 1 + 2);
  CHECK(run.number("P:C1:1", "slots_returned") == 1);
  CHECK(run.number("P:C1:2", "slots_granted") == 2);
  CHECK(run.number("P:C1:2", "slots_returned") == 0);
  ExplainRequest request = request_for(run);
  request.lease = "P:C1";
  request.json = true;
  const auto tree = parse_json(explain(request).out, "answer");
  REQUIRE(tree.has_value());
  CHECK(tree->root.find("numbers")->find("slots_granted")->whole == 5);
  CHECK(tree->root.find("numbers")->find("slots_returned")->whole == 1);
}

TEST_CASE("decisions.jsonl tells how many slots of a lease that is cut stay") {
  const Run run(moving);
  const std::string lines = run.room.read("run/decisions.jsonl");
  INFO(lines);
  CHECK(has(lines,
            R"({"kind": "lease_cut", "time": 51, "lease": "P:C1:1", "ends": false, )"
            R"("jobs_killed": 1, "slots_stay": 0, "slots": 1, "hosts": [{"host": "h2@P", "slots": )"
            "1}]}\n"));
  CHECK(has(lines,
            R"({"kind": "lease_cut", "time": 101, "lease": "P:C1:1", "ends": true, )"
            R"("jobs_killed": 0, "slots_stay": 2, "slots": 2, "hosts": [{"host": "h1@P", "slots": )"
            "2}]}\n"));
}

// The provider uses its slot; the only job of the consumer is over when the lease is evaluated.
TEST_CASE("an evaluation that leaves the consumer its last slot moves nothing, and says so") {
  const auto evaluated = [](const std::string& keeps_one) {
    const Run run(R"json({"mcsim": 1, "until": "100s", "clusters": [
      {"name": "P", "hosts": [{"name": "h", "ncpus": 2}], "lsb.params": {"MC_RECLAIM_DELAY": 1},
       "lsb.resources": {"HostExport": [
         {"PER_HOST": "h", "SLOTS": 2, "TYPE": "shared", "DISTRIBUTION": "([C, 1])"}]},
       "lsb.queues": [{"QUEUE_NAME": "q"}]},
      {"name": "C", "hosts": [{"name": "own", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "allremote"}]}],
      "links_default": {"latency": "1s"},
      "jobs": [{"id": 1, "cluster": "P", "run": "500s"}, {"id": 1, "cluster": "C", "run": "10s"}],
      "model": {"lease_keep_one_slot": )json" +
                  keeps_one + "}}");
    return run.story("P:C");
  };
  const std::string begins =
      "61 s: policy 1 is evaluated: P has 1 slot and uses 1, C has 1 slot and uses 0; ";
  CHECK(has(evaluated("true"),
            begins + "C keeps its last slot (lease_keep_one_slot): nothing moves\n"));
  CHECK(has(evaluated("false"),
            begins + "idle slots go to P, which has fewer; C gives back 1 slot: h@P\n"));
}

/// A shared host of two slots, and a job of two slots.
constexpr const char* waiting = R"json({"mcsim": 1, "until": "100s", "clusters": [
    {"name": "P", "hosts": [{"name": "h", "ncpus": 2}],
     "lsb.resources": {"HostExport": [
       {"PER_HOST": "h", "SLOTS": 2, "TYPE": "shared", "DISTRIBUTION": "([C, 1])"}]},
     "lsb.queues": [{"QUEUE_NAME": "q"}]},
    {"name": "C", "hosts": [{"name": "own", "ncpus": 1}],
     "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "allremote"}]}],
  "links_default": {"latency": "1s"},
  "jobs": [{"id": 1, "cluster": "C", "slots": 2, "run": "10s"}]})json";

TEST_CASE("a lease that is not established says why") {
  struct Case {
    std::vector<std::string> sets;
    const char* why;
  };
  const Case cases[] = {
      {{},
       "policy 1 is not established: C has not asked for its hosts: no job that waits in the "
       "queues "
       "that name them (q) could start with its first slot and what else is free"},
      {{"clusters.C.lsb.queues.q.HOSTS=all"},
       "policy 1 is not established: C has not asked for its hosts: no queue names them"},
      {{R"(jobs=[{"id": 1, "cluster": "P", "run": "500s"}])"},
       "policy 1 is not established: C has not asked for its hosts: when sessions were over no job "
       "pended in the queues that name them (q)"},
      {{R"(jobs=[{"id": 1, "cluster": "P", "run": "500s"}])",
        R"json(clusters.P.lsb.resources.HostExport=[{"PER_HOST": "h", "SLOTS": 2,
           "DISTRIBUTION": "([C, 1])"}])json"},
       "policy 1 is not established: C has not asked for its hosts: no job has come to the queues "
       "that name them (q)"},
      {{R"(actions=[{"at": "0s", "do": "qinact", "queue": "q@C"}])",
        R"(jobs=[{"id": 1, "cluster": "C", "run": "10s"}])"},
       "policy 1 is not established: C has not asked for its hosts: no job that waits in the "
       "queues "
       "that name them (q) could start with its first slot and what else is free"},
      {{R"(jobs=[{"id": 1, "cluster": "C", "run": "10s"}])",
        R"(faults=[{"at": "0s", "host": "h@P", "down_for": "200s"}])"},
       "policy 1 is not established: no slot of it is idle on a host that is up, to begin with"}};
  for (const Case& one : cases) {
    const std::string story = Run(waiting, one.sets).story("P:C");
    INFO(story);
    CHECK(has(story, std::string("\n100 s: ") + one.why + "\n"));
  }
}

// bhosts -e does not show them.
TEST_CASE("memory and swap space that are exported are told with their policy") {
  const Run run(
      waiting, {R"(clusters.P.hosts=[{"name": "h", "ncpus": 2, "maxmem": 100, "maxswp": 100}])",
                R"json(clusters.P.lsb.resources.HostExport=[{"PER_HOST": "h", "SLOTS": 2, "MEM": 64,
                   "SWP": 32, "DISTRIBUTION": "([C, 1])"}])json"});
  CHECK(has(run.story("P:C"), "0 s: policy 1: exclusive, 2 slots of h, MEM 64, SWP 32\n"));
}

}  // namespace mcsim::testing::lease_changes_story_test
