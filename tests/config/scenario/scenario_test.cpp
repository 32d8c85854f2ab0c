// Scenarios and bare traces, from their text to a configuration that can be simulated.
#include "mcsim/config/scenario/scenario.hpp"

#include <algorithm>
#include <filesystem>
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_test {
using Kind = TimelineEntry::Kind;

namespace {

ScenarioChoices defaults() { return choices_of(default_registry()); }

Scenario load(const TempFolder& folder, const std::string& text,
              const ScenarioChoices& choices = defaults()) {
  auto scenario = load_scenario(folder.write("s.json", text), choices);
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return std::move(*scenario);
}

ScenarioChoices with(std::vector<std::string> sets) {
  ScenarioChoices choices = defaults();
  choices.sets = std::move(sets);
  return choices;
}

HostConfig host_of(const std::string& name, std::int32_t ncpus, std::int32_t mxj) {
  HostConfig host;
  host.name = name;
  host.ncpus = ncpus;
  host.mxj = Slots{mxj};
  return host;
}

const std::string small =
    R"({"mcsim": 1, "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}]})";

const std::string two = R"({
  "mcsim": 1, "name": "two", "about": "two sites", "seed": 42, "until": "30d",
  "clusters": [
    {"name": "home", "hosts": [{"name": "h[01-10,12]", "ncpus": 4}],
     "lsb.params": {"JOB_SCHEDULING_INTERVAL": "200ms", "DEFAULT_QUEUE": "night"},
     "lsb.queues": [{"QUEUE_NAME": "day", "RUNLIMIT": "10 1:30"},
                    {"QUEUE_NAME": "night", "PRIORITY": "40"}],
     "lsb.hosts": {"Host": [{"HOST_NAME": "h01", "MXJ": 2}, {"HOST_NAME": "default", "MXJ": 3}]}},
    {"name": "away", "hosts": [{"name": "a", "ncpus": 100}],
     "model": {"dispatch": "easy", "easy": {"extra": false}}}
  ],
  "jobs": [
    {"id": 1, "cluster": "home", "queue": "day", "user": "ann", "slots": 4, "run": "10min"},
    {"id": 2, "submit": "1s", "cluster": "home", "run": "10min", "cancel_at": "5min"},
    {"id": 3, "cluster": "home", "slots": 400, "run": "10min"},
    {"id": 1, "cluster": "away", "run": "1.5h", "limit": "2h"}
  ],
  "workloads": [{"file": "t.swf", "cluster": "away", "id_offset": 100, "user_map": {"7": "eve"}}],
  "faults": [{"at": "1min", "host": "h02@home", "down_for": "1h"}, {"at": "2min", "host": "a"}],
  "actions": [{"at": "2min", "do": "hclose", "host": "h03"},
              {"at": "1h", "do": "bkill", "job": "101@away"},
              {"at": "3h", "do": "qclose", "queue": "day"}],
  "changes": [
    {"at": "3h", "cluster": "home", "set": {"lsb.queues": [{"QUEUE_NAME": "day", "RUNLIMIT": null}]}},
    {"at": "2h", "cluster": "home", "set": {
      "lsb.queues": [{"QUEUE_NAME": "day", "PRIORITY": 9}],
      "lsb.hosts": {"Host": [{"HOST_NAME": "h[02-03]", "MXJ": 8}]}}}],
  "expect": {"jobs": {"2@home": {"status": "EXIT", "start_time": null}}},
  "gates": [{"metric": "wait_time.p95", "op": "<", "value": 600}]
})";

const std::string trace =
    "1 0 -1 60 2 -1 -1 2 120 -1 1 7 3 -1 -1 -1 -1 -1\n"
    "2 5 -1 60 2 -1 -1 2 -1 -1 1 8 3 -1 -1 -1 -1 -1\n";

struct Sites {
  Sites() { folder.write("t.swf", trace); }
  Scenario load() const { return scenario_test::load(folder, two); }
  TempFolder folder;
};

RunResults simulate(const Scenario& scenario) {
  Recorder recorder(scenario.config);
  Simulation simulation(scenario.config);
  const RunState state = simulation.run_until(never, recorder);
  return std::move(recorder).results(simulation, state, never);
}

}  // namespace

