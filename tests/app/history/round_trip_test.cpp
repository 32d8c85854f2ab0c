// A run writes lsb.acct; the import of it runs again, and every job starts at the same second.
#include <algorithm>
#include <string>

#include "mcsim/app/history/backtest_command.hpp"
#include "mcsim/app/history/import_history.hpp"
#include "mcsim/app/history/told_jobs.hpp"
#include "mcsim/text/input.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/rooms.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::round_trip_test {

TEST_CASE("the accounting of a run, imported with its configuration, is the same schedule") {
  const TempFolder room;
  const std::string conf = std::string(source_dir()) + "/scenarios/conf/riverside";
  const std::string run = run_folder(room, conf + ".json", "run", {}, "jobs,acct");
  ImportRequest import_request;
  import_request.acct = {run + "/lsb.acct"};
  import_request.conf = conf;
  import_request.folder = room.path("site");
  const Answer imported =
      answer_of([&](const Console& console) { return import_history(import_request, console); });
  INFO(imported.err);
  REQUIRE(imported.code == ExitCode::done);

  BacktestRequest request;
  request.input = room.path("site");
  request.folder = room.path("backtest");
  const Answer answer = answer_of([&](const Console& console) {
    return backtest_command(request, default_registry(), console);
  });
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  CHECK(answer.out.find("Of 100 jobs, 100 started at the second at which they really started") !=
        std::string::npos);
  const auto told = read_told_jobs(room.path("backtest/jobs.csv"));
  REQUIRE(told);
  CHECK(told->jobs.size() == 6);  // the seventh was refused
  bool any_waited = false;
  for (const ToldJob& job : told->jobs) {
    CHECK(job.late() == 0);
    any_waited = any_waited || job.waited > 0;
  }
  CHECK(any_waited);
  // 25 hours, hour by hour.
  const auto series = read_file(room.path("backtest/backtest_series.csv"), "series", 1 << 20);
  REQUIRE(series);
  CHECK(std::ranges::count(*series, '\n') == 26);
  CHECK(answer.out.find("Slots in use, on average: really 0.0") == std::string::npos);
}

TEST_CASE("what cannot be compared is told") {
  const TempFolder room;
  BacktestRequest request;
  request.folder = room.path("backtest");
  request.input = room.write("a.json", R"({"mcsim": 1, "clusters": [{"name": "c", "hosts":
    [{"name": "h", "ncpus": 1}]}], "jobs": [{"id": 1, "run": "1s"}]})");
  const auto answer = [&] {
    return answer_of([&](const Console& console) {
      return backtest_command(request, default_registry(), console);
    });
  };
  const Answer none = answer();
  CHECK(none.code == ExitCode::bad_input);
  CHECK(none.err.find("has no job with a recorded start") != std::string::npos);
  request.every = "soon";
  CHECK(answer().code == ExitCode::usage);
  request.every = "1h";
  request.input = room.path("none");
  CHECK(answer().code == ExitCode::bad_input);
}

TEST_CASE("the jobs that differ most have a story of the record, and one of the run") {
  const TempFolder room;
  // One slot: job 2 waits for job 1 here until 100 s, and is really said to have started at 5 s.
  room.write("t.csv",
             "job_id,submit_time,start_time,finish_time,run_time,slots,user,status,exec_hosts\n"
             "1,0,0,100,100,1,ann,DONE,h\n"
             "2,1,5,25,15,1,bob,EXIT,h\n"
             "3,2,200,260,60,1,ann,RUN,h\n");
  BacktestRequest request;
  request.folder = room.path("backtest");
  request.input = room.write("a.json", R"({"mcsim": 1, "start": "2026-01-01T00:00:00Z",
    "clusters": [{"name": "c", "hosts": [{"name": "h", "ncpus": 1}],
                  "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0}}],
    "workloads": [{"file": "t.csv"}]})");
  const auto answer = [&] {
    return answer_of([&](const Console& console) {
      return backtest_command(request, default_registry(), console);
    });
  };
  const Answer told = answer();
  INFO(told.err << told.out);
  REQUIRE(told.code == ExitCode::done);
  CHECK(answer().code == ExitCode::done);  // into the same folder
  const auto stories = read_file(room.path("backtest/backtest_stories.txt"), "stories", 1 << 20);
  REQUIRE(stories);
  INFO(*stories);
  CHECK(stories->find("job 2: waited 4s, in the run 1min 39s, 1min 35s more\n"
                      "  really\n"
                      "    1 s: submitted\n"
                      "    5 s: started on h\n"
                      "    25 s: exit, after 5s in which it was suspended\n"
                      "  in the run\n"
                      "    1 s: submitted by bob to queue ") != std::string::npos);
  CHECK(stories->find("\n    100 s: started on h") != std::string::npos);
  CHECK(stories->find("job 3: waited 3min 18s, in the run 1min 53s, 1min 25s less\n") !=
        std::string::npos);
  CHECK(stories->find("    260 s: at the end of the history it still ran\n") != std::string::npos);
  CHECK(told.out.find("job 2: waited 4s") != std::string::npos);
  CHECK(told.out.find("likewise of 1 other job: ") != std::string::npos);
  request.stories = 0;
  request.folder = room.path("other");
  CHECK(answer().code == ExitCode::done);
  const auto none = read_file(room.path("other/backtest_stories.txt"), "stories", 1 << 20);
  REQUIRE(none);
  CHECK(none->empty());
}

}  // namespace mcsim::testing::round_trip_test
