// Which queue may preempt which, and who is looked at in every session for it.
#include "mcsim/system/preemption_pairs.hpp"

#include "support/catch.hpp"
#include "support/worlds.hpp"

using namespace mcsim;

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

// A job of mid runs, another one waits.
TEST_CASE("only jobs of queues that may preempt some other are looked at in every session") {
  ClusterConfig cluster =
      flat_machine(1, "lsf", {{.id = 1, .run = 1h, .queue = mid}, {.id = 2, .queue = mid}});
  cluster.queues = three_queues().queues;
  cluster.queues[2].preemption.preemptive = true;
  cluster.queues[2].preemption.low = {{.queue = low}};
  const auto looked_at = [](const ClusterConfig& config) {
    Simulation simulation(grid_of(config));
    NoObserver nobody;
    simulation.run_until(at(1min), nobody);
    return simulation.clusters()[0].lsf->parked_volatile.size();
  };
  CHECK(looked_at(cluster) == 0);
  cluster.queues[0].preemption.preemptable = true;
  CHECK(looked_at(cluster) == 1);
}
