// Sections HostPartition of lsb.hosts: their hosts, where they may be named, and mistakes. Their
// shares: settings_fairshare_hosts_test.cpp.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/lease_support.hpp"

namespace mcsim::testing::settings_partitions_test {

using namespace lease_support;

namespace {

std::string host_partition(const std::string& name, const std::string& hosts,
                           const std::string& shares = "[all_users, 1]") {
  return R"({"HPART_NAME": ")" + name + R"(", "HOSTS": ")" + hosts + R"(", "USER_SHARES": ")" +
         shares + R"("})";
}

/// lsb.hosts of a cluster with a group of two hosts.
std::string lsb_hosts(const std::string& partitions) {
  return R"("lsb.hosts": {"HostGroup": [{"GROUP_NAME": "as", "GROUP_MEMBER": "a[1-2]"}],
                          "HostPartition": [)" +
         partitions + "]}";
}
/// A cluster with the hosts a1, a2, a3 and b1, and further members.
std::string cluster_with(const std::string& partitions, const std::string& more = "") {
  return R"("hosts": [{"name": "a[1-3]"}, {"name": "b1"}], )" + lsb_hosts(partitions) + more;
}
std::string queues_on(const std::string& hosts) { return ", " + queue_with(hosts); }

/// The hosts of a queue whose HOSTS is `hosts`.
std::string hosts_of(const std::string& partitions, const std::string& hosts) {
  const auto settings = settings_of(cluster_with(partitions, queues_on(hosts)));
  std::string text;
  for (const HostPreferences::Entry& entry : settings.queues[0].hosts.list) {
    text += (text.empty() ? "" : " ") + settings.hosts[index_of(entry.host)].name;
    if (entry.level != 0) text += "+" + std::to_string(entry.level);
  }
  return settings.queues[0].hosts.all ? "all" : text;
}

/// The diagnostics, without the warning that a queue has hosts outside of its partition.
Texts said(const std::string& partitions, const std::string& more = "") {
  const auto scenario =
      try_scenario(cluster_with(partitions, more), R"("model": {"hpart_mixed": "first"}, )");
  Texts all;
  for (const Diagnostic& one : (scenario ? scenario->warnings : scenario.error()).list)
    if (!one.message.starts_with("queues with hosts of a host partition and others"))
      all.push_back(one.pointer.substr(one.pointer.find("lsb.")) + ": " +
                    one.message.substr(0, one.message.find('\n')));
  return all;
}

const std::string at = "lsb.hosts/HostPartition/";

}  // namespace

TEST_CASE("HOSTS of a queue names a host partition as it names a host group") {
  CHECK(hosts_of(host_partition("p", "a1 b1"), "p") == "a1 b1");
  CHECK(hosts_of(host_partition("p", "as"), "p+2 b1") == "a1+2 a2+2 b1");
  CHECK(hosts_of(host_partition("p", "a[2-3]"), "all ~p") == "a1 b1");
  CHECK(hosts_of(host_partition("p", "all ~as"), "p") == "a3 b1");
  CHECK(hosts_of(host_partition("p", "all"), "p") == "all");
  CHECK(hosts_of(host_partition("rest", "others ~b1") + "," + host_partition("p", "a2"), "rest") ==
        "a1 a3");
}

TEST_CASE("a host partition has borrowed hosts by allremote, or by a group with them") {
  const auto grid = [](const std::string& hosts) {
    return GridText{.home = R"("lsb.hosts": {"HostGroup": [{"GROUP_NAME": "g",
                      "GROUP_MEMBER": "allremote"}], "HostPartition": [)" +
                            host_partition("p", hosts) + "]}, " + queue_with("p"),
                    .away = exports(two_slots)};
  };
  const auto count = [&](const std::string& hosts) {
    const Scenario scenario = grid_of(grid(hosts));
    return scenario.config.clusters[index_of(home)].queues[0].hosts.list.size();
  };
  CHECK(count("home1") == 1);
  CHECK(count("allremote") == 1);
  CHECK(count("home1 allremote") == 2);
  CHECK(count("home1 g") == 2);
  CHECK(count("home1 g ~allremote") == 1);
  const std::string wrong = "/clusters/0/lsb.hosts/HostPartition/0/HOSTS: ";
  const Texts of_name = said_of(grid("home1 away1@away"));
  REQUIRE_FALSE(of_name.empty());
  CHECK(of_name[0] == wrong +
                          "\"away1@away\" cannot be named in a host partition: expected "
                          "allremote");
  const Texts of_cluster = said_of(grid("home1 away"));
  REQUIRE_FALSE(of_cluster.empty());
  CHECK(of_cluster[0].starts_with(wrong + "unknown host or group \"away\" in home"));
}

