// Directories of LSF configuration under the inline keys of a scenario.
#include <algorithm>
#include <filesystem>
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/lsf_content.hpp"
#include "support/mutation.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_conf_test {

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

  /// The diagnostics, with file names relative to this folder.
  Texts said(const Diagnostics& diagnostics) const {
    Texts lines = texts(diagnostics);
    const std::string prefix = folder.path() + "/";
    for (std::string& line : lines)
      if (line.starts_with(prefix)) line.erase(0, prefix.size());
    return lines;
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
  CHECK(directory.said(bad.error())[1].starts_with(
      "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: expected a whole number from 1"));
  const auto good = directory.load(R"(, "lsb.queues": [{"QUEUE_NAME": "night", "PRIORITY": 1}])");
  REQUIRE(good);
  REQUIRE(good->warnings.list.size() == 1);
  CHECK(directory.said(good->warnings)[0].starts_with(
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
      directory.said(scenario.error()) ==
      Texts{
          "conf/lsf.shared: no such file",
          "conf/lsb.hosts:1:7: section \"Host\" is not ended; expected End Host",
          "conf/lsb.params:2:17 /clusters/0/lsb.params/DEFAULT_QUEUE: warning: unknown queue "
          "\"night\" in home; known: day; ignored",
          "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: expected a whole number from 1 "
          "to 2147483647, got \"0\""});
}

TEST_CASE("in LSF files that break off all other mistakes are told in the same go") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = day\nPRIORITY = 0\nHOSTS = nowhere\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = late\nPREEMPTION = PREEMPTIVE[night]\n");
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ\nh9 x\ndefault 8\nEnd Host\n"
                  "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (g)\nEnd HostGroup\n");
  const auto scenario = directory.load("");
  REQUIRE_FALSE(scenario);
  CHECK(directory.said(scenario.error()) ==
        Texts{"conf/lsb.queues:6:7: section \"Queue\" is not ended; expected End Queue",
              "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: expected a whole number "
              "from 1 to 2147483647, got \"0\"",
              "conf/lsb.queues:4:9 /clusters/0/lsb.queues/0/HOSTS: unknown host or group "
              "\"nowhere\" in home; known: h1, h2, h3, g",
              "conf/lsb.hosts:3:1 /clusters/0/lsb.hosts/Host/0/HOST_NAME: unknown host \"h9\" in "
              "home; nearest: h1; known: h1, h2, h3",
              "conf/lsb.hosts:3:4 /clusters/0/lsb.hosts/Host/0/MXJ: expected a whole number from 0 "
              "to 1000000000, or !, got \"x\"",
              "conf/lsb.hosts:8:3 /clusters/0/lsb.hosts/HostGroup/0/GROUP_MEMBER: a group contains "
              "itself: g > g"});
}

TEST_CASE("what may stand in a part that could not be read is not called unknown") {
  const auto errors = [](const Directory& directory) {
    const auto scenario = directory.load(
        R"(, "lsb.applications": [{"NAME": "a", "RUNLIMIT": "5/fast", "RES_REQ": "big"}])");
    return scenario ? Texts{} : directory.said(scenario.error());
  };
  const std::string unknown = "Begin Queue\nQUEUE_NAME = night\nHOSTS = g\nEnd Queue\n";
  Directory hosts;
  hosts.write("lsb.hosts", "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng \xFC\nEnd HostGroup\n");
  hosts.write("lsf.shared", "");
  hosts.write("lsb.queues", unknown);
  CHECK(errors(hosts).size() == 2);  // the letter, and `big`
  Directory shared;
  shared.write("lsf.shared", "Begin HostModel\nMODELNAME CPUFACTOR\nfast \xFC\nEnd HostModel\n");
  CHECK(errors(shared).size() == 1);
  Directory queues;
  queues.write(
      "lsb.queues",
      "Begin Queue\nPRIORITY = 5\nQUEUE_NAME = night\xFC\nPREEMPTION = PREEMPTIVE[x]\nEnd Queue\n");
  const auto scenario = queues.load(R"(, "lsb.queues": [{"QUEUE_NAME": "more"}])");
  REQUIRE_FALSE(scenario);
  CHECK(queues.said(scenario.error()) ==
        Texts{"conf/lsb.queues:3:19: not UTF-8; expected text in ASCII or UTF-8"});
}

