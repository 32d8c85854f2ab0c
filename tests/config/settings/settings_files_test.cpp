// The same configuration, inline and as LSF's own files.
#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::settings_files_test {

namespace {

void write_files(const TempFolder& folder) {
  folder.write("lsf.shared", R"(
Begin HostType
TYPENAME
LINUX
End HostType
Begin HostModel
MODELNAME CPUFACTOR ARCHITECTURE
X         2.5       (x6)
End HostModel
Begin Resource
RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
big          Boolean ()       ()         (Large hosts)
lic          Numeric ()       N          (Licences)
End Resource
)");
  folder.write("lsf.cluster.C", R"(
Begin Host
HOSTNAME model type  server r1m mem RESOURCES RUNWINDOW
m1       X     LINUX 0      -   -   ()        ()
a[1-3]   X     LINUX 1      3.5 100 (big)     ()
b1       !     LINUX 1      ()  ()  ()        (8:00-20:00)
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic          (4@[a1 a2] 2@[b1])
End ResourceMap
)");
  folder.write("lsf.conf", "LSB_MAX_JOB_DISPATCH_PER_SESSION=300\n");
  folder.write("lsb.params", R"(
Begin Parameters
MBD_SLEEP_TIME = 10
JOB_ACCEPT_INTERVAL = 0
NO_PREEMPT_RUN_TIME = 20%
End Parameters
)");
  folder.write("lsb.hosts", R"(
Begin Host
HOST_NAME MXJ JL/U DISPATCH_WINDOW
default   4   ()   ()
b1        8   2    (6:00-12:00)
End Host
Begin HostGroup
GROUP_NAME GROUP_MEMBER
as         (a[1-3])
rest       (all ~as)
End HostGroup
)");
  folder.write("lsb.users", R"(
Begin UserGroup
GROUP_NAME GROUP_MEMBER
staff      (ann bob)
End UserGroup
Begin User
USER_NAME MAX_JOBS JL/P
staff@    20       -
default   5        1.5
End User
)");
  folder.write("lsb.queues", R"(
Begin Queue
QUEUE_NAME = high
PRIORITY   = 60
HOSTS      = as+1 rest
PREEMPTION = PREEMPTIVE[low+2]
RES_REQ    = "select[big || mem>1] rusage[lic=1]"
USERS      = staff
End Queue
Begin Queue
QUEUE_NAME = low
PRIORITY   = 20
RUNLIMIT   = 10 2:00/X
SLOT_POOL  = p
SLOT_SHARE = 30
DISPATCH_WINDOW = (20:00-6:00 5:20:00-1:6:00)
REQUEUE_EXIT_VALUES = 99 EXCLUDE(1)
End Queue
)");
  folder.write("lsb.applications", R"(
Begin Application
NAME = wrf
PROCLIMIT = 1 2 4
End Application
)");
}

const std::string inline_form = R"(
  "lsf.shared": {"HostType": [{"TYPENAME": "LINUX"}],
                 "HostModel": [{"MODELNAME": "X", "CPUFACTOR": 2.5}],
                 "Resource": [{"RESOURCENAME": "big", "TYPE": "Boolean"},
                              {"RESOURCENAME": "lic", "TYPE": "Numeric", "INCREASING": "N"}]},
  "hosts": [{"name": "a[1-3]", "ncpus": 4, "model": "X", "type": "LINUX", "resources": ["big"]},
            {"name": "b1", "ncpus": 8, "type": "LINUX"}],
  "lsf.cluster": {"Host": [{"HOSTNAME": "m1", "model": "X", "type": "LINUX", "server": 0},
                           {"HOSTNAME": "a[1-3]", "r1m": 3.5, "mem": 100},
                           {"HOSTNAME": "b1", "RUNWINDOW": "8-20"}],
                  "ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": "4@[a1 a2] 2@[b1]"}]},
  "lsf.conf": {"LSB_MAX_JOB_DISPATCH_PER_SESSION": 300},
  "lsb.params": {"MBD_SLEEP_TIME": 10, "JOB_ACCEPT_INTERVAL": 0, "NO_PREEMPT_RUN_TIME": "20%"},
  "lsb.hosts": {"Host": [{"HOST_NAME": "default", "MXJ": 4},
                         {"HOST_NAME": "b1", "MXJ": 8, "JL/U": 2, "DISPATCH_WINDOW": "6-12"}],
                "HostGroup": [{"GROUP_NAME": "as", "GROUP_MEMBER": "a[1-3]"},
                              {"GROUP_NAME": "rest", "GROUP_MEMBER": "all ~as"}]},
  "lsb.users": {"UserGroup": [{"GROUP_NAME": "staff", "GROUP_MEMBER": "ann bob"}],
                "User": [{"USER_NAME": "staff@", "MAX_JOBS": 20},
                         {"USER_NAME": "default", "MAX_JOBS": 5, "JL/P": 1.5}]},
  "lsb.queues": [{"QUEUE_NAME": "high", "PRIORITY": 60, "HOSTS": "as+1 rest", "USERS": "staff",
                  "PREEMPTION": "PREEMPTIVE[low+2]",
                  "RES_REQ": "select[big || mem>1] rusage[lic=1]"},
                 {"QUEUE_NAME": "low", "PRIORITY": 20, "RUNLIMIT": "10 2:00/X", "SLOT_POOL": "p",
                  "SLOT_SHARE": 30, "DISPATCH_WINDOW": "20:00-6:00 5:20:00-1:6:00",
                  "REQUEUE_EXIT_VALUES": "99 EXCLUDE(1) "
}],
  "lsb.applications": [{"NAME": "wrf", "PROCLIMIT": "1 2 4"}])";

}  // namespace

