// What the story of a queue begins with. Right texts by hand.
#include "mcsim/app/explain/queue_summary.hpp"

#include <string>

#include "mcsim/app/explain/explain_command.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::queue_summary_test {

namespace {

Answer explain_queue(const std::string& folder, const std::string& queue, bool json) {
  ExplainRequest request;
  request.replay.folder = folder;
  request.queue = queue;
  request.json = json;
  return answer_of([&](const Console& console) {
    return explain_command(request, default_registry(), console);
  });
}

}  // namespace

// One slot. Job 1 runs from 0 to 36, job 2 from 36 to 72, job 3 from 72 on: they wait 0, 26 and 52
// seconds.
TEST_CASE("the story of a queue begins with what happened in it, and what jobs waited for") {
  const TempFolder room;
  const std::string folder =
      run_folder(room, room.write("s.json", R"j({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "h", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.queues": [{"QUEUE_NAME": "q"}, {"QUEUE_NAME": "idle"}]}],
    "jobs": [{"id": 1, "queue": "q", "run": "36s"},
             {"id": 2, "queue": "q", "submit": "10s", "run": "36s"},
             {"id": 3, "queue": "q", "submit": "20s", "run": "36s"}]})j"));
  const Answer told = explain_queue(folder, "q@C", false);
  REQUIRE(told.code == ExitCode::done);
  CHECK(told.out.starts_with(
      "queue q@C\n"
      "3 jobs submitted to it, 3 starts, 3 ended\n"
      "of 3 jobs submitted to it that ended: mean wait 26 s, 95 % within 52 s, longest 52 s\n"
      "jobs waited in it for 78 s in all: 100.0 % Job slot limit reached (2 jobs)\n"
      "most waited from 20 s to 36 s: Open:Active, slots: 2 PEND, 1 RUN\n"
      "0 s: PRIORITY 1"));
  CHECK(told.out.find("3 ended") == told.out.rfind("3 ended"));
  const Answer json = explain_queue(folder, "q@C", true);
  CHECK(json.out.find(R"("reason": "Job slot limit reached", "jobs": 2, "seconds": 78)") !=
        std::string::npos);
  CHECK(explain_queue(folder, "idle@C", false)
            .out.starts_with("queue idle@C\n0 jobs submitted to it\nno job waited in it\n"));
}

}  // namespace mcsim::testing::queue_summary_test
