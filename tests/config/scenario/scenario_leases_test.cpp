// What clusters export, what they may borrow, and which queues name borrowed hosts.
#include <string>
#include <vector>

#include "support/lease_support.hpp"

namespace mcsim::testing::scenario_leases_test {

using namespace lease_support;

namespace {

/// The hosts of home's first queue with their preferences: `home1+1 away1@away`.
std::string hosts_of(const Scenario& scenario) {
  const ClusterConfig& config = scenario.config.clusters[index_of(home)];
  std::string text;
  for (const HostPreferences::Entry& entry : config.queues[0].hosts.list) {
    if (!text.empty()) text += ' ';
    text += config.hosts[index_of(entry.host)].name;
    if (entry.level != 0) text += "+" + std::to_string(entry.level);
  }
  return config.queues[0].hosts.all ? "all" : text;
}
std::string hosts_of(const std::string& queue, const std::string& sections = two_slots) {
  return hosts_of(grid_of({.home = queue, .away = exports(sections)}));
}

Texts said(const std::string& sections, const std::string& of_home = queue_with("all allremote")) {
  return said_of({.home = of_home, .away = exports(sections)});
}

}  // namespace

TEST_CASE("a cluster has the hosts that others may lend it behind its own, without slots") {
  const std::string shared = R"j("lsf.shared": {"HostType": [{"TYPENAME": "SUN"}],
    "HostModel": [{"MODELNAME": "fast", "CPUFACTOR": 3}]}, )j";
  const Scenario grid = grid_of(
      {.home = queue_with("allremote"), .away = shared + exports(two_slots), .away_hosts = R"j([
    {"name": "away1", "ncpus": 4, "type": "SUN", "model": "fast", "maxmem": 500},
    {"name": "away2", "ncpus": 2}])j"});
  const ClusterConfig& config = grid.config.clusters[index_of(home)];
  REQUIRE(config.hosts.size() == 2);
  const HostConfig& host = config.hosts[1];
  CHECK(host.name == "away1@away");
  CHECK(host.mxj == Slots{});
  CHECK(host.ncpus == 4);
  CHECK(host.type == "SUN");
  CHECK(host.model == "fast");
  CHECK(host.cpuf == 3);
  CHECK((host.home == HostHome{away, HostId{0}, true, Slots(2), true, false}));
  CHECK(grid.config.clusters[index_of(away)].hosts.size() == 2);
}

TEST_CASE("an export policy is what its section says") {
  const Scenario grid = grid_of(
      {.home = queue_with("allremote"),
       .away = exports(two_slots + R"j(, {"RES_SELECT": "ncpus > 2", "NHOSTS": 3, "TYPE": "shared",
                                         "DISTRIBUTION": "([home, 2] [far, 1])"})j"),
       .third = plain_queue});
  const auto& exports_of_away = grid.config.clusters[index_of(away)].exports;
  REQUIRE(exports_of_away.size() == 2);
  CHECK(exports_of_away[0] ==
        HostExport{.hosts = {HostId{0}}, .slots = Slots(2), .distribution = {{home, 1}}});
  CHECK(exports_of_away[1].selects());
  CHECK(exports_of_away[1].most_hosts == 3);
  CHECK(exports_of_away[1].is_shared);
  CHECK(exports_of_away[1].distribution == std::vector<ExportShare>{{home, 2}, {far, 1}});
}

TEST_CASE("all and others are a cluster's own hosts, allremote is all that it may borrow") {
  CHECK(hosts_of(queue_with("all")) == "home1");
  CHECK(hosts_of(plain_queue) == "home1");
  CHECK(hosts_of(queue_with("others")) == "home1");
  CHECK(hosts_of(queue_with("allremote")) == "away1@away");
  CHECK(hosts_of(queue_with("all+1 allremote")) == "home1+1 away1@away");
  CHECK(hosts_of(queue_with("home1 away1@away+2")) == "home1 away1@away+2");
  CHECK(hosts_of(queue_with("all allremote ~away1@away")) == "home1");
  // A queue of a cluster that borrows nothing has all hosts.
  CHECK(hosts_of(grid_of({.home = plain_queue, .away = plain_queue})) == "all");
}

