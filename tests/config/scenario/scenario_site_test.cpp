// A site's own LSF files: what may be missing, what LSF passes over, and what is said of it.
#include <algorithm>
#include <string>

#include "support/catch.hpp"
#include "support/conf_directory.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_site_test {

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
  const Loss only_default{.who = "cluster", .what = "has only the queue default", .count = 1};
  CHECK(scenario->warnings.list[1].loss == only_default);
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
  CHECK(scenario->warnings.list[0].loss.what == "has only the queue default");
}

TEST_CASE("without DEFAULT_QUEUE it is told where jobs go that name no queue") {
  const Directory directory;
  directory.write("lsb.params", "Begin Parameters\nMBD_SLEEP_TIME = 20\nEnd Parameters\n");
  CHECK(directory.load("")->warnings.list.empty());
  const auto scenario =
      directory.load(R"(}], "jobs": [{"id": 1, "run": "1s"}, {"id": 2, "run": "1s")");
  CHECK(cluster_of(scenario).trace[JobIndex{0}].queue == QueueId{0});
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].message.starts_with("no queue is named, and lsb.params has no"));
  CHECK(scenario->warnings.list[0].loss.what == "lacks a DEFAULT_QUEUE");
}

TEST_CASE("of several queues in DEFAULT_QUEUE those behind the first are told not to be used") {
  const Directory directory;
  directory.write("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = night day\nEnd Parameters\n");
  const auto scenario = directory.load("");
  CHECK(cluster_of(scenario).default_queue == QueueId{1});
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.params:2:17 /clusters/0/lsb.params/DEFAULT_QUEUE: warning: \"day\" is not "
              "used: LSF offers it the jobs that the queues before it refuse"});
}

TEST_CASE("of a queue's requirement what is understood holds, and the rest is warned of") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nRES_REQ = select[ncpus>0] affinity[core(1)]\n"
                  "End Queue\n");
  const auto scenario = directory.load("");
  CHECK(cluster_of(scenario).queues.at(0).rules.res_req.text == "select[ncpus>0]");
  REQUIRE(scenario->warnings.list.size() == 1);
  CHECK(scenario->warnings.list[0].line == 3);
  CHECK(scenario->warnings.list[0].column == 27);
  CHECK(scenario->warnings.list[0].loss.what == "loses part of RES_REQ");
  const auto again = load_scenario(directory.folder.write("e.json", scenario->effective),
                                   choices_of(default_registry()));
  CHECK(cluster_of(again).queues == cluster_of(scenario).queues);
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
    return without_picture(answer.error().list.at(0).message);
  };
  CHECK(refused(R"({"name": "k1", "like": "x2"})") ==
        "unknown host \"x2\"; nearest: h2; known: h1, h2, h3");
  CHECK(refused(R"({"add": 2})") == "goes with `like`, and without a name");
  CHECK(refused(R"({"ncpus": 2})") == "missing");
  const auto none = directory.load(R"(, "hosts": [{"like": "h1", "add": 0}])");
  REQUIRE_FALSE(none);
  CHECK(none.error().list.size() == 1);  // with `add` there is no name that could be missing
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
  CHECK(
      directory.said(scenario->warnings) ==
      Texts{"conf/lsf.cluster.home:1:7 /clusters/0/lsf.cluster/Host: warning: the LIM finds out "
            "the type of h2, and none is here: taken as T, as all hosts with a type are; give "
            "\"type\" in `hosts` of the scenario, or put what `lshosts -w` prints beside LSF's "
            "files, as lshosts",
            "conf/lshosts:6:1 /clusters/0/lshosts/4/HOST_NAME: warning: lsf.cluster does not name "
            "h5: not taken in"});
  std::vector<std::int32_t> ncpus;
  for (const HostConfig& host : home.hosts) ncpus.push_back(host.ncpus);
  CHECK(ncpus == std::vector{4, 8, 3, 16});
  CHECK(home.hosts[0].type == "T");
  CHECK(home.hosts[1].type == "T");
  CHECK(home.hosts[0].cpuf == 2.5);
  // 7.8 x 1024 = 7987.2, in whole MB.
  CHECK(home.hosts[0].resources ==
        std::vector<ResourceValue>{{resource(builtin::maxmem), 7987, ""},
                                   {resource(builtin::maxswp), 512, ""}});
}

TEST_CASE("clusters that lsf.shared does not list are named, and one of them alone is read") {
  const Directory directory;
  const std::string hosts = "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\n";
  directory.write("lsf.cluster.cold", hosts + "End Host\n");
  const auto load = [&] {
    return load_conf_directory(directory.folder.path("conf"), choices_of(default_registry()));
  };
  const auto scenario = load();
  REQUIRE(scenario);
  CHECK(scenario->config.clusters.size() == 1);
  REQUIRE(!scenario->warnings.list.empty());
  const Diagnostic& said = scenario->warnings.list[0];
  CHECK(directory.said({{said}}) ==
        Texts{"conf/lsf.shared:1:7: warning: section Cluster does not list cold, so "
              "lsf.cluster.cold is left out"});
  CHECK(said.loss == Loss{.who = "cluster", .what = "is left out", .count = 1});
  directory.write("lsf.shared", "Begin Cluster\nClusterName\nother\nEnd Cluster\n");
  std::filesystem::remove(directory.folder.path("conf/lsf.cluster.home"));
  const auto alone = load();
  CHECK(cluster_of(alone).name == "cold");
  CHECK(directory.said({{alone->warnings.list[0]}}) ==
        Texts{"conf/lsf.shared:1:7: warning: section Cluster does not list cold, which is read all "
              "the same"});
}

