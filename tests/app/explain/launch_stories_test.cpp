// What explain, launches.csv and the summary say about launches.
#include <string>

#include "support/story_support.hpp"

namespace mcsim::testing::launch_stories_test {

namespace {

/// Five jobs one after another on four slots each: 1 misses tasks of a2, 2 cannot start one, 3 has
/// a PJL that exits early, 4 is suspended while it is launched, 5 loses a2.
constexpr const char* launched = R"json({"mcsim": 1,
  "clusters": [{"name": "C1",
    "hosts": [{"name": "a[1-3]", "ncpus": 2}],
    "lsf.conf": {"LSF_HPC_PJL_LOADENV_TIMEOUT": 60},
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0}}],
  "pjl": [{"name": "mpirun", "pjl_start": "2s", "ts_interval": "1s", "ts_start": "1s", "faults": [
    {"does": "ts_dies", "job": "1", "hosts": "a2", "at": "0s"},
    {"does": "task_cannot_start", "job": "2", "task": 3},
    {"does": "pjl_exits", "job": "3", "at": "20s", "code": 0}]}],
  "jobs": [
    {"id": 1, "slots": 6, "run": "100s"},
    {"id": 2, "submit": "1000s", "slots": 6, "run": "100s"},
    {"id": 3, "submit": "2000s", "slots": 6, "run": "100s"},
    {"id": 4, "submit": "3000s", "slots": 6, "run": "100s"},
    {"id": 5, "submit": "4000s", "slots": 6, "run": "100s"}],
  "actions": [{"at": "3005s", "do": "bstop", "job": "4"}, {"at": "3025s", "do": "bresume", "job": "4"},
              {"at": "3050s", "do": "bkill", "job": "4"}],
  "faults": [{"at": "4050s", "host": "a2", "down_for": "10s"}]})json";

struct MpiRuns {
  TempFolder room;
  std::string folder =
      run_folder(room, room.write("launched.json", launched), "run", {}, "jobs,launches");
};

}  // namespace

TEST_CASE("the story of a job tells what became of its launch", "[launch]") {
  const MpiRuns run;
  const std::string timed_out = story_of_job(run, "1");
  CHECK(has(timed_out,
            "0 s: PAM starts the PJL (mpirun) for 6 tasks\n"
            "62 s: 2 of 6 tasks on a2 never registered within 60 s; PJL killed, 4 tasks "
            "killed\n"
            "62 s: exit: PAM exits with 1 (TASKS_NOT_REGISTERED)\n"));
  CHECK(has(story_of_job(run, "2"),
            "1 of 6 tasks on a2 could not be started; PJL killed, 5 tasks "
            "killed\n"));
  CHECK(
      has(story_of_job(run, "3"), "the PJL exited with 0 before its tasks; RES signals 6 tasks\n"));
  const std::string stopped = story_of_job(run, "4");
  CHECK(has(stopped, "PAM stops the PJL and 2 of 6 tasks: those that it knows\n"));
  CHECK(has(stopped, "PAM resumes the PJL and 2 of 6 tasks: those that it knows\n"));
  CHECK(has(stopped, "all tasks have started, 8 s after the dispatch\n"));
  CHECK(has(stopped, "PAM forwards the kill to the PJL and to 6 of 6 tasks\n"));
  const std::string lost = story_of_job(run, "5");
  CHECK(has(lost, "a2 went down: PAM hears no more of the tasks there, and goes on\n"));
  CHECK(has(lost, "the PJL exited; the exit statuses of 2 of 6 tasks on a2 never came\n"));
  CHECK(has(lost, "waited 0 s, was launched for 8 s, ran 100 s, suspended 0 s, lost 0 s\n"));
}

// The job loses its first host, and PAM; another one has a PJL that hangs.
TEST_CASE("the story of a job says when PAM itself is lost, and when it kills its PJL",
          "[launch]") {
  const std::string scenario = R"json({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "a[1-4]", "ncpus": 4}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0}}],
    "jobs": [{"id": 1, "slots": 10, "run": "100s"},
             {"id": 2, "submit": "20min", "slots": 10, "run": "100s"}],
    "pjl": [{"name": "mpi", "pjl_start": "2s", "ts_interval": "100ms", "ts_start": "1s",
      "task_start": "500ms", "latency": "10ms", "faults": [{"does": "pjl_hangs", "job": "2"}]}],
    "faults": [{"at": "50s", "host": "a1", "down_for": "10min"}]})json";
  const TempFolder room;
  struct {
    std::string folder;
  } run{run_folder(room, room.write("lost.json", scenario))};
  const std::string lost = story_of_job(run, "1");
  INFO(lost);
  CHECK(
      has(lost,
          "50 s: PAM is lost with its host: nobody forwards a kill to the 10 of 10 tasks that had "
          "started\n"));
  CHECK_FALSE(has(lost, "forwards the kill"));
  // Launched at 1,204.41 s; its tasks have run for 100 s, and 300 s are over.
  const std::string hung = story_of_job(run, "2");
  INFO(hung);
  CHECK(has(hung, "\n1604.41"));
  CHECK(has(hung, ": the PJL did not exit within 300 s of the last exit status; PAM kills it\n"));
  CHECK(has(hung, ": exit: PAM exits with 1 (PJL_NOT_EXITED)\n"));
}