TEST_CASE("a line that LSF ignores hides no mistake") {
  const Directory directory;
  directory.write("lsf.shared",
                  "Begin Resource\nRESOURCENAME TYPE\nbig Boolean\nlic Numeric\nEnd Resource\n");
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server RESOURCES\nh[1-3] ! ! 1 ()\nEnd Host\n"
                  "Begin ResourceMap\nRESOURCENAME LOCATION\nlic 4@[h1 h9]\nEnd ResourceMap\n");
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ\nh9 2\ndefault 8\nEnd Host\n"
                  "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (h8)\nEnd HostGroup\n");
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nHOSTS = h7\nRES_REQ = select[big]\n"
                  "End Queue\n"
                  "Begin Queue\nQUEUE_NAME = b\nRES_REQ = select[lic>1]\nHOSTS = h1\n"
                  "SLOT_POOL = p\nSLOT_SHARE = 50\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = c\nSLOT_POOL = p\nSLOT_SHARE = 50\nEnd Queue\n");
  const auto scenario = directory.load(R"(, "lsb.params": {"DEFAULT_QUEUE": "night"})");
  REQUIRE_FALSE(scenario);
  CHECK(directory.said(scenario.error()) ==
        Texts{"conf/lsf.cluster.home:7:1: warning: expected 2 values, one for each column of line "
              "6, got 3; this line is ignored",
              "conf/lsb.queues:3:9 /clusters/0/lsb.queues/0/HOSTS: unknown host or group \"h7\" in "
              "home; nearest: h1; known: h1, h2, h3, g",
              "conf/lsb.queues:4:11 /clusters/0/lsb.queues/0/RES_REQ: warning: no host can ever "
              "satisfy \"select[big]\"",
              "conf/lsb.queues:8:11 /clusters/0/lsb.queues/1/RES_REQ: warning: no host can ever "
              "satisfy \"select[lic>1]\"",
              "conf/lsb.queues:13:7 /clusters/0/lsb.queues/2/HOSTS: the queues of a slot pool have "
              "the same hosts, but h2 is not one of queue b",
              "conf/lsb.hosts:3:1 /clusters/0/lsb.hosts/Host/0/HOST_NAME: unknown host \"h9\" in "
              "home; nearest: h1; known: h1, h2, h3",
              "conf/lsb.hosts:8:3 /clusters/0/lsb.hosts/HostGroup/0/GROUP_MEMBER: unknown host "
              "\"h8\" in home; nearest: h1; known: h1, h2, h3"});
}

TEST_CASE("a letter in another code is one mistake, and hides no other") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = day\nPRIORITY = \xFC\nHOSTS = h\xFC\x31\n"
                  "UJOB_LIMIT = x\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = n\xFCght\nPRIORITY = 20\nEnd Queue\n");
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ JL/U\nh[1-2] \xFC 2\ndefault 8 x\nEnd Host\n");
  const auto scenario = directory.load("");
  REQUIRE_FALSE(scenario);
  const std::string letter = ": not UTF-8; expected text in ASCII or UTF-8";
  Texts said = directory.said(scenario.error());
  for (std::string& line : said) line = line.substr(0, line.find("expected a"));
  CHECK(said == Texts{"conf/lsb.queues:3:12" + letter, "conf/lsb.queues:4:10" + letter,
                      "conf/lsb.queues:8:15" + letter, "conf/lsb.hosts:3:8" + letter,
                      "conf/lsb.queues:5:14 /clusters/0/lsb.queues/0/UJOB_LIMIT: ",
                      "conf/lsb.hosts:4:11 /clusters/0/lsb.hosts/Host/0/JL~1U: "});
}

