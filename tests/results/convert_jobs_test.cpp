// What is a job by one door is one by the others: rows that no run replays, the processors that a
// job got, and the times of jobs that were executed twice or suspended.
#include <string>
#include <vector>

#include "mcsim/results/convert.hpp"
#include "support/catch.hpp"
#include "support/csv_rows.hpp"
#include "support/run_files.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::convert_jobs_test {
namespace {

struct Answer {
  std::vector<std::string> rows;  ///< of a trace: without the comments; of a table: the job ids
  Texts complaints;               ///< without the folder
};

Answer answer(const std::string& in, const std::string& text, const std::string& out) {
  const TempFolder folder;
  const auto report = convert({folder.write(in, text), folder.path(out), "", ""});
  Answer answer;
  answer.complaints = texts(report ? report->warnings : report.error());
  for (std::string& line : answer.complaints)
    line.erase(0, line.starts_with(folder.path()) ? folder.path().size() + 1 : 0);
  if (!report) return answer;
  if (out.ends_with(".csv"))
    for (const Row& row : rows_of(folder.path(out))) answer.rows.push_back(row.at("job_id"));
  else
    for (const std::string& line : lines_of(folder.read(out)))
      if (!line.starts_with(";")) answer.rows.push_back(line);
  return answer;
}

bool says(const Answer& answer, const std::string& words) {
  for (const std::string& line : answer.complaints)
    if (line.find(words) != std::string::npos) return true;
  return false;
}

// Job 1 has no processors; 2 neither, but no run time either, for which a table has a word; 4
// wants more than any run takes.
const std::string unplayable =
    "1 0 -1 100 -1 -1 -1 -1 200 -1 1 1 1 -1 1 -1 -1 -1\n"
    "2 0 3 -1 0 -1 -1 0 200 -1 5 1 1 -1 1 -1 -1 -1\n"
    "3 0 -1 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n"
    "4 1 3 100 4 -1 -1 1000000001 200 -1 1 1 1 -1 1 -1 -1 -1\n"
    "5 2 3 100 4 -1 -1 0 200 -1 1 1 1 -1 1 -1 -1 -1\n"
    "6 3 3 100 0 -1 -1 -1 200 -1 1 1 1 -1 1 -1 -1 -1\n";

}  // namespace

TEST_CASE("a row of which no run makes a job is none in a table either, and that is told") {
  const Answer table = answer("t.swf", unplayable, "t.csv");
  CHECK(table.rows == std::vector<std::string>{"2", "3", "5"});
  CHECK(says(table,
             "t.swf: warning: 2 rows left out: requested and allocated processors (fields 8 and 5) "
             "unknown, so that no run makes a job of it"));
  CHECK(says(table, "t.swf: warning: 1 row left out: more than 1000000000 processors"));
  CHECK(says(table, "1 row without requested processors (field 8); slots are the allocated"));

  const TempFolder folder;
  const auto jobs = convert({folder.write("t.swf", unplayable), folder.path("t.json"), "", ""});
  REQUIRE(jobs);
  CHECK(jobs->rows == 2);  // 3 and 5; 2 has no run time
}

TEST_CASE("a row of a table without slots is a job, of which a trace makes none, with a word") {
  const Answer trace =
      answer("t.csv", "job_id,submit_time,slots,run_time\n1,0,,10\n2,0,3,10\n3,0,,\n", "t.swf");
  CHECK(trace.rows ==
        std::vector<std::string>{"1 0 -1 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
                                 "2 0 -1 10 -1 -1 -1 3 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
                                 "3 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"});
  CHECK(trace.complaints ==
        Texts{"t.csv: warning: 1 row without slots: in a table they are the default of PROCLIMIT, "
              "in the trace unknown (-1), so that no run makes a job of it"});
}

// Field 5 of jobs that ran, whose wait (field 3) is not known.
TEST_CASE("what a job got of processors comes back from a table, also where its wait is unknown") {
  const TempFolder folder;
  const std::string rows =
      "1 0 -1 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n"
      "2 0 -1 100 2 -1 -1 2 200 -1 0 1 1 -1 1 -1 -1 -1\n"
      "3 0 -1 -1 -1 -1 -1 2 200 -1 5 1 1 -1 1 -1 -1 -1\n";
  REQUIRE(convert({folder.write("t.swf", rows), folder.path("t.csv"), "", ""}));
  REQUIRE(convert({folder.path("t.csv"), folder.path("back.swf"), "", ""}));
  std::string back;
  for (const std::string& line : lines_of(folder.read("back.swf")))
    if (!line.starts_with(";")) back += line + "\n";
  CHECK(back == rows);
  CHECK(says(answer("t.swf", "1 0 2 100 -1 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n", "t.csv"),
             "1 row without allocated processors (field 5) though it ran, or with them though it "
             "did not; a trace made of the table has its slots there, if it ran"));
}

