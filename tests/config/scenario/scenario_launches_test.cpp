// `pjl` in a scenario: the resulting profiles, and mistakes.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::scenario_launches_test {

namespace {

Expected<Scenario, Diagnostics> load(const TempFolder& folder, const std::string& launches,
                                     const std::string& conf = "{}",
                                     const std::string& model = "{}") {
  return load_scenario(folder.write("s.json", R"({"mcsim": 1, "model": )" + model +
                                                  R"JSON(,
 "clusters": [{"name": "C1", "hosts": [{"name": "a[1-3]", "ncpus": 2}], "lsf.conf": )JSON" +
                                                  conf +
                                                  R"JSON(,
  "lsb.queues": [{"QUEUE_NAME": "normal"}, {"QUEUE_NAME": "night"}],
  "lsb.applications": [{"NAME": "cfd"}]}],
 "jobs": [{"id": 7, "run": "1h", "slots": 2}, {"id": 8, "run": "1h", "slots": 2}],
 "pjl": [)JSON" + launches + "]}"),
                       choices_of(default_registry()));
}

DrawnTime time_of(const std::string& text) {
  const TempFolder folder;
  const auto scenario = load(folder, R"({"name": "x", "ts_start": ")" + text + "\"}");
  REQUIRE(scenario);
  return scenario->config.clusters[0].launch.profiles[0].ts_start;
}

}  // namespace

TEST_CASE("a launch profile is read with its times, hosts and faults", "[launch]") {
  const TempFolder folder;
  const auto scenario = load(folder, R"JSON(
    {"name": "mpirun", "queues": "night", "applications": "cfd", "jobs": "7", "method": 2,
     "wrapper_start": "1s", "pjl_start": "2s", "ts_interval": "5ms", "ts_start": "exponential(3s)",
     "task_start": "uniform(1s, 4s)", "latency": "1ms", "min_slots": 4,
     "slow_hosts": [{"hosts": "a[2-3]", "factor": 2.5}], "on_lost_task": "aborts", "exit_code": 9,
     "faults": [
       {"does": "ts_dies", "probability": 0.25, "job": "8", "execution": 2, "task": 1, "at": "9s"},
       {"does": "pjl_exits", "code": 0},
       {"does": "res_dies", "hosts": "a3 a1"}]},
    {"name": "others"})JSON");
  REQUIRE(messages_of(scenario).empty());
  const ClusterConfig& cluster = scenario->config.clusters[0];
  CHECK(cluster.params.pjl_timeout == 300s);
  const LaunchRules& rules = cluster.launch;
  REQUIRE(rules.profiles.size() == 2);
  const LaunchProfile& profile = rules.profiles[0];
  CHECK(profile.method == 2);
  CHECK(profile.wrapper_start == DrawnTime{.least = 1s});
  CHECK(profile.ts_interval == 5ms);
  CHECK(profile.ts_start == DrawnTime{.kind = DrawnTime::Kind::exponential, .spread = 3s});
  CHECK(profile.task_start ==
        DrawnTime{.kind = DrawnTime::Kind::uniform, .least = 1s, .spread = 3s});
  CHECK(profile.on_lost_task == OnLostTask::aborts);
  CHECK(profile.exit_code == 9);
  CHECK(profile.slowness(HostId{0}) == 1);
  CHECK(profile.slowness(HostId{2}) == 2.5);
  REQUIRE(profile.faults.size() == 3);
  CHECK(profile.faults[0] == LaunchFault{.kind = LaunchFault::Kind::ts_dies,
                                         .probability = 0.25,
                                         .job = HomeJob{ClusterId{0}, JobIndex{1}},
                                         .execution = 2,
                                         .task = 1,
                                         .at = 9s});
  CHECK(profile.faults[1].exit_code == 0);
  CHECK(profile.faults[2].hosts == std::vector{HostId{0}, HostId{2}});
  CHECK(rules.least_slots == std::vector{Slots(4), Slots(2)});
  CHECK(rules.of_queue.at(QueueId{1}) == 0);
  CHECK(rules.of_application.at(ApplicationId{0}) == 0);
  CHECK(rules.of_job.at({ClusterId{0}, JobIndex{0}}) == 0);
  CHECK(rules.of_others == 1);
}

TEST_CASE("times of launches are durations, or say what they are drawn from", "[launch]") {
  using Kind = DrawnTime::Kind;
  CHECK(time_of("3s") == DrawnTime{.least = 3s});
  CHECK(time_of(" exponential ( 3s ) ") == DrawnTime{.kind = Kind::exponential, .spread = 3s});
  CHECK(time_of("1s + exponential(3s)") ==
        DrawnTime{.kind = Kind::exponential, .least = 1s, .spread = 3s});
  CHECK(time_of("uniform(1s,1s)") == DrawnTime{.kind = Kind::uniform, .least = 1s});
  const TempFolder folder;
  for (const char* text :
       {"", "3", "fast", "exponential", "exponential()", "exponential(3s", "uniform(3s)",
        "uniform(3s, 1s)", "uniform(1s, 2s, 3s)", "exponential(3s) + 1s", "1s + 2s",
        "1s + uniform(1s, 2s)", "+", "(3s)", "1s + ", "-1s"}) {
    INFO(text);
    const auto scenario =
        load(folder, R"({"name": "x", "ts_start": ")" + std::string(text) + "\"}");
    REQUIRE(messages_of(scenario).size() == 1);
    CHECK(messages_of(scenario)[0].find(
              "expected a duration such as 200ms or 15s, exponential(MEAN)") != std::string::npos);
  }
}

TEST_CASE("LSF_HPC_PJL_LOADENV_TIMEOUT of lsf.conf is PAM's timer", "[launch]") {
  const TempFolder folder;
  const auto scenario = load(folder, "", R"({"LSF_HPC_PJL_LOADENV_TIMEOUT": 20})");
  REQUIRE(scenario);
  CHECK(scenario->config.clusters[0].params.pjl_timeout == 20s);
}

TEST_CASE("launches under a baseline are warned of", "[launch]") {
  const TempFolder folder;
  const auto scenario = load(folder, R"({"name": "x"})", "{}", R"({"dispatch": "fcfs"})");
  REQUIRE(scenario);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message.find("pjl") != std::string::npos);
}

}  // namespace mcsim::testing::scenario_launches_test
