// Memory, swap space and shared resources that clusters export with hosts.
#include <string>
#include <vector>

#include "support/lease_support.hpp"

namespace mcsim::testing::scenario_lease_resources_test {

using namespace lease_support;

namespace {

const std::string two_hosts = R"([{"name": "away1", "ncpus": 4}, {"name": "away2", "ncpus": 4},
                                  {"name": "away3", "ncpus": 4}])";

/// Definitions of the resource lic in lsf.shared, and instances of it in lsf.cluster.
std::string shared(const std::string& more = "") {
  return R"("lsf.shared": {"Resource": [{"RESOURCENAME": "lic", "TYPE": "Numeric")" + more +
         R"(}, {"RESOURCENAME": "big"}]}, )";
}
const std::string map = R"("lsf.cluster": {"ResourceMap":
  [{"RESOURCENAME": "lic", "LOCATION": "10@[away1 away2]"}]}, )";

std::string lic_export(const std::string& consumers = "[home, 1]") {
  return R"({"NAME": "lic", "NINSTANCES": 6, "DISTRIBUTION": "()" + consumers + ")\"}";
}

/// away exports away1 and lic to home.
GridText lent(const std::string& resources = lic_export(), const std::string& hosts = two_slots) {
  return {.home = shared() + queue_with("all allremote"),
          .away = shared() + map + exports(hosts, resources),
          .away_hosts = two_hosts};
}

Texts said_of_export(const std::string& more) {
  return said_of({.home = queue_with("allremote"), .away = exports(away1_export(more))});
}

const std::string at = "/clusters/1/lsb.resources/SharedResourceExport/0/";

}  // namespace

TEST_CASE("memory and swap space are exported in MB of each host, SWAP being SWP") {
  const auto policy_with = [](const std::string& more) {
    const Scenario grid =
        grid_of({.home = queue_with("allremote"), .away = exports(away1_export(more))});
    return grid.config.clusters[index_of(away)].exports.at(0);
  };
  CHECK(policy_with("").mem == std::nullopt);
  CHECK(policy_with("").swp == std::nullopt);
  CHECK(policy_with(R"(, "MEM": 100)").mem == 100 * amount_unit);
  CHECK(policy_with(R"(, "SWP": "50")").swp == 50 * amount_unit);
  CHECK(policy_with(R"(, "SWAP": 50)").swp == 50 * amount_unit);
  CHECK(said_of_export(R"(, "SWP": 50, "SWAP": 50)") ==
        Texts{"/clusters/1/lsb.resources/HostExport/0/SWAP: is another spelling of SWP, which is "
              "given, too"});
}

TEST_CASE("a host of type DLINUX is not exported without swap space, and the user is told") {
  GridText grid{.home = queue_with("allremote"),
                .away = exports(two_slots),
                .away_hosts = R"([{"name": "away1", "ncpus": 4, "type": "DLINUX"}])"};
  const std::string place = "/clusters/1/lsb.resources/HostExport/0/PER_HOST: ";
  CHECK(
      said_of(grid) ==
      Texts{place + "the policy leaves out away1: hosts of type DLINUX are exported with SWP only",
            place + "the policy exports nothing: it leaves out all that it names"});
  grid.away = exports(away1_export(R"(, "SWAP": 1)"));
  CHECK(said_of(grid).empty());
}

TEST_CASE("hosts that a policy passes over though they are as it asks are warned of, once") {
  const auto said = [](const std::string& hosts, const std::string& select,
                       const std::string& rest = "") {
    GridText grid{
        .home = queue_with("allremote"),
        .away = exports("{" + (select.empty() ? "" : "\"RES_SELECT\": \"" + select + "\", ") +
                        R"j("NHOSTS": 9, "DISTRIBUTION": "([home, 1])"})j"),
        .away_hosts = "[" + hosts + "]"};
    grid.rest = rest;
    Texts texts = said_of(grid);
    for (std::string& text : texts) text.erase(0, text.find("HostExport/"));
    return texts;
  };
  const std::string linux = R"({"name": "l", "type": "LINUX", "maxmem": 500}, )";
  const std::string unswapped = R"({"name": "d1", "type": "DLINUX", "maxmem": 500})";
  const std::string place = "HostExport/0/RES_SELECT: the policy ";
  const std::string only = ": hosts of type DLINUX are exported with SWP only";
  const std::string unsaid = ": nothing says their maxmem; give it in `hosts` of the scenario";
  const Texts passes{place + "leaves out d1" + only};
  CHECK(said(linux + unswapped, "mem>100") == passes);
  CHECK(said(linux + unswapped, "mem>1000") ==
        Texts{place + "exports nothing: no host is as it asks"});
  CHECK(said(linux + R"({"name": "u"})", "mem>100") == Texts{place + "leaves out u" + unsaid});
  // All that it selects are left out, for one reason or another.
  const std::string nothing = "exports nothing: no other host is as it asks";
  CHECK(said(unswapped, "mem>100") == Texts{place + "leaves out d1" + only, place + nothing});
  CHECK(said(unswapped + R"(, {"name": "u"})", "mem>100") ==
        Texts{place + "leaves out d1" + only, place + "leaves out u" + unsaid, place + nothing});
  // A term of an || that nobody can judge: nothing joins it with &&.
  CHECK(said(R"({"name": "u", "type": "U"})", "mem>100 || type==X") ==
        Texts{place + "leaves out u" + unsaid, place + nothing});
  CHECK(said(linux + R"({"name": "u"})", "type==any").empty());
  CHECK(said(linux + unswapped, "mem>100", R"("changes": [{"at": "1h", "cluster": "away", "set":
    {"lsb.params": {"MBD_SLEEP_TIME": 5}}}])") == passes);
}

