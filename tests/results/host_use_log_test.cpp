// Utilization by kinds of hosts.
#include "mcsim/results/host_use_log.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/app/run/run_watch.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::host_use_log_test {

namespace {

Scenario scenario_of(const std::string& path) {
  auto scenario = load_scenario(path, choices_of(default_registry()));
  REQUIRE(scenario);
  return std::move(*scenario);
}

RunResults results_of(const Scenario& scenario) {
  app::RunWatch watch(scenario.config);
  return app::run_watched(scenario.config, default_registry(), watch,
                          [](Time, std::uint64_t) { return false; });
}

double part(const SlotUse& use) {
  return static_cast<double>(use.allocated) / static_cast<double>(use.capacity);
}

}  // namespace

// x1 runs a job on all its slots for 100 s, and for 100 s more on half of them; y1 is in no queue,
// so that nothing can run there.
TEST_CASE("hosts that nobody may use do not count in the utilization of those in queues") {
  const TempFolder room;
  const Scenario scenario =
      scenario_of(room.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "x1", "ncpus": 4, "type": "X"}, {"name": "y1", "ncpus": 12, "type": "Y"}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.hosts": {"HostGroup": [{"GROUP_NAME": "both", "GROUP_MEMBER": "x1 y1"}]},
    "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "x1"}]}],
    "jobs": [{"id": 1, "slots": 2, "run": "200s"}, {"id": 2, "slots": 2, "run": "100s"}]})"));
  const RunResults results = results_of(scenario);
  CHECK(part(results.clusters[0].whole_span) == 600.0 / 3200);
  REQUIRE(results.clusters[0].host_use);
  const UseByHosts& use = *results.clusters[0].host_use;
  CHECK(part(use.in_queues.whole_span) == 0.75);
  REQUIRE((use.types.size() == 2 && use.groups.size() == 1));
  CHECK((use.types[0].name == "X" && part(use.types[0].whole_span) == 0.75));
  CHECK((use.types[1].name == "Y" && part(use.types[1].whole_span) == 0));
  CHECK((use.groups[0].name == "both" && part(use.groups[0].whole_span) == 600.0 / 3200));
}

TEST_CASE("a cluster of equal hosts has no utilization by kinds of them") {
  const Scenario scenario = scenario_of(source_dir() + "/scenarios/slot_pool.json");
  CHECK_FALSE(results_of(scenario).clusters[0].host_use);
}

// Each host has one type, so types together make up the cluster: to the slot-millisecond, with
// hosts that go down, leases, suspended and requeued jobs, and under each dispatch.
TEST_CASE("host types together have offered and held what the cluster has") {
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/scenarios")) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().string();
    const bool is_long = entry.file_size() > 20'000 || path.find("week") != std::string::npos ||
                         path.find("days") != std::string::npos;
    if (!path.ends_with(".json") || is_long) continue;
    const Scenario scenario = scenario_of(path);
    if (!HostUseLog::is_of_use(scenario.config)) continue;
    INFO(path);
    for (const ClusterResults& cluster : results_of(scenario).clusters) {
      if (!cluster.host_use) continue;
      SlotUse whole;
      SlotUse submitting;
      for (const KindUse& type : cluster.host_use->types) {
        whole.allocated += type.whole_span.allocated;
        whole.capacity += type.whole_span.capacity;
        submitting.allocated += type.while_submitting.allocated;
        submitting.capacity += type.while_submitting.capacity;
      }
      CHECK((whole.allocated == cluster.whole_span.allocated));
      CHECK((whole.capacity == cluster.whole_span.capacity));
      CHECK((submitting.allocated == cluster.while_submitting.allocated));
      CHECK((submitting.capacity == cluster.while_submitting.capacity));
      ++compared;
    }
  }
  CHECK(compared >= 10);
}

}  // namespace mcsim::testing::host_use_log_test
