// Directories of LSF configuration under the inline keys of a scenario.
#include <filesystem>
#include <string>

#include "io/temp_folder.hpp"
#include "io/texts.hpp"
#include "mcsim/experiment/choices.hpp"
#include "mcsim/io/scenario.hpp"
#include "support/catch.hpp"

using namespace mcsim;

namespace {

/// A cluster "home" of two hosts and two queues, in LSF's files.
struct Directory {
  Directory() {
    std::filesystem::create_directory(folder.path("conf"));
    write("lsf.shared", "Begin Cluster\nClusterName\nhome\nEnd Cluster\n");
    write("lsf.cluster.home",
          "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\n"
          "h3 ! ! 1 ()\nEnd Host\n");
    write("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = night\nEnd Parameters\n");
    write("lsb.queues",
          "Begin Queue\nQUEUE_NAME = day\nPRIORITY = 30\nUJOB_LIMIT = 3\nEnd Queue\n"
          "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 20\nEnd Queue\n");
    write("lsb.hosts", "Begin Host\nHOST_NAME MXJ JL/U\nh[1-2] 4 2\ndefault 8 ()\nEnd Host\n");
  }

  void write(const std::string& name, const std::string& text) const {
    folder.write("conf/" + name, text);
  }
  Expected<Scenario, Diagnostics> load(const std::string& keys,
                                       std::vector<std::string> sets = {}) const {
    ScenarioChoices choices = choices_of(default_registry());
    choices.sets = std::move(sets);
    return load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "home",
      "conf": "conf")" + keys + "}]}"),
                         choices);
  }

  TempFolder folder;
};

ClusterConfig cluster_of(const Expected<Scenario, Diagnostics>& scenario) {
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return scenario->config.clusters.at(0);
}

}  // namespace

TEST_CASE("a cluster is what its LSF files say") {
  const ClusterConfig home = cluster_of(Directory().load(""));
  REQUIRE(home.hosts.size() == 3);
  CHECK(home.hosts[0].mxj == Slots{4});
  CHECK(home.hosts[2].mxj == Slots{8});
  REQUIRE(home.queues.size() == 2);
  CHECK(home.queues[0].ujob_limit == 3);
  CHECK(home.default_queue == QueueId{1});
}

TEST_CASE("inline keys win over LSF's files, queues by their names, and null removes") {
  const ClusterConfig home = cluster_of(Directory().load(R"(, "lsb.queues": [
    {"QUEUE_NAME": "day", "PRIORITY": 60, "UJOB_LIMIT": null}, {"QUEUE_NAME": "late"}],
    "lsb.params": {"DEFAULT_QUEUE": null})"));
  REQUIRE(home.queues.size() == 3);
  CHECK(home.queues[0].name == "day");
  CHECK(home.queues[0].priority == 60);
  CHECK(home.queues[0].ujob_limit == no_limit);
  CHECK(home.queues[1].priority == 20);
  CHECK(home.queues[2].name == "late");
  CHECK(home.default_queue == QueueId{0});
}

TEST_CASE("an inline line for one host of a range keeps what the range says of it") {
  const ClusterConfig home =
      cluster_of(Directory().load(R"(, "lsb.hosts": {"Host": [{"HOST_NAME": "h2", "MXJ": 9}]})"));
  CHECK(home.hosts[0].mxj == Slots{4});
  CHECK(home.hosts[0].user_limit == 2);
  CHECK(home.hosts[1].mxj == Slots{9});
  CHECK(home.hosts[1].user_limit == 2);
}

TEST_CASE("a path of --set reaches what LSF's files say, and says which files") {
  Directory directory;
  const auto scenario = directory.load("", {"clusters.home.lsb.queues.day.UJOB_LIMIT=7"});
  CHECK(cluster_of(scenario).queues[0].ujob_limit == 7);
  std::filesystem::copy(directory.folder.path("conf"), directory.folder.path("other"));
  directory.folder.write("other/lsb.params", "Begin Parameters\nEnd Parameters\n");
  const auto other = directory.load("", {"clusters.0.conf=other"});
  CHECK(cluster_of(other).default_queue == QueueId{0});
}

TEST_CASE("the written scenario holds the merged configuration and needs the directory no more") {
  Directory directory;
  const auto first = directory.load("");
  REQUIRE(first);
  CHECK(first->inputs.size() == 5);
  CHECK(first->effective.find("\"conf\"") == std::string::npos);
  CHECK(first->effective.find("\"conf/lsb.queues\": \"xxh64:") != std::string::npos);
  std::filesystem::remove_all(directory.folder.path("conf"));
  const auto again = load_scenario(directory.folder.write("e.json", first->effective),
                                   choices_of(default_registry()));
  CHECK(cluster_of(again).queues == first->config.clusters[0].queues);
  CHECK(again->effective == first->effective);
}