// SWF 2.2: field 3 is the time from submission to the start, field 4 from the start to the end. Job
// 1 ran from 0 to 600 and again from 600 to 1200; 2 was suspended for 1200 s of 4800; 3 was held
// for 50 s and killed at 90, before it could start; 4 waited for 5 s, and ran on.
TEST_CASE("in a trace submission, wait and run make the end of a job, whatever it did meanwhile") {
  const Answer trace = answer(
      "t.csv",
      "job_id,slots,submit_time,start_time,finish_time,wait_time,run_time,status,end_reason\n"
      "1,1,0,600,1200,0,600,DONE,\n"
      "2,1,300,300,5100,0,3600,DONE,\n"
      "3,1,10,,90,30,,EXIT,TERM_OWNER\n"
      "4,1,20,25,,5,40,RUN,\n",
      "t.swf");
  CHECK(trace.rows ==
        std::vector<std::string>{"1 0 600 600 1 -1 -1 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1",
                                 "3 10 80 -1 -1 -1 -1 1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1",
                                 "4 20 5 -1 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
                                 "2 300 0 4800 1 -1 -1 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1"});
  CHECK(says(trace,
             "t.csv: warning: 2 rows of which the trace has other times than wait_time and "
             "run_time: it waits to the last start (field 3; earlier executions and holds "
             "included), and runs from there to the end (field 4; suspensions and launches "
             "included)"));
  CHECK(says(trace,
             "t.csv: warning: 1 row whose job ended without a start, and of which the trace has "
             "another time than wait_time: it waits to its end (field 3; holds and delays "
             "included)"));
  CHECK_FALSE(says(trace, "contradict"));
}

// By wait_time and run_time job 1 started at 50 and ended at 100, 2 from 70 to 100, 3 from 50 on,
// and 4 waited to 50, though it ended at 45. Of 5 the start alone says how long it waited.
TEST_CASE("a trace has wait and run of one story where times of a table contradict each other") {
  const Answer trace = answer(
      "t.csv",
      "job_id,slots,submit_time,start_time,finish_time,wait_time,run_time,status,end_reason\n"
      "1,2,40,30,90,10,50,DONE,\n"
      "2,2,20,70,50,50,30,EXIT,\n"
      "3,2,40,30,,10,,RUN,\n"
      "4,2,40,,45,10,,EXIT,TERM_OWNER\n"
      "5,2,40,60,50,,30,DONE,\n",
      "t.swf");
  CHECK(trace.rows ==
        std::vector<std::string>{"2 20 50 30 2 -1 -1 2 -1 -1 0 -1 -1 -1 -1 -1 -1 -1",
                                 "1 40 10 50 2 -1 -1 2 -1 -1 1 -1 -1 -1 -1 -1 -1 -1",
                                 "3 40 10 -1 2 -1 -1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
                                 "4 40 10 -1 -1 -1 -1 2 -1 -1 5 -1 -1 -1 -1 -1 -1 -1",
                                 "5 40 20 30 2 -1 -1 2 -1 -1 1 -1 -1 -1 -1 -1 -1 -1"});
  CHECK(trace.complaints ==
        Texts{"t.csv: warning: 1 row whose job was not over; their run time and status are unknown "
              "(-1)",
              "t.csv: warning: 5 rows whose times contradict each other: a start before the "
              "submission, or an end before the start or before wait_time is over; the trace has "
              "wait_time and run_time"});
}

// Without wait_time, or without a column run_time, the rest of such a row is no story.
TEST_CASE("a row whose times contradict each other is an error where nothing else says them") {
  CHECK(
      answer("t.csv", "job_id,submit_time,start_time,run_time\n1,40,30,50\n", "t.swf").complaints ==
      Texts{"t.csv:2:6: start_time: expected a time from submit_time on, found \"30\""});
  CHECK(answer("t.csv", "job_id,submit_time,start_time,finish_time,wait_time\n1,40,30,90,10\n",
               "t.swf")
            .complaints ==
        Texts{"t.csv:2:6: start_time: expected a time from submit_time on, found \"30\""});
}

TEST_CASE("a table with starts and ends alone has waits and run times in a trace") {
  CHECK(
      answer("t.csv", "job_id,slots,submit_time,start_time,finish_time\n1,2,10,15,17.5\n", "t.swf")
          .rows ==
      std::vector<std::string>{"1 10 5 2.500 2 -1 -1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1"});
  CHECK(answer("t.csv", "job_id,submit_time,start_time,finish_time\n1,10,9,17\n2,0,5,4\n", "t.swf")
            .complaints ==
        Texts{"t.csv:2:6: start_time: expected a time from submit_time on, found \"9\"",
              "t.csv:3:7: finish_time: expected a time from start_time on, found \"4\""});
}

}  // namespace mcsim::testing::convert_jobs_test
