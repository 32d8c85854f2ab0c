// Actions of consumers on hosts that they borrow, and on jobs that ask for such hosts.
#include <string>
#include <vector>

#include "support/lease_support.hpp"

namespace mcsim::testing::lease_actions_test {

using namespace lease_support;

namespace {

using Kind = TimelineEntry::Kind;

/// home borrows away1, and has two jobs that ask for the same things.
GridText with_actions(const std::string& actions) {
  return {.home = queue_with("all allremote"),
          .away = exports(two_slots),
          .rest = R"("jobs": [{"id": 1, "cluster": "home", "run": "1s", "user": "ann"},
    {"id": 2, "cluster": "home", "run": "1s", "exclusive": true, "hosts": "home1"}],
    "actions": [)" +
                  actions + "]"};
}

ClusterConfig after(const std::string& actions, ClusterId cluster = home) {
  return grid_of(with_actions(actions)).config.clusters[index_of(cluster)];
}

/// The hosts of a job with the profile of the first bmod.
std::vector<HostPreferences::Entry> new_hosts(const ClusterConfig& config) {
  const auto& hosts = config.profiles[index_of(config.timeline.at(0).profile)].hosts;
  return hosts ? hosts->list : std::vector<HostPreferences::Entry>{};
}

}  // namespace

TEST_CASE("a consumer closes its own share of a borrowed host, and nobody else's") {
  const std::string close =
      R"({"at": "1h", "do": "hclose", "host": "away1@away", "cluster": "home"},
                               {"at": "2h", "do": "hopen", "host": "away1@away", "cluster": "home"})";
  const ClusterConfig consumer = after(close);
  REQUIRE(consumer.timeline.size() == 2);
  CHECK(consumer.timeline[0].kind == Kind::hclose);
  CHECK(consumer.timeline[0].host == HostId{1});
  CHECK(consumer.hosts[1].name == "away1@away");
  CHECK(consumer.timeline[1].kind == Kind::hopen);
  CHECK(after(close, away).timeline.empty());
}

TEST_CASE("a host is closed as a whole where it is at home") {
  for (const char* cluster : {"", R"(, "cluster": "away")"}) {
    const std::string close = R"({"at": "1h", "do": "hclose", "host": "away1@away")";
    const ClusterConfig provider = after(close + cluster + "}", away);
    REQUIRE(provider.timeline.size() == 1);
    CHECK(provider.timeline[0].host == HostId{0});
    CHECK(after(close + cluster + "}").timeline.empty());
  }
}

