// Traces to tables and back: what each can express of the other.
#include "mcsim/results/convert.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/trace/swf.hpp"
#include "support/catch.hpp"
#include "support/packed.hpp"
#include "support/run_files.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::convert_test {
namespace fs = std::filesystem;

namespace {

struct Converted {
  std::string text;
  std::uint64_t rows = 0;
  Texts complaints;
};

/// Converts `text` as a file `in` to a file `out`; complaints have file names without the folder.
Converted converted(const std::string& in, const std::string& text, const std::string& out) {
  const TempFolder folder;
  const auto report = convert({folder.write(in, text), folder.path(out), "", ""});
  Converted result;
  result.rows = report ? report->rows : 0;
  result.text = folder.read(out);
  result.complaints = texts(report ? report->warnings : report.error());
  for (std::string& line : result.complaints)
    line.erase(0, line.starts_with(folder.path()) ? folder.path().size() + 1 : 0);
  if (!report) CHECK(folder.names() == std::vector<std::string>{in});
  return result;
}

/// A trace as a table: its rows, without the names and without the folder of the trace.
std::vector<std::string> table_of(const std::string& trace) {
  const TempFolder folder;
  const auto report = convert({folder.write("t.swf", trace), folder.path("t.csv"), "", ""});
  REQUIRE(report);
  std::vector<std::string> rows = lines_of(folder.read("t.csv"));
  rows.erase(rows.begin());
  for (std::string& row : rows)
    if (const auto at = row.find(folder.path()); at != std::string::npos)
      row.erase(at, folder.path().size() + 1);
  return rows;
}

std::string trace_of_table(const std::string& table) {
  const Converted result = converted("jobs.csv", table, "t.swf");
  INFO((result.complaints.empty() ? "" : result.complaints[0]));
  REQUIRE_FALSE(result.text.empty());
  return result.text;
}

const std::string always_lost =
    "t.swf: warning: fields 6, 7, 10, 16, 17 and 18, and the comments, have no column in jobs.csv";

/// The fields that a round trip keeps: 1, 2, 3, 4, 8 (5 where 8 is unknown), 9, 12 and 13.
using Kept = std::array<std::int64_t, 8>;

std::vector<Kept> kept_fields(const std::string& path) {
  auto reader = SwfReader::open(path, path);
  REQUIRE(reader);
  std::vector<Kept> rows;
  for (SwfRow row; reader->next(row);)
    rows.push_back({row.job, row.submit.count(), row.wait.count(), row.run.count(),
                    row.requested <= 0 && row.allocated > 0 ? row.allocated : row.requested,
                    row.requested_time.count(), row.user, row.group});
  std::ranges::sort(rows);
  REQUIRE_FALSE(reader->complaints().any_errors());
  return rows;
}

}  // namespace

TEST_CASE("a trace's row becomes a row of jobs.csv, as if its job had been simulated") {
  CHECK(table_of("1 10 20 30 4 -1 -1 4 60 -1 1 7 8 9 2 -1 -1 -1\n") ==
        std::vector<std::string>{"1,,2,7,4,10,,,2,30,60,20,30,DONE,0,0,0,0,,t.swf,8,9,60,1,10,30,0,"
                                 ",0,1.666667,,,,20,0,0"});
}

TEST_CASE("what a trace does not know is empty in jobs.csv") {
  CHECK(table_of("1 10 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n") ==
        std::vector<std::string>{"1,,,,,10,,,,,,,,,0,0,0,0,,t.swf,,,,,10,,0,,0,,,,,,0,0"});
}

TEST_CASE("a trace's status is told in LSF's words") {
  const auto status = [](const std::string& code, const std::string& run) {
    const std::string row =
        table_of("1 0 0 " + run + " 1 -1 -1 1 60 -1 " + code + " 1 1 1 1 1 -1 -1\n").at(0);
    return (row.find(",DONE,") != std::string::npos ? "DONE" : "") +
           std::string(row.find(",EXIT,") != std::string::npos ? "EXIT" : "") +
           (row.find(",TERM_OWNER,") != std::string::npos ? " TERM_OWNER" : "");
  };
  CHECK(status("1", "5") == "DONE");
  CHECK(status("0", "5") == "EXIT");
  CHECK(status("5", "5") == "EXIT TERM_OWNER");
  CHECK(status("-1", "5") == "DONE");
  CHECK(status("-1", "-1") == "");
}

