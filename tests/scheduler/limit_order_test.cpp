// Hosts are taken in order, and each gives what limits leave beside those before it: what another
// job's start does to the order lets a job start in the same session. docs/rules/limits.md, section
// 2
#include <string>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/naive_lsf.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::limit_order_test {

namespace {

/// h1 has two slots and h2 has one, which comes first as long as it has fewer free ones. All hosts
/// together have memory for one wide job of ann on one of them, not on two.
GridConfig grid_with(const std::string& jobs) {
  const TempFolder folder;
  const std::string text = R"json({"mcsim": 1, "until": "1s", "clusters": [{"name": "C",
    "hosts": [{"name": "h1", "ncpus": 2, "maxmem": 1000}, {"name": "h2", "ncpus": 1, "maxmem": 1000}],
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0, "JOB_ACCEPT_INTERVAL": 0},
    "lsb.resources": {"Limit": [{"HOSTS": "h1 h2", "USERS": "ann", "MEM": 100}]}}],
    "jobs": [)json" + jobs +
                           "]}";
  auto scenario = load_scenario(folder.write("s.json", text), choices_of(default_registry()));
  if (!scenario)
    for (const std::string& line : texts(scenario.error())) UNSCOPED_INFO(line);
  REQUIRE(scenario);
  return std::move(scenario->config);
}

const std::string wide =
    R"("user": "ann", "slots": 2, "run": "1h", "res_req": "rusage[mem=60] order[-slots]"})";
const std::string small = R"("user": "bob", "slots": 1, "run": "1h", "res_req": "order[-slots]"})";

JobOutcomes jobs_of(const GridConfig& grid) {
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(*grid.until, recorder);
  return std::move(recorder).results(simulation, state, *grid.until).clusters[0].jobs;
}

}  // namespace

TEST_CASE("a job that another one's start puts hosts in order for starts in the same session") {
  const GridConfig grid =
      grid_with(R"({"id": 1, )" + wide + R"(, {"id": 2, )" + small + R"(, {"id": 3, )" + wide);
  const JobOutcomes jobs = jobs_of(grid);
  REQUIRE(jobs.size() == 3);
  CHECK(jobs[0].status == JobStatus::pend);  // h2 would give one slot, and h1 none beside it
  CHECK(jobs[1].status == JobStatus::run);   // on h2
  CHECK(jobs[2].status == JobStatus::run);   // on h1 alone
  CHECK(jobs[2].start == Time{});
  std::string running;
  for (const naive::Job& job : naive::Cluster(grid.clusters[0], grid.seed).run(*grid.until))
    if (job.status == JobStatus::run) running += std::to_string(static_cast<int>(job.asked.id));
  CHECK(running == "23");
}

TEST_CASE("a job that no order of hosts helps yet waits for the limit that they share") {
  const JobOutcomes jobs = jobs_of(grid_with(R"({"id": 1, )" + wide));
  REQUIRE(jobs.size() == 1);
  CHECK(jobs[0].status == JobStatus::pend);
  CHECK(jobs[0].pend_reason == PendReason::limit_amount);
}

}  // namespace mcsim::testing::limit_order_test
