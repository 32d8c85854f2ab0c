// Jobs at the end of their queue's run window, and the memory that they may use.
#include <vector>

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::run_windows_test {

namespace {

/// One slot, a run window of the week's first hour, and these jobs.
ClusterConfig first_hour(const std::vector<JobRow>& jobs) {
  ClusterConfig cluster = flat_machine(1, "lsf", jobs);
  cluster.queues[0].run_window = TimeWindows({{0s, 1h}});
  return cluster;
}

}  // namespace

TEST_CASE("a job may end in the instant in which its run window closes") {
  const auto kills = GENERATE(false, true);
  ClusterConfig cluster = first_hour({{.id = 1, .run = 1h}});
  cluster.queues[0].terminate_when_window_closes = kills;
  const JobOutcome job = outcomes(cluster)[0];
  CHECK((job.finish == at(1h)));
  CHECK((job.status == JobStatus::done));
}

TEST_CASE("a job starts if its run limit is over by the time its run window closes") {
  const std::vector<Time> starts = start_times(
      first_hour({{.id = 1, .run = 10s, .limit = 1h}, {.id = 2, .run = 10s, .limit = 1h}}));
  CHECK((starts[0] == at(0s)));
  CHECK((starts[1] == at(7 * 24h)));
}

TEST_CASE("a job that does not say how much memory it may use has its queue's default") {
  const auto ended_with = [](std::int64_t asked, std::int64_t of_application) {
    ClusterConfig cluster = flat_machine(1, "lsf", {{.id = 1, .run = 100s}});
    cluster.queues[0].rules.default_mem_limit = 1000;
    cluster.queues[0].rules.mem_limit = 3000;
    cluster.applications = {{.name = "app", .rules = {.default_mem_limit = of_application}}};
    cluster.profiles[0].application = ApplicationId{0};
    cluster.profiles[0].memory = 2000;
    cluster.profiles[0].mem_limit = asked;
    return outcomes(cluster)[0].end_reason;
  };
  CHECK((ended_with(-1, -1) == EndReason::term_memlimit));
  CHECK((ended_with(2000, -1) == EndReason::none));
  CHECK((ended_with(-1, 2500) == EndReason::none));
  CHECK((ended_with(1500, 2500) == EndReason::term_memlimit));
}

TEST_CASE("suspended jobs are not in each other's way where MXJ has become less than they hold") {
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= 4; ++id) rows.push_back({.id = id, .run = 2h});
  ClusterConfig cluster = machine({4}, "lsf", rows);
  cluster.queues[0].run_window = TimeWindows({{0s, 1h}, {3h, 10h}});
  ClusterSettings changed = cluster;
  changed.hosts[0].mxj = Slots(3);
  cluster.timeline = {reconfigure(2h, changed)};
  const JobOutcomes jobs = outcomes(cluster);
  for (std::size_t at = 0; at < 3; ++at) CHECK((jobs[at].finish == testing::at(4h)));
  CHECK((jobs[3].finish == testing::at(5h)));
}

}  // namespace mcsim::testing::run_windows_test