namespace {

/// The story of a job with tasks on a1 to a4 that is launched for some seconds and runs for 100 s.
std::string story_with(const std::string& model, const std::string& more) {
  const std::string scenario = R"json({"mcsim": 1, "model": )json" + model + R"json(,
    "clusters": [{"name": "C", "hosts": [{"name": "a[1-4]", "ncpus": 4}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0}}],
    "jobs": [{"id": 1, "slots": 16, "run": "100s"}],
    "pjl": [{"name": "mpi", "pjl_start": "2s", "ts_interval": "100ms", "ts_start": "1s",
      "task_start": "500ms", "latency": "10ms"}], )json" +
                               more + "}";
  const TempFolder room;
  struct {
    std::string folder;
  } run{run_folder(room, room.write("over.json", scenario))};
  return story_of_job(run, "1");
}

}  // namespace

TEST_CASE("what PAM does is told no more when it has exited, which mbatchd does not know",
          "[launch]") {
  const std::string sbatchd_is_down = R"({"at": "50s", "sbatchd": "a1", "down_for": "200s"})";
  const std::string lost =
      story_with("{}", R"("faults": [)" + sbatchd_is_down +
                           R"(, {"at": "150s", "host": "a2", "down_for": "9s"}])");
  INFO(lost);
  CHECK(has(lost,
            ": PAM has exited, but mbatchd does not know: the sbatchd of a1, its first host, "
            "is down\n150 s: a2 went down: PAM had exited before\n250 s: done"));
  CHECK_FALSE(has(lost, "goes on"));
  const std::string told = story_with("{}", R"("faults": [)" + sbatchd_is_down + R"(], "actions": [
        {"at": "150s", "do": "bstop", "job": 1}, {"at": "160s", "do": "bkill", "job": 1}])");
  INFO(told);
  CHECK(has(told, "\n150 s: PAM has exited: nobody stops the tasks\n"));
  CHECK_FALSE(has(told, "forwards the kill"));
}

TEST_CASE(
    "what PAM does is told no more when it is lost with its host, which mbatchd does not know",
    "[launch]") {
  const std::string lost = story_with(R"({"host_down": "silence"})", R"("faults": [
    {"at": "50s", "host": "a1", "down_for": "1h"}, {"at": "80s", "host": "a2", "down_for": "9s"}])");
  INFO(lost);
  CHECK(has(lost,
            "\n50 s: a1, its first host, has gone down: it runs no more, but mbatchd does not "
            "know\n80 s: a2 went down: PAM was lost before, with its own host\n"));
  CHECK_FALSE(has(lost, "goes on"));
}

TEST_CASE("the story of a job that is launched yet tells how far it is", "[launch]") {
  const MpiRuns run;
  ExplainRequest request = request_for(run);
  request.job = "2";
  request.replay.at = "1004s";
  CHECK(has(explain(request).out, "2 of 6 tasks have registered so far\n"));
}

TEST_CASE("launches.csv has a row for each host of each launch", "[launch]") {
  const MpiRuns run;
  const std::string table = run.room.read("run/launches.csv");
  CHECK(has(table,
            "job_id,submit_cluster,exec_cluster,start_time,pjl,outcome,launch_time,end_time,"
            "exit_code,host,tasks,registered,failed,lost,timeout,task_time\n"
            "1,C1,C1,0,mpirun,timed_out,,62,1,a1,2,2,0,0,60,117\n"
            "1,C1,C1,0,mpirun,timed_out,,62,1,a2,2,0,0,0,60,0\n"
            "1,C1,C1,0,mpirun,timed_out,,62,1,a3,2,2,0,0,60,109\n"
            "2,C1,C1,1000,mpirun,tasks_not_started,,1008,1,a1,2,2,0,0,60,9\n"
            "2,C1,C1,1000,mpirun,tasks_not_started,,1008,1,a2,2,1,1,0,60,3\n"));
  CHECK(has(table, "5,C1,C1,4000,mpirun,ran,8,4108,0,a2,2,2,0,2,60,89\n"));
}

TEST_CASE("the summary counts launches by outcome, and slot-seconds", "[launch]") {
  const MpiRuns run;
  CHECK(has(run.room.read("run/summary.json"), R"("pjl": {
    "C1": {
      "launches": 5,
      "outcomes": {
        "ran": 3,
        "pjl_not_started": 0,
        "timed_out": 1,
        "tasks_not_started": 1,
        "pjl_exited": 0,
        "interrupted": 0,
        "under_way": 0
      },
      "without_all_statuses": 2,
      "launch_time": {"mean": 8, "median": 8, "p95": 8, "p99": 8, "max": 8},
      "launching_slot_seconds": 144,
      "lost_slot_seconds": 420
    }
  },)"));
  CHECK(
      has(run.room.read("run/jobs.csv"), "\n4,C1,normal,,6,3000,,C1,normal,3000,3050,0,22,EXIT,"));
}

}  // namespace mcsim::testing::launch_stories_test
