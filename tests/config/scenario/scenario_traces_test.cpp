// What a trace and its header say, from the scenario that names it to the jobs' ends.
#include <map>
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

namespace mcsim::testing::scenario_traces_test {

namespace {

/// A host of 4 slots, the trace, and what else the scenario, its cluster and its workload say.
struct Site {
  std::string trace{};
  std::string keys{};
  std::string of_cluster{};
  std::string of_workload{};

  Scenario load() const {
    const TempFolder folder;
    folder.write("t.swf", trace);
    const std::string text = R"({"mcsim": 1, "clusters": [{"name": "C",
 "hosts": [{"name": "h", "ncpus": 4}], "lsb.params": {"JOB_ACCEPT_INTERVAL": 0})" +
                             of_cluster + R"(}],
 "workloads": [{"file": "t.swf")" +
                             of_workload + "}]" + keys + "}";
    auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
    if (!scenario)
      for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
    REQUIRE(scenario);
    return std::move(*scenario);
  }
  JobOutcomes run() const { return run_all(load().config).clusters[0].jobs; }
};

}  // namespace

// Job 1 asks for 50 s and runs for 100 s.
const std::string overuse =
    "; MaxProcs: 4\n; AllowOveruse: True\n1 0 -1 100 1 -1 -1 1 50 -1 1 1 1 -1 1 -1 -1 -1\n";

TEST_CASE("a job of a trace that allows overuse runs on beyond what it asks for") {
  const Site site{.trace = overuse};
  CHECK(site.run()[0].finish == at(100s));
  const auto said = without_folders(texts(site.load().warnings));
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("t.swf: warning: AllowOveruse: "));
  for (const std::string dispatch : {"fcfs", "easy", "conservative"}) {
    const std::string model = R"(, "model": {"dispatch": ")" + dispatch + "\"}";
    CHECK(Site{.trace = overuse, .keys = model}.run()[0].finish == at(100s));
  }
}

namespace {

/// A job of so many slots, and its number of a queue (field 15).
std::string row(int job, int slots, int queue) {
  return std::to_string(job) + " 0 -1 10 " + std::to_string(slots) + " -1 -1 " +
         std::to_string(slots) + " -1 -1 1 1 1 -1 " + std::to_string(queue) + " -1 -1 -1\n";
}

}  // namespace

// Of three jobs one goes to another queue, where it is as impossible.
TEST_CASE("that jobs of a workload can never start is said with how many they are") {
  const Site site{
      .trace = row(1, 1, 1) + row(2, 1, 1) + row(3, 1, 2),
      .of_cluster = R"(, "lsb.queues": [{"QUEUE_NAME": "q"}, {"QUEUE_NAME": "r"}])",
      .of_workload = R"(, "queue": "q", "queue_map": {"2": "r"}, "res_req": "type==X")"};
  const Diagnostics said = site.load().warnings;
  REQUIRE(said.list.size() == 1);
  CHECK(said.list[0].pointer == "/workloads/0/res_req");
  CHECK(said.list[0].message ==
        "no host can ever satisfy \"type==X\" (job 1 and 2 more such jobs)");
  CHECK(said.list[0].loss == Loss{.who = "job", .what = "can never start", .count = 3});
}

// The host has four slots, of which a job of queue q may have two.
TEST_CASE("jobs of a trace that their queue can never hold are told, with their number and sizes") {
  const auto said = [](const std::string& limit) {
    const Site site{
        .trace = row(1, 3, 1) + row(2, 2, 1) + row(3, 3, 1) + row(4, 4, 1) + row(5, 4, 2),
        .of_cluster =
            R"(, "lsb.queues": [{"QUEUE_NAME": "q")" + limit + R"(}, {"QUEUE_NAME": "r"}])",
        .of_workload = R"(, "queue": "q", "queue_map": {"2": "r"})"};
    Texts texts;
    for (const Diagnostic& one : site.load().warnings.list)
      texts.push_back(one.pointer + ": " + one.message);
    return texts;
  };
  const std::string place = "/workloads/0/queue: ";
  const std::string never =
      " job slots are wanted; its hosts have 2 together within the queue's HJOB_LIMIT: the job can "
      "never start";
  CHECK(said(R"(, "HJOB_LIMIT": 2)") ==
        Texts{place + "3" + never + " (job 1 and 2 more such jobs, of 3 to 4 slots)"});
  CHECK(said(R"(, "HJOB_LIMIT": 4)").empty());
  CHECK(said("").empty());
}