TEST_CASE("the smallest scenario is a host, and all else has a default") {
  const TempFolder folder;
  const Scenario scenario = load(folder, small);
  REQUIRE(scenario.config.clusters.size() == 1);
  const ClusterConfig& cluster = scenario.config.clusters[0];
  CHECK(cluster.hosts == std::vector{host_of("h", 4, 4)});
  QueueConfig normal;
  normal.name = "normal";
  normal.rules.rerunnable = false;
  normal.job_accept_interval = 20s;  // 1 x MBD_SLEEP_TIME
  CHECK(cluster.queues == std::vector{normal});
  CHECK(cluster.params.job_scheduling_interval == 5s);
  CHECK(cluster.model == ModelConfig{});
  CHECK(scenario.config.seed == 1);
  CHECK_FALSE(scenario.config.until);
  CHECK(scenario.config.workloads == std::vector<std::string>{"jobs"});
  CHECK(scenario.base_directory == std::filesystem::absolute(folder.path()).string());
}

TEST_CASE("hosts are written as ranges, and lsb.hosts gives them job slots") {
  const ClusterConfig home = Sites().load().config.clusters[0];
  REQUIRE(home.hosts.size() == 11);
  CHECK(home.hosts[0] == host_of("h01", 4, 2));
  CHECK(home.hosts[9] == host_of("h10", 4, 3));
  CHECK(home.hosts[10] == host_of("h12", 4, 3));
}

TEST_CASE("queues keep their order, their priority and their run limits") {
  const ClusterConfig home = Sites().load().config.clusters[0];
  REQUIRE(home.queues.size() == 2);
  CHECK(home.queues[0].rules.default_run_limit == Duration{10min});
  CHECK(home.queues[0].rules.run_limit == 90min);
  CHECK(home.queues[1].priority == 40);
  CHECK(home.queues[1].rules.run_limit == unlimited);
  CHECK(home.default_queue == QueueId{1});
  CHECK(home.params.job_scheduling_interval == 200ms);
}

TEST_CASE("a cluster's model overrides the scenario's, and a baseline implies interval 0") {
  const GridConfig config = Sites().load().config;
  CHECK(config.clusters[0].model == ModelConfig{});
  CHECK(config.clusters[1].model.dispatch == "easy");
  CHECK_FALSE(config.clusters[1].model.easy.extra);
  CHECK(config.clusters[1].params.job_scheduling_interval == 0s);
}

TEST_CASE("jobs go to the default queue, and ask for a limit or for none") {
  const Scenario scenario = Sites().load();
  const Trace& home = scenario.config.clusters[0].trace;
  REQUIRE(home.size() == 2);
  const TraceJob& first = home[JobIndex{0}];
  CHECK(first.queue == QueueId{0});
  CHECK(first.limit == queues_default);
  CHECK(first.requested < 0ms);
  CHECK(scenario.config.users.name(first.user) == "ann");
  CHECK(home[JobIndex{1}].queue == QueueId{1});
  CHECK(home[JobIndex{1}].limit == queues_default);
  const TraceJob& away = scenario.config.clusters[1].trace[JobIndex{0}];
  CHECK(away.run == 90min);
  CHECK(away.limit == 2h);
  CHECK(away.requested == 2h);
}

TEST_CASE("a job of more slots than its cluster ever has is skipped with a reason") {
  const Scenario scenario = Sites().load();
  REQUIRE(scenario.skipped.size() == 1);
  CHECK(scenario.skipped[0].job_id == 3);
  CHECK(scenario.skipped[0].reason == SkipReason::too_many_slots);
  // 2 + 10 hosts x 3, and two of them have 8 after a change.
  CHECK(scenario.skipped[0].detail == "400 slots; a job can have at most 42");
  CHECK(scenario.workloads[0].jobs == 3);
  CHECK(std::ranges::any_of(scenario.warnings.list, [](const Diagnostic& one) {
    return one.message == "400 slots; a job can have at most 42: the job is skipped" &&
           one.pointer.ends_with("/slots");
  }));
}

