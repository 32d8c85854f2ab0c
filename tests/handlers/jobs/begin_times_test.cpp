// Jobs with a begin time (bsub -b) in runs of scenarios. Right times by hand, from
// docs/rules/dependencies.md, section 5.
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::begin_times_test {

namespace {

/// A host with ten slots; `interval`: JOB_SCHEDULING_INTERVAL.
std::string text_of(const std::string& jobs, const std::string& more, const std::string& interval) {
  return R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 10}],
 "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": )" +
         interval + "}}]" + jobs + more + "}";
}

Scenario loaded(const std::string& text, const std::string& table = "") {
  const TempFolder folder;
  folder.write("t.csv", table);
  auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return std::move(*scenario);
}

/// `30..40 ` of each job, in seconds; `-`: never.
std::string times_of(const Scenario& scenario) {
  const auto seconds = [](Time when) {
    return when == never ? std::string("-")
                         : std::to_string(when.time_since_epoch().count() / 1000);
  };
  std::string text;
  const RunResults results = run_all(scenario.config);
  for (const JobOutcome& job : results.clusters[0].jobs)
    text += seconds(job.start) + ".." + seconds(job.finish) + " ";
  return text;
}
std::string played(const std::string& jobs, const std::string& more = "",
                   const std::string& interval = "0") {
  return times_of(loaded(text_of(", \"jobs\": [" + jobs + "]", more, interval)));
}

std::string reason_at(const std::string& jobs, std::size_t job, Time when) {
  GridConfig config = loaded(text_of(", \"jobs\": [" + jobs + "]", "", "0")).config;
  Simulation simulation(config);
  Recorder recorder(config);
  const RunState state = simulation.run_until(when, recorder);
  const RunResults results = std::move(recorder).results(simulation, state, when);
  return std::string(model::text_of(results.clusters[0].jobs[job].pend_reason));
}

}  // namespace

TEST_CASE("bmod changes the begin time of a job that waits, or takes it back") {
  const std::string job = R"({"id": 1, "submit": "0s", "begin": "30s", "run": "10s"})";
  const auto bmod = [](const char* at, const char* begin) {
    return R"(, "actions": [{"at": ")" + std::string(at) +
           R"(", "do": "bmod", "job": 1, "begin": ")" + begin + R"("}])";
  };
  CHECK(played(job, bmod("5s", "50s")) == "50..60 ");
  CHECK(played(job, bmod("5s", "20s")) == "20..30 ");
  CHECK(played(job, bmod("5s", "0s")) == "5..15 ");
  // It has started, or has ended: nothing happens to it.
  CHECK(played(job, bmod("35s", "60s")) == "30..40 ");
  CHECK(played(job, bmod("45s", "60s")) == "30..40 ");
  // One that could start waits from then on: behind job 1, which has all slots until 10 s.
  CHECK(played(R"({"id": 2, "submit": "0s", "slots": 10, "run": "10s"},
                  {"id": 1, "submit": "1s", "run": "10s"})",
               bmod("5s", "25s")) == "0..10 25..35 ");
  // Sessions at 0 s, 7 s, 14 s ...
  CHECK(played(job, bmod("5s", "15s"), "7") == "21..31 ");
}

TEST_CASE("bmod of an array changes the begin time of its elements, or of some of them") {
  const std::string array =
      R"({"id": 1, "submit": "0s", "begin": "30s", "name": "a[1-3]", "run": "10s"})";
  CHECK(played(array, R"(, "actions": [{"at": "5s", "do": "bmod", "job": 1, "begin": "50s"}])") ==
        "50..60 50..60 50..60 ");
  CHECK(
      played(array, R"(, "actions": [{"at": "5s", "do": "bmod", "job": "1[2]", "begin": "8s"}])") ==
      "30..40 8..18 30..40 ");
}

