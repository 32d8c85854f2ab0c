// What LSF logs in its own files and goes on without: warnings at their places. Source: the
// configuration references of Platform LSF 7.3 and IBM Spectrum LSF 10.1 for the defaults; mbatchd
// of OpenLava 4.0 for what is passed over.
#include <algorithm>
#include <string>

#include "support/catch.hpp"
#include "support/conf_directory.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_logged_test {

namespace {

Expected<Scenario, Diagnostics> written_again(const Directory& directory, const Scenario& first) {
  return load_scenario(directory.folder.write("e.json", first.effective),
                       choices_of(default_registry()));
}

/// What is said of a directory that is taken in, without the places in the tree.
Texts warnings_of(const Directory& directory, const Expected<Scenario, Diagnostics>& scenario) {
  cluster_of(scenario);
  Texts lines = directory.said(scenario->warnings);
  for (std::string& line : lines) {
    const auto pointer = line.find(" /clusters/0/");
    if (pointer != std::string::npos) line.erase(pointer, line.find(": ", pointer) - pointer);
  }
  return lines;
}

std::vector<std::string> names_of_queues(const ClusterConfig& cluster) {
  std::vector<std::string> names;
  for (const QueueConfig& queue : cluster.queues) names.push_back(queue.name);
  return names;
}

}  // namespace

TEST_CASE("a value that LSF cannot read, or out of its range, is ignored, and its default holds") {
  const Directory directory;
  directory.write("lsb.params",
                  "Begin Parameters\nDEFAULT_QUEUE = day\nMBD_SLEEP_TIME = abc\n"
                  "MAX_USER_PRIORITY = 0\nEnd Parameters\n");
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = day\nPRIORITY = abc\nUJOB_LIMIT = -3\n"
                  "RUN_WINDOW = 25:00-3:00\nEnd Queue\n");
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ JL/U\nh1 many 2\ndefault 8 -1\nEnd Host\n");
  const auto scenario =
      directory.load(R"(, "hosts": [{"name": "h1", "ncpus": 6}, {"name": "h2", "ncpus": 8}])");
  CHECK(warnings_of(directory, scenario) ==
        Texts{"conf/lsb.params:3:18: warning: expected a whole number from 1 to 1000000, got "
              "\"abc\"; ignored, and LSF's default holds: 20",
              "conf/lsb.params:4:21: warning: expected a whole number from 1 to 65535, got \"0\"; "
              "ignored, and LSF's default holds: not defined: jobs without a priority have 0",
              "conf/lsb.queues:3:12: warning: expected a whole number from 1 to 2147483647, got "
              "\"abc\"; ignored, and LSF's default holds: 1",
              "conf/lsb.queues:4:14: warning: expected a whole number from 0 to 1000000000, got "
              "\"-3\"; ignored, and LSF's default holds: unlimited",
              "conf/lsb.queues:5:14: warning: expected [day:]hour[:minute]-[day:]hour[:minute] "
              "..., a day (0 to 7) on both sides or on none, got \"25:00-3:00\": an hour is from 0 "
              "to 23; ignored, and LSF's default holds: always",
              "conf/lsb.hosts:3:4: warning: expected a whole number from 0 to 1000000000, or !, "
              "got \"many\"; ignored, and LSF's default holds: !",
              "conf/lsb.hosts:4:11: warning: expected a whole number from 0 to 1000000000, got "
              "\"-1\"; ignored, and LSF's default holds: unlimited"});
  const ClusterConfig home = cluster_of(scenario);
  CHECK(home.params.mbd_sleep_time == 20s);
  CHECK(home.params.max_user_priority == 0);
  CHECK(home.queues[0].priority == 1);
  CHECK(home.queues[0].ujob_limit == no_limit);
  CHECK_FALSE(home.queues[0].run_window.is_set());
  CHECK(home.hosts[0].mxj == Slots{6});
  CHECK(home.hosts[0].user_limit == 2);
  CHECK(home.hosts[2].user_limit == no_limit);
  // The scenario of the run has the defaults, and says nothing more.
  const auto again = written_again(directory, *scenario);
  CHECK(cluster_of(again).queues == home.queues);
  CHECK(again->warnings.list.empty());
  CHECK(cluster_of(directory.load(R"(, "lsf_version": "10.1")")).params.mbd_sleep_time == 10s);
}