TEST_CASE("what jobs.csv cannot say of a trace is counted in warnings") {
  const Converted result = converted("t.swf",
                                     "; MaxProcs: 8\n"
                                     "2 0 0 5 4 -1 -1 8 60 -1 1 1 1 1 1 1 -1 -1\n"
                                     "1 0 0 5 4 -1 -1 -1 60 -1 -1 1 1 1 1 1 -1 -1\n"
                                     "3 0 0 9 4 -1 -1 4 60 -1 3 1 1 1 1 1 -1 -1\n"
                                     "3 -1 -1 4 4 -1 -1 4 60 -1 2 1 1 1 1 1 -1 -1\n"
                                     "4 -50 0 4 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n",
                                     "t.csv");
  CHECK(result.rows == 3);
  CHECK(
      result.complaints ==
      Texts{always_lost,
            "t.swf: warning: 1 row left out: partial executions of a job that has a row of its own",
            "t.swf: warning: 1 row left out: submit time (field 2) unknown, or before the start",
            "t.swf: warning: 1 row with a smaller job number than the row before; the trace's "
            "order is kept",
            "t.swf: warning: 1 row without requested processors (field 8); slots are the "
            "allocated (field 5)",
            "t.swf: warning: 1 row with other processors allocated (field 5) than requested; "
            "only slots requested (field 8) have a column",
            "t.swf: warning: 1 row that ran, but with unknown status (field 11); written as DONE"});
}

TEST_CASE("a run's jobs.csv becomes a trace, in order of submission, with its names explained") {
  GridConfig grid = grid_of(flat_machine(
      1, "fcfs", {{.id = 2, .run = 10s, .limit = 20s}, {.id = 1, .submit = 4s, .run = 2500ms}}));
  const std::array users = {grid.users.id("ann"), grid.users.id("1")};
  grid.clusters[0].trace = with_users(grid.clusters[0].trace, [&](const TraceJob& job) {
    return users[job.id == JobId{2} ? 0 : 1];
  });
  const Converted result = converted("jobs.csv", jobs_csv(grid, run_all(grid)), "t.swf");
  CHECK(
      result.text ==
      "; Version: 2.2\n"
      "; Conversion: mcsim convert, from jobs.csv\n"
      "; MaxJobs: 2\n"
      "; MaxRecords: 2\n"
      "; MaxProcs: 1\n"
      "; Note: MaxProcs is what the jobs need, the most in use at one time or the largest job; the "
      "machine may have had more\n"
      "; Queue: 1 normal\n"
      "; Partition: 1 C1\n"
      "; User: 2 ann\n"
      "2 0 0 10 1 -1 -1 1 20 -1 1 2 -1 -1 1 1 -1 -1\n"
      "1 4 6 2.500 1 -1 -1 1 -1 -1 1 1 -1 -1 1 1 -1 -1\n");
  CHECK(result.rows == 2);
  CHECK(result.complaints == Texts{"jobs.csv: warning: 1 row with fractions of a second; readers "
                                   "other than mcsim may expect whole seconds"});
}

// Jobs 1 and 2 run at the same time on 3 + 4 processors, job 3 alone on 5; job 4 waits for 6, and
// job 5 was rejected, since it wanted 99.
TEST_CASE("a converted trace says how large a machine its jobs need, so that it can be run") {
  const std::string head = "job_id,submit_time,slots,start_time,wait_time,run_time,status\n";
  const std::string two = "1,0,3,0,0,10,DONE\n2,0,4,5,5,10,DONE\n3,20,5,20,0,9,DONE\n";
  const auto size_of = [&](const std::string& rows) {
    const std::string trace = trace_of_table(head + rows);
    const auto at = trace.find("; MaxProcs: ");
    return at == trace.npos ? "" : trace.substr(at, trace.find('\n', at) - at);
  };
  CHECK(size_of(two) == "; MaxProcs: 7");
  CHECK(size_of(two + "4,21,6,,1,,PEND\n5,22,99,,,,REJECTED\n") == "; MaxProcs: 7");
  CHECK(size_of("4,21,6,,1,,PEND\n5,22,99,,,,REJECTED\n") == "; MaxProcs: 6");
  const TempFolder room;
  const auto again = load_trace(room.write("t.swf", trace_of_table(head + two)), std::nullopt,
                                "easy", choices_of(default_registry()));
  REQUIRE(again);
  CHECK(again->config.clusters[0].hosts[0].ncpus == 7);
}

