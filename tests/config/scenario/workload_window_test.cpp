// The part of a trace or table that from and to leave, and when that begins in the run.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/without_folders.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::workload_window_test {

namespace {

/// A cluster of 4 slots with two workloads' files.
Expected<Scenario, Diagnostics> load(const std::string& workload, const std::string& header = "",
                                     const std::string& keys = "",
                                     const std::string& queue_keys = "") {
  const TempFolder folder;
  folder.write("t.swf", header +
                            "1 10 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n"
                            "2 100 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 1 5\n"
                            "3 150 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 2 70\n"
                            "4 199 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n"
                            "5 200 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n"
                            "6 300 -1 -1 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n");
  folder.write("t.csv",
               "job_id,submit_time,run_time,slots,depends,cancel_at\n"
               "1,10,10,1,,\n2,100.5,10,1,done(1),\n3,150,1000,1,,160\n4,200,10,1,,\n");
  return load_scenario(
      folder.write("s.json",
                   R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}],
 "lsb.params": {"JOB_ACCEPT_INTERVAL": 0}, "lsb.queues": [{"QUEUE_NAME": "q")" +
                       queue_keys + R"(}]}],
 "workloads": [)" + workload +
                       "]" + keys + "}"),
      choices_of(default_registry()));
}

std::string submissions(const Expected<Scenario, Diagnostics>& scenario) {
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  std::string text;
  const Trace& trace = scenario->config.clusters[0].trace;
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    text += std::to_string(static_cast<std::int64_t>(job.id)) + ":" +
            std::to_string(job.submit.time_since_epoch().count()) + " ";
  }
  return text;
}

std::uint64_t outside(const Expected<Scenario, Diagnostics>& scenario) {
  return scenario->workloads[1]
      .skipped[static_cast<std::size_t>(trace::SkipReason::outside_window)];
}

std::string start_of(const Expected<Scenario, Diagnostics>& scenario) {
  const std::string key = "\"start\": \"";
  const auto at = scenario->effective.find(key);
  REQUIRE(at != std::string::npos);
  return scenario->effective.substr(at + key.size(), 20);
}

/// What is told, without the folders of files.
Texts told(const Diagnostics& diagnostics) { return without_folders(texts(diagnostics)); }

}  // namespace

// [100 s, 200 s) holds jobs 2 to 4; job 6, outside it, has no run time as well.
TEST_CASE("jobs of a trace before from and from to on are left out, counted") {
  const auto window = load(R"({"file": "t.swf", "from": "100s", "to": "200s"})");
  CHECK(submissions(window) == "2:0 3:50000 4:99000 ");
  CHECK(outside(window) == 3);
  CHECK(window->skipped.empty());
  // 90 s of 100 s are left of what lies behind from.
  CHECK(submissions(load(R"({"file": "t.swf", "from": "2min", "scale_arrivals": 0.5})")) ==
        "3:15000 4:39500 5:40000 ");
  CHECK(submissions(load(R"({"file": "t.swf", "from": "100s", "to": "200s", "first": 2})")) ==
        "2:0 3:50000 ");
  CHECK(submissions(load(R"({"file": "t.swf", "to": "150s", "renumber": true})")) ==
        "1:10000 2:100000 ");
  CHECK(submissions(load(R"({"file": "t.swf", "from": "150s", "keep_times": true})")) ==
        "3:150000 4:199000 5:200000 ");
}

// Job 3 comes 70 s after the end of job 2, which starts at 0: at 80 s. Job 2 waits for nobody.
TEST_CASE("a job whose preceding job is outside the window does not wait for it") {
  const auto window = load(R"({"file": "t.swf", "from": "100s", "to": "200s"})");
  CHECK(told(window->warnings) ==
        Texts{"s.json:3:25 /workloads/0/file: warning: 1 job does not wait for its preceding job "
              "(field 17), which is not replayed, or in another cluster"});
  CHECK(run_all(window->config).clusters[0].jobs[1].start == at(80s));
}