TEST_CASE("a range of borrowed hosts is each of them") {
  const auto with = [](const std::string& hosts, const std::string& rest = "") {
    return GridText{.home = queue_with(hosts),
                    .away = exports(R"j({"PER_HOST": "away[1-3]", "SLOTS": 1,
                                         "DISTRIBUTION": "([home, 1])"})j"),
                    .rest = rest,
                    .away_hosts = R"([{"name": "away[1-4]", "ncpus": 4}])"};
  };
  const auto queue = [&](const std::string& hosts) { return hosts_of(grid_of(with(hosts))); };
  CHECK(queue("away[1-2]@away") == "away1@away away2@away");
  CHECK(queue("home1+1 away[1,3]@away+2") == "home1+1 away1@away+2 away3@away+2");
  CHECK(queue("all allremote ~away[2-3]@away") == "home1 away1@away");
  const auto job = [&](const std::string& hosts) {
    return with(
        "all allremote",
        R"("jobs": [{"id": 1, "cluster": "home", "run": "1s", "hosts": ")" + hosts + R"("}])");
  };
  const Scenario grid = grid_of(job("away[2-3]@away+1"));
  const auto& profile = grid.config.clusters[index_of(home)].profiles.at(1);
  CHECK(profile.hosts->list == std::vector<HostPreferences::Entry>{{HostId{2}, 1}, {HostId{3}, 1}});
  // Each host that is never exported is named; a mistake that concerns all of them is told once.
  const std::string at = "/clusters/0/lsb.queues/0/HOSTS: ";
  const std::string known = "; nearest: away1; known: away1, away2, away3, away4";
  CHECK(said_of(with("away[3-5]@away")) == Texts{at + "away4@away is never exported to home",
                                                 at + "unknown host \"away5\" in away" + known +
                                                     ": nothing is borrowed by this name"});
  CHECK(said_of(with("away[1-4]@awy")) ==
        Texts{at + "unknown cluster \"awy\"; nearest: away; known: away, home"});
  CHECK(said_of(job("away[4-6]@away")) ==
        Texts{"/jobs/0/hosts: away4@away is never exported to home: a job that asks for it is "
              "refused",
              "/jobs/0/hosts: unknown host \"away5\" in away" + known,
              "/jobs/0/hosts: unknown host \"away6\" in away" + known});
  CHECK(said_of(job("away[1-4]@awy")) ==
        Texts{"/jobs/0/hosts: unknown cluster \"awy\"; nearest: away; known: away, home"});
}

TEST_CASE("a host group may have borrowed hosts, and be within another one") {
  const std::string groups =
      R"j("lsb.hosts": {"HostGroup": [{"GROUP_NAME": "outer", "GROUP_MEMBER": "inner home1"},
                                     {"GROUP_NAME": "inner", "GROUP_MEMBER": "allremote"},
                                     {"GROUP_NAME": "none_left", "GROUP_MEMBER": "inner ~allremote home1"}]}, )j";
  CHECK(hosts_of(groups + queue_with("inner")) == "away1@away");
  CHECK(hosts_of(groups + queue_with("outer+3")) == "home1+3 away1@away+3");
  CHECK(hosts_of(groups + queue_with("none_left")) == "home1");
}

TEST_CASE("a change may put borrowed hosts into a group, and a job may name the group") {
  const std::string group = R"("HostGroup": [{"GROUP_NAME": "g", "GROUP_MEMBER": "home1")";
  const Scenario grid = grid_of({.home = R"("lsb.hosts": {)" + group + "}]}, " + queue_with("g"),
                                 .away = exports(two_slots),
                                 .rest = R"("changes": [{"at": "1h", "cluster": "home", "set":
    {"lsb.hosts": {"HostGroup": [{"GROUP_NAME": "g", "GROUP_MEMBER": "home1 allremote"}]}}}])"});
  const ClusterConfig& config = grid.config.clusters[index_of(home)];
  CHECK(config.queues[0].hosts.list.size() == 1);
  CHECK(config.timeline.at(0).settings->queues[0].hosts.list.size() == 2);
  const Scenario named = grid_of({.home = R"("lsb.hosts": {"HostGroup":
    [{"GROUP_NAME": "g", "GROUP_MEMBER": "home1 allremote"}]}, )" +
                                          queue_with("g"),
                                  .away = exports(two_slots),
                                  .rest = R"("jobs": [{"id": 1, "cluster": "home", "run": "1s",
    "hosts": "g ~home1"}])"});
  const auto& profile = named.config.clusters[index_of(home)].profiles.at(1);
  CHECK(profile.hosts->list == std::vector<HostPreferences::Entry>{{HostId{1}, 0}});
}

