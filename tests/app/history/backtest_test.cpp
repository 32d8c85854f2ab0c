// Backtests, as a user would type them.
#include <string>

#include "mcsim/app/history/backtest_command.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/run_once.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::backtest_test {

namespace {

Answer backtested(const TempFolder& room, const std::string& dispatch) {
  BacktestRequest request;
  request.input = room.write(
      "s.json", R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
        "workloads": [{"file": "t.swf"}], "model": {"dispatch": ")" +
                    dispatch + "\"}}");
  request.folder = room.path(dispatch);
  return answer_of([&](const Console& console) {
    return backtest_command(request, default_registry(), console);
  });
}

/// Of a table of jobs, on four slots.
Answer backtested_table(const std::string& table) {
  const TempFolder room;
  room.write("t.csv", table);
  BacktestRequest request;
  request.input = room.write(
      "s.json", R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
        "workloads": [{"file": "t.csv"}]})");
  request.folder = room.path("out");
  return answer_of([&](const Console& console) {
    return backtest_command(request, default_registry(), console);
  });
}

}  // namespace

// Job 1 asked for 3600 s, and ran for 7200 s: 4 x 7200 + 4 x 600 slot-seconds in 7800 s.
TEST_CASE("what was really in use is that of the records, also where the run kills jobs") {
  const TempFolder room;
  room.write("t.swf",
             "1 0 0 7200 4 -1 -1 4 3600 -1 1 1 1 -1 1 -1 -1 -1\n"
             "2 100 7100 600 4 -1 -1 4 3600 -1 1 1 1 -1 1 -1 -1 -1\n");
  const Answer killed = backtested(room, "fcfs");
  INFO(killed.err);
  REQUIRE(killed.code == ExitCode::done);
  CHECK(killed.out.find("Slots in use, on average: really 4.0, in the run 2.2;") !=
        std::string::npos);
  CHECK(killed.out.find("1 job ran shorter in the run than it really did") != std::string::npos);
  const Answer recorded = backtested(room, "recorded");
  REQUIRE(recorded.code == ExitCode::done);
  CHECK(recorded.out.find("Slots in use, on average: really 4.0, in the run 4.0; at a time they "
                          "differ by 0.0.") != std::string::npos);
  CHECK(recorded.out.find("shorter") == std::string::npos);
}

TEST_CASE("a job that its limit ended in both ran as long in both") {
  const Answer answer = backtested_table(
      "job_id,submit_time,start_time,run_time,requested_time,slots,end_reason,status\n"
      "1,0,0,60,60,1,TERM_RUNLIMIT,EXIT\n2,0,0,61,60,1,,\n");
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  CHECK(answer.out.find("shorter") == std::string::npos);
}

TEST_CASE("elements of an array have their own recorded run times") {
  const Answer answer = backtested_table(
      "job_id,index,name,submit_time,start_time,run_time,requested_time,slots\n"
      "1,1,a[1-2],0,0,100,50,1\n1,2,a[1-2],0,0,10,50,1\n");
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  CHECK(answer.out.find("Slots in use, on average: really 1.1,") != std::string::npos);
}

}  // namespace mcsim::testing::backtest_test