TEST_CASE("a configuration is the same inline and as LSF's own files") {
  const TempFolder folder;
  write_files(folder);
  const Scenario files = scenario_of(R"("conf": ")" + folder.path() + "\"");
  const Scenario written = scenario_of(inline_form);
  const ClusterConfig& a = files.config.clusters[0];
  const ClusterConfig& b = written.config.clusters[0];
  CHECK(a.hosts == b.hosts);
  CHECK(a.queues == b.queues);
  CHECK(a.params == b.params);
  CHECK(static_cast<const ClusterSettings&>(a) == b);
  CHECK(a.name == b.name);
  CHECK(a.default_queue == b.default_queue);
  CHECK(a.model == b.model);
  CHECK(files.config.users.size() == written.config.users.size());
}

TEST_CASE("the effective scenario of a configuration directory reads as the same configuration") {
  const TempFolder folder;
  write_files(folder);
  const Scenario files = scenario_of(R"("conf": ")" + folder.path() + "\"");
  const auto again =
      load_scenario(folder.write("again.json", files.effective), choices_of(default_registry()));
  REQUIRE(again);
  CHECK(static_cast<const ClusterSettings&>(again->config.clusters[0]) == files.config.clusters[0]);
  CHECK(again->effective == files.effective);
}

TEST_CASE("a limit of lsb.resources and MXJ: the smaller one is a host's") {
  const auto slots = [](const std::string& limits) {
    std::vector<std::int32_t> found;
    for (const HostConfig& host : settings_of(R"("hosts": [{"name": "h[1-4]", "ncpus": 4}],
           "lsb.hosts": {"Host": [{"HOST_NAME": "h4", "MXJ": 2}],
                         "HostGroup": [{"GROUP_NAME": "g", "GROUP_MEMBER": "h1 h2"}]},
           "lsb.resources": {"Limit": [)" + limits +
                                              "]}")
                                      .hosts)
      found.push_back(host.mxj.count());
    return found;
  };
  using Counts = std::vector<std::int32_t>;
  CHECK(slots("") == Counts{4, 4, 4, 2});
  CHECK(slots(R"({"NAME": "a", "PER_HOST": "h1 h4", "SLOTS": 3})") == Counts{3, 4, 4, 2});
  CHECK(slots(R"({"PER_HOST": "g h4", "SLOTS": "1"})") == Counts{1, 1, 4, 1});
  CHECK(slots(R"({"PER_HOST": "all ~g", "SLOTS": 0})") == Counts{4, 4, 0, 0});
  CHECK(slots(R"({"HOSTS": "h[3]", "SLOTS": 3}, {"PER_HOST": "h[2-3]", "SLOTS": 2})") ==
        Counts{4, 2, 2, 2});
}

TEST_CASE("a limit changes a host's slots, not its processors, and holds after a change of MXJ") {
  const Scenario scenario = scenario_of(
      R"("hosts": [{"name": "h", "ncpus": 8}], "lsb.hosts": {"Host": [{"HOST_NAME": "h", "MXJ": 2}]},
         "lsb.resources": {"Limit": [{"HOSTS": "h", "SLOTS": 4}]})",
      R"("changes": [{"at": "1h", "set": {"lsb.hosts": {"Host": [
           {"HOST_NAME": "h", "MXJ": 6}]}}}], )");
  const ClusterConfig& cluster = scenario.config.clusters[0];
  CHECK(cluster.hosts[0].ncpus == 8);
  CHECK(cluster.hosts[0].mxj == Slots{2});
  REQUIRE(cluster.timeline.size() == 1);
  CHECK(cluster.timeline[0].settings->hosts[0].mxj == Slots{4});
}

