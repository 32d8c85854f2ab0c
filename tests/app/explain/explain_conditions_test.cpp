// What explain --job tells of jobs that wait for others.
#include <string>

#include "support/catch.hpp"
#include "support/explain_once.hpp"

namespace mcsim::testing::explain_conditions_test {

namespace {

const std::string waiting = R"j({"mcsim": 1,
  "clusters": [{"name": "C1", "hosts": [{"name": "a", "ncpus": 2}],
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0}}],
  "jobs": [{"id": 1, "run": "10s", "exit_codes": "3"}, {"id": 2, "run": "50s", "name": "late"},
           {"id": 3, "run": "5s", "depends": "exit(1, >2) && done(late)"},
           {"id": 4, "run": "5s", "depends": "done(1)", "terminate_orphan": true}]})j";

bool has(const std::string& text, const std::string& part) {
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return true;
}

}  // namespace

TEST_CASE("explain tells what a job waits for, how that stands, and when it holds") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", waiting));
  const std::string third = explain_job(folder, "3").out;
  has(third, "its condition does not hold: exit(1, > 2) && done(2); job 1 is PEND, job 2 is PEND");
  has(third, "Job dependency condition not satisfied: exit(1, > 2) && done(2)");
  has(third, "its condition holds: exit(1, > 2) && done(2); job 1 is EXIT, job 2 is DONE");
  const std::string fourth = explain_job(folder, "4").out;
  has(fourth, "its condition can never hold: done(1); job 1 is EXIT");
  has(fourth, "exit: its condition could never hold (TERM_ORPHAN_SYSTEM)");
}

TEST_CASE("what a condition or an array holds back is not said to be looked at") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"j({"mcsim": 1, "clusters": [
    {"name": "C", "hosts": [{"name": "h", "ncpus": 1}],
     "lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "r@D"}]},
    {"name": "D", "hosts": [{"name": "i", "ncpus": 1}],
     "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C"}]}],
  "jobs": [{"id": 1, "cluster": "C", "run": "10min"},
           {"id": 2, "cluster": "C", "run": "10min", "depends": "done(1)"},
           {"id": 3, "cluster": "C", "run": "10min", "array": "x[1-3]%1"}]})j"));
  for (const std::string job : {"2@C", "3[3]@C"}) {
    const std::string story = explain_job(folder, job).out;
    INFO(story);
    CHECK(story.find("looked at again") == std::string::npos);
    CHECK(story.find("not forwarded") == std::string::npos);
  }
}

TEST_CASE("the line of the submission tells group, project, name, condition and begin time") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"j({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 1}]}],
    "jobs": [{"id": 1, "user": "ann", "run": "10s", "name": "first"},
             {"id": 2, "user": "ann", "run": "10s", "user_group": "chem", "project": "p7",
              "array": "x[1-3]%1", "depends": "done(first)", "begin": "5min"}]})j"));
  has(explain_job(folder, "2[3]").out,
      "0 s: submitted by ann to queue normal: 1 slot, no run limit, user group chem, project p7, "
      "called x[3]%1, waits for done(first); not to begin before 300 s");
  has(explain_job(folder, "1").out, "1 slot, no run limit, called first\n");
}

}  // namespace mcsim::testing::explain_conditions_test