TEST_CASE("a policy whose hosts others have is warned of, if it then has fewer than NHOSTS") {
  const auto said = [](const std::string& hosts, const std::string& policies) {
    Texts texts = said_of({.home = queue_with("allremote"),
                           .away = exports(policies),
                           .away_hosts = "[" + hosts + "]"});
    for (std::string& text : texts) text.erase(0, text.find("HostExport/"));
    return texts;
  };
  const std::string three = R"({"name": "a[1-3]", "ncpus": 4})";
  const std::string named = R"j({"PER_HOST": "a1", "SLOTS": 1, "DISTRIBUTION": "([home, 1])"})j";
  const auto select = [](int hosts) {
    return R"j({"RES_SELECT": "type==any", "NHOSTS": )j" + std::to_string(hosts) +
           R"j(, "DISTRIBUTION": "([home, 1])"})j";
  };
  CHECK(said(three, named + ", " + select(2)).empty());
  CHECK(said(three, named + ", " + select(3)) ==
        Texts{"HostExport/1/RES_SELECT: the policy leaves out a1: named by another policy"});
  CHECK(said(three, select(1) + ", " + select(2)).empty());
  CHECK(said(three, select(3) + ", " + select(1)) ==
        Texts{"HostExport/1/RES_SELECT: the policy leaves out a1, a2, a3: selected by an earlier "
              "policy",
              "HostExport/1/RES_SELECT: the policy exports nothing: no other host is as it asks"});
}

TEST_CASE("an instance of an exported resource is on the borrowed hosts that have it") {
  GridText text = lent();
  text.rest =
      R"("changes": [{"at": "1h", "cluster": "home", "set": {"lsb.params": {"MBD_SLEEP_TIME": 5}}},
    {"at": "1h", "cluster": "away", "set": {"lsb.params": {"MBD_SLEEP_TIME": 5}}}])";
  const Scenario grid = grid_of(text);
  CHECK(grid.warnings.list.empty());
  const ClusterConfig& provider = grid.config.clusters[index_of(away)];
  const ClusterConfig& consumer = grid.config.clusters[index_of(home)];
  const ResourceId lic = resource(builtin::count);
  CHECK(provider.resource_exports ==
        std::vector<SharedResourceExport>{
            {.resource = lic, .amount = 6 * amount_unit, .distribution = {{home, 1}}}});
  REQUIRE(provider.shared_resources.size() == 1);
  CHECK_FALSE(provider.shared_resources[0].home);
  const SharedResource borrowed{
      .resource = lic, .amount = 0, .hosts = {1}, .home = InstanceHome{away, 0}};
  CHECK(consumer.shared_resources == std::vector{borrowed});
  CHECK(consumer.timeline.at(0).settings->shared_resources == std::vector{borrowed});
  CHECK(provider.timeline.at(0).settings->resource_exports == provider.resource_exports);
}

TEST_CASE("a consumer knows an exported resource by its own number, behind its own instances") {
  GridText text = lent();
  text.home = R"("lsf.shared": {"Resource": [{"RESOURCENAME": "big"}, {"RESOURCENAME": "other"},
                   {"RESOURCENAME": "lic", "TYPE": "Numeric"}]}, )" +
              queue_with("all allremote");
  text.away =
      shared() + R"("lsf.cluster": {"ResourceMap":
    [{"RESOURCENAME": "lic", "LOCATION": "10@[away2 away3] 4@[away1]"}]}, )" +
      exports(R"j({"RES_SELECT": "type==any", "NHOSTS": 2, "DISTRIBUTION": "([home, 1])"})j",
              lic_export());
  const Scenario grid = grid_of(text);
  CHECK(grid.warnings.list.empty());
  const ClusterConfig& consumer = grid.config.clusters[index_of(home)];
  REQUIRE(consumer.shared_resources.size() == 2);
  for (const SharedResource& instance : consumer.shared_resources)
    CHECK(instance.resource == resource(builtin::count + 2));
  CHECK(consumer.shared_resources[0].hosts == std::vector<std::uint32_t>{2, 3});
  CHECK(consumer.shared_resources[1].hosts == std::vector<std::uint32_t>{1});
}

