// Workloads with a model in a scenario: their seeds, their keys, and what is refused.
#include "mcsim/config/scenario/scenario_generated.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/settings_support.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::scenario_generated_test {

namespace {

std::string text_with(const std::string& workloads, const std::string& seed) {
  return R"({"mcsim": 1, "seed": )" + seed + R"(, "clusters": [
    {"name": "C1", "hosts": [{"name": "h1", "ncpus": 128}]},
    {"name": "C2", "hosts": [{"name": "h1", "ncpus": 128}]}],
    "workloads": [)" +
         workloads + "]}";
}

Expected<Scenario, Diagnostics> load(const TempFolder& room, const std::string& workloads,
                                     const std::string& seed = "1") {
  return load_scenario(room.write("s.json", text_with(workloads, seed)),
                       choices_of(default_registry()));
}

/// Submit times of a cluster's jobs.
std::vector<Time> submits(const Expected<Scenario, Diagnostics>& scenario, std::size_t cluster) {
  REQUIRE(scenario);
  const Trace& trace = scenario->config.clusters[cluster].trace;
  std::vector<Time> times;
  for (std::size_t row = 0; row < trace.size(); ++row)
    times.push_back(trace[static_cast<JobIndex>(row)].submit);
  return times;
}

constexpr const char* two = R"(
  {"model": "lublin", "jobs": 50, "cluster": "C1"},
  {"model": "lublin", "jobs": 50, "cluster": "C2"})";

std::vector<std::string> refused(const TempFolder& room, const std::string& workload) {
  const auto scenario = load(room, workload);
  REQUIRE(!scenario);
  return messages_of(scenario);
}

}  // namespace

TEST_CASE("models draw by the scenario's seed, the second one otherwise than the first") {
  const TempFolder room;
  const auto first = load(room, two);
  CHECK(first->draws_workloads);
  CHECK(submits(first, 0).size() == 50);
  CHECK(submits(first, 0) != submits(first, 1));
  CHECK(submits(load(room, two), 1) == submits(first, 1));
  const auto other = load(room, two, "2");
  CHECK(submits(other, 0) != submits(first, 0));
  CHECK(submits(other, 1) != submits(first, 1));
  CHECK(first->config.workloads == std::vector<std::string>{"jobs", "lublin", "lublin"});
}

TEST_CASE("what clusters are called changes no job of a model") {
  const TempFolder room;
  const auto first = load(room, two);
  std::string renamed = text_with(two, "1");
  for (auto at = renamed.find("\"C"); at != std::string::npos; at = renamed.find("\"C"))
    renamed.replace(at, 2, "\"site");
  const auto other =
      load_scenario(room.write("renamed.json", renamed), choices_of(default_registry()));
  CHECK(submits(other, 0) == submits(first, 0));
  CHECK(submits(other, 1) == submits(first, 1));
}

TEST_CASE("a model with a seed of its own is the same whatever the scenario's seed") {
  const TempFolder room;
  const std::string own = R"({"model": "lublin", "jobs": 50, "cluster": "C1", "seed": 7})";
  const auto first = load(room, own, "1");
  CHECK(!first->draws_workloads);
  CHECK(submits(load(room, own, "2"), 0) == submits(first, 0));
  const std::string drawn = R"({"model": "lublin", "jobs": 50, "cluster": "C1"})";
  CHECK(submits(load(room, drawn, "7"), 0) == submits(first, 0));
}

TEST_CASE("what a workload does with a trace it does with jobs that a model makes") {
  const TempFolder room;
  const auto scenario = load(room, R"({"model": "lublin", "jobs": 50, "cluster": "C1", "first": 20,
    "scale_arrivals": 0.5, "id_offset": 100})");
  const auto whole = submits(load(room, R"({"model": "lublin", "jobs": 50, "cluster": "C1"})"), 0);
  const auto times = submits(scenario, 0);
  REQUIRE(times.size() == 20);
  CHECK(times[19].time_since_epoch() * 2 == whole[19].time_since_epoch());
  CHECK(scenario->config.clusters[0].trace[JobIndex{0}].id == JobId{101});
}

