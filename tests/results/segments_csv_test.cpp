// segments.csv: what jobs did with slots. Right rows by hand.
#include "mcsim/results/segments_csv.hpp"

#include <string>

#include "support/run_once.hpp"

namespace mcsim::testing::segments_csv_test {

namespace {

/// A cluster with a host of two slots, whose sessions follow each change at once.
std::string site(const std::string& queues, const std::string& jobs, const std::string& more = "") {
  return R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 2}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.queues": [)j" +
         queues + "]}], \"jobs\": [" + jobs + "]" + more + "}";
}

std::string segments_of(const std::string& scenario) {
  const TempFolder room;
  run_folder(room, room.write("s.json", scenario), "run", {}, "segments");
  return room.read("run/segments.csv");
}

const std::string names =
    "job_id,submit_cluster,attempt,cluster,queue,state,start,end,slots,hosts\n";

}  // namespace

TEST_CASE("a job that is preempted has a segment for each time that it runs, and one between") {
  CHECK(segments_of(site(R"j({"QUEUE_NAME": "low", "PRIORITY": 1, "PREEMPTION": "PREEMPTABLE"},
          {"QUEUE_NAME": "high", "PRIORITY": 2, "PREEMPTION": "PREEMPTIVE"})j",
                         R"j({"id": 1, "queue": "low", "run": "100s", "slots": 2},
          {"id": 2, "queue": "high", "submit": "30s", "run": "20s", "slots": 2})j")) ==
        names +
            "1,C,1,C,low,run,0,30,2,2*h\n"
            "1,C,1,C,low,suspended,30,50,2,2*h\n"
            "1,C,1,C,low,run,50,120,2,2*h\n"
            "2,C,1,C,high,run,30,50,2,2*h\n");
}

// Job 2 waits for both slots and reserves the free one, until the other one is free, too.
TEST_CASE("what a job has reserved is a segment, before it starts") {
  CHECK(segments_of(site(R"j({"QUEUE_NAME": "q", "SLOT_RESERVE": "MAX_RESERVE_TIME[100]"})j",
                         R"j({"id": 1, "run": "50s"},
          {"id": 2, "submit": "5s", "run": "10s", "slots": 2})j")) ==
        names +
            "1,C,1,C,q,run,0,50,1,h\n"
            "2,C,1,C,q,reserved,5,50,1,h\n"
            "2,C,1,C,q,run,50,60,2,2*h\n");
}

TEST_CASE("what goes on when the run is over has no end, and each execution is an attempt") {
  CHECK(segments_of(site(R"j({"QUEUE_NAME": "q", "REQUEUE_EXIT_VALUES": "9"})j",
                         R"j({"id": 1, "run": "10s", "exit_codes": "9 0"},
          {"id": 2, "submit": "1s", "run": "100s"})j",
                         R"j(, "until": "1min")j")) == names +
                                                           "1,C,1,C,q,run,0,10,1,h\n"
                                                           "1,C,2,C,q,run,10,20,1,h\n"
                                                           "2,C,1,C,q,run,1,,1,h\n");
}

// Job 1 is moved while it runs, job 2 while it waits.
TEST_CASE("a job that bswitch moves is in the queue that it is in") {
  const TempFolder room;
  const std::string scenario =
      site(R"j({"QUEUE_NAME": "p"}, {"QUEUE_NAME": "q"})j",
           R"j({"id": 1, "queue": "p", "run": "50s", "slots": 2},
          {"id": 2, "queue": "p", "submit": "5s", "run": "10s"})j",
           R"j(, "actions": [{"at": "10s", "do": "bswitch", "job": "1@C", "queue": "q"},
                         {"at": "20s", "do": "bswitch", "job": "2@C", "queue": "q"}])j");
  run_folder(room, room.write("s.json", scenario), "run", {}, "segments,executions");
  CHECK(room.read("run/segments.csv") == names +
                                             "1,C,1,C,p,run,0,10,2,2*h\n"
                                             "1,C,1,C,q,run,10,50,2,2*h\n"
                                             "2,C,1,C,q,run,50,60,1,h\n");
  const std::string executions = room.read("run/executions.csv");
  CHECK(executions.find("\n2,C,1,C,q,") != std::string::npos);
}

TEST_CASE("a run with segments and series replaces an older one") {
  const TempFolder room;
  const std::string scenario =
      room.write("s.json", site(R"j({"QUEUE_NAME": "q"})j", R"j({"id": 1, "run": "10s"})j"));
  for (int run = 0; run < 2; ++run)
    run_folder(room, scenario, "run", {}, "jobs,segments,series,usage");
}

TEST_CASE("a forwarded job runs in the other cluster, in the attempt that its forward began") {
  const std::string text = segments_of(R"j({"mcsim": 1, "clusters": [
    {"name": "C", "hosts": [{"name": "h", "ncpus": 1}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "none", "SNDJOBS_TO": "r@D"}]},
    {"name": "D", "hosts": [{"name": "d", "ncpus": 1}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C"}]}],
    "jobs": [{"id": 1, "cluster": "C", "run": "100s"}]})j");
  CHECK(text.starts_with(names + "1,C,1,D,r,run,"));
  CHECK(text.ends_with(",1,d\n"));
}

}  // namespace mcsim::testing::segments_csv_test
