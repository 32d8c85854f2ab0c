// Hosts of other clusters that jobs name, and that are never exported: such jobs are refused, and
// the scenario is valid.
#include "support/worlds.hpp"

#include <string>

#include "support/lease_support.hpp"

namespace mcsim::testing::never_lent_test {

using namespace lease_support;

namespace {

/// home may borrow away1; away2 exists, and is never exported.
GridText with(const std::string& rest, const std::string& sections = two_slots) {
  return {.home = queue_with("all allremote"),
          .away = exports(sections),
          .rest = rest,
          .away_hosts = R"([{"name": "away[1-2]", "ncpus": 4}])"};
}

std::string job_on(const std::string& hosts) {
  return R"({"id": 1, "cluster": "home", "run": "60s", "hosts": ")" + hosts + R"("})";
}
std::string jobs_on(const std::string& hosts) { return R"("jobs": [)" + job_on(hosts) + "]"; }

JobOutcome outcome(const GridText& grid) {
  return run_all(grid_of(grid).config).clusters[index_of(home)].jobs[0];
}

constexpr const char* not_lent = " is never exported to home";
constexpr const char* refused = ": a job that asks for it is refused";

}  // namespace

TEST_CASE("a job that names a host that is never exported is refused, as before a lease") {
  const std::string at = "/jobs/0/hosts: away2@away";
  CHECK(said_of(with(jobs_on("away2@away"))) == Texts{at + not_lent + refused});
  CHECK(outcome(with(jobs_on("away2@away"))).end_reason == EndReason::host_unknown);
  CHECK(outcome(with(jobs_on("home1 away2@away"))).end_reason == EndReason::host_unknown);
  // A host that is not exported here may be exported in other runs of the scenario.
  CHECK(outcome(with(jobs_on("away1@away"), "")).end_reason == EndReason::host_unknown);
  const std::string two = "/jobs/0/hosts: away1@away";
  CHECK(said_of(with(jobs_on("away1@away"), "")) ==
        Texts{"/clusters/0/lsb.queues/0/HOSTS: no cluster ever exports hosts to home",
              two + not_lent + refused});
}

TEST_CASE("who leaves out a host that is never exported is not refused") {
  CHECK(said_of(with(jobs_on("home1 ~away2@away"))) ==
        Texts{std::string("/jobs/0/hosts: away2@away") + not_lent});
  CHECK(outcome(with(jobs_on("home1 ~away2@away"))).status == JobStatus::done);
}

TEST_CASE("names of hosts and clusters that are nowhere are mistakes of a job, all told at once") {
  const std::string at = "/jobs/0/hosts: ";
  CHECK(said_of(with(jobs_on("away9@away h@awy home1@home"))) ==
        Texts{at + "unknown host \"away9\" in away; nearest: away1; known: away1, away2",
              at + "unknown cluster \"awy\"; nearest: away; known: away, home",
              at + "\"home1@home\" is a host of home itself: expected \"home1\""});
  // Also beside another mistake.
  CHECK(said_of(with(jobs_on("away9@away"),
                     R"j({"PER_HOST": "away1", "DISTRIBUTION": "([home, 1])"})j")) ==
        Texts{"/clusters/1/lsb.resources/HostExport/0/SLOTS: missing; it goes with PER_HOST",
              at + "unknown host \"away9\" in away; nearest: away1; known: away1, away2"});
}

TEST_CASE("bmod to a host that is never exported is refused, and the job stays as it was") {
  const GridText grid = with(jobs_on("home1") + R"(, "actions": [
    {"at": "0s", "do": "bmod", "job": 1, "hosts": "away2@away"}])");
  CHECK(said_of(grid) == Texts{std::string("/actions/0/hosts: away2@away") + not_lent + refused});
  CHECK(outcome(grid).status == JobStatus::done);
}

TEST_CASE("closing a host that is never exported is refused, and its home does not notice") {
  const GridText grid = with(jobs_on("home1") + R"(, "actions": [
    {"at": "0s", "do": "hclose", "host": "away2@away", "cluster": "home"}])");
  CHECK(said_of(grid) ==
        Texts{"/actions/0/cluster: away2@away is never exported to home: it refuses the action"});
  for (const ClusterConfig& cluster : grid_of(grid).config.clusters)
    CHECK(cluster.timeline.empty());
}

TEST_CASE("HOSTS of a queue may name a host that is nowhere: nothing is borrowed by that name") {
  GridText grid = with(jobs_on("home1"));
  grid.home = queue_with("all away9@away");
  CHECK(said_of(grid) == Texts{"/clusters/0/lsb.queues/0/HOSTS: unknown host \"away9\" in away; "
                               "nearest: away1; known: away1, away2: nothing is borrowed by this "
                               "name"});
  const Scenario scenario = grid_of(grid);
  CHECK(scenario.config.clusters[index_of(home)].queues[0].hosts.list.size() == 1);
}

TEST_CASE("nothing is reserved on a borrowed host that is never exported") {
  GridText grid = with("");
  grid.home = R"("reservations": [{"start": "1h", "end": "2h", "users": "ann",
    "hosts": "home1 away2@away"}], )" +
              queue_with("all");
  CHECK(said_of(grid) == Texts{std::string("/clusters/0/reservations/0/hosts: away2@away") +
                               not_lent + ": nothing is reserved there"});
  grid.home = R"("reservations": [{"start": "1h", "end": "2h", "users": "ann",
    "hosts": "home1 away[1-2]@away"}], )" +
              queue_with("all allremote");
  const std::string at = "/clusters/0/reservations/0/hosts: ";
  CHECK(said_of(grid) == Texts{at + "away2@away" + not_lent + ": nothing is reserved there",
                               at + "nothing is reserved on away1@away: it has no slots but those "
                                    "that a lease gives it"});
}

TEST_CASE("a provider that reserves slots of a host that it may lend as a whole is warned") {
  const auto said = [](const std::string& hosts) {
    return said_of({.home = queue_with("allremote"),
                    .away = R"("reservations": [{"start": "1h", "end": "2h", "users": "ann",
    "hosts": ")" + hosts + R"("}], )" +
                            exports(R"j({"RES_SELECT": "type==LINUX", "NHOSTS": 1,
                                         "DISTRIBUTION": "([home, 1])"})j"),
                    .away_hosts = R"([{"name": "away1", "ncpus": 4, "type": "LINUX"},
                                      {"name": "away2", "ncpus": 4, "type": "SUN"}])"});
  };
  CHECK(said("away1") == Texts{"/clusters/1/reservations/0/hosts: host away1 may be exported as a "
                               "whole: while it is, nothing of it is kept for the reservation"});
  CHECK(said("away2").empty());
}

}  // namespace mcsim::testing::never_lent_test
