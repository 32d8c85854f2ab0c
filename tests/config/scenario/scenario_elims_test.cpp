// ELIMs in a scenario: the resulting configuration, and mistakes.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_elims_test {

namespace {

Expected<Scenario, Diagnostics> load(const TempFolder& folder, const std::string& elims,
                                     const std::string& model = R"({"load": "lim"})",
                                     const std::string& parameters = "") {
  return load_scenario(folder.write("s.json", R"({"mcsim": 1, "model": )" + model +
                                                  R"JSON(, "lsf.shared": {"Resource": [
  {"RESOURCENAME": "lic", "TYPE": "Numeric", "INTERVAL": 40},
  {"RESOURCENAME": "site", "TYPE": "String"},
  {"RESOURCENAME": "os", "TYPE": "String", "INTERVAL": 15}]},
 "clusters": [{"name": "C1", "hosts": [{"name": "a[1-3]", "ncpus": 2}],
  "lsf.cluster": {"Parameters": {"EXINTERVAL": 20, "LSF_ELIM_RESTARTS": 3)JSON" +
                                                  parameters + R"JSON(},
   "ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": "([a3 a1] [a2])"}]}}],
 "elim": [)JSON" + elims + "]}"),
                       choices_of(default_registry()));
}

bool any_has(const std::vector<std::string>& texts, std::string_view part) {
  return std::ranges::any_of(
      texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("an ELIM of a scenario is read with its values and faults", "[elim]") {
  const TempFolder folder;
  const auto scenario = load(folder, R"({"name": "elim.lic", "hosts": "a1 a3", "values": [
    {"resource": "lic", "steps": [{"at": "0s", "value": 5}, {"at": "1h"}]},
    {"resource": "ut", "walk": {"start": 0.5, "step": 0.25, "highest": 1}}],
    "faults": [{"at": "1h", "does": "exits", "code": 3, "every": "2h"}]})");
  REQUIRE(scenario);
  const ClusterConfig& cluster = scenario->config.clusters[0];
  CHECK(cluster.lim.exchange_interval == 20s);
  CHECK(cluster.lim.elim_restarts == 3);
  REQUIRE(cluster.shared_resources.size() == 2);
  CHECK(cluster.shared_resources[0].hosts == std::vector<std::uint32_t>{0, 2});
  CHECK(cluster.shared_resources[0].reporters == std::vector<std::uint32_t>{2, 0});
  REQUIRE(cluster.elims.size() == 1);
  const ElimConfig& elim = cluster.elims[0];
  CHECK(elim.hosts == std::vector{HostId{0}, HostId{2}});
  CHECK(elim.interval == 40s);
  REQUIRE(elim.values.size() == 2);
  CHECK(elim.values[0].steps ==
        std::vector<ElimLevel>{{Time{0s}, 5.0}, {Time{3600s}, std::nullopt}});
  CHECK(elim.values[1].walk == ElimWalk{.start = 500, .step = 250, .lowest = 0, .highest = 1000});
  CHECK(elim.mishaps ==
        std::vector<ElimMishap>{
            {.kind = ElimMishap::Kind::exits, .at = Time{3600s}, .every = 7200s, .number = 3}});
}

