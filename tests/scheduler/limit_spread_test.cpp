// What sections Limit leave a job of several slots, on hosts, in place of others, and beside others
// of its queue. docs/rules/limits.md, section 2
#include <cstdint>
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/naive_lsf.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::limit_spread_test {

namespace {

/// The jobs that run at 5 s, as "1 3", in the simulator and in the naive reference.
struct Running {
  std::string simulator;
  std::string naive;

  bool operator==(const Running&) const = default;
};
Running both(const std::string& jobs) { return {jobs, jobs}; }
std::ostream& operator<<(std::ostream& out, const Running& running) {
  return out << "simulator: " << running.simulator << ", naive: " << running.naive;
}

GridConfig grid_with(const std::string& members, const std::string& jobs) {
  const TempFolder folder;
  const std::string text = R"({"mcsim": 1, "until": "5s", "clusters": [{"name": "C",
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0}, )" +
                           members + R"(}], "jobs": [)" + jobs + "]}";
  auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return std::move(scenario->config);
}

Running running(const std::string& members, const std::string& jobs) {
  const GridConfig grid = grid_with(members, jobs);
  const ClusterConfig& cluster = grid.clusters[0];
  Running result;
  const auto add = [](std::string& to, JobId id) {
    to += (to.empty() ? "" : " ") + std::to_string(static_cast<std::int64_t>(id));
  };
  for (const naive::Job& job : naive::Cluster(cluster, grid.seed).run(*grid.until))
    if (job.status == JobStatus::run) add(result.naive, job.asked.id);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(*grid.until, recorder);
  const RunResults fast = std::move(recorder).results(simulation, state, *grid.until);
  for (std::size_t at = 0; at < cluster.trace.size(); ++at)
    if (fast.clusters[0].jobs[at].status == JobStatus::run)
      add(result.simulator, cluster.trace[static_cast<JobIndex>(at)].id);
  return result;
}

}  // namespace

// h1 offers the slot that is left over, and comes first; beside the two of h2 it is one too many.
TEST_CASE("what a tile has left over goes to the first host where limits leave it") {
  CHECK(running(R"("hosts": [{"name": "h1", "ncpus": 1}, {"name": "h2", "ncpus": 2},
                             {"name": "h3", "ncpus": 1}],
                   "lsb.resources": {"Limit": [{"HOSTS": "h1 h2", "SLOTS": 2}]})",
                R"({"id": 1, "slots": 3, "run": "1h", "res_req": "span[ptile=2]"})") == both("1"));
}

// Job 1 has both slots of the limit on h1. Job 2 wants one on each host.
TEST_CASE("a victim gives back what a limit lets a job have on other hosts, too") {
  CHECK(running(R"("hosts": [{"name": "h1", "ncpus": 2}, {"name": "h2", "ncpus": 2}],
                   "lsb.queues": [{"QUEUE_NAME": "high", "PRIORITY": 40,
                                   "PREEMPTION": "PREEMPTIVE"},
                                  {"QUEUE_NAME": "low", "PRIORITY": 20}],
                   "lsb.resources": {"Limit": [{"HOSTS": "h1 h2", "SLOTS": 2}]})",
                R"({"id": 1, "queue": "low", "slots": 2, "run": "1h", "res_req": "span[hosts=1]"},
                   {"id": 2, "queue": "high", "submit": "1s", "slots": 2, "run": "1h",
                    "res_req": "span[ptile=1]"})") == both("2"));
}

// Queue b has asked for the second slot, which ann may not have; what is free then goes to a. There
// job 2 is ann's, too, and job 4 is bob's.
TEST_CASE("of what shares of a pool leave free a user takes what a limit keeps from another one") {
  CHECK(running(R"("hosts": [{"name": "h1", "ncpus": 2}],
                   "lsb.queues": [
                     {"QUEUE_NAME": "a", "PRIORITY": 30, "SLOT_POOL": "p", "SLOT_SHARE": 10,
                      "SLOT_RESERVE": "MAX_RESERVE_TIME[12]"},
                     {"QUEUE_NAME": "b", "PRIORITY": 20, "SLOT_POOL": "p", "SLOT_SHARE": 50}],
                   "lsb.resources": {"Limit": [{"HOSTS": "h1", "USERS": "ann", "SLOTS": 1}]})",
                R"({"id": 1, "queue": "a", "user": "ann", "run": "1h"},
                   {"id": 2, "submit": "1s", "queue": "a", "user": "ann", "run": "1h"},
                   {"id": 3, "submit": "1s", "queue": "b", "user": "ann", "run": "1h"},
                   {"id": 4, "submit": "1s", "queue": "a", "user": "bob", "run": "1h"})") ==
        both("1 4"));
}

}  // namespace mcsim::testing::limit_spread_test