// 2000-01-01T00:00:00Z is 946684800.
TEST_CASE("the calendar of a trace goes with its window, which instants can tell") {
  const std::string dated = "; UnixStartTime: 946684800\n";
  const auto by_instants = load(
      R"({"file": "t.swf", "from": "2000-01-01T00:01:40Z", "to": "2000-01-01T00:03:20Z"})", dated);
  CHECK(submissions(by_instants) == "2:0 3:50000 4:99000 ");
  CHECK(start_of(by_instants) == "2000-01-01T00:01:40Z");
  const auto kept = load(R"({"file": "t.swf", "from": "100s", "keep_times": true})", dated);
  CHECK(start_of(kept) == "2000-01-01T00:00:00Z");
  // Both begin at 100 s of the same clock only in the second case.
  const std::string both = R"({"file": "t.swf", "from": "100s"}, {"file": "t.swf", "renumber": true,
 "id_offset": 100)";
  const auto differ = [&](const std::string& second) {
    const Texts lines = told(load(both + second, dated)->warnings);
    return std::ranges::count_if(lines, [](const std::string& line) {
      return line.find("UnixStartTime or TimeZone differ") != line.npos;
    });
  };
  CHECK(differ("}") == 1);
  CHECK(differ(R"(, "from": "100s"})") == 0);
}

// Of the table's jobs 2 and 3 remain; job 3 is killed 10 s after its submission. Job 2 waits for a
// job that is left out, which is as for any job that was skipped.
TEST_CASE("a table's window moves its submissions and kills") {
  const auto window = load(R"({"file": "t.csv", "from": "100s", "to": "200s"})");
  CHECK(submissions(window) == "2:500 3:50000 ");
  CHECK(outside(window) == 2);
  CHECK(run_all(window->config).clusters[0].jobs[1].finish == at(60s));
  CHECK(submissions(load(R"({"file": "t.csv", "from": "2026-01-01T00:02:00Z"})", "",
                         R"(, "start": "2026-01-01T00:00:00Z")")) == "3:30000 4:80000 ");
}

TEST_CASE(
    "that a table's time 0 moves is told where other times go by it, unless it is asked for") {
  const auto said = [](const std::string& more, const std::string& keys,
                       const std::string& of_queue = "") {
    std::size_t count = 0;
    const auto scenario =
        load(R"({"file": "t.csv", "from": "20s")" + more + "}", "", keys, of_queue);
    REQUIRE(scenario);
    for (const Diagnostic& one : scenario->warnings.list)
      if (one.pointer == "/workloads/0/from") ++count;
    return count;
  };
  const std::string faults =
      R"(, "start": "2026-01-01T00:00:00Z", "faults": [{"at": "1h", "host": "h", "down_for": "1s"}])";
  CHECK(said("", "") == 0);
  CHECK(said("", faults) == 1);
  CHECK(said("", "", R"(, "DISPATCH_WINDOW": "1:00-2:00")") == 1);
  CHECK(said(R"(, "keep_times": false)", faults) == 0);
  CHECK(said(R"(, "keep_times": true)", faults) == 0);
}

TEST_CASE("a window that holds no job is told, and one that can hold none refused") {
  const auto empty = load(R"({"file": "t.swf", "from": "10d"})");
  REQUIRE(empty);
  CHECK(told(empty->warnings) == Texts{"t.swf: warning: none of its jobs that can be replayed is "
                                       "submitted between from and to"});
  const auto wrong = load(
      R"({"file": "t.swf", "from": "1500ms", "to": "1s"}, {"file": "t.csv", "id_offset": 9,
 "from": "2026-01-01T00:00:00Z", "keep_times": "perhaps"}, {"file": "t.swf", "id_offset": 99, "keep_times": true,
 "to": "2026-01-01T00:00:00Z"}, {"file": "t.swf", "from": "soon", "id_offset": 999})");
  REQUIRE_FALSE(wrong);
  CHECK(messages_of(wrong) ==
        std::vector<std::string>{
            "/workloads/0/from expected whole seconds",
            "/workloads/0/to expected a time after `from`",
            "/workloads/1/from an instant needs `start` in the scenario, from which the table's "
            "times count",
            "/workloads/1/keep_times expected yes or no (true or false), got \"perhaps\"",
            "/workloads/2/keep_times is without effect: there is no `from`",
            "/workloads/2/to an instant needs a trace that says when it began (UnixStartTime); "
            "give a duration since its time 0",
            "/workloads/3/from expected a duration such as 12h or 5d, or an instant in UTC such "
            "as 2026-01-01T00:00:00Z, got \"soon\""});
  const auto early =
      load(R"({"file": "t.swf", "from": "1999-12-31T00:00:00Z"})", "; UnixStartTime: 946684800\n");
  REQUIRE_FALSE(early);
  CHECK(messages_of(early) ==
        std::vector<std::string>{"/workloads/0/from expected an instant from "
                                 "2000-01-01T00:00:00Z on, when the trace began"});
}

}  // namespace mcsim::testing::workload_window_test
