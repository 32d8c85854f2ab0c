// What does not go together with leases: clusters that do not know each other, reservations, names
// in groups, and sections of lsb.resources in the wrong order.
#include <filesystem>
#include <string>

#include "support/lease_support.hpp"

namespace mcsim::testing::lease_refusals_test {

using namespace lease_support;

namespace {

const std::string shared_lease = away1_export(R"(, "TYPE": "shared")");

/// lsf.cluster of a cluster that knows only the cluster `name`.
std::string remotes(const std::string& name, const std::string& more = "") {
  return R"("lsf.cluster": {"RemoteClusters": [{"CLUSTERNAME": ")" + name + "\"" + more + "}]}, ";
}

std::string reservation(const std::string& hosts, const std::string& slots = "") {
  return R"("reservations": [{"start": "1h", "end": "2h", "users": "ann", "hosts": ")" + hosts +
         "\"" + slots + "}], ";
}

Texts said_of_reservation(const std::string& hosts, const std::string& section,
                          const std::string& slots = "") {
  return said_of({.home = queue_with("allremote"),
                  .away = reservation(hosts, slots) + exports(section),
                  .away_hosts = R"([{"name": "away[1-2]", "ncpus": 4, "type": "LINUX"},
                                    {"name": "away3", "ncpus": 4, "type": "SUN"}])"});
}

std::string refused(const std::string& host) {
  return "reservations/0/hosts: host " + host +
         " may be in a shared lease, and advance reservations do not go with that: expected other "
         "hosts";
}

}  // namespace

TEST_CASE(
    "a cluster lends nothing to one that is not among its RemoteClusters, nor does that borrow") {
  const std::string third = queue_with("all");
  const GridText provider{.home = queue_with("all allremote"),
                          .away = remotes("far") + exports(two_slots),
                          .third = third};
  const std::string nothing = ": nothing is exported to home";
  const std::string at = "/clusters/1/lsb.resources/HostExport/0/DISTRIBUTION: cluster ";
  const std::string none = "/clusters/0/lsb.queues/0/HOSTS: ";
  CHECK(said_of(provider) == Texts{none + "no cluster ever exports hosts to home",
                                   at + "home is none of the RemoteClusters of away" + nothing});
  const GridText consumer{.home = remotes("far") + queue_with("all away1@away"),
                          .away = exports(two_slots),
                          .third = third};
  CHECK(said_of(consumer) ==
        Texts{none + "cluster away is none of the RemoteClusters of home: nothing is borrowed from "
                     "it",
              at + "away is none of the RemoteClusters of home" + nothing});
  CHECK(grid_of(consumer).config.links.empty());
  CHECK(grid_of(consumer).config.clusters[index_of(home)].hosts.size() == 1);
}

TEST_CASE("with RECV_FROM=N borrowed hosts take no parallel jobs") {
  const auto takes = [](const std::string& of_home) {
    const Scenario grid =
        grid_of({.home = of_home + queue_with("allremote"), .away = exports(two_slots)});
    CHECK(grid.warnings.list.empty());
    return grid.config.clusters[index_of(home)].hosts.at(1).home->takes_parallel;
  };
  CHECK(takes(""));
  CHECK(takes(remotes("away")));
  CHECK(takes(remotes("away", R"(, "RECV_FROM": "Y")")));
  CHECK_FALSE(takes(remotes("away", R"(, "RECV_FROM": "N")")));
}

TEST_CASE("jobs span clusters only where RemoteClusters of both list the other") {
  const auto spans = [](const std::string& of_home, const std::string& of_away) {
    const Scenario grid =
        grid_of({.home = of_home + queue_with("allremote"), .away = of_away + exports(two_slots)});
    CHECK(grid.warnings.list.empty());
    const auto& hosts = grid.config.clusters[index_of(home)].hosts;
    return hosts.at(0).span_group == hosts.at(1).span_group;
  };
  CHECK_FALSE(spans("", ""));
  CHECK_FALSE(spans(remotes("away"), ""));
  CHECK_FALSE(spans("", remotes("home")));
  CHECK(spans(remotes("away"), remotes("home")));
}

TEST_CASE("a cluster of lsf.shared that is not in the scenario gets nothing") {
  const std::string known = R"("lsf.shared": {"Cluster": [{"ClusterName": "C9"}]}, )";
  const std::string section = R"j({"PER_HOST": "away1", "SLOTS": 2, "DISTRIBUTION": "([C9, 1])"})j";
  CHECK(said_of({.home = plain_queue, .away = known + exports(section)}) ==
        Texts{"/clusters/1/lsb.resources/HostExport/0/DISTRIBUTION: cluster C9 of lsf.shared is "
              "not in the scenario: nothing is exported to C9"});
  CHECK(said_of({.home = known + queue_with("all h@C9"), .away = plain_queue}) ==
        Texts{"/clusters/0/lsb.queues/0/HOSTS: cluster C9 of lsf.shared is not in the scenario: "
              "nothing is borrowed from it"});
}