TEST_CASE("of a default that depends on LSF's version the one that holds is told") {
  const Directory directory;
  directory.write("lsb.params",
                  "Begin Parameters\nMBD_SLEEP_TIME = 30\nMBD_SLEEP_TIME = -3\n"
                  "DEFAULT_QUEUE = day\nEnd Parameters\n");
  const auto with = [&](const std::string& version) {
    directory.write("lsf.conf", "LSF_VERSION=" + version + "\n");
    return warnings_of(directory, directory.load(""));
  };
  const std::string twice =
      "conf/lsb.params:3:1: warning: MBD_SLEEP_TIME is given twice, first in line 2, which does "
      "not count";
  const std::string wrong =
      "conf/lsb.params:3:18: warning: expected a whole number from 1 to 1000000, got \"-3\"; "
      "ignored, and LSF's default holds: ";
  CHECK(with("9.1.3") == Texts{twice, wrong + "20"});
  CHECK(with("10.1") == Texts{twice, wrong + "10"});
  CHECK(cluster_of(directory.load("")).params.mbd_sleep_time == 10s);
}

TEST_CASE("a user group in a line that cannot be read is not told to be unknown, too") {
  const Directory directory;
  directory.write("lsb.users",
                  "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nug (ann b\xE9 bob)\n"
                  "End UserGroup\nBegin User\nUSER_NAME MAX_JOBS\nug@ 3\nEnd User\n");
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nUSERS = ug/\n"
                  "FAIRSHARE = USER_SHARES[[ug@, 1] [ann, 2]]\nEnd Queue\n");
  const auto scenario = directory.load("");
  REQUIRE_FALSE(scenario);
  CHECK(directory.said(scenario.error()) ==
        Texts{"conf/lsb.users:3:10: not UTF-8; expected text in ASCII or UTF-8"});
}

TEST_CASE("pointers count the entries of a file, also those that are left out") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nPRIORITY = 90\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = night\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = night\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = day\nPRIORITY = x\nEnd Queue\n");
  directory.write("lsb.resources",
                  "Begin Limit\nPER_HOST = h1\nSLOTS = two\nEnd Limit\n"
                  "Begin Limit\nPER_HOST = h1\nSLOTS = 1\nLIC_PROJECTS = a\nEnd Limit\n"
                  "Begin Limit\nPER_HOST SLOTS\nh1 2 3\nold 5\nEnd Limit\n");
  const auto scenario = directory.load("");
  Texts pointers;
  cluster_of(scenario);
  for (const Diagnostic& one : scenario->warnings.list)
    if (!one.pointer.empty()) pointers.push_back(one.pointer);
  CHECK(pointers == Texts{"/clusters/0/lsb.queues/3/PRIORITY",
                          "/clusters/0/lsb.resources/Limit/0/SLOTS",
                          "/clusters/0/lsb.resources/Limit/3/PER_HOST",    // unknown
                          "/clusters/0/lsb.resources/Limit/3/PER_HOST"});  // and nobody is left
  CHECK(names_of_queues(cluster_of(scenario)) == Texts{"night", "day"});
  CHECK(cluster_of(written_again(directory, *scenario)).queues == cluster_of(scenario).queues);
  for (const char* change : {"=null", R"(={"SLOTS": 0})", ".SLOTS=1"}) {
    const auto refused =
        directory.load("", {std::string("clusters.home.lsb.resources.Limit.2") + change});
    REQUIRE_FALSE(refused);
    CHECK(std::ranges::any_of(texts(refused.error()), [](const std::string& said) {
      return said.ends_with("Limit.2: is left out, as the warnings say");
    }));
  }
  // A scenario lays its own entries over those that are there, and behind them.
  const auto merged = directory.load(
      R"(, "lsb.queues": [{"QUEUE_NAME": "day", "PRIORITY": 7}, {"QUEUE_NAME": "late"}])",
      {"clusters.home.lsb.queues.*.UJOB_LIMIT=2"});
  CHECK(names_of_queues(cluster_of(merged)) == Texts{"night", "day", "late"});
  CHECK(cluster_of(merged).queues[1].priority == 7);
  CHECK(cluster_of(merged).queues[0].ujob_limit == 2);
}

