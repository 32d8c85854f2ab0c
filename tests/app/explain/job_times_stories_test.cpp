// The last line of a job's story: where its time went, as jobs.csv has it.
#include <string>

#include "support/catch.hpp"
#include "support/story_support.hpp"

namespace mcsim::testing::job_times_stories_test {

namespace {

/// One slot. Job 2 waits behind job 1, and is stopped from 10 s to 30 s.
constexpr const char* stopped = R"json({"mcsim": 1, "clusters": [{"name": "C1",
    "hosts": [{"name": "a1", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0}}],
  "jobs": [{"id": 1, "run": "60s"}, {"id": 2, "run": "100s"}],
  "actions": [{"at": "10s", "do": "bstop", "job": 2}, {"at": "30s", "do": "bresume", "job": 2}]})json";

/// Job 2 of "fast" preempts job 1 at 30 s for 20 s; what job 1 has done is kept.
constexpr const char* kept = R"json({"mcsim": 1, "clusters": [{"name": "C1",
    "hosts": [{"name": "a1", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.queues": [
      {"QUEUE_NAME": "fast", "PRIORITY": 60, "PREEMPTION": "PREEMPTIVE"},
      {"QUEUE_NAME": "saved", "PRIORITY": 20, "JOB_CONTROLS": "TERMINATE[CHKPNT]",
       "TERMINATE_WHEN": "PREEMPT"}]}],
  "jobs": [{"id": 1, "queue": "saved", "run": "100s"},
           {"id": 2, "queue": "fast", "submit": "30s", "run": "20s"}]})json";

std::string story(const char* scenario, const std::string& job) {
  TempFolder room;
  struct {
    std::string folder;
  } run{run_folder(room, room.write("run.json", scenario))};
  return story_of_job(run, job);
}

}  // namespace

TEST_CASE("a story tells how long its job was held") {
  CHECK(has(story(stopped, "2"),
            "\nwaited 40 s, was held for 20 s, ran 100 s, suspended 0 s, lost 0 s\n"));
}

TEST_CASE("a story tells of work that was kept, which is not lost") {
  const std::string told = story(kept, "1");
  CHECK(has(told, "requeued, 30s of work kept: killed by preemption (TERMINATE_WHEN)"));
  CHECK(has(told, "\nwaited 20 s, ran 100 s, suspended 0 s, lost 0 s\n"));
}

}  // namespace mcsim::testing::job_times_stories_test