TEST_CASE("workloads are read from beside the scenario, and their bytes are hashed") {
  const Sites sites;
  const Scenario scenario = sites.load();
  CHECK(scenario.config.workloads == std::vector<std::string>{"jobs", "t.swf"});
  CHECK(scenario.workloads[1].jobs == 2);
  REQUIRE(scenario.inputs.size() == 1);
  CHECK(scenario.inputs[0].name == "t.swf");
  const Trace& away = scenario.config.clusters[1].trace;
  REQUIRE(away.size() == 3);
  CHECK(away[JobIndex{1}].id == JobId{101});
  CHECK(scenario.config.users.name(away[JobIndex{1}].user) == "eve");
  CHECK(away[JobIndex{2}].limit == 60s);  // missing: its run time, as easy is a baseline
}

TEST_CASE("cancelled jobs, faults, actions and changes are one timeline in this order") {
  const GridConfig config = Sites().load().config;
  const auto& home = config.clusters[0].timeline;
  std::vector<Kind> kinds;
  for (const TimelineEntry& entry : home) kinds.push_back(entry.kind);
  CHECK(kinds == std::vector{Kind::bkill, Kind::host_down, Kind::hclose, Kind::qclose,
                             Kind::reconfigure, Kind::reconfigure});
  CHECK(home[1].host == HostId{1});
  CHECK(home[1].down_for == 1h);
  CHECK(home[4].settings->hosts[1].mxj == Slots{8});
  CHECK(home[4].settings->hosts[2].mxj == Slots{8});
  CHECK(home[4].settings->hosts[3].mxj == Slots{3});
  const auto& away = config.clusters[1].timeline;
  REQUIRE(away.size() == 2);
  CHECK(away[0].down_for == unlimited);
  CHECK(away[1].job == JobId{101});
}

TEST_CASE("an action's cluster tells which of two hosts of one name is meant") {
  const Sites sites;
  const Scenario scenario =
      load(sites.folder, two,
           with({"clusters.away.hosts.a.name=h[03-04]", "actions.0.cluster=away", "faults.1=null",
                 "actions.1=null"}));
  CHECK(scenario.config.clusters[1].timeline.size() == 1);
  CHECK(scenario.config.clusters[1].timeline[0].kind == Kind::hclose);
}

TEST_CASE("a later change of a queue keeps what an earlier one made of it") {
  const auto home = Sites().load().config.clusters[0].timeline;
  CHECK(home[4].at == Time{2h});
  CHECK(home[4].settings->queues[0].priority == 9);
  CHECK(home[4].settings->queues[0].rules.run_limit == 90min);
  CHECK(home[5].at == Time{3h});
  CHECK(home[5].settings->queues[0].priority == 9);
  CHECK(home[5].settings->queues[0].rules.run_limit == unlimited);
}

TEST_CASE("expectations and gates are handed over as they are, with their places") {
  const Scenario scenario = Sites().load();
  const JsonNode* job = scenario.expect.find("jobs")->find("2@home");
  REQUIRE(job != nullptr);
  CHECK(job->find("start_time")->is(JsonNode::Kind::null));
  CHECK(job->find("status")->place.line > 1);
  REQUIRE(scenario.gates.children.size() == 1);
  CHECK(scenario.gates.children[0].find("value")->whole == 600);
}

TEST_CASE("a loaded scenario can be simulated") {
  const Scenario scenario = Sites().load();
  const RunResults results = simulate(scenario);
  CHECK(results.clusters[0].jobs[0].end_reason == EndReason::term_host_down);
  CHECK(results.clusters[0].jobs[1].end_reason == EndReason::term_owner);
}

TEST_CASE("the effective scenario read again is the same text and runs the same") {
  const Sites sites;
  const Scenario first = sites.load();
  const Scenario again = load(sites.folder, first.effective);
  CHECK(again.effective == first.effective);
  CHECK(simulate(again).fingerprint == simulate(first).fingerprint);
}

TEST_CASE("the effective scenario of a trace read again is the same text and runs the same") {
  const TempFolder folder;
  const auto first = load_trace(folder.write("t.swf", trace), "4", "fcfs", defaults());
  REQUIRE(first);
  const Scenario again = load(folder, first->effective);
  CHECK(again.effective == first->effective);
  CHECK(simulate(again).fingerprint == simulate(*first).fingerprint);
}

