// Hosts that a site's own files name: wildcards, candidates of the first execution host, and groups
// that egroup fills. Source: Platform LSF 7.3 Configuration Reference, lsb.hosts and lsb.queues.
#include <string>

#include "support/catch.hpp"
#include "support/conf_directory.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::settings_host_names_test {

namespace {

using Hosts = std::vector<HostId>;

/// A cluster with the hosts a1, a2, ab, b1, a client, and some host groups; queues have HOSTS.
void write_site(const Directory& directory, const std::string& groups,
                const std::string& hosts_of_queue) {
  directory.write("lsf.cluster.home",
                  "Begin Host\nHOSTNAME model type server RESOURCES\nb1 ! ! 1 ()\na2 ! ! 1 ()\n"
                  "a1 ! ! 1 ()\nab ! ! 1 ()\nlogin1 ! ! 0 ()\nEnd Host\n");
  directory.write("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 8\nEnd Host\n" +
                                   (groups.empty() ? ""
                                                   : "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n" +
                                                         groups + "End HostGroup\n"));
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nHOSTS = " + hosts_of_queue + "\nEnd Queue\n");
}

/// The hosts that a word of HOSTS means, in the order of lsf.cluster; all good.
Hosts hosts_of(const std::string& groups, const std::string& hosts_of_queue) {
  const Directory directory;
  write_site(directory, groups, hosts_of_queue);
  const auto scenario = directory.load("");
  const ClusterConfig home = cluster_of(scenario);
  CHECK(texts(scenario->warnings) == Texts{});
  Hosts hosts;
  for (const auto& entry : home.queues[0].hosts.list) hosts.push_back(entry.host);
  return hosts;
}

constexpr HostId b1{0};
constexpr HostId a2{1};
constexpr HostId a1{2};
constexpr HostId ab{3};

}  // namespace

TEST_CASE("a star in a host group or in HOSTS stands for any letters of a host's name") {
  CHECK(hosts_of("g (a*)\n", "g") == Hosts{a2, a1, ab});
  CHECK(hosts_of("g (*1)\n", "g") == Hosts{b1, a1});
  CHECK(hosts_of("g (all ~a*)\n", "g") == Hosts{b1});
  CHECK(hosts_of("g (a[1-2]* b*1)\n", "g") == Hosts{b1, a2, a1});
  CHECK(hosts_of("", "a*b b1") == Hosts{b1, ab});
  CHECK(hosts_of("", "all ~a*") == Hosts{b1});
  CHECK(hosts_of("", "*a* ~*b") == Hosts{a2, a1});
  CHECK(hosts_of("g (a* ~login*)\n", "g ~login*") == Hosts{a2, a1, ab});
}

// Source: IBM Spectrum LSF 10.1, "Host-related features": colons are used as hyphens are.
TEST_CASE("a range of hosts may have a colon for its hyphen") {
  CHECK(hosts_of("g (a[1:2])\n", "g") == Hosts{a2, a1});
  CHECK(hosts_of("", "a[2,1:1]") == Hosts{a2, a1});
}

TEST_CASE("a word with a star that no host is called as is warned of, and queues lose it") {
  const Directory directory;
  write_site(directory, "g (c* a1)\n", "g a*a");
  const auto scenario = directory.load("");
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.queues:3:9 /clusters/0/lsb.queues/0/HOSTS: warning: no host in home is "
              "called as \"a*a\"; ignored",
              "conf/lsb.hosts:7:3 /clusters/0/lsb.hosts/HostGroup/0/GROUP_MEMBER: warning: no host "
              "in home is called as \"c*\"; ignored"});
  CHECK(scenario->warnings.list[0].loss.what == "loses part of HOSTS");
  CHECK(cluster_of(scenario).queues[0].hosts.list == std::vector<HostPreferences::Entry>{{a1, 0}});
}

TEST_CASE("a candidate of the first execution host is a host as any other, which is said once") {
  const Directory directory;
  write_site(directory, "g (a1 ab)\n", "b1! g!+2 a2");
  const auto scenario = directory.load("");
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.queues:3:9 /clusters/0/lsb.queues/0/HOSTS: warning: \"b1!\": which host is "
              "a job's first one is not simulated; the host counts without ! (said once)"});
  CHECK(scenario->warnings.list[0].loss.count == 0);
  CHECK(cluster_of(scenario).queues[0].hosts.list ==
        std::vector<HostPreferences::Entry>{{b1, 0}, {a2, 0}, {a1, 2}, {ab, 2}});
}

TEST_CASE("groups that egroup fills are empty, and it is said what they lose") {
  const Directory directory;
  write_site(directory, "g (!)\n", "g b1");
  directory.write("lsb.users",
                  "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nug (!)\nmore (! ann)\n"
                  "End UserGroup\n");
  const auto scenario = directory.load("");
  const std::string why = "/GROUP_MEMBER: warning: members come from egroup, which is not run: ";
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.hosts:7:3 /clusters/0/lsb.hosts/HostGroup/0" + why + "list them",
              "conf/lsb.users:3:4 /clusters/0/lsb.users/UserGroup/0" + why + "list them",
              "conf/lsb.users:4:6 /clusters/0/lsb.users/UserGroup/1" + why + "list them"});
  const auto& list = scenario->warnings.list;
  CHECK(list[0].loss == Loss{.who = "host group", .what = "is empty", .count = 1});
  CHECK(list[1].loss == Loss{.who = "user group", .what = "is empty", .count = 1});
  CHECK(list[2].loss.what == "loses part of GROUP_MEMBER");
  CHECK(cluster_of(scenario).queues[0].hosts.list == std::vector<HostPreferences::Entry>{{b1, 0}});
  directory.write("lsb.queues", "Begin Queue\nQUEUE_NAME = night\nUSERS = ug more\nEnd Queue\n");
  CHECK(cluster_of(directory.load("")).queues[0].users.users.size() == 1);
}

TEST_CASE("a group that egroup fills has those that its shares name") {
  const Directory directory;
  write_site(directory, "", "b1");
  directory.write("lsb.users",
                  "Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES\n"
                  "ug (!) ([ann,2] [of@,1] [default,1])\nof (bob cleo) ()\nEnd UserGroup\n");
  directory.write("lsb.queues",
                  "Begin Queue\nQUEUE_NAME = night\nUSERS = ug\nFAIRSHARE = "
                  "USER_SHARES[[ug,1]]\nEnd Queue\n");
  const auto scenario = directory.load("");
  CHECK(directory.said(scenario->warnings) ==
        Texts{"conf/lsb.users:3:4 /clusters/0/lsb.users/UserGroup/0/GROUP_MEMBER: warning: members "
              "come from egroup, which is not run: they are taken to be those that USER_SHARES "
              "names; list them"});
  CHECK(cluster_of(scenario).queues[0].users.users.size() == 3);
  directory.write("lsb.users",
                  "Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES\n"
                  "ug (ann bob) (!)\nEnd UserGroup\n");
  const auto without = directory.load("");
  CHECK(directory.said(without->warnings) ==
        Texts{"conf/lsb.users:3:14 /clusters/0/lsb.users/UserGroup/0/USER_SHARES: warning: shares "
              "come from egroup, which is not run: list them"});
  CHECK(without->warnings.list[0].loss.what == "loses its shares");
}

}  // namespace mcsim::testing::settings_host_names_test