TEST_CASE("a job may ask for as much of a borrowed resource as it likes, where it may borrow") {
  GridText text = lent();
  text.rest = R"("jobs": [{"id": 1, "cluster": "home", "run": "1s", "res_req": "rusage[lic=3]"}])";
  CHECK(said_of(text).empty());
  text.home = shared() + queue_with("all");
  CHECK(said_of(text) == Texts{"/jobs/0/res_req: 1 job slot is wanted; its hosts have 0 together "
                               "within what they have of lic: the job can never start"});
}

TEST_CASE("an exported resource is known, numeric, shared by hosts and given once") {
  const auto said_of_name = [](const std::string& name) {
    GridText text =
        lent(R"({"NAME": ")" + name + R"j(", "NINSTANCES": 1, "DISTRIBUTION": "([home, 1])"})j");
    return said_of(text);
  };
  CHECK(said_of_name("lci") == Texts{at + "NAME: unknown resource \"lci\"; nearest: lic; known: "
                                          "lic, big"});
  CHECK(said_of_name("big") == Texts{at + "NAME: expected a numeric resource that hosts share; "
                                          "big is not numeric"});
  CHECK(said_of_name("mem") == Texts{at + "NAME: no hosts share mem: expected a resource with an "
                                          "instance in ResourceMap, other than [default]"});
  CHECK(said_of(lent(lic_export() + "," + lic_export())) ==
        Texts{"/clusters/1/lsb.resources/SharedResourceExport/1/NAME: resource lic is given "
              "twice"});
  CHECK(said_of(lent("{}")) ==
        Texts{at + "NAME: missing", at + "NINSTANCES: missing", at + "DISTRIBUTION: missing"});
}

TEST_CASE("an exported resource is the same in lsf.shared of provider and consumer") {
  GridText text = lent();
  text.home = shared(R"(, "INCREASING": "Y")") + queue_with("all allremote");
  const std::string wish =
      "NAME: resource lic is defined differently: expected the same definition in lsf.shared of "
      "away and home, got Numeric, INCREASING=N, RELEASE=Y in away and ";
  CHECK(said_of(text) == Texts{at + wish + "Numeric, INCREASING=Y, RELEASE=Y in home"});
  text.home = queue_with("all allremote");
  CHECK(said_of(text) == Texts{at + wish + "nothing in home"});
}

TEST_CASE("a resource export is without effect for who gets no host that has the resource") {
  const std::string away3 = R"j({"PER_HOST": "away3", "SLOTS": 1, "DISTRIBUTION": "([home, 1])"})j";
  CHECK(said_of(lent(lic_export(), away3)) ==
        Texts{at + "DISTRIBUTION: is without effect for home: no HostExport exports a host to it "
                   "that has lic"});
  GridText text = lent(lic_export("[home, 1] [far, 2] [away, 1]"));
  text.third = shared() + plain_queue;
  CHECK(said_of(text) == Texts{at + "DISTRIBUTION: is without effect for far: no HostExport "
                                    "exports a host to it that has lic",
                               at + "DISTRIBUTION: away is the provider itself: ignored"});
  CHECK(grid_of(text).config.clusters[index_of(far)].shared_resources.empty());
}

// Source: Platform LSF 7.0.6, MultiCluster guide, Exporting Shared Resources: it must be available
// on one or more of the exported hosts.
TEST_CASE("a resource with an instance of one host is exported with that host") {
  const std::string one_host = R"("lsf.cluster": {"ResourceMap":
    [{"RESOURCENAME": "lic", "LOCATION": "5@[away1] 4@[away2 away3]"}]}, )";
  GridText grid = lent();
  grid.away = shared() + one_host + exports(two_slots, lic_export());
  CHECK(said_of(grid).empty());
  const ClusterConfig borrower = grid_of(grid).config.clusters[index_of(home)];
  REQUIRE(borrower.shared_resources.size() == 1);
  CHECK(borrower.shared_resources[0].hosts == std::vector<std::uint32_t>{1});
  // Also where only a change exports it: all settings have the same instances.
  grid.away = shared() + one_host + exports(two_slots);
  grid.rest = R"("changes": [{"at": "1h", "cluster": "away", "set": {"lsb.resources":
    {"SharedResourceExport": [)" +
              lic_export() + "]}}}]";
  CHECK(said_of(grid).empty());
  CHECK(grid_of(grid).config.clusters[index_of(away)].shared_resources.size() == 2);
  // Where it is never exported, it is the host's own.
  grid.rest = "";
  CHECK(grid_of(grid).config.clusters[index_of(away)].shared_resources.size() == 1);
}

}  // namespace mcsim::testing::scenario_lease_resources_test