TEST_CASE("conditions, mistyped ends and sections left open hide no queue that has been read") {
  const auto said = [](const std::string& first_queue, const std::string& second_queue) {
    const Directory directory;
    directory.write("lsb.queues", first_queue + second_queue);
    const auto scenario = directory.load("");
    REQUIRE_FALSE(scenario);
    Texts texts = directory.said(scenario.error());
    std::erase_if(texts, [](const std::string& text) {
      return text.find("unknown queue") == std::string::npos;
    });
    return texts.size();
  };
  const std::string begin = "Begin Queue\nQUEUE_NAME = ";
  const std::string preemption = "PREEMPTION = PREEMPTIVE[x]\n";  // and DEFAULT_QUEUE = night
  const std::string end = "End Queue\n";
  CHECK(said(begin + "a\n#if time(8-9)\n" + preemption + end, begin + "b\n" + end) == 2);
  CHECK(said(begin + "a\n" + preemption + "End Queu\n", begin + "b\n" + end) == 2);
  CHECK(said(begin + "a\n" + preemption, begin + "b\n" + end) == 2);
  CHECK(said(begin + "a\nx\n" + preemption + end, begin + "b\n" + end) == 2);
  // The missing text may have defined the queue.
  CHECK(said(begin + "a\n" + preemption + end, begin + "b\n") == 0);
  CHECK(said("#INCLUDE \"more\"\n" + begin + "a\n" + preemption + end, "") == 0);
  CHECK(said(begin + "a\n#if time(8-9)\n" + preemption + "#else\nPRIORITY = 5\n#endif\n" + end,
             "") == 0);
}

TEST_CASE("a queue with unknown hosts says nothing of the hosts of its slot pool") {
  const std::string queues = R"(, "lsb.queues": [
    {"QUEUE_NAME": "night", "HOSTS": "h1 nowhere", "SLOT_POOL": "p", "SLOT_SHARE": 50},
    {"QUEUE_NAME": "b", "HOSTS": "h1", "SLOT_POOL": "p", "SLOT_SHARE": 30},
    {"QUEUE_NAME": "c", "HOSTS": "h1 h2", "SLOT_POOL": "p", "SLOT_SHARE": 20}])";
  const auto scenario = Directory().load(queues);
  REQUIRE_FALSE(scenario);
  REQUIRE(scenario.error().list.size() == 2);
  CHECK(scenario.error().list[0].message.starts_with("unknown host \"nowhere\""));
  CHECK(scenario.error().list[1].message.ends_with("but h2 is not one of queue b"));
}

TEST_CASE(
    "hosts that no line of a real lsb.hosts is for are no batch hosts, also in the next run") {
  const Directory directory;
  directory.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\nh1 4\nEnd Host\n");
  const auto first = directory.load(R"(, "hosts": [{"name": "extra", "ncpus": 2, "type": "T"}])");
  const ClusterConfig home = cluster_of(first);
  REQUIRE(home.hosts.size() == 4);
  CHECK(home.hosts[0].mxj == Slots{4});
  CHECK(home.hosts[1].mxj == Slots{0});
  CHECK(home.hosts[2].mxj == Slots{0});
  CHECK(home.hosts[3].mxj == Slots{2});
  REQUIRE(first->warnings.list.size() == 1);
  CHECK(first->warnings.list[0].message ==
        "no line is for h2, h3, so no job runs there (MXJ is 0); a line `default` would be for all "
        "other hosts");
  const auto again = load_scenario(directory.folder.write("e.json", first->effective),
                                   choices_of(default_registry()));
  CHECK(cluster_of(again).hosts == home.hosts);
  CHECK(again->warnings.list.empty());
  CHECK(again->effective == first->effective);
}

TEST_CASE(
    "lines for models, types and all others make batch hosts, and so does a file without any") {
  const Directory directory;
  directory.write(
      "lsf.cluster.home",
      "Begin Host\nHOSTNAME model type server\nh1 M ! 1\nh2 ! T 1\nh3 ! ! 1\nEnd Host\n");
  const auto warnings = [&](const std::string& lines) {
    directory.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\n" + lines + "End Host\n");
    const auto scenario = directory.load("");
    REQUIRE(scenario);
    return std::ranges::count_if(scenario->warnings.list, [](const Diagnostic& one) {
      return one.message.starts_with("no line is for");
    });
  };
  CHECK(warnings("") == 0);
  CHECK(warnings("M 4\nT 4\n") == 1);
  CHECK(warnings("M 4\nT 4\nh3 1\n") == 0);
  CHECK(warnings("default 4\n") == 0);
}

