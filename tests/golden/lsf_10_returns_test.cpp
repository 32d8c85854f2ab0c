// A real cluster of LSF 10.108 as judge: how long forwarded jobs pend elsewhere, and what becomes
// of those that come home. scenarios/lsf_10_returns.json has the same fourteen returns.
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/fact_log.hpp"
#include "support/lava_history.hpp"
#include "support/places.hpp"

namespace mcsim::testing::lsf_10_returns_test {

namespace {

/// One job that came home. Unit: seconds.
struct Return {
  double pended = 0;  ///< elsewhere
  double waited = 0;  ///< at home, until it was started there or forwarded again
  bool starts = false;
};

/// Source: JOB_ACCEPTACK, JOB_STATUS with PEND and reason 2903, JOB_START and JOB_FORWARD.
std::vector<Return> real_returns(const std::string& path) {
  std::map<std::int64_t, std::int64_t> accepted;
  std::map<std::int64_t, std::int64_t> came_home;
  std::vector<Return> all;
  for (const LsbEvent& event : read_lsb_events(path)) {
    const bool starts = event.kind() == "JOB_START";
    if (event.kind() == "JOB_ACCEPTACK") {
      accepted[event.job()] = event.at;
    } else if (event.kind() == "JOB_STATUS" && event.fields[4] == "1" &&
               event.fields[5] == "2903") {
      came_home[event.job()] = event.at;
    } else if ((starts || event.kind() == "JOB_FORWARD") && came_home.contains(event.job())) {
      const std::int64_t home = came_home.extract(event.job()).mapped();
      all.push_back({static_cast<double>(home - accepted[event.job()]),
                     static_cast<double>(event.at - home), starts});
    }
  }
  return all;
}

double seconds(Time from, Time to) { return std::chrono::duration<double>(to - from).count(); }

std::vector<Return> simulated_returns() {
  const auto scenario = load_scenario(source_dir() + "/scenarios/lsf_10_returns.json",
                                      choices_of(default_registry()));
  REQUIRE(scenario);
  FactLog log;
  Simulation(scenario->config).run_until(latest_time, log);
  std::map<JobIndex, Time> accepted;
  std::map<JobIndex, Time> came_home;
  std::vector<Return> all;
  for (const Fact& fact : log.facts) {
    if (fact.kind == Fact::Kind::accepted) accepted[fact.there] = fact.at;
    if (fact.cluster != ClusterId{0}) continue;
    if (fact.kind == Fact::Kind::returned) came_home[fact.job] = fact.at;
    const bool starts = fact.kind == Fact::Kind::started;
    if ((starts || fact.kind == Fact::Kind::forwarded) && came_home.contains(fact.job)) {
      const Time home = came_home.extract(fact.job).mapped();
      all.push_back({seconds(accepted[fact.job], home), seconds(home, fact.at), starts});
    }
  }
  return all;
}

void check(const std::vector<Return>& all) {
  CHECK(all.size() == 14);
  int starts = 0;
  for (const Return& one : all) {
    CHECK((one.pended >= 200 && one.pended <= 216));  // 20 x 10 s, and what a round of LSF takes
    CHECK((one.waited >= 0 && one.waited <= 1));      // a session each second
    starts += one.starts ? 1 : 0;
  }
  CHECK(starts == 2);
}

}  // namespace

TEST_CASE("jobs of LSF 10 come home after 200 s and are tried at home, then sent again") {
  check(simulated_returns());
}

TEST_CASE(
    "a real cluster of LSF 10 has its jobs back after 200 s, tries home, and sends them again") {
  const char* const oracle = std::getenv("MCSIM_ORACLE");
  if (oracle == nullptr) {
    WARN("skipped: MCSIM_ORACLE is not set");
    return;
  }
  check(real_returns(std::string(oracle) + "/lsf10-forwarding/lsb.events"));
}

}  // namespace mcsim::testing::lsf_10_returns_test