TEST_CASE("an ELIM of a scenario may report words of a string resource", "[elim]") {
  const TempFolder folder;
  const auto read = [&](const std::string& value) {
    return load(folder, R"({"name": "elim.os", "values": [{"resource": "os", )" + value + "}]}");
  };
  const auto scenario =
      read(R"("steps": [{"at": "0s", "text": "six"}, {"at": "1h"}, {"at": "2h", "text": "seven"},)"
           R"({"at": "3h", "text": "six"}])");
  REQUIRE(scenario);
  const ClusterConfig& cluster = scenario->config.clusters[0];
  CHECK(cluster.elim_texts == std::vector<std::string>{"six", "seven"});
  const ElimOutput& os = cluster.elims.at(0).values.at(0);
  CHECK(os.is_text);
  CHECK(os.steps ==
        std::vector<ElimLevel>{
            {Time{0s}, 0.0}, {Time{3600s}, std::nullopt}, {Time{7200s}, 1.0}, {Time{10800s}, 0.0}});
  CHECK(read(R"("text": "six")"));
  folder.write("rec", R"({"mcsim_elim": 1, "program": "p", "resources": ["os"], "master": false})"
                      "\n{\"time\": 5, \"values\": {\"os\": \"six\"}}\n"
                      "{\"time\": 9, \"values\": {\"os\": \"nan\"}}\n"
                      "{\"time\": 12, \"event\": \"end\"}\n");
  const auto recorded = read(R"("record": "rec")");
  REQUIRE(recorded);
  CHECK(recorded->config.clusters[0].elim_texts == std::vector<std::string>{"six", "nan"});
  CHECK(any_has(messages_of(read(R"("value": 6)")), "os is a string: expected text"));
  CHECK(any_has(messages_of(read(R"("text": "a b")")), "expected a word without blanks"));
  CHECK(any_has(messages_of(read(R"("text": "-")")), "expected a word without blanks"));
  CHECK(any_has(messages_of(read(R"("walk": {"start": 1, "step": 1, "highest": 2})")),
                "os is a string, which does not walk"));
  CHECK(any_has(
      messages_of(
          load(folder, R"({"name": "elim.lic", "values": [{"resource": "lic", "text": "six"}]})")),
      "lic is a number: expected value"));
  CHECK(any_has(
      messages_of(load(
          folder, R"({"name": "elim.lic", "values": [{"resource": "lic", "record": "rec"}]})")),
      "says nothing of lic"));
}

TEST_CASE("what is wrong with an ELIM is said in one go", "[elim]") {
  const TempFolder folder;
  const auto texts = messages_of(load(folder, R"({"name": "lic", "hosts": "b9", "values": [
    {"resource": "site", "value": 1}, {"resource": "lick", "value": 1}, {"resource": "lic"},
    {"resource": "ls", "walk": {"start": 9, "step": 1, "highest": 5}}],
    "interval": "1ms", "faults": [{"at": "1h", "does": "hangs", "code": 1}, {"at": "1h", "does": "exits", "drawn": true}]})"));
  CHECK(any_has(texts, "/elim/0/name expected elim.application"));
  CHECK(any_has(texts, "/elim/0/hosts unknown"));
  CHECK(
      any_has(texts, "/elim/0/values/0/resource \"site\" is no load index: ELIMs report numeric"));
  CHECK(any_has(texts, "/elim/0/values/1/resource \"lick\" is no load index that the LIMs know"));
  CHECK(any_has(texts,
                "/elim/0/values/2/resource expected one of value, text, steps, record and walk"));
  CHECK(any_has(texts, "/elim/0/values/3/walk/start expected a number from"));
  CHECK(any_has(texts, "/elim/0/faults/0/code a fault that `does` something else"));
  CHECK(any_has(texts, "/elim/0/faults/1/drawn what is drawn"));
  CHECK(any_has(texts, "/elim/0/interval expected a duration of 100ms at least, such as"));
}

TEST_CASE("without LIMs there are neither ELIMs nor external load indices", "[elim]") {
  const TempFolder folder;
  const auto texts = messages_of(
      load(folder, R"({"name": "elim.ut", "values": [{"resource": "ut", "value": 1}]})", "{}"));
  CHECK(any_has(texts, "it needs model.load \"lim\""));
  CHECK(any_has(texts, "ELIMs need model.load \"lim\""));
}