TEST_CASE("a workload, its queue and the model go before what its trace allows") {
  const Site strict{.trace = overuse, .of_workload = R"(, "allow_overuse": false)"};
  CHECK(strict.run()[0].finish == at(50s));
  CHECK(strict.load().warnings.list.empty());
  const Site queue{.trace = overuse,
                   .of_cluster = R"(, "lsb.queues": [{"QUEUE_NAME": "q", "RUNLIMIT": "0:1"}])"};
  CHECK(queue.run()[0].finish == at(60s));
  const std::string mute = overuse.substr(overuse.find("\n1 ") + 1);
  CHECK(Site{.trace = mute}.run()[0].finish == at(50s));
  CHECK(Site{.trace = mute, .of_workload = R"(, "allow_overuse": true)"}.run()[0].finish ==
        at(100s));
}

// 100 s of 150 s asked for; twice that are 200 s of 300 s.
TEST_CASE("a job whose run time is stretched asks for as much more, and is not killed for it") {
  const std::string row = "1 0 -1 100 1 -1 -1 1 150 -1 1 1 1 -1 1 -1 -1 -1\n";
  const JobOutcome doubled = Site{.trace = row, .of_workload = R"(, "scale_runtimes": 2)"}.run()[0];
  CHECK(doubled.status == JobStatus::done);
  CHECK(doubled.finish == at(200s));
  const JobOutcome as_asked =
      Site{.trace = row, .of_workload = R"(, "scale_runtimes": 2, "scale_limits": 1)"}.run()[0];
  CHECK(as_asked.end_reason == EndReason::term_runlimit);
  CHECK(as_asked.finish == at(150s));
}

TEST_CASE("one row with a submit time below 0 is left out, and the others are replayed") {
  const Scenario scenario = Site{.trace =
                                     "1 -50 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1\n"
                                     "2 0 -1 10 1 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1\n"}
                                .load();
  REQUIRE(scenario.skipped.size() == 1);
  CHECK(scenario.skipped[0].job_id == 1);
  CHECK(scenario.skipped[0].reason == SkipReason::no_submit_time);
  REQUIRE(scenario.config.clusters[0].trace.size() == 1);
  CHECK(scenario.config.clusters[0].trace[JobIndex{0}].id == JobId{2});
}

// 893466664 is 1998-04-25 01:11:04 UTC, a Saturday; eight hours before it is Friday, 17:11:04.
const std::string friday =
    "; UnixStartTime: 893466664\n; TimeZone: -28800\n; TimeZoneString: US/Pacific\n"
    "1 0 -1 60 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1\n";
const std::string evening =
    R"(, "lsb.queues": [{"QUEUE_NAME": "q", "DISPATCH_WINDOW": "18:00-20:00"}])";

TEST_CASE("windows go by the clock of the trace, unless the scenario has a calendar") {
  const Site site{.trace = friday, .of_cluster = evening};
  const Scenario scenario = site.load();
  // From 17:11:04 to 18:00:00 are 48 min 56 s; the session is 4 s later, on the raster of 5 s.
  CHECK(site.run()[0].start == at(49min));
  CHECK(scenario.config.clusters[0].clock.since_sunday == 5 * 24h + 17h + 11min + 4s);
  CHECK(scenario.effective.find(R"("start": "1998-04-25T01:11:04Z")") != std::string::npos);
  CHECK(scenario.effective.find(R"("utc_offset": "-08:00")") != std::string::npos);
  REQUIRE(scenario.warnings.list.size() == 1);
  CHECK(scenario.warnings.list[0].pointer == "/start");
  CHECK(scenario.warnings.list[0].message ==
        "time windows go by what t.swf says of its time 0: 1998-04-25T01:11:04Z, and all the year "
        "by one clock, without summer time (-08:00); for another one: start, utc_offset");

  // In summer it was 18:11 there.
  const Site summer{.trace = friday, .keys = R"(, "utc_offset": "-07:00")", .of_cluster = evening};
  CHECK(summer.run()[0].start == at(0s));
  // A calendar that is given is taken as it is: 2026-01-05 12:00 UTC.
  const Site given{
      .trace = friday, .keys = R"(, "start": "2026-01-05T12:00:00Z")", .of_cluster = evening};
  CHECK(given.run()[0].start == at(6h));
  CHECK(given.load().warnings.list.empty());
}

