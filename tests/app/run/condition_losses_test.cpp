// The line that sums up what warnings take from a run, of conditions of jobs.
#include <string>

#include "support/run_once.hpp"

namespace mcsim::testing::condition_losses_test {

TEST_CASE("jobs that wait in a circle and a bmod that LSF refuses are summed up as what they are") {
  const TempFolder room;
  RunRequest request;
  request.input = room.write("s.json", R"j({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}],
    "jobs": [{"id": 1, "run": "10min"}, {"id": 2, "run": "1s", "depends": "done(1)"},
             {"id": 3, "run": "1s", "depends": "done(1)"}],
    "actions": [{"at": "2min", "do": "bmod", "job": 2, "depends": "done(3)"},
                {"at": "2min", "do": "bmod", "job": 3, "depends": "done(2)"},
                {"at": "3min", "do": "bmod", "job": 3, "depends": "done(99)"}]})j");
  request.folder = room.path("run");
  const Answer answer = answer_of(
      [&](const Console& console) { return run_command(request, default_registry(), console); });
  INFO(answer.err);
  CHECK(answer.err.find("changes who waits: 2 jobs wait in a circle, 1 bmod is ignored for its "
                        "condition\n") != answer.err.npos);
}

}  // namespace mcsim::testing::condition_losses_test
