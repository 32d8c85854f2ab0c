// Which queue may preempt which, and which jobs every session therefore tries.
#include "mcsim/policy/preemption_pairs.hpp"
#include "mcsim/cluster/cluster_world.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::preemption_pairs_test {

namespace {

constexpr QueueId low{0};
constexpr QueueId mid{1};
constexpr QueueId high{2};

ClusterSettings three_queues() {
  ClusterSettings settings;
  settings.queues = {{.name = "low", .priority = 20},
                     {.name = "mid", .priority = 40},
                     {.name = "high", .priority = 60}};
  return settings;
}

}  // namespace

TEST_CASE("a queue preempts those of smaller PRIORITY that it names, or all where it names none") {
  ClusterSettings settings = three_queues();
  CHECK_FALSE(may_preempt(settings, high, low));
  settings.queues[2].preemption.preemptive = true;
  CHECK(may_preempt(settings, high, low));
  CHECK(may_preempt(settings, high, mid));
  CHECK_FALSE(may_preempt(settings, low, high));
  settings.queues[2].preemption.low = {{.queue = mid}};
  CHECK_FALSE(may_preempt(settings, high, low));
  CHECK(may_preempt(settings, high, mid));
}

TEST_CASE("a queue is preempted by those of larger PRIORITY that it names, or by all") {
  ClusterSettings settings = three_queues();
  settings.queues[0].preemption.preemptable = true;
  CHECK(may_preempt(settings, high, low));
  CHECK(may_preempt(settings, mid, low));
  CHECK_FALSE(may_preempt(settings, high, mid));
  settings.queues[0].preemption.high = {mid};
  CHECK_FALSE(may_preempt(settings, high, low));
  CHECK(may_preempt(settings, mid, low));
}

TEST_CASE("an exclusive job preempts nobody without PREEMPT_JOBTYPE") {
  ClusterSettings settings = three_queues();
  settings.queues[2].preemption.preemptive = true;
  CHECK(may_preempt_any(settings, high, false));
  CHECK_FALSE(may_preempt_any(settings, high, true));
  CHECK_FALSE(may_preempt_any(settings, mid, false));
  settings.params.preempt_exclusive = true;
  CHECK(may_preempt_any(settings, high, true));
}

// A job of mid runs, another job of mid waits.
TEST_CASE("only jobs of queues that may preempt some other are looked at in every session") {
  ClusterConfig cluster =
      flat_machine(1, "lsf", {{.id = 1, .run = 1h, .queue = mid}, {.id = 2, .queue = mid}});
  cluster.queues = three_queues().queues;
  cluster.queues[2].preemption.preemptive = true;
  cluster.queues[2].preemption.low = {{.queue = low}};
  const auto looked_at = [](const ClusterConfig& config) {
    Simulation simulation(grid_of(config));
    Observer nobody;
    simulation.run_until(at(1min), nobody);
    return simulation.clusters()[0].lsf->buckets.parked_volatile.size();
  };
  CHECK(looked_at(cluster) == 0);
  cluster.queues[0].preemption.preemptable = true;
  CHECK(looked_at(cluster) == 1);
}

// Ten users of high want two slots each, but JL/U of the only host allows them one.
TEST_CASE("jobs that are alike stand once among those looked at in every session") {
  ClusterConfig cluster = flat_machine(4, "lsf", {{.id = 1, .slots = 2, .queue = high}});
  TraceBuilder builder;
  GridConfig grid;
  for (std::uint32_t user = 0; user < 10; ++user) {
    TraceJob job = cluster.trace[JobIndex{0}];
    job.id = static_cast<JobId>(user + 1);
    job.user = grid.users.id("user" + std::to_string(user));
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  cluster.queues = three_queues().queues;
  cluster.queues[2].preemption.preemptive = true;
  cluster.hosts[0].user_limit = 1;
  grid.clusters = {cluster};
  Simulation simulation(grid);
  Observer nobody;
  simulation.run_until(at(1min), nobody);
  CHECK(simulation.clusters()[0].lsf->buckets.parked_volatile.size() == 1);
}

TEST_CASE("only who is on the hosts of a job is preempted for it") {
  // Three hosts of two slots; the first has another CPU factor than the others.
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= 3; ++id) rows.push_back({.id = id, .slots = 2, .run = 1h});
  rows.push_back({.id = 4, .submit = 10s, .slots = 4, .run = 10s, .queue = QueueId{1}});
  ClusterConfig cluster = machine({2, 2, 2}, "lsf", rows);
  cluster.queues.resize(2, cluster.queues[0]);
  cluster.queues[1].priority = 90;
  cluster.queues[1].preemption.preemptive = true;
  cluster.queues[1].rules.res_req.same = {resource(builtin::cpuf)};
  cluster.hosts[0].cpuf = 2;
  const JobOutcomes jobs = outcomes(cluster);
  CHECK((jobs[0].finish == at(1h)));
  CHECK((jobs[1].finish == at(1h + 10s)));
  CHECK((jobs[2].finish == at(1h + 10s)));
  CHECK((jobs[3].start == at(10s)));
}

}  // namespace mcsim::testing::preemption_pairs_test