TEST_CASE("section Limit has keywords or columns, and one with an unknown keyword is left out") {
  const TempFolder folder;
  write_files(folder);
  folder.write("lsb.resources", R"(
Begin Limit
NAME = small
PER_HOST = as ~a3
SLOTS = 3
End Limit
Begin Limit
NAME   PER_HOST   SLOTS  QUEUES
one    a3         2      -
night  all        1      (high low)
other  (b1 a1)    2      ()
End Limit
Begin Limit
NAME = guests
PER_USER = all
HOSTS = a2
SLOTS = 1
FAVOURITE = 1
End Limit
Begin Limit
HOSTS = as
SLOTS = 1
End Limit
)");
  const Scenario scenario = scenario_of(R"("conf": ")" + folder.path() + "\"");
  std::vector<std::string> slots;
  for (const HostConfig& host : scenario.config.clusters[0].hosts)
    slots.push_back(host.name + " " + std::to_string(host.mxj.count()));
  CHECK(slots == std::vector<std::string>{"a1 2", "a2 3", "a3 2", "b1 2"});
  Texts said;
  for (Diagnostic diagnostic : scenario.warnings.list) {
    diagnostic.file = diagnostic.file.substr(diagnostic.file.rfind('/') + 1);
    said.push_back(to_text(diagnostic));
  }
  CHECK(said ==
        Texts{"lsb.resources:18:1: warning: unknown keyword \"FAVOURITE\"; this Limit is ignored"});
  std::vector<std::string> limits;
  for (const LimitSection& limit : scenario.config.clusters[0].limits)
    limits.push_back(limit.name + " " + std::to_string(limit.slots) +
                     (limit.in_mxj ? " in MXJ" : ""));
  CHECK(limits == std::vector<std::string>{"small 3 in MXJ", "one 2 in MXJ", "night 1",
                                           "other 2 in MXJ", " 1"});
}

TEST_CASE("checkpoints of a site's own files are warned of, with how many lose them") {
  const TempFolder folder;
  write_files(folder);
  folder.write("lsb.queues",
               "Begin Queue\nQUEUE_NAME = a\nCHKPNT = /ckpt 10\nEnd Queue\n"
               "Begin Queue\nQUEUE_NAME = b\nEnd Queue\n"
               "Begin Queue\nQUEUE_NAME = c\nCHKPNT = /ckpt\nEnd Queue\n");
  folder.write("lsb.applications",
               "Begin Application\nNAME = x\nCHKPNT_PERIOD = 10\nEnd Application\n");
  const Scenario scenario = scenario_of(R"("conf": ")" + folder.path() + "\"");
  Texts said;
  for (const Diagnostic& one : scenario.warnings.list)
    if (one.loss.what == "loses checkpoints")
      said.push_back(one.file.substr(one.file.rfind('/') + 1) + ":" + std::to_string(one.line) +
                     " " + std::to_string(one.loss.count) + " " + one.loss.who);
  CHECK(said == Texts{"lsb.queues:3 2 queue", "lsb.applications:3 1 application profile"});
}

TEST_CASE("what a real file says and this version does not know is left out with a warning") {
  const TempFolder folder;
  write_files(folder);
  folder.write("lsb.queues", R"(
Begin Queue
QUEUE_NAME = q
HOSTS = as allremote
TERMINATE_WHEN = LOAD WINDOW
End Queue
)");
  const Scenario scenario = scenario_of(R"("conf": ")" + folder.path() + "\"");
  const QueueConfig& queue = scenario.config.clusters[0].queues[0];
  CHECK(queue.hosts.list.size() == 3);
  CHECK(queue.terminate_when_window_closes);
  Texts said;
  for (Diagnostic diagnostic : scenario.warnings.list) {
    diagnostic.file = diagnostic.file.substr(diagnostic.file.rfind('/') + 1);
    said.push_back(to_text(diagnostic));
  }
  CHECK(said == Texts{"lsb.queues:4:9 /clusters/0/lsb.queues/0/HOSTS: warning: no cluster ever "
                      "exports hosts to C",
                      "lsb.queues:5:18 /clusters/0/lsb.queues/0/TERMINATE_WHEN: warning: LOAD: "
                      "planned, not supported by this version; ignored"});
}

}  // namespace mcsim::testing::settings_files_test
