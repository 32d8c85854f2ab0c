// JOBS of section Limit beside preemption: a job that only JOBS keeps from free hosts preempts
// nobody, and one without hosts goes beyond JOBS. docs/rules/limits.md.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/naive_lsf.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::jobs_and_preemption_test {

// By hand: job 1 counts for JOBS. Job 2 takes 30 s at most, so h2 is there for it until 70 s. At
// the next session, 80 s, it has no host, and preempts job 1. Nothing else happens at that time.
TEST_CASE("a job that JOBS keeps waiting preempts as soon as a reservation takes its host") {
  const TempFolder folder;
  const std::string text = R"({"mcsim": 1, "until": "500s", "clusters": [{"name": "C",
    "hosts": [{"name": "h[1-2]", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 10},
    "lsb.queues": [{"QUEUE_NAME": "low", "PRIORITY": 1},
                   {"QUEUE_NAME": "high", "PRIORITY": 10, "PREEMPTION": "PREEMPTIVE[low]"}],
    "lsb.resources": {"Limit": [{"USERS": "all", "JOBS": 1}]},
    "reservations": [{"users": "other", "hosts": "h2", "start": "100s", "end": "300s"}]}],
    "jobs": [{"id": 1, "submit": "0s", "run": "1000s", "user": "u", "queue": "low", "hosts": "h1"},
             {"id": 2, "submit": "20s", "run": "25s", "limit": "30s", "user": "u",
              "queue": "high"}]})";
  auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  const GridConfig& grid = scenario->config;
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(*grid.until, recorder);
  const RunResults fast = std::move(recorder).results(simulation, state, *grid.until);
  CHECK(fast.clusters[0].jobs[1].start == at(80s));
  for (const naive::Job& job : naive::Cluster(grid.clusters[0], grid.seed).run(*grid.until))
    if (job.asked.id == JobId{2}) CHECK(job.start == at(80s));
}

}  // namespace mcsim::testing::jobs_and_preemption_test