TEST_CASE("jobs that did not end have no run time in a trace") {
  const std::string trace = trace_of_table(
      "job_id,submit_time,slots,start_time,wait_time,run_time,status,end_reason\n"
      "1,0,1,5,5,7,RUN,\n2,0,1,,12,,PEND,\n3,0,1,,,,REJECTED,QUEUE_CLOSED\n"
      "4,0,1,,3,,EXIT,TERM_OWNER\n5,0,1,2,2,3,EXIT,TERM_RUNLIMIT\n6,0,1,2,2,3,EXIT,TERM_OWNER\n");
  std::vector<std::string> lines = lines_of(trace);
  lines.erase(lines.begin(), lines.begin() + 6);
  CHECK(lines == std::vector<std::string>{"1 0 5 -1 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
                                          "2 0 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1",
                                          "3 0 -1 -1 -1 -1 -1 1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1",
                                          "4 0 3 -1 -1 -1 -1 1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1",
                                          "5 0 2 3 1 -1 -1 1 -1 -1 0 -1 -1 -1 -1 -1 -1 -1",
                                          "6 0 2 3 1 -1 -1 1 -1 -1 5 -1 -1 -1 -1 -1 -1 -1"});
}

TEST_CASE("job ids that two clusters share are numbered anew, with a word") {
  const Converted result =
      converted("jobs.csv", "job_id,submit_cluster,submit_time\n1,a,5\n7,a,9\n1,b,3\n", "t.swf");
  CHECK(result.complaints == Texts{"jobs.csv: warning: job ids come twice; the jobs are numbered "
                                   "anew, in order of submission"});
  CHECK(result.text.find("\n1 3 ") != std::string::npos);
  CHECK(result.text.find("\n2 5 ") != std::string::npos);
  CHECK(result.text.find("\n3 9 ") != std::string::npos);
}

TEST_CASE("all mistakes in a table are told, and nothing is written") {
  CHECK(converted("jobs.csv", "job_id,user\n1,ann\n", "t.swf").complaints ==
        Texts{"jobs.csv:1: column submit_time is missing"});
  CHECK(
      converted("jobs.csv",
                "job_id,submit_time,run_time,status\nx,0,1,DONE\n1,-1,1,DONE\n2,0,soon,SLEEPS\n",
                "t.swf")
          .complaints ==
      Texts{"jobs.csv:2:1: job_id: expected a whole number from 0 to 10^15, found \"x\"",
            "jobs.csv:3:3: submit_time: expected seconds from 0 to 1,000 years, found \"-1\"",
            "jobs.csv:4:5: run_time: expected seconds from 0 to 1,000 years, found \"soon\"",
            "jobs.csv:4:10: status: expected DONE, EXIT, REJECTED, PEND, PSUSP, RUN, USUSP, SSUSP "
            "or nothing, found \"SLEEPS\""});
  CHECK(converted("t.swf", "1 2 3\n", "jobs.csv").complaints.size() == 1);
}

TEST_CASE("a column that jobs.csv does not have is warned of, with the one that may be meant") {
  const Converted result =
      converted("jobs.csv", "job_id,Slots,submit_time,mood\n1,2,0,good\n", "t.swf");
  CHECK(result.rows == 1);
  CHECK(result.complaints ==
        Texts{"jobs.csv:1:8: warning: column \"Slots\" is none of jobs.csv; it is not looked at; "
              "nearest: slots",
              "jobs.csv:1:26: warning: column \"mood\" is none of jobs.csv; it is not looked at"});
}

TEST_CASE("names stand in a trace's comments as UTF-8 on one line, whatever a table has") {
  struct Name {
    std::string in_table;
    std::string in_trace;
  };
  const Name names[] = {{"\"a\n1 0 0 5 1\"", "a?1 0 0 5 1"},
                        {"\"a\rb\"", "a?b"},
                        {std::string("a\0b", 3), "a?b"},
                        {"a\x1B[31m", "a?[31m"},
                        {"a\x7F", "a?"},
                        {"a\xC2\x9B", "a?"},
                        {"a\xE2\x80\xA8", "a?"},
                        {"a\xFF", "a?"},
                        {"a\xC0\xAF", "a??"},
                        {"a\xED\xA0\x80", "a???"},
                        {"a\xE2\x82", "a??"},
                        {"\xC3\xA4\xE2\x82\xAC", "\xC3\xA4\xE2\x82\xAC"}};
  for (const Name& name : names) {
    INFO(name.in_trace);
    const std::string trace =
        trace_of_table("job_id,submit_time,user\n1,0," + name.in_table + "\n");
    CHECK(trace.find("\n; User: 1 " + name.in_trace + "\n1 0 ") != std::string::npos);
  }
}

