// What explain tells of load: jobs that it suspends, hosts that are not heard of, and the master.
#include <string>

#include "experiment/run_once.hpp"
#include "mcsim/experiment/explain_command.hpp"

using namespace mcsim;

namespace {

/// a1 is full for its threshold from 30 s on; its host, the master's, is down from 100 s to 400 s;
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

std::string story(const std::string& job, const std::string& host) {
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("troubled.json", troubled));
  if (!job.empty()) request.job = job;
  if (!host.empty()) request.host = host;
  return answer_of([&](const Console& console) {
           return explain_command(request, default_registry(), console);
         })
      .out;
}

}  // namespace

TEST_CASE("the story of a job says which load has suspended it, and that it goes on") {
  CHECK(story("2", "") == "");
}

TEST_CASE("the story of a host says when its LIM ends and begins, and when it is the master") {
  CHECK(story("", "a1") == "");
  CHECK(story("", "a2") == "");
}