TEST_CASE("whatever happens to a site's files, a scenario or its mistakes come of it",
          "[property]") {
  const TempFolder folder;
  namespace fs = std::filesystem;
  fs::copy(source_dir() + "/scenarios/conf/riverside", folder.path("conf"));
  Texts names;
  for (const auto& entry : fs::directory_iterator(folder.path("conf")))
    names.push_back("conf/" + entry.path().filename().string());
  std::ranges::sort(names);
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    RngStream stream{seed, "test/scenario_conf"};
    const std::string& name = names[stream.below(names.size())];
    INFO("seed " << seed << " " << name);
    const std::string text = bytes_of(folder.path(name));
    folder.write(name, mutated(text, stream));
    const auto scenario = load_conf_directory(folder.path("conf"), choices_of(default_registry()));
    REQUIRE((scenario || scenario.error().has_errors()));
    folder.write(name, text);
  }
}

// ---- files that a site lacks, and what its files do not say ----

TEST_CASE("without lsb.params, lsb.queues and lsb.hosts LSF's defaults hold, and that is said") {
  const Directory directory;
  for (const char* name : {"lsb.params", "lsb.queues", "lsb.hosts"})
    std::filesystem::remove(directory.folder.path("conf/" + std::string(name)));
  const std::string hosts = R"(, "hosts": [{"name": "h[1-3]", "ncpus": 4}])";
  const auto scenario = directory.load(hosts);
  const ClusterConfig home = cluster_of(scenario);
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.params: warning: no such file: LSF's defaults hold",
              "conf/lsb.queues: warning: no such file: LSF makes one queue, default, for all users "
              "and hosts",
              "conf/lsb.hosts: warning: no such file: all hosts of lsf.cluster take jobs, each as "
              "many as it has processors (MXJ is !)"});
  REQUIRE(home.queues.size() == 1);
  CHECK(home.queues[0].name == "default");
  CHECK(home.hosts[2].mxj == Slots{4});
  CHECK(home.params.mbd_sleep_time == 20s);
  const auto again = load_scenario(directory.folder.write("e.json", scenario->effective),
                                   choices_of(default_registry()));
  CHECK(cluster_of(again).queues == home.queues);
  const auto own = directory.load(hosts + R"(, "lsb.queues": [{"QUEUE_NAME": "mine"}])");
  CHECK(cluster_of(own).queues[0].name == "mine");
  CHECK(own->warnings.list.size() == 2);
}

TEST_CASE("a file lsb.queues without a queue is as none, and DEFAULT_QUEUE may name what is not") {
  const Directory directory;
  directory.write("lsb.queues", "# none yet\n");
  const auto scenario = directory.load("");
  CHECK(cluster_of(scenario).queues.at(0).name == "default");
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.queues: warning: no section Queue: LSF makes one queue, default",
              "conf/lsb.params:2:17 /clusters/0/lsb.params/DEFAULT_QUEUE: warning: unknown queue "
              "\"night\" in home; known: default; ignored"});
}

TEST_CASE("a resource of a host that lsf.shared does not know is ignored, with a warning") {
  const Directory directory;
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server RESOURCES\nh[1-3] ! ! 1 (big)\n"
                  "End Host\n");
  const auto scenario = directory.load("");
  CHECK(cluster_of(scenario).hosts.size() == 3);
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message.starts_with("unknown resource \"big\""));
  CHECK(scenario->warnings.list[0].line == 3);
}

TEST_CASE("a host that is like another has its type, processors, line of lsb.hosts and groups") {
  const Directory directory;
  directory.write("lsf.shared",
                  "Begin HostType\nTYPENAME\nT\nEnd HostType\n"
                  "Begin Resource\nRESOURCENAME TYPE\nbig Boolean\nEnd Resource\n");
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! T 1 (big)\n"
                  "h2 ! T 1 ()\nh09 ! T 0 ()\nEnd Host\n");
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ JL/U\nh1 4 2\nh2 8 ()\nEnd Host\n"
                  "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (h1)\nEnd HostGroup\n");
  directory.write("lsb.queues", "Begin Queue\nQUEUE_NAME = night\nHOSTS = g+2 h2\nEnd Queue\n");
  // Behind h1, h2 and the client h09 come h10 and h11.
  const std::string add = R"(clusters.home.hosts.+={"like": "h1", "add": 2})";
  const auto scenario = directory.load("", {add});
  const ClusterConfig home = cluster_of(scenario);
  CHECK(scenario->warnings.list.empty());
  REQUIRE(home.hosts.size() == 4);
  CHECK(home.hosts[2].name == "h10");
  CHECK(home.hosts[3].name == "h11");
  for (const HostConfig& host : {home.hosts[2], home.hosts[3]}) {
    HostConfig same = home.hosts[0];
    same.name = host.name;
    CHECK(host == same);
  }
  CHECK(home.hosts[3].user_limit == 2);
  REQUIRE(home.queues[0].hosts.list.size() == 4);
  CHECK(home.queues[0].hosts.list[3].level == 2);
  const auto again = load_scenario(directory.folder.write("e.json", scenario->effective),
                                   choices_of(default_registry()));
  CHECK(cluster_of(again).hosts == home.hosts);
}