TEST_CASE("there is a link between a provider and its consumers") {
  const Scenario grid = grid_of({.home = queue_with("allremote"), .away = exports(two_slots)});
  REQUIRE(grid.config.links.size() == 1);
  CHECK(grid.config.links[0].a == home);
  CHECK(grid.config.links[0].b == away);
}

TEST_CASE("a queue that borrows sends no jobs, and the user is told") {
  const GridText grid{
      .home = queue_with("all allremote", R"j(, "SNDJOBS_TO": "q@away")j"),
      .away = R"j("lsb.resources": {"HostExport": [)j" + two_slots +
              R"j(]}, "lsb.queues": [{"QUEUE_NAME": "q", "RCVJOBS_FROM": "home"}])j"};
  CHECK(said_of(grid) ==
        Texts{"/clusters/0/lsb.queues/0/SNDJOBS_TO: is ignored: HOSTS of this queue names "
              "borrowed hosts"});
  CHECK_FALSE(grid_of(grid).config.clusters[index_of(home)].queues[0].forwarding.sends());
}

TEST_CASE("a mistake in a HostExport is told with its place") {
  const std::string at = "/clusters/1/lsb.resources/HostExport/0";
  CHECK(said(R"j({"PER_HOST": "away9", "SLOTS": 2, "DISTRIBUTION": "([home, 1])"
})j") == Texts{at + "/PER_HOST: unknown host \"away9\" in away; nearest: away1; known: away1"});
  CHECK(said(R"j({"PER_HOST": "away1", "SLOTS": 2, "DISTRIBUTION": "([hom, 1])"
  })j") == Texts{at + "/DISTRIBUTION: unknown cluster \"hom\"; nearest: home; known: away, home"});
  CHECK(said(R"j({"PER_HOST": "away1", "SLOTS": 2, "RES_SELECT": "mem > 1", "NHOSTS": 1,
                 "DISTRIBUTION": "([home, 1])"
  })j") == Texts{at + "/RES_SELECT: an export policy has either PER_HOST and SLOTS, or RES_SELECT "
                      "and NHOSTS"});
  CHECK(said(R"j({"PER_HOST": "away1", "SLOTS": 2, "DISTRIBUTION": "([home, 0])"
  })j")
            .size() == 1);
  CHECK(said(R"j({"PER_HOST": "away1", "SLOTS": 2, "DISTRIBUTION": "([home, 1"})j").size() == 2);
  CHECK(said(two_slots + R"j(, {"PER_HOST": "away1", "SLOTS": 1, "TYPE": "shared",
                               "DISTRIBUTION": "([far, 1])"
  })j")
            .size() == 1);  // far is unknown
}

TEST_CASE("names in a DISTRIBUTION with other mistakes are checked too, as far as they are whole") {
  const auto of = [](const std::string& list) {
    return said(R"({"PER_HOST": "away1", "SLOTS": 2, "DISTRIBUTION": ")" + list + R"("})");
  };
  const std::string at = "/clusters/1/lsb.resources/HostExport/0/DISTRIBUTION: ";
  const std::string unknown = at + "unknown cluster \"Cx\"; known: away, home";
  const std::string open = at + "expected ), got the end of the list";
  CHECK(of("([Cx, 1]") == Texts{open, unknown});
  CHECK(of("([home, 1] [Cx, 0])") ==
        Texts{unknown, at + "expected a number of shares from 1 to 2147483647, got \"0\""});
  CHECK(of("([home, 1] [home, 2]") == Texts{open, at + "cluster home is given twice"});
  // "C x" may be a cluster whose name is written in two words.
  CHECK(of("([C x, 1])") == Texts{at + "expected a comma, got \"x\""});
  CHECK(of("([away, 1]").size() ==
        2);  // no word about missing clusters: the rest of the list may name them
}