TEST_CASE("a record of a real ELIM is replayed, and one that is not whole is refused", "[elim]") {
  const TempFolder folder;
  const std::string head =
      R"({"mcsim_elim": 1, "program": "elim.good", "resources": ["lic"], "master": false})"
      "\n{\"time\": 0, \"event\": \"started\"}\n"
      "{\"time\": 0.002, \"values\": {\"lic\": 5}}\n{\"time\": 15.004, \"values\": {\"lic\": "
      "null}}\n";
  const std::string end = "{\"time\": 22.001, \"event\": \"end\"}\n";
  const std::string elim =
      R"({"name": "elim.lic", "values": [{"resource": "lic", "record": "rec"}]})";
  folder.write("rec", head + end);
  const auto scenario = load(folder, elim);
  REQUIRE(scenario);
  CHECK(scenario->config.clusters[0].elims[0].values[0].steps ==
        std::vector<ElimLevel>{{Time{2ms}, 5.0}, {Time{15'004ms}, std::nullopt}});
  CHECK(scenario->config.clusters[0].elims[0].reports ==
        std::vector<Time>{Time{2ms}, Time{15'004ms}});
  REQUIRE(scenario->inputs.size() == 1);
  CHECK(scenario->inputs[0].name == "rec");
  folder.write("rec", head + "{\"time\": 20, \"values\": {\"lic\": 7}}\n" + end);
  const auto again =
      load_scenario(folder.write("e.json", scenario->effective), choices_of(default_registry()));
  CHECK(any_has(messages_of(again), "/inputs/rec the file is another one"));
  folder.write("rec", head);
  CHECK(any_has(messages_of(load(folder, elim)), "the record is not whole"));
}

TEST_CASE("each line of a record is looked at, and all that is wrong with them is told", "[elim]") {
  const std::string head =
      R"({"mcsim_elim": 1, "program": "p", "resources": ["lic"], "master": false})"
      "\n";
  const std::string good = "{\"time\": 5, \"values\": {\"lic\": 5}}\n";
  const std::string end = "{\"time\": 9, \"event\": \"end\"}\n";
  const auto told = [&](const std::string& record) {
    const TempFolder folder;
    folder.write("rec", record);
    const auto found =
        load(folder, R"({"name": "elim.lic", "values": [{"resource": "lic", "record": "rec"}]})");
    return found ? Texts{} : texts_behind("rec", found.error());
  };
  struct Line {
    std::string text;
    std::string complaint;  ///< empty: it is valid
  };
  const std::string amount =
      "expected null, a text, or a number between -2147483648 and 2147483648";
  const std::string event = "expected \"values\", or an \"event\" that ELIMs have, got ";
  const Line lines[] = {
      {R"({"time": 6, "values": {"lic": -0}})", ""},
      {R"({"time": 6, "values": {"lic": 1e3}})", ""},
      {R"({"time": 6, "values": {"lic": 2147483647.9}})", ""},
      {R"({"time": 6, "values": {"lic": 2147483648}})", "3:31: " + amount},
      {R"({"time": 6, "values": {"lic": -2147483648}})", "3:31: " + amount},
      {R"({"time": 6, "values": {"lic": 9223372036854775807}})", "3:31: " + amount},
      {R"({"time": 6, "values": {"lic": "5"}})", "3:31: " + amount},
      {R"({"time": 6, "values": {"lic": NaN}})", "3:31: not JSON: invalid literal"},
      {R"({"time": 6, "values": {"lic": 1e999}})",
       "3:31 /values/lic: the number 1e999 is too large: at most some 1.797e308"},
      {R"({"time": 6, "values": {"lic": 5, "lic": 6}})",
       "3:34 /values: the key \"lic\" is given twice, first in line 3"},
      {R"({"time": 6, "values": [5]})", "3:23: expected an object"},
      {R"({"time": -1, "values": {"lic": 5}})", "3:1: expected \"time\", in seconds"},
      {R"({"time": 31557600001, "values": {"lic": 5}})", "3:1: expected \"time\", in seconds"},
      {R"({"time": 4, "values": {"lic": 5}})", "3:1: a time before that of a line above"},
      {R"({"time": 6, "valeus": {"lic": 5}})", "3:1: " + event + "neither"},
      {R"({"time": 6, "event": "eaten"})", "3:1: " + event + "\"eaten\""},
      {R"({"time": 6, "event": "too_often", "rule": "E2", "text": "x"})", ""},
      {R"({"time": 6, "event": "unseen", "rule": "E3", "text": "x"})", ""},
      {R"({"time": 6, "event": "exited", "status": 256})",
       "3:1: expected \"status\" or \"signal\", a whole number from 0 to 255"},
      {"", "3:1: an empty line; expected an object"},
      {"[]", "3:1: expected an object"},
      {"{\"li\xFF\": 1}",
       "3:5: not JSON: invalid string: ill-formed UTF-8 byte; expected string "
       "literal"},
  };
  for (const Line& line : lines) {
    INFO(line.text);
    CHECK(told(head + good + line.text + "\n" + end) ==
          (line.complaint.empty() ? Texts{} : Texts{line.complaint}));
  }
  CHECK(told(head + "x\n" + good + "[]\n" + end).size() == 2);
}

TEST_CASE("a record that breaks off anywhere is refused", "[elim]") {
  const std::string whole =
      R"({"mcsim_elim": 1, "program": "p", "resources": ["lic"], "master": false})"
      "\n{\"time\": 0, \"event\": \"started\"}\n{\"time\": 5, \"values\": {\"lic\": 5}}\n"
      "{\"time\": 9, \"event\": \"end\"}";
  const TempFolder folder;
  const std::string elim =
      R"({"name": "elim.lic", "values": [{"resource": "lic", "record": "rec"}]})";
  folder.write("rec", whole);
  REQUIRE(load(folder, elim));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    folder.write("rec", std::string_view(whole).substr(0, length));
    INFO(length << " bytes");
    REQUIRE_FALSE(load(folder, elim));
  }
}

TEST_CASE("an index that is asked for and that no ELIM can ever report is warned of once",
          "[elim]") {
  const TempFolder folder;
  const auto warned = [&](const std::string& queue, const std::string& elims) {
    const auto scenario = load_scenario(folder.write("s.json",
                                                     R"JSON({"mcsim": 1, "model": {"load": "lim"},
 "lsf.shared": {"Resource": [
  {"RESOURCENAME": "nio", "TYPE": "Numeric", "INTERVAL": 15},
  {"RESOURCENAME": "lic", "TYPE": "Numeric", "INTERVAL": 15}]},
 "clusters": [{"name": "C1", "hosts": [{"name": "a[1-3]", "ncpus": 2}],
  "lsf.cluster": {"ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": "[a1 a2]"}]},
  "lsb.queues": [{"QUEUE_NAME": "normal")JSON" + queue + R"(}]}],
 "jobs": [{"id": 1, "run": "1s", "res_req": "order[nio]"}, {"id": 2, "run": "1s"}],
 "elim": [)" + elims + "]}"),
                                        choices_of(default_registry()));
    REQUIRE(scenario);
    std::vector<std::string> texts;
    for (const Diagnostic& one : scenario->warnings.list)
      texts.push_back(one.pointer + " " + without_picture(one.message));
    return texts;
  };
  const std::string of_nio = "no ELIM of `elim` can ever report nio in C1: its value stays unknown";
  const std::string of_lic = "no ELIM of `elim` can ever report lic in C1: its value stays unknown";
  const std::string nio = R"({"name": "elim.nio", "values": [{"resource": "nio", "value": 1}]})";
  const auto lic_on = [](const std::string& host) {
    return R"(, {"name": "elim.lic", "hosts": ")" + host +
           R"(", "values": [{"resource": "lic", "value": 1}]})";
  };
  CHECK(warned("", nio).empty());
  CHECK(warned("", "") == std::vector{"/jobs/0/res_req " + of_nio});
  CHECK(warned("", R"({"name": "elim.nio", "values": []})") ==
        std::vector{"/jobs/0/res_req " + of_nio});
  CHECK(
      warned("",
             R"({"name": "elim.nio", "values": [{"resource": "nio", "steps": [{"at": "0s"}]}]})") ==
      std::vector{"/jobs/0/res_req " + of_nio});
  CHECK(warned(R"(, "nio": "9/5")", "") == std::vector{"/clusters/0/lsb.queues/0/nio " + of_nio});
  const std::string rusage = R"(, "RES_REQ": "rusage[lic=1]")";
  CHECK(warned(rusage, nio) == std::vector{"/clusters/0/lsb.queues/0/RES_REQ " + of_lic});
  CHECK(warned(rusage, nio + lic_on("a3")) ==
        std::vector{"/clusters/0/lsb.queues/0/RES_REQ " + of_lic});
  CHECK(warned(rusage, nio + lic_on("a2")).empty());
}