TEST_CASE("in a scenario the same values are mistakes, and there they win over bad ones of files") {
  const Directory directory;
  directory.write("lsb.queues", "Begin Queue\nQUEUE_NAME = night\nPRIORITY = abc\nEnd Queue\n");
  const auto load = [&](const std::string& priority) {
    return directory.load(R"(, "lsb.queues": [{"QUEUE_NAME": "night", "PRIORITY": )" + priority +
                          "}]");
  };
  const auto bad = load("\"abc\"");
  REQUIRE_FALSE(bad);
  CHECK(without_picture(bad.error().list.at(0).message) ==
        "expected a whole number from 1 to 2147483647, got \"abc\"");
  CHECK_FALSE(directory.load(R"(, "lsb.queues": [{"QUEUE_NAME": "night", "HOSTS": "h9"}])"));
  const auto good = load("7");
  CHECK(cluster_of(good).queues[0].priority == 7);
  CHECK(good->warnings.list.empty());
}

TEST_CASE("unknown hosts of one range are one warning, and one queue loses hosts but once") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = day\nHOSTS = h[1-101] old\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = night\nHOSTS = h1 older\nEnd Queue\n");
  const auto scenario = directory.load("");
  const std::string known = "known: h1, h2, h3; ignored";
  CHECK(warnings_of(directory, scenario) ==
        Texts{"conf/lsb.queues:3:9: warning: 98 unknown hosts: h4, h5, h6, ..., h101 in home; "
              "nearest: h1; " +
                  known,
              "conf/lsb.queues:3:9: warning: unknown host \"old\" in home; " + known,
              "conf/lsb.queues:7:9: warning: unknown host \"older\" in home; " + known});
  std::size_t queues = 0;
  for (const Diagnostic& one : scenario->warnings.list) {
    CHECK(one.loss.what == "loses part of HOSTS");
    queues += one.loss.count;
  }
  CHECK(queues == 2);
}

TEST_CASE("hosts that do not exist are passed over in HOSTS, groups and lsb.hosts") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = day\nHOSTS = h1+2 old h[2-4]\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = night\nHOSTS = old\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = late\nHOSTS = g\nEnd Queue\n");
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ\nh[1-4] 5\nold 7\ndefault 8\nEnd Host\n"
                  "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (old h3)\nEnd HostGroup\n");
  const auto scenario = directory.load("");
  const std::string known = " in home; nearest: h1; known: h1, h2, h3";
  CHECK(warnings_of(directory, scenario) ==
        Texts{"conf/lsb.queues:3:9: warning: unknown host or group \"old\" in home; known: h1, h2, "
              "h3, g; ignored",
              "conf/lsb.queues:3:9: warning: unknown host or group \"h4\"" + known + ", g; ignored",
              "conf/lsb.queues:7:9: warning: unknown host or group \"old\" in home; known: h1, h2, "
              "h3, g; ignored",
              "conf/lsb.queues:7:9: warning: no execution host is left",
              "conf/lsb.hosts:3:1: warning: unknown host \"h4\"" + known + "; ignored",
              "conf/lsb.hosts:4:1: warning: unknown host \"old\" in home; known: h1, h2, h3; "
              "ignored",
              "conf/lsb.hosts:9:3: warning: unknown host \"old\" in home; known: h1, h2, h3; "
              "ignored"});
  const ClusterConfig home = cluster_of(scenario);
  using Entries = std::vector<HostPreferences::Entry>;
  CHECK(home.queues[0].hosts.list == Entries{{HostId{0}, 2}, {HostId{1}, 0}, {HostId{2}, 0}});
  CHECK(home.queues[1].hosts == HostPreferences{.all = false});
  CHECK(home.queues[2].hosts.list == Entries{{HostId{2}, 0}});
  for (const HostConfig& host : home.hosts) CHECK(host.mxj == Slots{5});
  CHECK(cluster_of(written_again(directory, *scenario)).queues == home.queues);
}

