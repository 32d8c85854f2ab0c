// What a run made of a history, read from its jobs.csv.
#include "mcsim/app/history/told_jobs.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::told_jobs_test {

TEST_CASE("jobs that started in both are read, elements by their index, and others counted") {
  const TempFolder room;
  const auto told = read_told_jobs(room.write(
      "jobs.csv",
      "job_id,submit_queue,user,slots,submit_time,start_time,wait_time,run_time,trace_wait_time,"
      "index\n"
      "7,night,ann,4,10,15,5,60,2.5,0\n8,day,bob,1,11,11,0,1,0,3\n"
      "9,day,bob,1,12,,30,,4,0\n10,day,bob,1,12,42,30,5,,0\n"));
  REQUIRE(told);
  REQUIRE(told->jobs.size() == 2);
  CHECK(told->jobs[0].id == "7");
  CHECK(told->jobs[0].slots == 4);
  CHECK(told->jobs[0].late() == 2.5);
  CHECK(told->jobs[1].id == "8[3]");
  CHECK(told->queues == std::vector<std::string>{"night", "day"});
  CHECK(told->users == std::vector<std::string>{"ann", "bob"});
  CHECK(told->never_here == 1);
  CHECK(told->never_really == 1);
}

// lsb.acct has the last start alone; what a job waited in all leaves out its earlier runs.
TEST_CASE("a job that was requeued waited until its last start") {
  const TempFolder room;
  const auto told = read_told_jobs(room.write(
      "jobs.csv",
      "job_id,submit_queue,user,slots,submit_time,start_time,wait_time,run_time,trace_wait_time\n"
      "1,rq,alice,1,0,14,1,6.5,14\n"));
  REQUIRE(told);
  REQUIRE(told->jobs.size() == 1);
  CHECK(told->jobs[0].late() == 0);
}

TEST_CASE("a table that lacks a column is refused") {
  const TempFolder room;
  CHECK(!read_told_jobs(room.write("jobs.csv", "job_id,user\n1,ann\n")));
  CHECK(!read_told_jobs(room.path("none")));
}

}  // namespace mcsim::testing::told_jobs_test