TEST_CASE("thresholds without effect are counted by queues and hosts, with their indices") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = day\nr1m = 0.7/2.0\nEnd Queue\n"
                  "Begin Queue\nQUEUE_NAME = night\nut = 0.9\nr1m = 3\nEnd Queue\n");
  directory.write("lsb.hosts",
                  "Begin Host\nHOST_NAME MXJ pg\nh1 4 ()\ndefault 8 10/12\nEnd Host\n");
  const auto scenario = directory.load("");
  const std::string end = " are without effect: model.load is \"slots\"";
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.queues:3:7 /clusters/0/lsb.queues/0/r1m: warning: load thresholds r1m, ut "
              "of 2 queues" +
                  end,
              "conf/lsb.hosts:4:11 /clusters/0/lsb.hosts/Host/1/pg: warning: load thresholds pg of "
              "2 hosts" +
                  end});
  CHECK(scenario->warnings.list[0].loss ==
        Loss{.who = "queue", .what = "loses load thresholds", .count = 2});
  CHECK(scenario->warnings.list[1].loss ==
        Loss{.who = "host", .what = "loses load thresholds", .count = 2});
  CHECK(directory.load(R"(, "model": {"load": "lim"})")->warnings.list.empty());
}

TEST_CASE("a queue with exclusive compute units takes exclusive jobs, and units are warned of") {
  const Directory directory;
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nEXCLUSIVE = CU[rack]\nEnd Queue\n");
  const auto scenario = directory.load("");
  CHECK(cluster_of(scenario).queues.at(0).exclusive);
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.queues:3:13: warning: compute units are not simulated: as EXCLUSIVE = Y"});
}

TEST_CASE("a site's lsf.conf says which version it is, but for LSF 7, and the scenario wins") {
  const Directory directory;
  const auto interval = [&](const std::string& version, const std::string& more = "") {
    directory.write("lsf.conf", "LSF_VERSION=" + version + "\n");
    return cluster_of(directory.load(more)).params.job_scheduling_interval;
  };
  CHECK(interval("10.1") == 1s);
  CHECK(interval("9.1.2") == 5s);
  CHECK(interval("10.1", R"(, "lsf_version": "9.1")") == 5s);
  CHECK(interval("7.0") == 5s);
  CHECK(directory.load("")->effective.find("lsf_version") == std::string::npos);
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
  directory.write(
      "lsb.params",
      "Begin Parameters\nDEFAULT_QUEUE = night\nMAX_USER_PRIORITY = 100\nEnd Parameters\n");
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
  CHECK(!is_per_slot("lic"));
  CHECK(!is_per_slot("disk"));
  const Texts lines = directory.said(scenario->warnings);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].find("PER_JOB of a resource that hosts have of their own is not simulated; jobs "
                      "take it on each of their hosts") != std::string::npos);
  CHECK(lines[1].find("of mem LSF takes no METHOD but -") != std::string::npos);
  CHECK(lines[2].find("unknown resource \"nix\"") != std::string::npos);
}

TEST_CASE("a job takes of an instance once with PER_JOB, be it of one host or of two") {
  const Directory directory;
  directory.write("lsf.shared",
                  "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n"
                  "lic Numeric () N (licences)\ntape Numeric () N (tapes)\nEnd Resource\n");
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server RESOURCES\nh[1-2] ! ! 1 ()\nEnd Host\n"
                  "Begin ResourceMap\nRESOURCENAME LOCATION\nlic 4@[h1]\ntape (4@[h1 h2])\n"
                  "End ResourceMap\n");
  directory.write("lsb.params",
                  "Begin Parameters\nRESOURCE_RESERVE_PER_SLOT = Y\nEnd Parameters\n");
  directory.write("lsb.resources",
                  "Begin ReservationUsage\nRESOURCE METHOD\nlic PER_JOB\ntape PER_JOB\n"
                  "End ReservationUsage\n");
  const auto scenario = directory.load("");
  const ClusterConfig cluster = cluster_of(scenario);
  CHECK(directory.said(scenario->warnings) == Texts{});
  for (const char* name : {"lic", "tape"})
    CHECK(!std::ranges::find(cluster.resources, name, &ResourceConfig::name)->per_slot);
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
      ": without model.load lim \"pg\", \"io\" and \"ls\" are always 0, \"it\" is always 1440, "
      "\"ut\" is "
      "at most 1, and \"r15s\", \"r1m\" and \"r15m\" job slots / processors";
  CHECK(warnings("it<9", "slots") == Texts{"no host can ever satisfy \"it<9\"" + why});
  CHECK(warnings("pg>1 && ut<0.5", "slots") ==
        Texts{"no host can ever satisfy \"pg>1 && ut<0.5\"" + why});
  CHECK(warnings("ut>1", "slots") == Texts{"no host can ever satisfy \"ut>1\"" + why});
  CHECK(warnings("ut>1", "lim").empty());
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

TEST_CASE("CLEAN_PERIOD_DONE must be less than CLEAN_PERIOD") {
  const Directory directory;
  const auto with = [&](const std::string& lines) {
    directory.write("lsb.params",
                    "Begin Parameters\nDEFAULT_QUEUE = day\n" + lines + "End Parameters\n");
    return directory.load("");
  };
  CHECK(cluster_of(with("CLEAN_PERIOD_DONE = 60\n")).params.clean_period_done == 60s);
  const auto longer = with("CLEAN_PERIOD = 60\nCLEAN_PERIOD_DONE = 60\n");
  CHECK(directory.said(longer->warnings) ==
        Texts{"conf/lsb.params:4:21 /clusters/0/lsb.params/CLEAN_PERIOD_DONE: warning: expected "
              "less than CLEAN_PERIOD; ignored, and LSF's "
              "default holds: as CLEAN_PERIOD"});
  CHECK_FALSE(cluster_of(longer).params.clean_period_done);
}

}  // namespace mcsim::testing::scenario_site_test