TEST_CASE("a job with a begin time starts no earlier, and says that it has one") {
  const std::string late = R"({"id": 1, "submit": "0s", "begin": "30s", "run": "10s"})";
  CHECK(played(late) == "30..40 ");
  CHECK(reason_at(late, 0, at(20s)) == "The job has a specified start time");
  // Sessions at 28 s and 35 s.
  CHECK(played(late, "", "7") == "35..45 ");
  CHECK(played(R"({"id": 1, "submit": "50s", "begin": "30s", "run": "10s"})") == "50..60 ");
  CHECK(played(R"({"id": 1, "begin": "30s", "run": "10s", "cancel_at": "12s"})") == "-..12 ");
}

// The first job has all slots until 100 s. Job 2 stands before job 3 from its begin time on, since
// its place is that of its submission.
TEST_CASE("a job keeps its place in the queue until its begin time") {
  const auto with_begin = [](const std::string& begin) {
    return R"({"id": 1, "slots": 10, "run": "100s"},
 {"id": 2, "submit": "1s", "slots": 10, "run": "50s", "begin": ")" +
           begin + R"("}, {"id": 3, "submit": "2s", "slots": 10, "run": "20s"})";
  };
  CHECK(played(with_begin("60s")) == "0..100 100..150 150..170 ");
  CHECK(played(with_begin("110s")) == "0..100 120..170 100..120 ");
}

// Job 1 ends at 100 s.
TEST_CASE("a job waits for its begin time and for other jobs") {
  const auto with_begin = [](const std::string& begin) {
    return R"j({"id": 1, "run": "100s"},
 {"id": 2, "submit": "1s", "run": "50s", "depends": "done(1)", "begin": ")j" +
           begin + "\"}";
  };
  CHECK(played(with_begin("50s")) == "0..100 100..150 ");
  CHECK(played(with_begin("120s")) == "0..100 120..170 ");
  CHECK(reason_at(with_begin("120s"), 1, at(90s)) == "Job dependency condition not satisfied");
  CHECK(reason_at(with_begin("120s"), 1, at(110s)) == "The job has a specified start time");
}

TEST_CASE("all elements of an array have its begin time, and its limit holds from then on") {
  CHECK(played(R"({"id": 1, "name": "a[1-3]%2", "begin": "20s", "run": "10s"})") ==
        "20..30 20..30 30..40 ");
}

TEST_CASE("baselines keep to begin times, too") {
  for (const std::string dispatch : {"fcfs", "easy", "conservative"}) {
    INFO(dispatch);
    CHECK(played(R"({"id": 1, "begin": "30s", "run": "10s", "slots": 6},
 {"id": 2, "submit": "1s", "run": "40s", "slots": 6})",
                 R"(, "model": {"dispatch": ")" + dispatch + "\"}") == "41..51 1..41 ");
  }
}

// The slots of home are free at once; away is not needed. At 20 s home is full, and the job is
// sent.
TEST_CASE("a job is not forwarded before its begin time") {
  const Scenario scenario = loaded(R"({"mcsim": 1, "clusters": [
 {"name": "C", "hosts": [{"name": "h", "ncpus": 1}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
  "lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "q@D"}]},
 {"name": "D", "hosts": [{"name": "g", "ncpus": 1}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
  "lsb.queues": [{"QUEUE_NAME": "q", "RCVJOBS_FROM": "C"}]}],
 "jobs": [{"id": 1, "cluster": "C", "run": "1d"},
  {"id": 2, "cluster": "C", "submit": "1s", "begin": "1h", "run": "10s"}]})");
  const JobOutcome job = run_all(scenario.config).clusters[0].jobs[1];
  CHECK(job.status == JobStatus::done);
  CHECK(job.start >= at(1h));
  CHECK(job.start < at(1h + 5min));
}

// from is 100 s: what is left is halved. 160 s become 30 s.
TEST_CASE("begin times of a table move with its submissions") {
  const std::string table = "job_id,submit_time,run_time,begin\n1,100,10,160\n2,120,10,\n";
  const auto text = [](const std::string& keys) {
    return text_of("", R"(, "workloads": [{"file": "t.csv")" + keys + "}]", "0");
  };
  CHECK(times_of(loaded(text(""), table)) == "160..170 120..130 ");
  CHECK(times_of(loaded(text(R"(, "from": "100s", "scale_arrivals": 0.5)"), table)) ==
        "30..40 10..20 ");
}

}  // namespace mcsim::testing::begin_times_test