TEST_CASE("only queues name host partitions, as far as LSF's documents go") {
  const std::string jobs = R"("jobs": [{"id": 1, "run": "1s", "hosts": "p"}], )";
  const Texts of_job = complaints_of(cluster_with(host_partition("p", "a1")), jobs);
  REQUIRE(of_job.size() == 2);
  CHECK(of_job[0].find("/jobs/0/hosts: unknown host or group \"p\"") != std::string::npos);
  CHECK(said(host_partition("p", "a1") + "," + host_partition("q", "p")) ==
        Texts{at + "1/HOSTS: unknown host or group \"p\" in C; known: a1, a2, a3, b1, as"});
}

TEST_CASE("a host is in one partition at most") {
  CHECK(said(host_partition("p", "as") + "," + host_partition("q", "a3 b1")).empty());
  CHECK(said(host_partition("p", "as") + "," + host_partition("q", "all ~as")).empty());
  CHECK(said(host_partition("p", "as") + "," + host_partition("q", "all")) ==
        Texts{at + "1/HOSTS: host partition p has a1, a2, too: a host is in one partition at "
                   "most"});
  CHECK(said(host_partition("p", "allremote a1") + "," + host_partition("q", "a1 allremote")) ==
        Texts{at + "1/HOSTS: host partition p has a1, allremote, too: a host is in one partition "
                   "at most"});
  CHECK(said(host_partition("p", "others a1") + "," + host_partition("q", "others")) ==
        Texts{at + "1/HOSTS: host partition p has others, too: expected it in one partition at "
                   "most"});
}

TEST_CASE("a host partition has a name of its own") {
  const auto of = [](const std::string& name) {
    return said(host_partition("p", "a1") + "," + host_partition(name, "a2"));
  };
  CHECK(of("q").empty());
  const std::string wish = ": expected another name";
  CHECK(of("p") == Texts{at + "1/HPART_NAME: \"p\" is given twice" + wish});
  CHECK(of("as") == Texts{at + "1/HPART_NAME: \"as\" is a host group" + wish});
  CHECK(of("a3") == Texts{at + "1/HPART_NAME: \"a3\" is a host" + wish});
  CHECK(of("others") == Texts{at + "1/HPART_NAME: \"others\" is reserved" + wish});
  CHECK(of(std::string(60, 'x')).size() == 1);
  CHECK(of(std::string(59, 'x')).empty());
}

TEST_CASE("an empty host partition is warned of, one of unknown hosts refused") {
  CHECK(said(host_partition("p", "a1 ~as")) ==
        Texts{at + "0/HOSTS: no execution host is in this partition"});
  CHECK(said(host_partition("p", "a9")).size() == 1);
  CHECK(said(R"({"HPART_NAME": "p"})") ==
        Texts{at + "0/HOSTS: missing", at + "0/USER_SHARES: missing"});
}

TEST_CASE("mistakes in USER_SHARES are told all at once") {
  const auto of = [](const std::string& shares) { return said(host_partition("p", "a1", shares)); };
  const std::string key = at + "0/USER_SHARES: ";
  CHECK(of("[ann, 1] [devs, 2] [others, 3]").empty());
  CHECK(of("([ann, 1])").empty());
  CHECK(of("[ann, 0] [bob 1] [, 2] [ann, 3") ==
        Texts{key + "expected a number of shares from 1 to 2147483647, got \"0\"",
              key + "expected a comma, got \"1\"", key + "expected the name of a user, got \",\"",
              key + "expected ], got the end of the list", key + "user ann is given twice"});
  CHECK(of("ann").size() == 1);
  CHECK(of("()") == Texts{key + "expected at least one [user, shares], got the end of the list"});
  const std::string group = R"(, "lsb.users": {"UserGroup": [
    {"GROUP_NAME": "devs", "GROUP_MEMBER": "ann bob"}]})";
  CHECK(said(host_partition("p", "a1", "[devs@, 1]"), group).empty());
  CHECK(said(host_partition("p", "a1", "[dev@, 1]"), group) ==
        Texts{key + "unknown user group \"dev@\"; nearest: devs; known: devs"});
}

TEST_CASE("hosts of a slot pool are in no host partition") {
  const auto with = [](const std::string& hosts) {
    return said(host_partition("p", "as b1"), R"(, "lsb.queues": [
      {"QUEUE_NAME": "q", "SLOT_POOL": "s", "SLOT_SHARE": 50, "HOSTS": ")" +
                                                  hosts + R"("},
      {"QUEUE_NAME": "r", "SLOT_POOL": "s", "SLOT_SHARE": 50, "HOSTS": ")" +
                                                  hosts + R"("},
      {"QUEUE_NAME": "free"}])");
  };
  CHECK(with("a3").empty());
  CHECK(with("a2 a3") == Texts{"lsb.queues/0/SLOT_POOL: hosts of a slot pool are in no host "
                               "partition, but partition p has a2"});
  CHECK(with("all").size() == 1);
}

