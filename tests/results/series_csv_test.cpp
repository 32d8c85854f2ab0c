// series.csv: what waited, ran and was free. Right rows by hand.
#include "mcsim/results/series_csv.hpp"

#include <string>

#include "support/run_once.hpp"

namespace mcsim::testing::series_csv_test {

namespace {

std::string series_of(const std::string& scenario, const std::string& step = "") {
  const TempFolder room;
  RunRequest request;
  request.input = room.write("s.json", scenario);
  request.folder = room.path("run");
  request.outputs = "series";
  if (!step.empty()) request.series_step = step;
  const Answer answer = answer_of(
      [&](const Console& console) { return run_command(request, default_registry(), console); });
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  return room.read("run/series.csv");
}

/// A cluster with a host of two slots, whose sessions follow each change at once.
std::string site(const std::string& queues, const std::string& jobs, const std::string& more = "") {
  return R"j({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 2}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.queues": [)j" +
         queues + "]}], \"jobs\": [" + jobs + "]" + more + "}";
}

/// Job 1 has both slots from 0 to 30 and from 50 to 120; job 2 takes them from 30 to 50.
std::string with_preemption() {
  return site(R"j({"QUEUE_NAME": "low", "PRIORITY": 1, "PREEMPTION": "PREEMPTABLE"},
      {"QUEUE_NAME": "high", "PRIORITY": 2, "PREEMPTION": "PREEMPTIVE"})j",
              R"j({"id": 1, "queue": "low", "run": "100s", "slots": 2},
      {"id": 2, "queue": "high", "submit": "30s", "run": "20s", "slots": 2})j");
}

const std::string names =
    "time,cluster,queue,pending_jobs,pending_slots,running_slots,suspended_slots,reserved_slots,"
    "guest_slots,idle_slots,down_slots\n";

}  // namespace

TEST_CASE("each change of a queue makes a row of it, and one of its cluster") {
  CHECK(series_of(with_preemption()) == names +
                                            "0,C,,0,0,2,0,0,0,0,0\n"
                                            "0,C,low,0,0,2,0,0,0,,\n"
                                            "30,C,,0,0,2,2,0,0,0,0\n"
                                            "30,C,low,0,0,0,2,0,0,,\n"
                                            "30,C,high,0,0,2,0,0,0,,\n"
                                            "50,C,,0,0,2,0,0,0,0,0\n"
                                            "50,C,low,0,0,2,0,0,0,,\n"
                                            "50,C,high,0,0,0,0,0,0,,\n"
                                            "120,C,,0,0,0,0,0,0,2,0\n"
                                            "120,C,low,0,0,0,0,0,0,,\n"
                                            "120,C,high,0,0,0,0,0,0,,\n");
}

// Of the first minute job 1 runs 40 seconds, job 2 runs 20 while it is suspended.
TEST_CASE("with a step there is a row of each queue for each step, with means over it") {
  CHECK(series_of(with_preemption(), "1min") == names +
                                                    "0,C,,0,0,2,0.666667,0,0,0,0\n"
                                                    "0,C,low,0,0,1.333333,0.666667,0,0,,\n"
                                                    "0,C,high,0,0,0.666667,0,0,0,,\n"
                                                    "60,C,,0,0,2,0,0,0,0,0\n"
                                                    "60,C,low,0,0,2,0,0,0,,\n"
                                                    "60,C,high,0,0,0,0,0,0,,\n");
}

TEST_CASE("the last step ends with the run") {
  CHECK(series_of(site(R"j({"QUEUE_NAME": "q"})j", R"j({"id": 1, "run": "90s"})j"), "1min") ==
        names +
            "0,C,,0,0,1,0,0,0,1,0\n"
            "0,C,q,0,0,1,0,0,0,,\n"
            "60,C,,0,0,1,0,0,0,1,0\n"
            "60,C,q,0,0,1,0,0,0,,\n");
}

// Job 2 waits for both slots from 5 on, and reserves the free one.
TEST_CASE("reserved slots are counted, and are idle until their job starts") {
  CHECK(series_of(site(R"j({"QUEUE_NAME": "q", "SLOT_RESERVE": "MAX_RESERVE_TIME[100]"})j",
                       R"j({"id": 1, "run": "50s"},
          {"id": 2, "submit": "5s", "run": "10s", "slots": 2})j")) == names +
                                                                          "0,C,,0,0,1,0,0,0,1,0\n"
                                                                          "0,C,q,0,0,1,0,0,0,,\n"
                                                                          "5,C,,1,2,1,0,1,0,1,0\n"
                                                                          "5,C,q,1,2,1,0,1,0,,\n"
                                                                          "50,C,,0,0,2,0,0,0,0,0\n"
                                                                          "50,C,q,0,0,2,0,0,0,,\n"
                                                                          "60,C,,0,0,0,0,0,0,2,0\n"
                                                                          "60,C,q,0,0,0,0,0,0,,\n");
}

TEST_CASE("bswitch moves what a job has from queue to queue, and down hosts are not idle") {
  CHECK(series_of(site(R"j({"QUEUE_NAME": "p"}, {"QUEUE_NAME": "q"})j",
                       R"j({"id": 1, "queue": "p", "run": "50s"},
          {"id": 2, "queue": "p", "submit": "65s", "run": "1s"})j",
                       R"j(, "actions": [
          {"at": "10s", "do": "bswitch", "job": "1@C", "queue": "q"}],
          "faults": [{"at": "60s", "host": "h@C", "down_for": "1h"}], "until": "70s")j")) ==
        names +
            "0,C,,0,0,1,0,0,0,1,0\n"
            "0,C,p,0,0,1,0,0,0,,\n"
            "10,C,p,0,0,0,0,0,0,,\n"
            "10,C,q,0,0,1,0,0,0,,\n"
            "50,C,,0,0,0,0,0,0,2,0\n"
            "50,C,q,0,0,0,0,0,0,,\n"
            "60,C,,0,0,0,0,0,0,0,2\n"
            "65,C,,1,1,0,0,0,0,0,2\n"
            "65,C,p,1,1,0,0,0,0,,\n"
            "70,C,,1,1,0,0,0,0,0,2\n"
            "70,C,p,1,1,0,0,0,0,,\n"
            "70,C,q,0,0,0,0,0,0,,\n");
}

// The job is on its way for as long as the link takes: it waits at home, and then there.
TEST_CASE("a forwarded job waits in one queue at a time, and is a guest where it runs") {
  const std::string text = series_of(R"j({"mcsim": 1, "clusters": [
    {"name": "C", "hosts": [{"name": "h", "ncpus": 1}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "none", "SNDJOBS_TO": "r@D"}]},
    {"name": "D", "hosts": [{"name": "d", "ncpus": 1}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C"}]}],
    "jobs": [{"id": 1, "cluster": "C", "run": "100s"}]})j");
  CHECK(text.starts_with(names + "0,C,,1,1,0,0,0,0,1,0\n"
                                 "0,C,q,1,1,0,0,0,0,,\n"
                                 "0,D,,0,0,0,0,0,0,1,0\n"));
  CHECK(text.find(",D,r,1,1,0,0,0,0,,\n") != std::string::npos);
  CHECK(text.find(",D,r,0,0,1,0,0,1,,\n") != std::string::npos);
}

}  // namespace mcsim::testing::series_csv_test