TEST_CASE("a trace alone stands for a machine of as many slots as its header says") {
  const TempFolder folder;
  const std::string path = folder.write("t.swf", "; MaxNodes: 3\n; MaxProcs: 64\n" + trace);
  const auto scenario = load_trace(path, std::nullopt, "easy", defaults());
  REQUIRE(scenario);
  CHECK(scenario->config.name == "t.swf");
  REQUIRE(scenario->config.clusters.size() == 1);
  const ClusterConfig& cluster = scenario->config.clusters[0];
  CHECK(cluster.name == "cluster1");
  CHECK(cluster.hosts == std::vector{host_of("host1", 64, 64)});
  CHECK(cluster.queues[0].name == "normal");
  CHECK(cluster.model.dispatch == "easy");
  CHECK(cluster.trace.size() == 2);
  CHECK(load_trace(path, "5", "lsf", defaults())->config.clusters[0].hosts[0].mxj == Slots{5});
}

TEST_CASE("a preset or a version that a path sets, or takes away, has its effect") {
  const TempFolder folder;
  const auto model = [&](const std::string& text, std::vector<std::string> sets) {
    return load(folder, text, with(std::move(sets))).config.clusters[0].model;
  };
  CHECK(model(small, {}).host_down == HostDown::at_once);
  CHECK(model(small, {"model.preset=lava"}).host_down == HostDown::silence);
  CHECK(model(small, {"model.preset=lava", "model.host_down=at_once"}).host_down ==
        HostDown::at_once);
  std::string of_lava = small;
  of_lava.insert(of_lava.find('{') + 1, R"("model": {"preset": "lava"}, )");
  CHECK(model(of_lava, {}).host_down == HostDown::silence);
  CHECK(model(of_lava, {"model.preset=null"}).host_down == HostDown::at_once);
  const auto sleep = [&](std::vector<std::string> sets) {
    return load(folder, small, with(std::move(sets))).config.clusters[0].params.mbd_sleep_time;
  };
  CHECK(sleep({}) == 20s);
  CHECK(sleep({R"(clusters.0.lsf_version="10.1")"}) == 10s);
}

TEST_CASE("a path sets what it names, by names, positions or a JSON Pointer") {
  const TempFolder folder;
  const auto seed = [&](const std::string& set) { return load(folder, small, with({set})); };
  CHECK(seed("seed=7").config.seed == 7);
  CHECK(seed("/seed=8").config.seed == 8);
  CHECK(seed("clusters.C.hosts.h.ncpus=9").config.clusters[0].hosts[0].ncpus == 9);
  CHECK(seed("clusters.0.hosts.0.ncpus=9").config.clusters[0].hosts[0].ncpus == 9);
  CHECK(seed("clusters.*.hosts.*.ncpus=9").config.clusters[0].hosts[0].ncpus == 9);
  CHECK(seed("/clusters/0/hosts/0/ncpus=9").config.clusters[0].hosts[0].ncpus == 9);
  CHECK(seed("name=a b").config.name == "a b");
}

TEST_CASE("a path leads through defaults that the file does not give") {
  const TempFolder folder;
  const Scenario scenario = load(
      folder, small,
      with({"clusters.C.lsb.queues.normal.PRIORITY=60", "clusters.C.lsb.hosts.Host.default.MXJ=2",
            "model.easy.extra=no", "clusters.C.model.dispatch=fcfs"}));
  const ClusterConfig& cluster = scenario.config.clusters[0];
  CHECK(cluster.queues[0].priority == 60);
  CHECK(cluster.hosts[0].mxj == Slots{2});
  CHECK_FALSE(cluster.model.easy.extra);
  CHECK(cluster.model.dispatch == "fcfs");
  CHECK(cluster.params.job_scheduling_interval == 0s);
}

TEST_CASE("a path with the value null removes, and the default is back") {
  const Sites sites;
  const auto sets = with({"until=null", "clusters.home.lsb.params.JOB_SCHEDULING_INTERVAL=null",
                          "actions=null", "jobs.3=null"});
  const Scenario scenario = load(sites.folder, two, sets);
  CHECK_FALSE(scenario.config.until);
  CHECK(scenario.config.clusters[0].params.job_scheduling_interval == 5s);
  CHECK(scenario.config.clusters[1].timeline.size() == 1);
  CHECK(scenario.skipped.empty());
}