TEST_CASE("of queues of one name the first holds, and one without a name is left out") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nPRIORITY = 90\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 5\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 9\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = default\nEnd Queue\n");
  const auto scenario = directory.load("");
  CHECK(warnings_of(directory, scenario) ==
        Texts{"conf/lsb.queues:1:7: warning: this section Queue has no QUEUE_NAME, and is ignored",
              "conf/lsb.queues:9:14: warning: QUEUE_NAME night is given twice, first in line 5; "
              "this section Queue is ignored",
              "conf/lsb.queues:13:14: warning: \"default\" is reserved; this queue is ignored"});
  const ClusterConfig home = cluster_of(scenario);
  CHECK(names_of_queues(home) == Texts{"night"});
  CHECK(home.queues[0].priority == 5);
  directory.write("lsb.queues", "Begin Queue\nPRIORITY = 90\nEnd Queue\n");
  CHECK(names_of_queues(cluster_of(directory.load(""))) == Texts{"default"});
}

TEST_CASE("of two lines for one host, group or user the first one holds") {
  const Directory directory;
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ\nh1 2\nh[1-2] 4\nh3 6\nEnd Host\n"
                  "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (h1)\ng (h2)\nEnd HostGroup\n");
  directory.write("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\nann 3\nann 4\nEnd User\n");
  directory.write("lsb.queues", "Begin Queue\nQUEUE_NAME = night\nHOSTS = g\nEnd Queue\n");
  const auto scenario = directory.load("");
  CHECK(warnings_of(directory, scenario) ==
        Texts{"conf/lsb.hosts:4:1: warning: host h1 is given twice; ignored",
              "conf/lsb.hosts:10:1: warning: group g is given twice; this entry is ignored",
              "conf/lsb.users:4:1: warning: user ann is given twice; this entry is ignored"});
  const ClusterConfig home = cluster_of(scenario);
  CHECK(home.hosts[0].mxj == Slots{2});
  CHECK(home.hosts[1].mxj == Slots{4});
  CHECK(home.queues[0].hosts.list == std::vector<HostPreferences::Entry>{{HostId{0}, 0}});
  REQUIRE(home.user_limits.size() == 1);
  CHECK(home.user_limits[0].max_jobs == 3);
}

TEST_CASE("what only the whole configuration shows to be wrong is ignored in the same way") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 20\nRES_REQ = select[big\n"
                  "PREEMPTION = PREEMPTIVE[old]\nRUNLIMIT = 5/old\nUSERS = ann old/\n"
                  "SLOT_POOL = p\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = day\nPRIORITY = 30\n"
                  "PREEMPTION = PREEMPTIVE[old night+1]\nEnd Queue\n");
  const auto scenario = directory.load("");
  const ClusterConfig home = cluster_of(scenario);
  CHECK(home.queues[0].rules.res_req == ResourceRequirement{});
  CHECK(home.queues[0].rules.run_limit == unlimited);
  CHECK(home.queues[0].pool == QueueConfig{}.pool);
  // A list without a queue that exists must not become all lower queues.
  CHECK_FALSE(home.queues[0].preemption.preemptive);
  CHECK(home.queues[1].preemption.preemptive);
  CHECK(home.queues[1].preemption.low.size() == 1);
  CHECK_FALSE(home.queues[0].users.all);
  CHECK(home.queues[0].users.users.size() == 1);
  CHECK(home.pools.empty());
  for (const Diagnostic& one : scenario->warnings.list) {
    INFO(to_text(one));
    CHECK((one.message.find("ignored") != std::string::npos ||
           one.message.find("is in no slot pool") != std::string::npos));
  }
  CHECK(cluster_of(written_again(directory, *scenario)).queues == home.queues);
}

