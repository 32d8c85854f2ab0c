// bsub -sp, and what jobs without it have.
#include "mcsim/scheduler/rules.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::priorities_test {

namespace {

/// One slot that is taken for 5 s, and three jobs that wait: one of priority 20, one without, one
/// of 60. Each runs 5 s.
ClusterConfig three_that_wait() {
  ClusterConfig cluster = flat_machine(1, "lsf",
                                       {{.id = 1, .run = 5s},
                                        {.id = 2, .submit = 1s, .run = 5s},
                                        {.id = 3, .submit = 2s, .run = 5s},
                                        {.id = 4, .submit = 3s, .run = 5s}});
  TraceBuilder builder;
  for (std::uint32_t row = 0; row < 4; ++row) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(row)];
    job.profile = ProfileId{row == 1 ? 1U : row == 3 ? 2U : 0U};
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  cluster.profiles.emplace_back().priority = 20;
  cluster.profiles.emplace_back().priority = 60;
  return cluster;
}

}  // namespace

// Without MAX_USER_PRIORITY the job without a priority has 0, and is last; with 100 it has 50; with
// 60 it has 30; with 41 it has 20, as the job that came before it, and the job of 60 is rejected.
TEST_CASE("a job without a priority has half of MAX_USER_PRIORITY") {
  ClusterConfig cluster = three_that_wait();
  using Times = std::vector<Time>;
  CHECK(start_times(cluster) == Times{at(0s), at(10s), at(15s), at(5s)});
  cluster.params.max_user_priority = 100;
  CHECK(start_times(cluster) == Times{at(0s), at(15s), at(10s), at(5s)});
  cluster.params.max_user_priority = 60;
  CHECK(start_times(cluster) == Times{at(0s), at(15s), at(10s), at(5s)});
  cluster.params.max_user_priority = 41;
  CHECK(start_times(cluster) == Times{at(0s), at(5s), at(10s), never});
  CHECK(outcomes(cluster)[3].end_reason == EndReason::priority_over_maximum);
}

// Source of 50 of 100 as 5 of 10: IBM Spectrum LSF 10.1, "Specify a job priority (bsub -sp)".
TEST_CASE("the priority of a forwarded job is scaled by what both clusters allow") {
  ClusterConfig cluster = three_that_wait();
  constexpr ProfileId none_asked{0};
  constexpr ProfileId asked_60{2};
  const auto here = [&](ProfileId profile, std::int32_t priority, std::int32_t most) {
    return scheduler::MergedRules(cluster, cluster).priority_of_guest(profile, priority, most);
  };
  CHECK(here(asked_60, 60, 0) == 60);
  CHECK(here(none_asked, 0, 0) == 0);
  CHECK(here(asked_60, 60, 100) == 0);
  cluster.params.max_user_priority = 10;
  CHECK(here(none_asked, 50, 100) == 5);
  CHECK(here(asked_60, 60, 100) == 6);
  CHECK(here(asked_60, 60, 65'535) == 1);
  CHECK(here(none_asked, 0, 0) == 5);
  CHECK(here(asked_60, 60, 0) == 10);
}

}  // namespace mcsim::testing::priorities_test