TEST_CASE("a run of its own scenario has the calendar of its trace without the trace's word") {
  const Scenario scenario = Site{.trace = friday}.load();
  CHECK(scenario.warnings.list.empty());  // nothing goes by the clock
  CHECK(scenario.effective.find("1998-04-25T01:11:04Z") != std::string::npos);
}

TEST_CASE("windows without a calendar are warned of where there are jobs") {
  const std::string row = "1 0 -1 60 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1\n";
  for (const std::string header : {"", "; UnixStartTime: 0\n; TimeZone: 3600\n"}) {
    const Scenario scenario = Site{.trace = header + row, .of_cluster = evening}.load();
    CHECK(scenario.config.clusters[0].clock.since_sunday == 4 * 24h);
    REQUIRE(scenario.warnings.list.size() == 1);
    CHECK(scenario.warnings.list[0].message ==
          "not said, though there are time windows: time 0 is taken as 2026-01-01T00:00:00Z, a "
          "Thursday");
  }
  const Site easy{
      .trace = row, .keys = R"(, "model": {"dispatch": "easy"})", .of_cluster = evening};
  for (const Diagnostic& warning : easy.load().warnings.list) CHECK(warning.pointer != "/start");
  CHECK(Site{.trace = row}.load().warnings.list.empty());
}

TEST_CASE("a trace that began at another time than the first one is warned of") {
  const TempFolder folder;
  folder.write("a.swf", friday);
  folder.write("b.swf",
               "; UnixStartTime: 893466665\n2 0 -1 60 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1\n");
  folder.write("c.swf", "; UnixStartTime: 0\n3 0 -1 60 1 -1 -1 1 60 -1 1 1 1 -1 1 -1 -1 -1\n");
  const auto scenario = load_scenario(
      folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h"}]}],
 "workloads": [{"file": "c.swf"}, {"file": "a.swf"}, {"file": "b.swf"}]})"),
      choices_of(default_registry()));
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].pointer == "/workloads/2/file");
  CHECK(
      scenario->warnings.list[0].message ==
      "UnixStartTime or TimeZone differ from those of a.swf, which the run goes by: its jobs come "
      "as if both began together");
}

// Job 1 runs from 0 s to 100 s; job 2 comes 60 s after that, though its own submit time is 5 s.
const std::string preceding =
    "1 0 -1 100 1 -1 -1 1 200 -1 1 1 1 -1 1 1 -1 -1\n"
    "2 5 -1 100 1 -1 -1 1 200 -1 1 1 1 -1 2 2 1 60\n";

TEST_CASE("a job is submitted when its preceding job has ended and the think time is over") {
  for (const std::string dispatch : {"lsf", "fcfs", "easy", "conservative"}) {
    INFO(dispatch);
    const std::string model = R"(, "model": {"dispatch": ")" + dispatch + "\"}";
    const Site site{.trace = preceding, .keys = model};
    const ClusterResults run = run_all(site.load().config).clusters[0];
    CHECK(run.jobs[1].start == at(160s));
    CHECK(run.submitted == std::map<JobIndex, Time>{{JobIndex{1}, at(160s)}});
    CHECK(Site{.trace = preceding, .keys = model, .of_workload = R"(, "dependencies": false)"}
              .run()[1]
              .start == at(5s));
  }
}

// Twice the think time; half of it; its own time, 400 s, is later than 100 s and 60 s.
TEST_CASE("think times scale with arrivals, and a job does not come before its own time") {
  const auto start = [](const std::string& trace, const std::string& workload) {
    return Site{.trace = trace, .of_workload = workload}.run()[1].start;
  };
  CHECK(start(preceding, R"(, "scale_arrivals": 2)") == at(220s));
  CHECK(start(preceding, R"(, "scale_arrivals": 0.5)") == at(130s));
  std::string late = preceding;
  late.replace(late.find("\n2 5"), 4, "\n2 400");
  CHECK(start(late, "") == at(400s));
  // An unknown think time is none. The job comes behind the session of 100 s, in the next round.
  std::string at_once = preceding;
  at_once.replace(at_once.rfind("1 60"), 4, "1 -1");
  CHECK(start(at_once, "") == at(105s));
}