TEST_CASE("a record is replayed with its reports and ends, unless an interval is given", "[elim]") {
  const TempFolder folder;
  // At 5 s LIM takes the first report, though the second one is there already.
  folder.write(
      "rec",
      R"({"mcsim_elim": 1, "program": "elim.good", "resources": ["lic"], "master": false})"
      "\n{\"time\": 0, \"event\": \"started\"}\n{\"time\": 1, \"values\": {\"lic\": 5}}\n"
      "{\"time\": 5, \"event\": \"unknown_name\", \"rule\": \"R5\", \"text\": \"\"}\n"
      "{\"time\": 2, \"values\": {\"lic\": 5}}\n{\"time\": 7, \"event\": \"exited\", \"signal\": "
      "11, \"rule\": \"E4\", \"text\": \"\"}\n{\"time\": 10, \"values\": {\"lic\": null}}\n"
      "{\"time\": 95, \"event\": \"started\"}\n{\"time\": 96, \"values\": {\"lic\": 6, \"ut\": "
      "0.5}}\n{\"time\": 97, \"event\": \"aborted\", \"rule\": \"E4\", \"text\": \"\"}\n"
      "{\"time\": 98, \"event\": \"end\"}\n");
  const auto elim_of = [&](const std::string& more) {
    const auto scenario = load(folder, R"({"name": "elim.lic")" + more + R"(, "values": [
      {"resource": "lic", "record": "rec"}, {"resource": "ut", "record": "rec"}]})");
    REQUIRE(scenario);
    return scenario->config.clusters[0].elims[0];
  };
  const ElimConfig played = elim_of("");
  CHECK(played.reports == std::vector<Time>{Time{1s}, Time{2s}, Time{96s}});
  CHECK(played.values[0].steps ==
        std::vector<ElimLevel>{{Time{1s}, 5.0}, {Time{10s}, std::nullopt}, {Time{96s}, 6.0}});
  constexpr auto exits = ElimMishap::Kind::exits;
  CHECK(played.mishaps == std::vector<ElimMishap>{{.kind = exits, .at = Time{7s}, .number = -11},
                                                  {.kind = exits, .at = Time{97s}, .number = 97}});
  const ElimConfig sampled = elim_of(R"(, "interval": "10s")");
  CHECK(sampled.reports.empty());
  CHECK(sampled.mishaps.empty());
  CHECK(sampled.interval == 10s);
}