TEST_CASE("an export or a limit with a value that cannot be read is left out as a whole") {
  const Directory directory;
  directory.write("lsb.resources",
                  "Begin Limit\nPER_HOST = h1\nSLOTS = two\nEnd Limit\n"
                  "Begin Limit\nPER_HOST = old h2\nSLOTS = 1\nEnd Limit\n"
                  "Begin HostExport\nPER_HOST = h1\nSLOTS = x\nDISTRIBUTION = ([away, 1])\n"
                  "End HostExport\n"
                  "Begin HostExport\nPER_HOST = h1\nDISTRIBUTION = ([away, 1])\nEnd HostExport\n");
  const auto scenario = directory.load("");
  const std::string known = " in home; known: h1, h2, h3; ignored";
  CHECK(warnings_of(directory, scenario) ==
        Texts{"conf/lsb.resources:3:9: warning: expected a whole number from 0 to 2147483647, or "
              "!, got "
              "\"two\"; this entry is ignored",
              "conf/lsb.resources:6:12: warning: unknown host \"old\"" + known,
              "conf/lsb.resources:11:9: warning: expected a whole number from 1 to 1000000, got "
              "\"x\"; this entry is ignored",
              "conf/lsb.resources:14:7: warning: missing; it goes with PER_HOST; this section is "
              "ignored",
              "conf/lsb.resources:16:17: warning: unknown cluster \"away\"; known: home; ignored"});
  const ClusterConfig home = cluster_of(scenario);
  CHECK(home.exports.empty());
  CHECK(home.hosts[0].mxj == Slots{4});
  CHECK(home.hosts[1].mxj == Slots{1});
}

TEST_CASE("a file lsb.params without its section, and factors that nothing says, are told") {
  const Directory directory;
  directory.write("lsb.params", "Begin Parameter\nMBD_SLEEP_TIME = 40\nEnd Parameter\n");
  const auto params = directory.load("");
  CHECK(cluster_of(params).params.mbd_sleep_time == 20s);
  CHECK(directory.said(params->warnings) ==
        Texts{"conf/lsb.params:1:7: warning: unknown section \"Parameter\" is ignored; nearest: "
              "Parameters",
              "conf/lsb.params: warning: no section Parameters: LSF's defaults hold"});
  directory.write("lsb.params", "Begin Parameters\nEnd Parameters\n");
  CHECK(directory.load("")->warnings.list.empty());
  const auto scaled = directory.load(R"(, "model": {"run_time_scaling": "cpuf"})");
  CHECK(warnings_of(directory, scaled) ==
        Texts{"conf/lsf.shared: warning: section HostModel gives no host a CPU factor (CPUFACTOR): "
              "all are 1, and so run times are not scaled"});
  directory.write("lsf.shared", "Begin HostModel\nMODELNAME CPUFACTOR\nM 2.5\nEnd HostModel\n");
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server\nh1 M ! 1\nh2 ! ! 1\nEnd Host\n");
  CHECK(directory.load(R"(, "model": {"run_time_scaling": "cpuf"})")->warnings.list.empty());
}

TEST_CASE("without any host, and with a section that breaks off, there is nothing to go on with") {
  const Directory directory;
  directory.write("lsb.users", "Begin User\nUSER_NAME MAX_JOBS\nann 3\n");
  CHECK_FALSE(directory.load(""));
  const Directory no_hosts;
  no_hosts.write("lsf.cluster.home", "Begin Host\nHOSTNAME model\nh1[ !\nEnd Host\n");
  CHECK_FALSE(no_hosts.load(""));
}

TEST_CASE(
    "one name of FAIRSHARE that a site's files do not explain leaves the others their shares") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\n"
                  "FAIRSHARE = USER_SHARES[[staff@, 10] [ann, 3] [default, 1]]\nEnd Queue\n");
  const ClusterConfig cluster = cluster_of(directory.load(""));
  REQUIRE(cluster.fairshares.size() == 1);
  const std::vector<ShareRowConfig>& accounts = cluster.fairshares[0].accounts;
  REQUIRE(accounts.size() == 2);
  CHECK(accounts[0].name == "ann");
  CHECK(accounts[0].shares == 3);
  CHECK(accounts[1].name == "default");
}

}  // namespace mcsim::testing::scenario_logged_test