TEST_CASE("a provider reserves no slots of a host that is in a shared lease") {
  const std::string at = "/clusters/1/";
  CHECK(said_of_reservation("away[1-2]", shared_lease) == Texts{at + refused("away1")});
  CHECK(said_of_reservation("away2", shared_lease).empty());
  CHECK(said_of_reservation("away1", two_slots).empty());
  CHECK(said_of_reservation("away2 away1", shared_lease, R"(, "slots": 4)").empty());
}

TEST_CASE("a provider reserves no slots of a host that a shared policy may select") {
  const std::string at = "/clusters/1/";
  const std::string select = R"j({"RES_SELECT": "type==LINUX", "NHOSTS": 1, "TYPE": "shared",
                                 "DISTRIBUTION": "([home, 1])"})j";
  CHECK(said_of_reservation("away[1-3]", select) ==
        Texts{at + refused("away1"), at + refused("away2")});
  CHECK(said_of_reservation("away3", select).empty());
  // A host that PER_HOST names is not selected by RES_SELECT.
  CHECK(said_of_reservation("away1", two_slots + "," + select).empty());
}

TEST_CASE("a consumer reserves no borrowed hosts of shared leases, and nothing on others") {
  const auto said = [](const std::string& hosts, const std::string& section) {
    return said_of(
        {.home = reservation(hosts) + queue_with("all allremote"), .away = exports(section)});
  };
  const std::string at = "/clusters/0/";
  CHECK(said("home1 away1@away", shared_lease) == Texts{at + refused("away1@away")});
  CHECK(said("home1 away1@away", two_slots) ==
        Texts{at + "reservations/0/hosts: nothing is reserved on away1@away: it has no slots but "
                   "those that a lease gives it"});
  CHECK(said("", shared_lease).empty());
}

TEST_CASE("a host group has borrowed hosts by allremote, not by name") {
  const std::string groups = R"("lsb.hosts": {"HostGroup": [
    {"GROUP_NAME": "g", "GROUP_MEMBER": "home1 away1@away"},
    {"GROUP_NAME": "h", "GROUP_MEMBER": "allremote ~away1@away"},
    {"GROUP_NAME": "i", "GROUP_MEMBER": "allremote home1"}]}, )";
  const std::string at = "/clusters/0/lsb.hosts/HostGroup/";
  const std::string wrong =
      "/GROUP_MEMBER: \"away1@away\" cannot be named in a host group: expected allremote";
  CHECK(said_of({.home = groups + queue_with("i"), .away = exports(two_slots)}) ==
        Texts{at + "0" + wrong, at + "1" + wrong});
}

TEST_CASE("in LSF's own file a resource is exported behind the hosts that have it") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.path("conf"));
  folder.write("conf/lsf.shared",
               "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING\nlic Numeric () N\n"
               "End Resource\n");
  folder.write("conf/lsf.cluster.away",
               "Begin Host\nHOSTNAME model type server RESOURCES\naway[1-2] ! ! 1 ()\nEnd Host\n"
               "Begin ResourceMap\nRESOURCENAME LOCATION\nlic 9@[all]\nEnd ResourceMap\n");
  folder.write("conf/lsb.params", "Begin Parameters\nMBD_SLEEP_TIME = 20\nEnd Parameters\n");
  folder.write("conf/lsb.queues", "Begin Queue\nQUEUE_NAME = q\nEnd Queue\n");
  folder.write("conf/lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault 8\nEnd Host\n");
  const std::string hosts =
      "Begin HostExport\nPER_HOST = away1\nSLOTS = 2\nMEM = 9\nDISTRIBUTION = ([home, 1])\n"
      "End HostExport\n";
  const std::string resources =
      "Begin SharedResourceExport\nNAME = lic\nNINSTANCES = 4\nDISTRIBUTION = ([home, 1])\n"
      "End SharedResourceExport\n";
  const auto load = [&](const std::string& text) {
    folder.write("conf/lsb.resources", text);
    return load_scenario(folder.write("s.json", R"({"mcsim": 1, "lsf.shared": {"Resource":
      [{"RESOURCENAME": "lic", "TYPE": "Numeric"}]}, "clusters": [{"name": "home",
      "hosts": [{"name": "h"}], "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "all allremote"}]},
      {"name": "away", "conf": "conf"}]})"),
                         choices_of(default_registry()));
  };
  const auto good = load(hosts + resources);
  REQUIRE(good);
  CHECK(texts(good->warnings).empty());
  const ClusterConfig& provider = good->config.clusters[1];
  CHECK(provider.exports.at(0).mem == 9 * amount_unit);
  CHECK(provider.resource_exports.at(0).amount == 4 * amount_unit);
  CHECK(good->config.clusters[0].shared_resources.at(0).hosts.size() == 1);
  CHECK(load(hosts + resources + hosts));
  const auto turned = load(resources + hosts);
  REQUIRE(turned);
  const Texts said = texts_behind("lsb.resources", turned->warnings);
  CHECK(said.size() == 1);
  CHECK(
      said.front().ends_with("stands before any HostExport, and is ignored: expected it behind "
                             "those that export the hosts"));
  CHECK(turned->config.clusters[1].resource_exports.empty());
}

}  // namespace mcsim::testing::lease_refusals_test