TEST_CASE("formats are told by the names, or by the user") {
  const TempFolder folder;
  const std::string trace = folder.write("trace", "1 0 0 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n");
  const auto complaint = [&](const ConvertRequest& request) {
    const auto report = convert(request);
    return report ? std::string() : texts(report.error()).at(0);
  };
  CHECK(complaint({trace, folder.path("t.csv"), "", ""}) ==
        trace +
            ": its name does not tell its format; expected .swf, .csv or .json, also with "
            ".gz, .zst or .xz, or --from swf, jobs.csv or json");
  CHECK(complaint({trace, folder.path("t.csv"), "swf", ""}).empty());
  CHECK(complaint({folder.path("t.csv"), folder.path("back"), "", "swf"}).empty());
  CHECK(complaint({trace, folder.path("t.csv"), "yaml", ""}) ==
        trace + ": unknown format \"yaml\"; known: swf, jobs.csv, json");
  CHECK(complaint({trace, folder.path("t.swf"), "swf", ""}) ==
        folder.path("t.swf") +
            ": is swf, as the input is; expected another of swf, jobs.csv, json");
}

TEST_CASE("the input is never the output, by whatever name") {
  const TempFolder folder;
  const std::string text = "1 0 0 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n";
  const std::string trace = folder.write("t.swf", text);
  fs::create_symlink(trace, folder.path("t.csv"));
  for (const std::string& out : {trace, folder.path("t.csv")}) {
    const auto report = convert({trace, out, "swf", "jobs.csv"});
    REQUIRE_FALSE(report);
    CHECK(texts(report.error()) ==
          Texts{out + ": is the input; expected another file to write to"});
  }
  CHECK(folder.read("t.swf") == text);
}

TEST_CASE("packed output has the same bytes every time, and is read back") {
  const std::string ending = GENERATE(".gz", ".zst", ".xz");
  const TempFolder folder;
  const std::string trace =
      folder.write("t.swf.gz", packed("1 0 0 5 1 -1 -1 1 9 -1 1 1 1 1 1 1 -1 -1\n"));
  const std::string table = folder.path("a.csv" + ending);
  REQUIRE(convert({trace, table, "", ""}));
  REQUIRE(convert({trace, folder.path("b.csv" + ending), "", ""}));
  CHECK(folder.read("a.csv" + ending) == folder.read("b.csv" + ending));
  CHECK(folder.read("a.csv" + ending).front() != 'j');  // job_id
  const std::string back = folder.path("back.swf" + ending);
  REQUIRE(convert({table, back, "", ""}));
  CHECK(kept_fields(back) == kept_fields(trace));
}

TEST_CASE("names that are numbers keep them, and others take what is left") {
  const std::string trace =
      trace_of_table("job_id,submit_time,user\n1,0,bob\n2,0,1\n3,0,'=x\n4,0,007\n5,0,\n6,0,-1\n");
  CHECK(trace.find("; User: 2 bob\n; User: 3 =x\n; User: 4 007\n1 ") != std::string::npos);
  CHECK(trace.find("\n2 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 1 ") != std::string::npos);
  CHECK(trace.find("\n5 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ") != std::string::npos);
  CHECK(trace.find("\n6 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ") != std::string::npos);
}

TEST_CASE("a real trace comes back from a table with its jobs as they were") {
  const char* traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr || !fs::is_directory(traces)) {
    WARN("skipped: MCSIM_TRACES names no folder with traces");
    return;
  }
  for (const auto& entry : fs::directory_iterator(traces)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".swf") && !name.ends_with(".swf.gz")) continue;
    INFO(name);
    const TempFolder folder;
    const auto there = convert({entry.path().string(), folder.path("jobs.csv"), "", ""});
    REQUIRE(there);
    const auto back = convert({folder.path("jobs.csv"), folder.path("back.swf"), "", ""});
    REQUIRE(back);
    CHECK(there->rows == back->rows);
    CHECK((kept_fields(folder.path("back.swf")) == kept_fields(entry.path().string())));
  }
}

}  // namespace mcsim::testing::convert_test
