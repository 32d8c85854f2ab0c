// model.dispatch recorded: each job starts when its table says. Right times by hand.
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::recorded_test {

namespace {

struct Played {
  std::string times;
  Texts warnings;
};

/// `30..40 ` of each job, in seconds, on a host of 4 slots; `-`: never.
Played played(const std::string& table, const std::string& of_workload = "") {
  const TempFolder folder;
  folder.write("t.csv", table);
  const auto scenario = load_scenario(
      folder.write(
          "s.json",
          R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
 "model": {"dispatch": "recorded"}, "workloads": [{"file": "t.csv")" +
              of_workload + "}]}"),
      choices_of(default_registry()));
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  const auto seconds = [](Time when) {
    return when == never ? std::string("-")
                         : std::to_string(when.time_since_epoch().count() / 1000);
  };
  Played result{"", texts_behind("s.json", scenario->warnings)};
  const RunResults results = run_all(scenario->config);
  for (const JobOutcome& job : results.clusters[0].jobs)
    result.times += seconds(job.start) + ".." + seconds(job.finish) + " ";
  return result;
}

const std::string head = "job_id,submit_time,start_time,run_time,slots,cancel_at\n";

}  // namespace

// No scheduler would let the machine stand idle so, nor start job 3 before job 2.
TEST_CASE("with dispatch recorded each job starts at its recorded start") {
  const Played run = played(head + "1,0,50,10,1,\n2,5,70,10,4,\n3,6,6,20,4,\n4,7,60,5,2,\n");
  CHECK(run.times == "50..60 70..80 6..26 60..65 ");
  CHECK(run.warnings.empty());
}

// At 10 s job 1 has 3 of 4 slots until 30 s: job 2, which needs 2, comes behind it, while job 3,
// which needs one, starts at its own time.
TEST_CASE("a job whose recorded start finds too few slots starts as soon as they are free") {
  CHECK(played(head + "1,0,0,30,3,\n2,1,10,10,2,\n3,2,12,10,1,\n").times == "0..30 30..40 12..22 ");
}

TEST_CASE("a job without a recorded start does not start, which is told with their number") {
  const Played run = played(head + "1,0,0,30,1,\n2,1,,0,1,20\n3,2,,10,1,\n");
  CHECK(run.times == "0..30 -..20 -..- ");
  REQUIRE(run.warnings.size() == 1);
  CHECK(run.warnings[0].ends_with(
      "/model: warning: 2 jobs of C have no recorded start, and do not start with dispatch "
      "recorded"));
}

// Submissions at 0 s and 50 s; waits are not scaled.
TEST_CASE("recorded waits count from the submissions of the run") {
  CHECK(played(head + "1,100,110,10,1,\n2,200,200,10,1,\n",
               R"(, "from": "100s", "scale_arrivals": 0.5)")
            .times == "10..20 50..60 ");
}

// Hosts h1 and h2 of 4 slots each, and h3 of 1. Without recorded hosts job 1 would take h1, and job
// 2 h2, which would be less loaded.
TEST_CASE("with dispatch recorded jobs start on their recorded hosts, where these are free") {
  const TempFolder folder;
  folder.write("t.csv",
               "job_id,index,submit_time,start_time,run_time,slots,exec_hosts,name\n"
               "1,,0,0,100,2,2*h2,\n"
               "2,,0,5,100,3,2*h2 h3,\n"
               "3,,0,10,100,2,2*h2,\n"    // h2 is full: h1
               "4,,0,15,10,2,h1 gone,\n"  // not a host of the cluster
               "5,1,0,20,10,1,h1,a[1-2]\n"
               "5,2,0,120,10,1,h3,a[1-2]\n"
               "6,,0,121,10,1,,\n");
  const auto scenario =
      load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C", "hosts":
 [{"name": "h[1-2]", "ncpus": 4}, {"name": "h3", "ncpus": 1}]}],
 "model": {"dispatch": "recorded"}, "workloads": [{"file": "t.csv"}]})"),
                    choices_of(default_registry()));
  REQUIRE(scenario);
  const RunResults results = run_all(scenario->config);
  std::string hosts;
  for (const JobOutcome& job : results.clusters[0].jobs) {
    const auto row = static_cast<JobIndex>(&job - results.clusters[0].jobs.data());
    results.clusters[0].allocations.visit(
        job.allocation, scenario->config.clusters[0].trace[row].slots, [&](const HostSlots& part) {
          hosts += std::to_string(part.slots.count()) + "*h" +
                   std::to_string(index_of(part.host) + 1) + " ";
        });
    hosts += "| ";
  }
  CHECK(hosts == "2*h2 | 2*h2 1*h3 | 2*h1 | 2*h1 | 1*h1 | 1*h3 | 1*h1 | ");
  bool is_told = false;
  for (const std::string& warning : texts_behind("s.json", scenario->warnings))
    is_told = is_told || warning.ends_with(
                             "1 job of C ran on hosts that it does not have, such as "
                             "gone: with dispatch recorded slots of other hosts take "
                             "their place");
  CHECK(is_told);
}

