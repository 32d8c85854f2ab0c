// What jobs.csv says of jobs that wait in another cluster.
#include "support/csv_rows.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::forwarded_jobs_csv_test {

TEST_CASE("jobs that ran at home and wait elsewhere when the run ends have no hosts") {
  const TempFolder room;
  run_folder(room, room.write("grid.json", R"({"mcsim": 1,
    "clusters": [
      {"name": "home", "hosts": [{"name": "h[1-3]", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "send", "SNDJOBS_TO": "recv@far", "RERUNNABLE": "yes"}]},
      {"name": "far", "hosts": [{"name": "f1", "ncpus": 2}],
       "lsb.params": {"DEFAULT_QUEUE": "recv"},
       "lsb.queues": [{"QUEUE_NAME": "recv", "RCVJOBS_FROM": "home"}]}],
    "jobs": [{"id": 1, "cluster": "home", "run": "100s"},
             {"id": 2, "cluster": "home", "run": "100s", "slots": 2},
             {"id": 1, "cluster": "far", "run": "1000s", "slots": 2}],
    "faults": [{"at": "20s", "host": "h1@home", "down_for": "1d"},
               {"at": "20s", "host": "h2@home", "down_for": "1d"},
               {"at": "20s", "host": "h3@home", "down_for": "1d"}],
    "until": "100s"})"));
  for (const Row& row : rows_of(room.path("run") + "/jobs.csv"))
    if (row.at("submit_cluster") == "home") CHECK(row.at("exec_hosts").empty());
}

}  // namespace mcsim::testing::forwarded_jobs_csv_test
