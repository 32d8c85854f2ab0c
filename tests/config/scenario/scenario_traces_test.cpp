// What a trace and its header say, from the scenario that names it to the jobs' ends.
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
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
  const auto said = texts(site.load().warnings);
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("t.swf: warning: AllowOveruse: "));
  for (const std::string dispatch : {"fcfs", "easy", "conservative"}) {
    const std::string model = R"(, "model": {"dispatch": ")" + dispatch + "\"}";
    CHECK(Site{.trace = overuse, .keys = model}.run()[0].finish == at(100s));
  }
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

}  // namespace mcsim::testing::scenario_traces_test
