// Directories of LSF configuration under the inline keys of a scenario.
#include <algorithm>
#include <filesystem>
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/conf_directory.hpp"
#include "support/lsf_content.hpp"
#include "support/mutation.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_conf_test {

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

TEST_CASE("a conf that is no directory is called so, and one that is missing is missing") {
  const Directory directory;
  const auto said = [&](const std::string& conf) {
    const auto scenario = directory.load("", {"clusters.0.conf=" + conf});
    REQUIRE_FALSE(scenario);
    return texts(scenario.error()).front();
  };
  CHECK(said("/dev/null").ends_with("/clusters/0/conf: is not a directory: /dev/null"));
  CHECK(said("/no/where")
            .ends_with("no such directory: /no/where; names are relative to the file "
                       "that names them"));
  const std::string circle = directory.folder.path("circle");
  std::filesystem::create_symlink("circle", circle);
  CHECK(said(circle).ends_with("/clusters/0/conf: Too many levels of symbolic links: " + circle));
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
  REQUIRE(bad);
  REQUIRE(bad->warnings.list.size() == 2);
  CHECK(directory.said(bad->warnings)[1].starts_with(
      "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: warning: expected a whole number"));
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
  CHECK(directory.said(scenario.error()) ==
        Texts{"conf/lsf.shared: no such file",
              "conf/lsb.hosts:1:7: section \"Host\" is not ended; expected End Host",
              "conf/lsb.params:2:17 /clusters/0/lsb.params/DEFAULT_QUEUE: warning: unknown queue "
              "\"night\" in home; known: day; ignored",
              "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: warning: expected a whole "
              "number from 1 to 2147483647, got \"0\"; ignored, and LSF's default holds: 1"});
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
              "conf/lsb.queues:3:12 /clusters/0/lsb.queues/0/PRIORITY: warning: expected a whole "
              "number from 1 to 2147483647, got \"0\"; ignored, and LSF's default holds: 1",
              "conf/lsb.queues:4:9 /clusters/0/lsb.queues/0/HOSTS: warning: unknown host or group "
              "\"nowhere\" in home; known: h1, h2, h3, g; ignored",
              "conf/lsb.queues:4:9 /clusters/0/lsb.queues/0/HOSTS: warning: no execution host is "
              "left",
              "conf/lsb.hosts:3:1 /clusters/0/lsb.hosts/Host/0/HOST_NAME: warning: unknown host "
              "\"h9\" in home; nearest: h1; known: h1, h2, h3; ignored",
              "conf/lsb.hosts:3:4 /clusters/0/lsb.hosts/Host/0/MXJ: warning: expected a whole "
              "number from 0 to 1000000000, or !, got \"x\"; ignored, and LSF's default holds: !",
              "conf/lsb.hosts:8:3 /clusters/0/lsb.hosts/HostGroup/0/GROUP_MEMBER: warning: a group "
              "contains itself: g > g; ignored",
              "conf/lsb.hosts:8:3 /clusters/0/lsb.hosts/HostGroup/0/GROUP_MEMBER: warning: no "
              "execution host is in this group"});
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
                  "Begin Queue\nQUEUE_NAME = night\nHOSTS = h7 h1\nRES_REQ = select[big]\n"
                  "End Queue\n"
                  "Begin Queue\nQUEUE_NAME = b\nRES_REQ = select[lic>1]\nHOSTS = h1\n"
                  "SLOT_POOL = p\nSLOT_SHARE = 50\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = c\nSLOT_POOL = p\nSLOT_SHARE = 50\nEnd Queue\n");
  const auto scenario = directory.load(R"(, "lsb.params": {"DEFAULT_QUEUE": "night"})");
  REQUIRE(scenario);
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsf.cluster.home:7:1: warning: expected 2 values, one for each column of line "
              "6, got 3; this line is ignored",
              "conf/lsb.queues:3:9 /clusters/0/lsb.queues/0/HOSTS: warning: unknown host or group "
              "\"h7\" in home; nearest: h1; known: h1, h2, h3, g; ignored",
              "conf/lsb.queues:4:11 /clusters/0/lsb.queues/0/RES_REQ: warning: no host can ever "
              "satisfy \"select[big]\"",
              "conf/lsb.queues:8:11 /clusters/0/lsb.queues/1/RES_REQ: warning: no host can ever "
              "satisfy \"select[lic>1]\"",
              "conf/lsb.queues:13:7 /clusters/0/lsb.queues/2/HOSTS: warning: the queues of a slot "
              "pool have the same hosts, but h2 is not one of queue b; this queue is in no slot "
              "pool",
              "conf/lsb.hosts:3:1 /clusters/0/lsb.hosts/Host/0/HOST_NAME: warning: unknown host "
              "\"h9\" in home; nearest: h1; known: h1, h2, h3; ignored",
              "conf/lsb.hosts:8:3 /clusters/0/lsb.hosts/HostGroup/0/GROUP_MEMBER: warning: unknown "
              "host \"h8\" in home; nearest: h1; known: h1, h2, h3; ignored",
              "conf/lsb.hosts:8:3 /clusters/0/lsb.hosts/HostGroup/0/GROUP_MEMBER: warning: no "
              "execution host is in this group"});
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
                      "conf/lsb.queues:5:14 /clusters/0/lsb.queues/0/UJOB_LIMIT: warning: ",
                      "conf/lsb.hosts:4:11 /clusters/0/lsb.hosts/Host/1/JL~1U: warning: "});
}

TEST_CASE("conditions, mistyped ends and sections left open hide no queue that has been read") {
  const auto said = [](const std::string& first_queue, const std::string& second_queue) {
    const Directory directory;
    directory.write("lsb.queues", first_queue + second_queue);
    const auto scenario = directory.load("");
    Texts texts = directory.said(scenario ? scenario->warnings : scenario.error());
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
  // These are warned of, and what is read goes on alone.
  CHECK(said("#INCLUDE \"more\"\n" + begin + "a\n" + preemption + end, "") == 2);
  CHECK(said(begin + "a\n#if time(8-9)\n" + preemption + "#else\nPRIORITY = 5\n#endif\n" + end,
             "") == 2);
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
  CHECK(
      without_picture(scenario.error().list[1].message).ends_with("but h2 is not one of queue b"));
}

TEST_CASE(
    "hosts that no line of a real lsb.hosts is for are no batch hosts, also in the next run") {
  const Directory directory;
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server\nh1 ! T 1\nh2 ! T 1\nh3 ! T 1\n"
                  "End Host\n");
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
      "Begin Host\nHOSTNAME model type server\nh1 M ! 1\nh2 ! T 1\nh3 ! ! 1\nh4 ! U 1\nEnd Host\n");
  const auto warnings = [&](const std::string& lines) {
    directory.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\n" + lines + "End Host\n");
    const auto scenario = directory.load("");
    REQUIRE(scenario);
    return std::ranges::count_if(scenario->warnings.list, [](const Diagnostic& one) {
      return one.message.starts_with("no line is for");
    });
  };
  CHECK(warnings("") == 0);
  CHECK(warnings("M 4\nT 4\nU 4\n") == 1);
  CHECK(warnings("M 4\nT 4\nU 4\nh3 1\n") == 0);
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
