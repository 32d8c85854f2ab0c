// usage and wait_by_reason of summary.json. Right values by hand.
#include "mcsim/results/usage_log.hpp"

#include <string>

#include "support/run_once.hpp"

namespace mcsim::testing::usage_log_test {

namespace {

/// The members `usage` and `wait_by_reason` of summary.json, without blanks.
std::string usage_of(const std::string& scenario) {
  const TempFolder room;
  run_folder(room, room.write("s.json", scenario), "run", {}, "usage");
  const std::string all = room.read("run/summary.json");
  const std::size_t begin = all.find("\"usage\":");
  const std::size_t end = all.find("\"engine\":");
  REQUIRE(begin != std::string::npos);
  std::string text;
  bool in_quotes = false;
  for (const char letter : all.substr(begin, end - begin)) {
    if (letter == '"') in_quotes = !in_quotes;
    if (in_quotes || (letter != ' ' && letter != '\n')) text += letter;
  }
  return text;
}

}  // namespace

// One slot. Job 1 of ann runs from 0 to 36, job 2 of bob from 36 to 72: he waits 26 seconds. Job 3
// waits for the slot from 5 on, and is held from 10 on.
TEST_CASE("slot-hours and waits are summed by queue and user, and waits by reason") {
  CHECK(usage_of(R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.queues": [{"QUEUE_NAME": "q"}, {"QUEUE_NAME": "p"}]}],
    "jobs": [{"id": 1, "queue": "q", "user": "ann", "run": "36s"},
             {"id": 2, "queue": "q", "user": "bob", "submit": "10s", "run": "36s"},
             {"id": 3, "queue": "p", "submit": "5s", "run": "1s"}],
    "actions": [{"at": "10s", "do": "bstop", "job": "3@C"}], "until": "100s"})j") ==
        R"("usage":{"by_queue":{"q@C":{"jobs":2,"slot_hours":0.02}},)"
        R"("by_user":{"ann":{"jobs":1,"slot_hours":0.01},"bob":{"jobs":1,"slot_hours":0.01}},)"
        R"("from_to":{"C":{"C":{"jobs":2,"slot_hours":0.02}}}},)"
        R"("wait_by_reason":{"by_queue":{)"
        R"("q@C":{"Job slot limit reached":{"jobs":1,"seconds":26}},)"
        R"("p@C":{"The job was suspended by the user while pending":{"jobs":1,"seconds":90},)"
        R"("Job slot limit reached":{"jobs":1,"seconds":5}}},)"
        R"("by_user":{"bob":{"Job slot limit reached":{"jobs":1,"seconds":26}},)"
        R"("":{"The job was suspended by the user while pending":{"jobs":1,"seconds":90},)"
        R"("Job slot limit reached":{"jobs":1,"seconds":5}}},)"
        R"("look_step":0},)");
}

// A session every ten seconds. The only slot is bob's from 0 to 25; that it is free then no session
// sees until 30.
TEST_CASE("what a job waits for counts until a session finds another reason, or starts it") {
  const std::string text =
      usage_of(R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 10},
    "lsb.queues": [{"QUEUE_NAME": "q"}]}],
    "jobs": [{"id": 1, "user": "bob", "run": "25s"},
             {"id": 2, "user": "ann", "submit": "4s", "run": "1s"},
             {"id": 3, "user": "cat", "submit": "31s", "run": "1s"}]})j");
  INFO(text);
  CHECK(text.find(R"("ann":{"Job slot limit reached":{"jobs":1,"seconds":26}})") !=
        std::string::npos);
  CHECK(text.find(R"("cat":{"New job is waiting for scheduling":{"jobs":1,"seconds":9}})") !=
        std::string::npos);
}

TEST_CASE("a forwarded job counts from the cluster of its submission to the one that runs it") {
  const std::string text = usage_of(R"j({"mcsim": 1, "clusters": [
    {"name": "C", "hosts": [{"name": "h", "ncpus": 1}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "none", "SNDJOBS_TO": "r@D"}]},
    {"name": "D", "hosts": [{"name": "d", "ncpus": 2}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C"}]}],
    "jobs": [{"id": 1, "cluster": "C", "run": "90s", "slots": 2}]})j");
  CHECK(text.find(R"("from_to":{"C":{"D":{"jobs":1,"slot_hours":0.05}}})") != std::string::npos);
}

}  // namespace mcsim::testing::usage_log_test