TEST_CASE("ELIM_ABORT_VALUE of a cluster is 97, or what lsf.cluster says", "[elim]") {
  const TempFolder folder;
  const auto with = [&](const std::string& parameters) {
    return load(folder, R"({"name": "elim.lic", "values": [{"resource": "lic", "value": 1}]})",
                R"({"load": "lim"})", parameters);
  };
  const auto usual = with("");
  REQUIRE(usual);
  CHECK(usual->config.clusters[0].lim.elim_abort_value == 97);
  const auto other = with(R"(, "ELIM_ABORT_VALUE": 255)");
  REQUIRE(other);
  CHECK(other->config.clusters[0].lim.elim_abort_value == 255);
  for (const char* wrong : {"0", "256", "1.5"})
    CHECK(any_has(messages_of(with(std::string(R"(, "ELIM_ABORT_VALUE": )") + wrong)),
                  "ELIM_ABORT_VALUE expected a whole number from 1 to 255"));
}

TEST_CASE("how often an ELIM reports is written out, unless it is played from records", "[elim]") {
  const TempFolder folder;
  folder.write("rec", R"({"mcsim_elim": 1})"
                      "\n{\"time\": 0, \"event\": \"started\"}\n{\"time\": 1, \"values\": "
                      "{\"lic\": 5}}\n{\"time\": 2, \"event\": \"end\"}\n");
  const auto effective = [&](const std::string& value) {
    const auto scenario =
        load(folder, R"({"name": "elim.lic", "values": [{"resource": "lic", )" + value + "}]}");
    REQUIRE(scenario);
    return scenario->effective;
  };
  CHECK(effective(R"("value": 1)").find(R"("interval": "40s")") != std::string::npos);
  CHECK(effective(R"("record": "rec")").find(R"("interval")") == std::string::npos);
}

}  // namespace mcsim::testing::scenario_elims_test