TEST_CASE("a host of the scenario that no file names is warned of, with the nearest name") {
  const Directory directory;
  const auto scenario = directory.load(R"(, "hosts": [{"name": "k[1-2]", "ncpus": 16}])");
  REQUIRE(scenario);
  CHECK(directory.said(scenario->warnings) ==
        Texts{"s.json:2:42 /clusters/0/hosts/0/name: warning: lsf.cluster does not name k1, k2: "
              "new, without a type, and so never used by jobs that want type==local; nearest: h1; "
              "say which host is \"like\" it, or give its \"type\""});
  CHECK(directory.load(R"(, "hosts": [{"name": "k1", "like": "h2"}])")->warnings.list.empty());
  const auto refused = [&](const std::string& host) {
    const auto answer = directory.load(R"(, "hosts": [)" + host + "]");
    REQUIRE_FALSE(answer);
    return answer.error().list.at(0).message;
  };
  CHECK(refused(R"({"name": "k1", "like": "x2"})") ==
        "unknown host \"x2\"; nearest: h2; known: h1, h2, h3");
  CHECK(refused(R"({"add": 2})") == "goes with `like`, and without a name");
  CHECK(refused(R"({"ncpus": 2})") == "missing");
}

TEST_CASE("what lshosts prints completes the hosts of lsf.cluster, and brings those that joined") {
  const Directory directory;
  directory.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
  const auto unknown = directory.load("");
  REQUIRE(unknown);
  CHECK(directory.said(unknown->warnings) ==
        Texts{"conf/lsf.cluster.home:1:7 /clusters/0/lsf.cluster/Host: warning: nothing says how "
              "many processors 3 hosts have (h1, h2, h3): 1 each; give ncpus in `hosts` of the "
              "scenario, or put what `lshosts -w` prints beside LSF's files, as lshosts"});
  directory.write("lshosts",
                  "HOST_NAME type model cpuf ncpus maxmem maxswp server RESOURCES\n"
                  "h1 T M 2.5 4 7.8G 512M Yes ()\nh2 UNKNOWN UNKNOWN 1.0 8 1T - Yes ()\n"
                  "h3 T M 1.0 2 - - Yes ()\nh4 T M 1.0 16 - - Dyn ()\nh5 T M 1.0 2 - - Yes ()\n"
                  "c1 T M 1.0 - - - No ()\n");
  const auto scenario = directory.load(R"(, "hosts": [{"name": "h3", "ncpus": 3}])");
  const ClusterConfig home = cluster_of(scenario);
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lshosts /clusters/0/lshosts: warning: lsf.cluster does not name h5: not taken "
              "in"});
  std::vector<std::int32_t> ncpus;
  for (const HostConfig& host : home.hosts) ncpus.push_back(host.ncpus);
  CHECK(ncpus == std::vector{4, 8, 3, 16});
  CHECK(home.hosts[0].type == "T");
  CHECK(home.hosts[1].type.empty());
  CHECK(home.hosts[0].cpuf == 2.5);
  // 7.8 x 1024 = 7987.2, in whole MB.
  CHECK(home.hosts[0].resources ==
        std::vector<ResourceValue>{{resource(builtin::maxmem), 7987, ""},
                                   {resource(builtin::maxswp), 512, ""}});
}

