// The four examples of the guide, reached by simulation, under every setting.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"

namespace mcsim::testing::forwarding_examples_test {

namespace {

/// The cluster in which the job of Cluster1 has run.
std::string choice(int example, const std::string& setting) {
  ScenarioChoices choices = choices_of(default_registry());
  choices.sets = {"clusters.Cluster1." + setting};
  const auto scenario = load_scenario(
      source_dir() + "/scenarios/forwarding_example_" + std::to_string(example) + ".json", choices);
  REQUIRE(scenario);
  const GridConfig& config = scenario->config;
  Simulation simulation(config);
  Recorder recorder(config);
  const RunState state = simulation.run_until(never - 1ms, recorder);
  REQUIRE(state == RunState::finished);
  const RunResults results = std::move(recorder).results(simulation, state, never - 1ms);
  const ForwardOutcome* forward = results.clusters[0].forward_of(JobIndex{});
  REQUIRE(forward != nullptr);
  CHECK(forward->forwards == 1);
  return config.clusters[index_of(forward->cluster)].name;
}

std::string enhanced(const std::string& setting) {
  return "lsb.params.MC_PLUGIN_SCHEDULE_ENHANCE=" + setting;
}

}  // namespace

TEST_CASE("the guide's examples 1 and 3: some slots are free, the priorities are 60 and 70") {
  const int example = GENERATE(1, 3);
  INFO("example " << example);
  // Room is 50 in both: the first in SNDJOBS_TO.
  CHECK(choice(example, enhanced("null")) == "Cluster2");
  // 30 and 10 slots are available; 30 - 20 and 10 - 5 without the pending ones.
  CHECK(choice(example, enhanced("RESOURCE_ONLY")) == "Cluster2");
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE")) == "Cluster2");
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY")) == "Cluster2");
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS")) == "Cluster2");
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY "
                                 "PENDING_WHEN_NOSLOTS")) == "Cluster2");
  // Both have free slots: the one of higher priority.
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY")) == "Cluster3");
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY "
                                 "PREEMPTABLE_QUEUE_PRIORITY")) == "Cluster3");
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY "
                                 "PENDING_WHEN_NOSLOTS")) == "Cluster3");
  CHECK(choice(example, enhanced("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY "
                                 "PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS")) == "Cluster3");
  // Both have enough for the job: the one that has fewer.
  CHECK(choice(example, enhanced("DYN_CLUSTER_WEIGHTING")) == "Cluster3");
}

TEST_CASE("the guide's examples 2 and 4: no slots are free, the priorities are equal") {
  const int example = GENERATE(2, 4);
  INFO("example " << example);
  // Room is 50 in both: the first in SNDJOBS_TO.
  CHECK(choice(example, enhanced("null")) == "Cluster2");
  // 0 - 20 and 0 - 5: the larger.
  CHECK(choice(example, enhanced("RESOURCE_ONLY")) == "Cluster3");
  // With preemption 80 - 20 and 70 - 5; the lowest queues to preempt have 30 and 20; priorities are
  // equal.
  for (const char* setting :
       {"COUNT_PREEMPTABLE", "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY",
        "COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY", "COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS",
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY",
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
        "COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS"})
    CHECK(choice(example, enhanced(setting)) == "Cluster3");
  // Neither has enough for the job: 20 of 100 slots are waited for, or 5 of 100.
  CHECK(choice(example, enhanced("DYN_CLUSTER_WEIGHTING")) == "Cluster3");
}

TEST_CASE(
    "the guide's examples with MC_PLUGIN_REMOTE_RESOURCE alone: available slots, then order") {
  const std::string only = "model.forward_policy=REMOTE_RESOURCE";
  CHECK(choice(1, only) == "Cluster2");  // 30 and 10
  CHECK(choice(2, only) == "Cluster2");  // none in either, and room is the same
}

}  // namespace mcsim::testing::forwarding_examples_test
