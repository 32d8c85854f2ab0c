// What explain tells of load: jobs that it suspends, hosts that are not heard of, and the master.
#include <string>

#include "experiment/story_support.hpp"

using namespace mcsim;

namespace {

/// a2 is busy for the threshold of its queue; a1, the master's host, is down from 100 s to 400 s;
/// the LIM of a2 alone is silent from 600 s to 900 s.
constexpr const char* troubled = R"json({"mcsim": 1, "model": {"load": "lim"},
  "clusters": [{"name": "C1",
    "hosts": [{"name": "a[1-2]", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.hosts": {"Host": [{"HOST_NAME": "a2", "MXJ": 2}]},
    "lsb.queues": [{"QUEUE_NAME": "normal", "r15s": "0.5/1.5"}]}],
  "jobs": [
    {"id": 1, "slots": 1, "run": "60s", "hosts": "a2"},
    {"id": 2, "slots": 1, "run": "50s", "hosts": "a2"},
    {"id": 3, "submit": "1000s", "run": "1s"}],
  "faults": [{"at": "100s", "host": "a1", "down_for": "300s"},
             {"at": "600s", "lim": "a2", "down_for": "300s"}]})json";

struct TroubledRun {
  TempFolder room;
  std::string folder = run_folder(room, room.write("troubled.json", troubled));
};

std::string story_of_host(const std::string& host) {
  const TroubledRun run;
  ExplainRequest request = request_for(run);
  request.host = host;
  return explain(request).out;
}

}  // namespace

TEST_CASE("the story of a job says which load has suspended it, and that it goes on") {
  CHECK(story_of_job(TroubledRun(), "2") ==
        "job 2@C1\n"
        "0 s: submitted to queue normal: 1 slot, no run limit, hosts a2\n"
        "0 s: started on a2; no other host offered slots\n"
        "30 s: suspended (SSUSP): r15s of a2 is 1.73, loadStop of the queue 1.50\n"
        "90 s: resumed: load allows it\n"
        "110 s: done: it has run its run time\n"
        "waited 0 s, ran 50 s, suspended 60 s, lost 0 s\n");
}

TEST_CASE("the story of a host says when its LIM ends and begins, and when it is the master") {
  CHECK(story_of_host("a1") ==
        "host a1@C1\n"
        "0 s: MXJ 1, ncpus 1\n"
        "100 s: status unavail\n"
        "100 s: its LIM has ended\n"
        "100 s: its LIM is no longer the master\n"
        "400 s: status closed_LIM\n"
        "400 s: its LIM runs again\n"
        "400 s: its LIM is the master now\n"
        "405 s: status ok\n"
        "1000 s: job 3@C1 started on 1 slot\n"
        "1001 s: job 3@C1 ended: DONE\n"
        "at 1001 s: ok, 0 of 1 slots in use\n");
  CHECK(story_of_host("a2") ==
        "host a2@C1\n"
        "0 s: MXJ 2, ncpus 1\n"
        "0 s: job 1@C1 started on 1 slot\n"
        "0 s: job 2@C1 started on 1 slot\n"
        "30 s: job 2@C1 was suspended (SSUSP, load)\n"
        "60 s: job 1@C1 ended: DONE\n"
        "90 s: job 2@C1 goes on\n"
        "110 s: job 2@C1 ended: DONE\n"
        "205 s: status closed_LIM\n"
        "205 s: its LIM is the master now\n"
        "210 s: status ok\n"
        "400 s: status closed_LIM\n"
        "400 s: its LIM is no longer the master\n"
        "405 s: status ok\n"
        "600 s: its LIM has ended\n"
        "705 s: status closed_LIM\n"
        "900 s: its LIM runs again\n"
        "915 s: status ok\n"
        "at 1001 s: ok, 0 of 2 slots in use\n");
}
