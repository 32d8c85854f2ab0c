// Which jobs reserve slots: SLOT_RESERVE.
#include "support/catch.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::slot_reserving_test {

TEST_CASE("a job that its hosts could never hold reserves nothing") {
  ClusterConfig cluster =
      machine({4}, "lsf", {{.id = 1, .slots = 3, .run = 1s}, {.id = 2, .submit = 1h, .run = 1s}});
  cluster.params.job_scheduling_interval = 5s;
  cluster.queues[0].hjob_limit = 2;
  cluster.queues[0].max_reserve_time = 1000h;
  const Time begins = at(1h);
  SECTION("HJOB_LIMIT leaves it two slots of one host") {
    CHECK(run_until(grid_of(cluster), at(2h)).clusters[0].jobs[1].start == begins);
  }
  SECTION("HJOB_LIMIT leaves it all that it asks for: it starts, and nobody waits") {
    cluster.queues[0].hjob_limit = 3;
    const JobOutcomes jobs = run_until(grid_of(cluster), at(2h)).clusters[0].jobs;
    CHECK(jobs[0].start == at(0s));
    CHECK(jobs[1].start == begins);
  }
}

}  // namespace mcsim::testing::slot_reserving_test