TEST_CASE("seed and until of the command line win over the file and over --set") {
  const TempFolder folder;
  ScenarioChoices choices = with({"seed=5"});
  choices.seed = "6";
  choices.until = "2h";
  const Scenario scenario = load(folder, small, choices);
  CHECK(scenario.config.seed == 6);
  CHECK(scenario.config.until == Time{2h});
}

TEST_CASE("a path may call a section Limit by its name or its place, and is told which there are") {
  const TempFolder folder;
  const std::string path = folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "h"}], "lsb.resources": {"Limit": [
      {"NAME": "nights", "USERS": "all", "SLOTS": 3}, {"USERS": "all", "SLOTS": 4}]}}]})");
  const std::string limits = "clusters.C.lsb.resources.Limit";
  const auto set = load_scenario(path, with({limits + ".nights.SLOTS=1", limits + ".1.SLOTS=2"}));
  REQUIRE(set);
  CHECK(set->config.clusters[0].limits.at(0).slots == 1);
  CHECK(set->config.clusters[0].limits.at(1).slots == 2);
  const auto unknown = load_scenario(path, with({limits + ".days.SLOTS=1"}));
  REQUIRE_FALSE(unknown);
  CHECK(texts(unknown.error()) == Texts{"--set " + limits + ".days.SLOTS=1: " + limits +
                                        ": \"days\" names nothing; known: nights"});
  const auto without =
      load_scenario(path, with({limits + ".nights.NAME=null", limits + ".days.SLOTS=1"}));
  REQUIRE_FALSE(without);
  CHECK(texts(without.error()) == Texts{"--set " + limits + ".days.SLOTS=1: " + limits +
                                        ": \"days\" names nothing; known: *, 0, 1"});
}

TEST_CASE("a path that names nothing is answered with the nearest name") {
  const TempFolder folder;
  const std::string path = folder.write("s.json", small);
  const auto scenario =
      load_scenario(path, with({"clusters.C.lsb.queues.nromal.PRIORITY=1", "clusters.C.hsots=1",
                                "seed.x=1", "seed=-1", "model.dispatch=esay", "7"}));
  REQUIRE_FALSE(scenario);
  CHECK(texts(scenario.error()) ==
        Texts{"--set clusters.C.lsb.queues.nromal.PRIORITY=1: clusters.C.lsb.queues: \"nromal\" "
              "names nothing; nearest: normal; known: normal",
              "--set clusters.C.hsots=1: clusters.C: unknown key \"hsots\"; nearest: hosts",
              "--set seed.x=1: seed: nothing has a name there",
              "--set seed=-1 /seed: expected a whole number from 0 to 9223372036854775807, got -1",
              "--set model.dispatch=esay /model/dispatch: unknown \"esay\"; nearest: easy; known: "
              "lsf, fcfs, easy, conservative, recorded",
              "--set 7: expected PATH=VALUE, got \"7\""});
}

TEST_CASE("a long option is cut where a complaint names it, on both sides of its =") {
  const TempFolder folder;
  const std::string path = folder.write("s.json", small);
  const std::string key(101, 'k');
  const auto scenario = load_scenario(
      path, with({key, key + "=1", "model.dispatch=" + std::string(99, 'x') + "\u20ac\u20ac"}));
  REQUIRE_FALSE(scenario);
  const std::string cut = std::string(100, 'k') + "...";
  const Texts told = texts(scenario.error());
  REQUIRE(told.size() == 3);
  CHECK(told[0].starts_with("--set " + cut + ": expected PATH=VALUE"));
  CHECK(told[1].starts_with("--set " + cut + "=1: "));
  CHECK(told[2].starts_with("--set model.dispatch=" + std::string(99, 'x') +
                            "... /model/dispatch: "));
}

TEST_CASE("a written scenario refuses inputs whose bytes have changed") {
  const Sites sites;
  const Scenario first = sites.load();
  sites.folder.write("t.swf", "; a comment\n" + trace);
  const auto again = load_scenario(sites.folder.write("e.json", first.effective), defaults());
  REQUIRE_FALSE(again);
  std::vector<Diagnostic> errors = again.error().list;
  std::erase_if(errors, [](const Diagnostic& one) { return one.severity == Severity::warning; });
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].pointer == "/inputs/t.swf");
  CHECK(errors[0].message.starts_with("the file is another one"));
}

}  // namespace mcsim::testing::scenario_test