TEST_CASE("a host of a shared lease has one consumer in all policies") {
  const GridText grid{
      .home = queue_with("allremote"),
      .away = exports(two_slots + R"j(, {"PER_HOST": "away1", "SLOTS": 1, "TYPE": "shared",
                                        "DISTRIBUTION": "([far, 1])"})j"),
      .third = plain_queue};
  CHECK(said_of(grid) ==
        Texts{"/clusters/1/lsb.resources/HostExport/1/PER_HOST: host away1 is in a shared lease: "
              "expected one consumer in all policies, got home and far"});
}

TEST_CASE("of a shared lease no more slots are shared than MXJ, and the user is told") {
  const auto of = [](const std::string& slots, const std::string& hosts, const std::string& mxj) {
    const std::string section = R"({"PER_HOST": ")" + hosts + R"(", "SLOTS": )" + slots +
                                R"j(, "TYPE": "shared", "DISTRIBUTION": "([home, 1])"})j";
    return said_of({.home = queue_with("all allremote"),
                    .away = R"("lsb.hosts": {"Host": [)" + mxj + "]}, " + exports(section),
                    .away_hosts = R"([{"name": "away[1-5]", "ncpus": 4}])"});
  };
  const std::string at = "/clusters/1/lsb.resources/HostExport/0/SLOTS: is above MXJ of ";
  CHECK(of("4", "away1", "").empty());  // MXJ is the number of processors by default
  CHECK(of("5", "away1", "") == Texts{at + "away1: 4 slots are shared, not 5"});
  CHECK(of("5", "away1", R"({"HOST_NAME": "away1", "MXJ": "!"})") ==
        Texts{at + "away1: 4 slots are shared, not 5"});
  CHECK(of("5", "away1", R"({"HOST_NAME": "default", "MXJ": 5})").empty());
  CHECK(of("5", "away[1-5]", R"({"HOST_NAME": "away5", "MXJ": 1})") ==
        Texts{at + "away5: 1 slot is shared, not 5",
              at + "away1, away2, away3 and 1 more: 4 slots of each are shared, not 5"});
}

TEST_CASE(
    "slots that other shared leases have of a host are not shared again, and the user is told") {
  const auto shared = [](const std::string& slots) {
    return R"({"PER_HOST": "away1", "SLOTS": )" + slots +
           R"j(, "TYPE": "shared", "DISTRIBUTION": "([home, 1])"})j";
  };
  const std::string at =
      "/clusters/1/lsb.resources/HostExport/1/SLOTS: is above what other shared "
      "leases leave of MXJ of away1: ";
  CHECK(said(shared("3") + "," + shared("1")).empty());
  CHECK(said(shared("3") + "," + shared("2")) == Texts{at + "1 slot is shared, not 2"});
  CHECK(said(shared("4") + "," + shared("2")) == Texts{at + "0 slots are shared, not 2"});
  // Exclusive policies may export more than MXJ.
  CHECK(said(two_slots + "," + away1_export() + "," + shared("4")).empty());
}

TEST_CASE("names of borrowed hosts are checked where they are at home") {
  const std::string at = "/clusters/0/lsb.queues/0/HOSTS: ";
  CHECK(said(two_slots, queue_with("away1@awy")) ==
        Texts{at + "unknown cluster \"awy\"; nearest: away; known: away, home"});
  CHECK(said(two_slots, queue_with("away7@away")) ==
        Texts{at + "unknown host \"away7\" in away; nearest: away1; known: away1: nothing is "
                   "borrowed by this name"});
  CHECK(said_of({.home = queue_with("all away1@away"), .away = plain_queue}) ==
        Texts{at + "away1@away is never exported to home"});
  CHECK(said_of({.home = queue_with("all allremote"), .away = plain_queue}) ==
        Texts{at + "no cluster ever exports hosts to home"});
}

}  // namespace mcsim::testing::scenario_leases_test
