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

}  // namespace mcsim::testing::explain_conditions_test