namespace {

/// Job 1 asked for 3600 s on all 4 slots, and ran for 7200 s; job 2 waited for it.
struct Overrun {
  std::string times;
  Texts warnings;

  explicit Overrun(const std::string& model, const std::string& of_cluster = "") {
    const TempFolder folder;
    folder.write("t.swf",
                 "1 0 0 7200 4 -1 -1 4 3600 -1 1 1 1 -1 1 -1 -1 -1\n"
                 "2 100 7100 600 4 -1 -1 4 3600 -1 1 1 1 -1 1 -1 -1 -1\n");
    const auto scenario = load_scenario(
        folder.write(
            "s.json",
            R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}])" +
                of_cluster + R"(}], "workloads": [{"file": "t.swf"}], "model": {)" + model + "}}"),
        choices_of(default_registry()));
    REQUIRE(scenario);
    warnings = texts_behind("s.json", scenario->warnings);
    const RunResults results = run_all(scenario->config);
    for (const JobOutcome& job : results.clusters[0].jobs)
      times += std::to_string(job.start.time_since_epoch().count() / 1000) + ".." +
               std::to_string(job.finish.time_since_epoch().count() / 1000) + " ";
  }
};

}  // namespace

TEST_CASE("with dispatch recorded a run limit ends no job") {
  const Overrun run(R"("dispatch": "recorded")");
  CHECK(run.times == "0..7200 7200..7800 ");
  CHECK(run.warnings.empty());
  CHECK(Overrun(R"("dispatch": {"name": "recorded"})").times == run.times);
  CHECK(Overrun(R"("dispatch": "recorded", "enforce_runlimit": null)").times == run.times);
  CHECK(Overrun(R"("dispatch": "easy")", R"(, "model": {"dispatch": "recorded"})").times ==
        run.times);
  CHECK(Overrun(R"("dispatch": "recorded")", R"(, "model": {"dispatch": "fcfs"})").times ==
        "0..3600 3600..4200 ");
}

TEST_CASE("with dispatch recorded run limits hold where the scenario says so, which is told") {
  const Overrun run(R"("dispatch": "recorded", "enforce_runlimit": true)");
  CHECK(run.times == "0..3600 7200..7800 ");
  REQUIRE(run.warnings.size() == 1);
  CHECK(run.warnings[0].ends_with(
      "/model/enforce_runlimit: warning: 1 job of C really ran longer than the run limit allows, "
      "and is killed at it: model.enforce_runlimit is true with dispatch recorded"));
  const Overrun own(R"("dispatch": "fcfs")",
                    R"(, "model": {"dispatch": "recorded", "enforce_runlimit": true})");
  REQUIRE(own.warnings.size() == 1);
  CHECK(own.warnings[0].find(" /clusters/0/model/enforce_runlimit: ") != std::string::npos);
  CHECK(Overrun(R"("dispatch": "easy", "enforce_runlimit": true)",
                R"(, "model": {"dispatch": "recorded"})")
            .times == run.times);
}

// A table has the job a millisecond longer than its limit, so that a scheduler's limit ends it.
TEST_CASE("a job that its limit really ended is not one that outran it") {
  const TempFolder folder;
  folder.write("t.csv",
               "job_id,submit_time,start_time,run_time,requested_time,slots,end_reason,status\n"
               "1,0,0,60,60,1,TERM_RUNLIMIT,EXIT\n");
  const auto scenario = load_scenario(
      folder.write("s.json",
                   R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h"}]}],
                       "workloads": [{"file": "t.csv"}],
                       "model": {"dispatch": "recorded", "enforce_runlimit": true}})"),
      choices_of(default_registry()));
  REQUIRE(scenario);
  CHECK(texts(scenario->warnings) == Texts{});
  const JobOutcome job = run_all(scenario->config).clusters[0].jobs[0];
  CHECK(job.finish == at(60s));
  CHECK(job.status == JobStatus::exit);
}

}  // namespace mcsim::testing::recorded_test