TEST_CASE("the scenario of a run has the same actions") {
  const Scenario first = grid_of(with_actions(
      R"({"at": "1h", "do": "hclose", "host": "away1@away", "cluster": "home"},
         {"at": "1h", "do": "bmod", "job": 1, "hosts": "away1@away"})"));
  const TempFolder folder;
  const auto again =
      load_scenario(folder.write("s.json", first.effective), choices_of(default_registry()));
  REQUIRE(again);
  const ClusterConfig& config = again->config.clusters[index_of(home)];
  REQUIRE(config.timeline.size() == 2);
  CHECK(config.timeline[0].host == HostId{1});
  CHECK(config.timeline[1].profile == first.config.clusters[index_of(home)].timeline[1].profile);
}

TEST_CASE("who may never borrow a host does not close it, and a fault is at its home") {
  CHECK(said_of(with_actions(
            R"({"at": "1h", "do": "hclose", "host": "home1@home", "cluster": "away"})")) ==
        Texts{"/actions/0/cluster: home1@home is never exported to away: it refuses the action"});
  CHECK(said_of(with_actions(R"({"at": "1h", "do": "hclose", "host": "away1@away@home"})")) ==
        Texts{"/actions/0/host: unknown host \"away1@away\" in home; known: home1"});
  CHECK(said_of(with_actions(
            R"({"at": "1h", "do": "qclose", "queue": "q@home", "cluster": "away"})")) ==
        Texts{"/actions/0/cluster: only the cluster of a queue acts on it: expected home, got "
              "away"});
}

TEST_CASE("bmod gives a job the profile that it has, with other hosts") {
  const ClusterConfig config =
      after(R"({"at": "1h", "do": "bmod", "job": "2@home", "hosts": "home1 away1@away+2"})");
  REQUIRE(config.timeline.size() == 1);
  CHECK(config.timeline[0].kind == Kind::bmod);
  CHECK(config.timeline[0].job == JobId{2});
  CHECK(new_hosts(config) == std::vector<HostPreferences::Entry>{{HostId{0}, 0}, {HostId{1}, 2}});
  JobProfile before = config.profiles[index_of(config.trace[JobIndex{1}].profile)];
  const JobProfile& then = config.profiles[index_of(config.timeline[0].profile)];
  CHECK(before.exclusive);
  before.hosts = then.hosts;
  CHECK(before == then);
}

TEST_CASE("bmod knows the words that jobs know, and nothing stands for the hosts of the queue") {
  const auto hosts_of = [](const std::string& words) {
    return new_hosts(after(R"({"at": "1h", "do": "bmod", "job": 1, "hosts": ")" + words + "\"}"));
  };
  CHECK(hosts_of("allremote") == std::vector<HostPreferences::Entry>{{HostId{1}, 0}});
  CHECK(hosts_of("home1+1 others") == std::vector<HostPreferences::Entry>{{HostId{0}, 1}});
  const ClusterConfig config = after(R"({"at": "1h", "do": "bmod", "job": 1, "hosts": ""})");
  CHECK(config.timeline[0].profile == config.trace[JobIndex{0}].profile);
  CHECK(said_of(with_actions(R"({"at": "1h", "do": "bmod", "job": 1, "hosts": "away2@away"})")) ==
        Texts{"/actions/0/hosts: unknown host \"away2\" in away; nearest: away1; known: away1"});
}

TEST_CASE("bmod needs a job and hosts, and takes nothing else") {
  CHECK(said_of(with_actions(R"({"at": "1h", "do": "bmod", "job": 1},
    {"at": "1h", "do": "bmod", "job": 1, "hosts": "home1", "queue": "q"},
    {"at": "1h", "do": "btop", "job": 1, "hosts": "home1"},
    {"at": "1h", "do": "bmod", "job": 9, "hosts": "home1"})")) ==
        Texts{"/actions/0/hosts: missing: bmod needs it, depends, begin or array",
              "/actions/1/queue: bmod takes no queue", "/actions/2/hosts: btop takes no hosts",
              "/actions/3/job: unknown job 9"});
}

TEST_CASE("hshutdown and hstartup are of the cluster that the host belongs to") {
  const auto entries = [](const std::string& actions) {
    return grid_of(with_actions(actions)).config.clusters[index_of(away)].timeline;
  };
  const std::string down = R"({"at": "1h", "do": "hshutdown", "host": "away1@away")";
  const std::string up = R"({"at": "3h", "do": "hstartup", "host": "away1@away"})";
  const auto timeline = entries(down + "}, " + up);
  REQUIRE(timeline.size() == 1);
  CHECK(timeline[0].kind == Kind::sbatchd_down);
  CHECK(timeline[0].at == Time{1h});
  CHECK(timeline[0].down_for == 2h);
  CHECK(said_of(with_actions(down + R"(, "cluster": "home"}, )" + up)) ==
        Texts{"/actions/0/cluster: only the cluster of a host acts on it: expected away, got home",
              "/actions/1: is without effect: the sbatchd is not down then"});
  CHECK(
      said_of(with_actions(up + ", " + down.substr(0, 8) + "4" + down.substr(9) + "}")) ==
      Texts{"/actions/0: is without effect: the sbatchd is not down then",
            "/actions/1: expected an hstartup of the host later: jobs would wait for ever for its "
            "sbatchd to tell of them"});
}

}  // namespace mcsim::testing::lease_actions_test