TEST_CASE("wrong parameters of models are told at their places, all of them") {
  const TempFolder room;
  CHECK(refused(room, R"({"model": "lublin", "cluster": "C1", "jobs": 0, "serial_prob": 0.5,
    "pow2_prob": 0.6, "umed": 9, "days": 3, "file": "x.swf"})") ==
        std::vector<std::string>{
            "/workloads/0/jobs expected a whole number from 1 to 100000000, got 0",
            "/workloads/0/days is of model cyclic, not of lublin",
            "/workloads/0/file model lublin takes no trace"});
  CHECK(refused(room, R"({"model": "lublin", "cluster": "C1", "serial_prob": 0.5,
    "pow2_prob": 0.75, "umed": 9})") ==
        std::vector<std::string>{
            "/workloads/0/pow2_prob with serial_prob it is 1.25 for batch jobs; expected at most 1",
            "/workloads/0/umed expected ulow <= umed <= uhi, got 1.2, 9 and 7 for batch jobs"});
  CHECK(refused(room, R"({"model": "cyclic", "cluster": "C1", "rates": "x"})") ==
        std::vector<std::string>{
            "/workloads/0/run_times missing; a trace may have it",
            "/workloads/0/widths missing; a trace may have it",
            "/workloads/0/rates expected numbers from 0 to 1000000000, got \"x\""});
  CHECK(refused(room, R"({"model": "estimates", "cluster": "C1"})") ==
        std::vector<std::string>{"/workloads/0/file missing"});
  CHECK(refused(room, R"({"cluster": "C1"})") ==
        std::vector<std::string>{"/workloads/0/file missing"});
}

TEST_CASE("keys of models are refused where there is none, and unknown models are") {
  const TempFolder room;
  room.write("t.swf", "1 0 -1 10 1\n");
  CHECK(refused(room, R"({"file": "t.swf", "cluster": "C1", "jobs": 3, "seed": 1})") ==
        std::vector<std::string>{"/workloads/0/jobs is for workloads with a model: lublin",
                                 "/workloads/0/seed is for workloads with a model: any"});
  CHECK(refused(room, R"({"model": "lublyn", "cluster": "C1"})") ==
        std::vector<std::string>{
            "/workloads/0/model unknown \"lublyn\"; nearest: lublin; known: lublin, cyclic, "
            "estimates"});
}

TEST_CASE("two models whose jobs have the same numbers need id_offset or renumber") {
  const TempFolder room;
  CHECK(
      refused(room, R"({"model": "lublin", "cluster": "C1", "jobs": 2},
    {"model": "lublin", "cluster": "C1", "jobs": 2})") ==
      std::vector<std::string>{"/workloads/1/model job 1 of C1 is also in lublin (and 1 more such)"
                               "; give id_offset or renumber"});
  CHECK(
      refused(room, R"({"model": "lublin", "cluster": "C1", "jobs": 2},
    {"model": "lublin", "cluster": "C1", "jobs": 1, "renumber": true})") ==
      std::vector<std::string>{"/workloads/1/model job 1 of C1 is also in lublin; give id_offset, "
                               "beside renumber"});
}

TEST_CASE("a model by a trace notes the trace's hash") {
  const TempFolder room;
  room.write("t.swf", "1 0 -1 10 1 -1 -1 1 -1\n");
  const auto plain = load(room, R"({"file": "t.swf", "cluster": "C1"})");
  const auto made = load(room, R"({"model": "estimates", "file": "t.swf", "cluster": "C1"})");
  REQUIRE(plain);
  REQUIRE(made);
  REQUIRE(made->inputs.size() == 1);
  CHECK(made->inputs[0].name == "t.swf");
  CHECK(made->inputs[0].hash == plain->inputs[0].hash);
  CHECK(made->config.clusters[0].trace[JobIndex{0}].limit == 1h);
}

}  // namespace mcsim::testing::scenario_generated_test