// The chain: 1 ends at 10 s; 2 comes at 15 s and ends at 25 s; 3 comes at 30 s.
TEST_CASE("preceding jobs go by the numbers of the trace, whatever jobs are called") {
  const std::string chain =
      "11 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n"
      "12 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 11 5\n"
      "13 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 12 5\n";
  for (const std::string workload : {"", R"(, "renumber": true)", R"(, "id_offset": 100)",
                                     R"(, "renumber": true, "id_offset": 7)"}) {
    INFO(workload);
    const JobOutcomes jobs = Site{.trace = chain, .of_workload = workload}.run();
    CHECK(jobs[1].start == at(15s));
    CHECK(jobs[2].start == at(30s));
  }
}

TEST_CASE("a job whose preceding job never comes does not wait for it, which is said") {
  const std::string rows =
      "1 0 -1 -1 1 -1 -1 1 20 -1 0 1 1 -1 1 -1 -1 -1\n"  // no run time: left out
      "2 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 1 50\n"
      "3 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 99 50\n"
      "4 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 4 50\n";
  const Scenario scenario = Site{.trace = rows}.load();
  CHECK(scenario.config.clusters[0].dependencies.empty());
  CHECK(without_folders(texts(scenario.warnings)) ==
        Texts{"s.json:3:25 /workloads/0/file: warning: 2 jobs do not wait for their preceding jobs "
              "(field 17), which are not replayed, or in another cluster",
              "s.json:3:25 /workloads/0/file: warning: 1 job does not wait for its preceding job "
              "(field 17), which is not submitted before",
              "t.swf:1: warning: 1 row is skipped, without what a job needs: no_run_time 1"});
}

// Job 1 is killed at its limit of 50 s; job 2 is refused at 60 s, since its queue is closed; job 3
// comes 5 s after that.
TEST_CASE("a preceding job that is killed or refused has ended") {
  const std::string rows =
      "1 0 -1 100 1 -1 -1 1 50 -1 1 1 1 -1 1 -1 -1 -1\n"
      "2 0 -1 100 1 -1 -1 1 200 -1 1 1 1 -1 2 -1 1 10\n"
      "3 0 -1 10 1 -1 -1 1 200 -1 1 1 1 -1 1 -1 2 5\n";
  const Site site{
      .trace = rows,
      .keys = R"(, "actions": [{"at": "1s", "do": "qclose", "queue": "shut"}])",
      .of_cluster = R"(, "lsb.queues": [{"QUEUE_NAME": "open"}, {"QUEUE_NAME": "shut"}])",
      .of_workload = R"(, "queue_map": {"2": "shut"})"};
  const JobOutcomes jobs = site.run();
  CHECK(jobs[0].finish == at(50s));
  CHECK(jobs[1].status == JobStatus::rejected);
  CHECK(jobs[2].start == at(65s));
}

// One slot. Job 2 has its own time before job 3, but comes behind it, at 20 s: job 3 is first.
TEST_CASE("a job that comes after another one stands behind those that came meanwhile") {
  const std::string rows =
      "1 0 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 -1 -1\n"
      "2 1 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 1 10\n"
      "3 2 -1 30 4 -1 -1 4 40 -1 1 1 1 -1 1 -1 -1 -1\n"
      "4 3 -1 10 4 -1 -1 4 20 -1 1 1 1 -1 1 -1 -1 -1\n";
  for (const std::string dispatch : {"lsf", "fcfs", "easy", "conservative"}) {
    INFO(dispatch);
    const JobOutcomes jobs =
        Site{.trace = rows, .keys = R"(, "model": {"dispatch": ")" + dispatch + "\"}"}.run();
    CHECK(jobs[2].start == at(10s));
    CHECK(jobs[3].start == at(40s));
    CHECK(jobs[1].start == at(50s));
  }
}