TEST_CASE("job controls that are not simulated are warned of where they stand") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\n"
                  "JOB_CONTROLS = SUSPEND[touch /tmp/s] RESUME[SIGCONT] TERMINATE[SIGTERM]\n"
                  "End Queue\nBegin Queue\nQUEUE_NAME = day\nJOB_CONTROLS = SUSPEND\nEnd Queue\n");
  directory.write("lsb.applications",
                  "Begin Application\nNAME = a\nSUSPEND_CONTROL = SIGWINCH\nEnd Application\n");
  const auto scenario = directory.load("");
  REQUIRE(scenario);
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.queues:3:16 /clusters/0/lsb.queues/0/JOB_CONTROLS: warning: "
              "\"SUSPEND[touch /tmp/s]\" is not simulated: jobs are suspended as without it",
              "conf/lsb.queues:7:16 /clusters/0/lsb.queues/1/JOB_CONTROLS: warning: expected "
              "SUSPEND[...] RESUME[...] TERMINATE[...], got \"SUSPEND\"; the rest is ignored",
              "conf/lsb.applications:3:19 /clusters/0/lsb.applications/0/SUSPEND_CONTROL: warning: "
              "\"SUSPEND[SIGWINCH]\" is not simulated: jobs are suspended as without it"});
}

TEST_CASE("job controls are read: brequeue, bkill, CHKPNT, and signals by their names") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\n"
                  "JOB_CONTROLS = SUSPEND[brequeue $LSB_JOBID] RESUME[/opt/lsf/bin/bkill "
                  "${LSB_JOBID}] TERMINATE[CHKPNT]\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = b\n"
                  "JOB_CONTROLS = SUSPEND[TERM] RESUME[SIGKILL] TERMINATE[SIGUSR1]\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = c\nSUSPEND_CONTROL = CHKPNT\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = d\n"
                  "TERMINATE_CONTROL = brequeue $LSB_JOBID\nEnd Queue\n");
  const auto scenario = directory.load("");
  REQUIRE(scenario);
  using Kind = JobControl::Kind;
  const auto& queues = scenario->config.clusters[0].queues;
  CHECK(queues[0].rules.suspend_control == JobControl{Kind::requeue});
  CHECK(queues[0].rules.resume_control == JobControl{Kind::kill});
  CHECK(queues[0].rules.terminate_control == JobControl{Kind::checkpoint});
  CHECK(queues[1].rules.suspend_control == JobControl{Kind::kill, 143});
  CHECK(queues[1].rules.resume_control == JobControl{Kind::kill, 137});
  CHECK(queues[1].rules.terminate_control == JobControl{});
  CHECK(queues[2].rules.suspend_control == JobControl{});
  CHECK(queues[3].rules.terminate_control == JobControl{Kind::requeue});
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.queues:15:21 /clusters/0/lsb.queues/3/TERMINATE_CONTROL: warning: "
              "\"TERMINATE[brequeue $LSB_JOBID]\": LSF's manual says that this command and the "
              "action wait for each other; here jobs are requeued, but at their limits they end"});
}

TEST_CASE(
    "MAX_USER_PRIORITY is read from LSF's files and from a scenario, and said where it is "
    "missing") {
  const Directory directory;
  const auto most = [](const Expected<Scenario, Diagnostics>& scenario) {
    return cluster_of(scenario).params.max_user_priority;
  };
  const auto load = [&](const std::string& params) {
    ScenarioChoices choices = choices_of(default_registry());
    return load_scenario(
        directory.folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "home",
          "conf": "conf")" + params + R"(}], "jobs": [{"id": 1, "run": "1s", "priority": 3},
          {"id": 2, "run": "1s", "priority": 4}]})"),
        choices);
  };
  const auto without = load("");
  CHECK(most(without) == 0);
  REQUIRE(without->warnings.list.size() == 1);
  CHECK(without->warnings.list[0].message ==
        "LSF takes no priorities of users without MAX_USER_PRIORITY; here they hold, and jobs of "
        "home without one have 0 (said once)");
  const auto inline_one = load(R"(, "lsb.params": {"MAX_USER_PRIORITY": 50})");
  CHECK(most(inline_one) == 50);
  CHECK(inline_one->warnings.list.empty());
  directory.write("lsb.params", "Begin Parameters\nMAX_USER_PRIORITY = 100\nEnd Parameters\n");
  const auto of_file = load("");
  CHECK(most(of_file) == 100);
  CHECK(of_file->warnings.list.empty());
}

