// The times of jobs in the results.
#include "mcsim/results/job_times.hpp"

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::job_times_test {

TEST_CASE("NEW_JOB_SCHED_DELAY is over before a job is eligible, and no part of its wait") {
  ClusterConfig cluster = flat_machine(
      1, "lsf", {{.id = 1, .submit = 5s, .run = 100s}, {.id = 2, .submit = 10s, .run = 1s}});
  cluster.queues[0].new_job_sched_delay = 30s;
  TimelineEntry kill = bkill(20s, 2);
  const auto wait_of = [](const ClusterConfig& of, const JobOutcomes& jobs, std::uint32_t job) {
    return wait_time(of.trace[JobIndex{job}], jobs[job], nullptr, never);
  };
  JobOutcomes jobs = outcomes(cluster);
  CHECK((jobs[0].start == at(35s)));
  CHECK((eligible_time(cluster.trace[JobIndex{0}], jobs[0]) == at(35s)));
  CHECK((wait_of(cluster, jobs, 0) == 0s));
  CHECK((eligible_time(cluster.trace[JobIndex{1}], jobs[1]) == at(40s)));
  CHECK((wait_of(cluster, jobs, 1) == 95s));
  cluster.timeline = {kill};
  jobs = outcomes(cluster);
  CHECK((wait_of(cluster, jobs, 1) == 0s));
}

}  // namespace mcsim::testing::job_times_test