// Both clusters have queues a and b; the first queue is the default one.
TEST_CASE("partitions go to queues and to clusters") {
  const TempFolder folder;
  folder.write("t.swf",
               "1 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 1 -1 -1\n"
               "2 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 2 -1 -1\n"
               "3 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 3 -1 -1\n"
               "4 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 1 4 -1 -1\n"
               "5 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 7 -1 -1 -1\n"
               "6 0 -1 10 1 -1 -1 1 20 -1 1 1 1 -1 7 2 5 30\n"
               "7 0 -1 10 9 -1 -1 9 20 -1 1 1 1 -1 7 3 -1 -1\n");
  const std::string queues = R"("lsb.queues": [{"QUEUE_NAME": "a"}, {"QUEUE_NAME": "b"}]})";
  const auto load = [&](const std::string& map) {
    return load_scenario(folder.write("s.json",
                                      R"({"mcsim": 1, "clusters": [
 {"name": "C", "hosts": [{"name": "h", "ncpus": 8}], )" +
                                          queues + R"(,
 {"name": "D", "hosts": [{"name": "h", "ncpus": 9}], )" +
                                          queues +
                                          R"(],
 "workloads": [{"file": "t.swf", "cluster": "C", "queue_map": {"7": "b"},
 "partition_map": )" + map + "}]}"),
                         choices_of(default_registry()));
  };
  const auto jobs_of = [](const Expected<Scenario, Diagnostics>& scenario, std::size_t cluster) {
    REQUIRE(scenario);
    std::string text;
    const ClusterConfig& config = scenario->config.clusters[cluster];
    for (std::size_t row = 0; row < config.trace.size(); ++row) {
      const TraceJob& job = config.trace[static_cast<JobIndex>(row)];
      text += std::to_string(static_cast<std::int64_t>(job.id)) +
              config.queues[index_of(job.queue)].name + " ";
    }
    return text;
  };
  const auto scenario = load(R"({"1": "b", "2": "D", "3": "b@D"})");
  CHECK(jobs_of(scenario, 0) == "1b 4a 5b ");
  CHECK(jobs_of(scenario, 1) == "2a 3b 6a 7b ");  // 9 slots: more than C has
  CHECK(scenario->skipped.empty());
  const auto told = [](const Expected<Scenario, Diagnostics>& of) {
    Texts lines = texts(of->warnings);
    for (std::string& line : lines)
      if (const auto at = line.find("s.json:"); at != line.npos) line.erase(0, at + 7);
    return without_folders(lines);
  };
  CHECK(told(scenario) ==
        Texts{"4:25 /workloads/0/file: warning: 1 job does not wait for its preceding job (field "
              "17), which is not replayed, or in another cluster",
              "t.swf: warning: 1 job of partition (field 16) 4, which no map names, goes where "
              "queue and queue_map say"});
  // Job 5 has no partition, and nobody has 8; job 7 fits D only.
  const auto others = load(R"({"-1": "a@D", "3": "D", "8": "b"})");
  CHECK(jobs_of(others, 0) == "1a 2a 4a 6b ");
  CHECK(jobs_of(others, 1) == "3a 5a 7a ");
  CHECK(
      told(others) ==
      Texts{"4:25 /workloads/0/file: warning: 1 job does not wait for its preceding job (field "
            "17), which is not replayed, or in another cluster",
            "5:48 /workloads/0/partition_map/8: warning: no job has this partition (field 16)",
            "t.swf: warning: 4 jobs of partitions (field 16) that no map names, the first of them "
            "1, go where queue and queue_map say"});
  const auto wrong = load(R"({"1": "c", "2": "a@E", "x": "a"})");
  REQUIRE_FALSE(wrong);
  CHECK(messages_of(wrong) ==
        std::vector<std::string>{
            "/workloads/0/partition_map/1 unknown queue \"c\" in C; nearest: a; known: a, b",
            "/workloads/0/partition_map/2 unknown cluster \"E\"; nearest: C; known: C, D",
            "/workloads/0/partition_map/x expected a whole number as key, got \"x\""});
}

}  // namespace mcsim::testing::scenario_traces_test
