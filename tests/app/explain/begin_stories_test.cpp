// What explain says of begin times (bsub -b, bmod -b).
#include <string>

#include "support/catch.hpp"
#include "support/explain_once.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::begin_stories_test {

TEST_CASE("explain says when a job may begin, and what bmod has made of that") {
  const TempFolder room;
  const std::string scenario = room.write("a.json", R"({"mcsim": 1,
    "clusters": [{"name": "c", "hosts": [{"name": "h", "ncpus": 4}],
                  "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0}}],
    "jobs": [{"id": 1, "user": "ann", "begin": "30s", "run": "5s"},
             {"id": 2, "user": "ann", "begin": "30s", "run": "5s"}],
    "actions": [{"at": "10s", "do": "bmod", "job": 1, "begin": "50s"},
                {"at": "12s", "do": "bmod", "job": 2, "begin": "0s"}]})");
  const std::string run = run_folder(room, scenario);
  const std::string later = explain_job(run, "1").out;
  INFO(later);
  CHECK(later.find("; not to begin before 30 s\n") != std::string::npos);
  CHECK(later.find("to 10 s: The job has a specified start time") != std::string::npos);
  CHECK(later.find("10 s: bmod: not to begin before 50 s\n") != std::string::npos);
  CHECK(later.find("50 s: started on h") != std::string::npos);
  const std::string at_once = explain_job(run, "2").out;
  INFO(at_once);
  CHECK(at_once.find("12 s: bmod: it has no begin time any more\n") != std::string::npos);
  CHECK(at_once.find("12 s: started on h") != std::string::npos);
}

}  // namespace mcsim::testing::begin_stories_test