TEST_CASE("what jobs reserve for each task is read, single resources before the parameter") {
  const Directory directory;
  directory.write("lsf.shared",
                  "Begin Cluster\nClusterName\nhome\nEnd Cluster\nBegin Resource\n"
                  "RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n"
                  "lic Numeric () N (licences)\ndisk Numeric () N (disk)\nEnd Resource\n");
  directory.write("lsb.params",
                  "Begin Parameters\nRESOURCE_RESERVE_PER_SLOT = Y\nEnd Parameters\n");
  directory.write("lsb.resources",
                  "Begin ReservationUsage\nRESOURCE METHOD RESERVE\ndisk PER_HOST Y\n"
                  "lic PER_JOB Y\nmem PER_HOST Y\nnix PER_TASK Y\nswp - Y\nEnd ReservationUsage\n");
  const auto scenario = directory.load("");
  const ClusterConfig cluster = cluster_of(scenario);
  const auto is_per_slot = [&](const char* name) {
    return std::ranges::find(cluster.resources, name, &ResourceConfig::name)->per_slot;
  };
  CHECK(is_per_slot("mem"));
  CHECK(is_per_slot("swp"));
  CHECK(is_per_slot("lic"));
  CHECK(!is_per_slot("disk"));
  const Texts lines = directory.said(scenario->warnings);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].find("PER_JOB of a resource that hosts have of their own is not simulated") !=
        std::string::npos);
  CHECK(lines[1].find("of mem LSF takes no METHOD but -") != std::string::npos);
  CHECK(lines[2].find("unknown resource \"nix\"") != std::string::npos);
}

// it is 1440 where nobody works, so it<9 is never true; ut and r1m may fall to 0 at any time.
TEST_CASE("a requirement that never holds without LIMs is warned of, and it>5 always holds") {
  const Directory directory;
  const auto warnings = [&](const std::string& select, const std::string& load) {
    directory.write("lsb.queues",
                    "Begin Queue\nQUEUE_NAME = night\nRES_REQ = " + select + "\nEnd Queue\n");
    const auto scenario = directory.load(R"(, "model": {"load": ")" + load + "\"}");
    REQUIRE(scenario);
    Texts messages;
    for (const Diagnostic& one : scenario->warnings.list) messages.push_back(one.message);
    return messages;
  };
  CHECK(warnings("it>5", "slots").empty());
  CHECK(warnings("it>5 && ut<0.5", "slots").empty());
  const std::string why =
      ": without model.load lim \"pg\", \"io\" and \"ls\" are always 0, and \"it\" is always 1440";
  CHECK(warnings("it<9", "slots") == Texts{"no host can ever satisfy \"it<9\"" + why});
  CHECK(warnings("pg>1 && ut<0.5", "slots") ==
        Texts{"no host can ever satisfy \"pg>1 && ut<0.5\"" + why});
  CHECK(warnings("pg>1", "lim").empty());
}

TEST_CASE("a resource that changes is known without LIMs, too: no host has any of it") {
  const Directory directory;
  directory.write("lsf.shared",
                  "Begin Resource\nRESOURCENAME TYPE INTERVAL\nspot Numeric 60\nEnd Resource\n");
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server RESOURCES\nh[1-2] ! ! 1 (spot)\n"
                  "h3 ! ! 1 ()\nEnd Host\n");
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nRES_REQ = select[spot==1]\nEnd Queue\n");
  const auto slots = directory.load("");
  REQUIRE(slots);
  CHECK(slots->warnings.list.size() == 2);  // it needs LIMs; no host can ever satisfy
  const auto lim = directory.load(R"(, "model": {"load": "lim"})");
  const ClusterConfig home = cluster_of(lim);
  const ResourceId spot = resource(builtin::count);
  REQUIRE(home.shared_resources.size() == 2);
  CHECK(home.shared_resources[0] ==
        SharedResource{.resource = spot, .hosts = {0}, .reporters = {0}});
  CHECK(home.shared_resources[1] ==
        SharedResource{.resource = spot, .hosts = {1}, .reporters = {1}});
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

}  // namespace mcsim::testing::scenario_conf_test