TEST_CASE("a scenario that names a directory refuses files that have changed") {
  const Directory directory;
  const auto first = directory.load("");
  REQUIRE(first);
  const auto inputs = first->effective.find("\"inputs\"");
  const std::string inputs_text =
      first->effective.substr(inputs, first->effective.rfind('}') - inputs);
  directory.write("lsb.params", "Begin Parameters\nEnd Parameters\n");
  const std::string text = R"({"mcsim": 1, "clusters": [{"name": "home", "conf": "conf"}], )";
  const auto again = load_scenario(directory.folder.write("t.json", text + inputs_text + "}"),
                                   choices_of(default_registry()));
  REQUIRE_FALSE(again);
  REQUIRE(again.error().list.size() == 1);
  CHECK(again.error().list[0].pointer == "/inputs/conf~1lsb.params");
}

TEST_CASE("mistakes in LSF's files are told with their places, warnings are handed on") {
  Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 0\nUNKNOWN = 1\nEnd Queue\n");
  const auto bad = directory.load("");
  REQUIRE_FALSE(bad);
  REQUIRE(bad.error().list.size() == 2);
  CHECK(texts(bad.error())[1].starts_with(
      "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: expected a whole number from 1"));
  const auto good = directory.load(R"(, "lsb.queues": [{"QUEUE_NAME": "night", "PRIORITY": 1}])");
  REQUIRE(good);
  REQUIRE(good->warnings.list.size() == 1);
  CHECK(texts(good->warnings)[0].starts_with(
      "conf/lsb.queues:4:1: warning: unknown keyword \"UNKNOWN\" is ignored"));
}

TEST_CASE("a directory that is not there is one mistake") {
  const TempFolder folder;
  const auto scenario = load_scenario(
      folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C", "conf": "none"}],
        "jobs": [{"id": 1, "run": "1s", "cluster": "C"}]})"),
      choices_of(default_registry()));
  REQUIRE_FALSE(scenario);
  REQUIRE(scenario.error().list.size() == 1);
  CHECK(scenario.error().list[0].pointer == "/clusters/0/conf");
  CHECK(scenario.error().list[0].message.starts_with("no such directory: "));
}

TEST_CASE(
    "where LSF files are missing or cut off, the values of the others are checked all the same") {
  const Directory directory;
  std::filesystem::remove(directory.folder.path("conf/lsf.shared"));
  directory.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\nnowhere 8\n");
  directory.write("lsb.queues", "Begin Queue\nQUEUE_NAME = day\nPRIORITY = 0\nEnd Queue\n");
  const auto scenario = directory.load("");
  REQUIRE_FALSE(scenario);
  CHECK(
      texts(scenario.error()) ==
      Texts{
          "conf/lsf.shared: no such file",
          "conf/lsb.hosts:1:7: section \"Host\" is not ended; expected End Host",
          "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: expected a whole number from 1 "
          "to 2147483647, got \"0\""});
}

TEST_CASE("a directory alone is a cluster for each of its lsf.cluster files") {
  const Directory directory;
  const ScenarioChoices choices = choices_of(default_registry());
  directory.write("lsf.shared", "Begin Cluster\nClusterName\nhome\naway\nEnd Cluster\n");
  directory.write("lsf.cluster.away",
                  "Begin Host\nHOSTNAME model type server RESOURCES\na ! ! 1 ()\nEnd Host\n");
  directory.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 8\nEnd Host\n");
  const auto scenario = load_conf_directory(directory.folder.path("conf"), choices);
  CHECK(cluster_of(scenario).name == "away");
  CHECK(scenario->config.clusters.at(1).hosts.size() == 3);
}

TEST_CASE("a written scenario is read again though its LSF files say what is planned") {
  const Directory directory;
  directory.write("lsf.shared",
                  "Begin Cluster\nClusterName\nhome\nEnd Cluster\nBegin Resource\nRESOURCENAME "
                  "TYPE INTERVAL INCREASING DESCRIPTION\nscratch Numeric 30 N (Free space)\n"
                  "End Resource\n");
  const auto first = directory.load("");
  REQUIRE(first);
  REQUIRE(first->warnings.list.size() == 1);
  const auto again = load_scenario(directory.folder.write("e.json", first->effective),
                                   choices_of(default_registry()));
  CHECK(cluster_of(again).resources == first->config.clusters[0].resources);
  CHECK(again->effective == first->effective);
}