TEST_CASE("sections HostPartition of a real lsb.hosts are read, and by a change anew") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path("conf"));
  folder.write("conf/lsf.cluster.C",
               "Begin Host\nHOSTNAME model type server RESOURCES\nh[1-3] ! ! 1 ()\nEnd Host\n");
  folder.write("conf/lsf.shared", "Begin Resource\nRESOURCENAME TYPE\nbig Boolean\nEnd Resource\n");
  folder.write("conf/lsb.params", "Begin Parameters\nMBD_SLEEP_TIME = 20\nEnd Parameters\n");
  folder.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = q\nHOSTS = part+1\nEnd Queue\n");
  folder.write("conf/lsb.hosts",
               "Begin Host\nHOST_NAME MXJ\ndefault 8\nEnd Host\n"
               "Begin HostPartition\nHPART_NAME = part\nHOSTS = all ~h3\n"
               "USER_SHARES = [ann@, 10] [default, 1]\nEnd HostPartition\n"
               "Begin HostPartition\nHPART_NAME HOSTS USER_SHARES\n"
               "rest (h3) ([ann, 1])\nEnd HostPartition\n");
  const auto load = [&](const std::string& group) {
    return load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
      "conf": "conf", "lsb.users": {"UserGroup": [{"GROUP_NAME": ")" +
                                                    group +
                                                    R"(", "GROUP_MEMBER": "eve"}]}}],
      "changes": [{"at": "1h", "set": {"lsb.hosts": {"HostPartition": [
        {"HPART_NAME": "rest", "HOSTS": "h2 h3"}, {"HPART_NAME": "part", "HOSTS": "h1"}]}}}]})"),
                         choices_of(default_registry()));
  };
  const auto good = load("ann");
  REQUIRE(good);
  CHECK(good->config.clusters[0].queues[0].hosts.list ==
        std::vector<HostPreferences::Entry>{{HostId{0}, 1}, {HostId{1}, 1}});
  CHECK(good->config.clusters[0].timeline.at(0).settings->queues[0].hosts.list ==
        std::vector<HostPreferences::Entry>{{HostId{0}, 1}});
  const auto other = load("anne");
  REQUIRE(other);
  const Texts all = texts_behind("lsb.hosts", other->warnings);
  CHECK(std::ranges::any_of(all, [](const std::string& line) {
    return line.starts_with(
        "8:16 /clusters/0/lsb.hosts/HostPartition/0/USER_SHARES: warning: unknown user "
        "group \"ann@\"");
  }));
}

TEST_CASE("names of a real lsb.hosts that nothing explains are left out, and the others hold") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path("conf"));
  folder.write("conf/lsf.cluster.C",
               "Begin Host\nHOSTNAME model type server RESOURCES\nh[1-2] ! ! 1 ()\nEnd Host\n");
  folder.write("conf/lsf.shared", "Begin Resource\nRESOURCENAME TYPE\nbig Boolean\nEnd Resource\n");
  folder.write("conf/lsb.params", "Begin Parameters\nMBD_SLEEP_TIME = 20\nEnd Parameters\n");
  folder.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = q\nHOSTS = part\nEnd Queue\n");
  folder.write("conf/lsb.hosts",
               "Begin HostPartition\nHPART_NAME = part\nHOSTS = hx h1\n"
               "USER_SHARES = [ann, 10] [ops@, 3] [ann, 2] [default, 1]\nEnd HostPartition\n"
               "Begin HostPartition\nHPART_NAME = rest\nHOSTS = h2\n"
               "USER_SHARES = [ops@, 3]\nEnd HostPartition\n");
  const auto loaded = load_scenario(
      folder.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C", "conf": "conf"}]})"),
      choices_of(default_registry()));
  REQUIRE(loaded);
  const ClusterConfig& cluster = loaded->config.clusters[0];
  REQUIRE(cluster.fairshares.size() == 1);  // that of ops@ has no share left
  CHECK(cluster.fairshares[0].hosts == std::vector{HostId{0}});
  REQUIRE(cluster.fairshares[0].accounts.size() == 2);
  CHECK(cluster.fairshares[0].accounts[0].shares == 10);
  CHECK(cluster.fairshares[0].accounts[1].name == "default");
  const Texts all = texts_behind("lsb.hosts", loaded->warnings);
  const auto has = [&](const std::string& start) {
    return std::ranges::any_of(all,
                               [&](const std::string& line) { return line.starts_with(start); });
  };
  const std::string pointer = " /clusters/0/lsb.hosts/HostPartition/";
  CHECK(has("3:9" + pointer + "0/HOSTS: warning: unknown host \"hx\""));
  CHECK(has("4:26" + pointer + "0/USER_SHARES: warning: unknown user group \"ops@\""));
  CHECK(has("4:36" + pointer + "0/USER_SHARES: warning: user ann is given twice"));
  CHECK(has("9:15" + pointer + "1/USER_SHARES: warning: no share is left"));
}

}  // namespace mcsim::testing::settings_partitions_test
