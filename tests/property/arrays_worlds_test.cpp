// Job arrays in random worlds that use all features: the simulator against the naive reference, and
// its promises after every fact.
//
// MCSIM_WORLDS: how many worlds (default 1,500); MCSIM_SEED: the seed of the first one.
#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lsf_watcher.hpp"
#include "support/naive_lsf_compare.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::arrays_worlds_test {

namespace {

std::uint64_t worlds() { return number_from_environment("MCSIM_WORLDS", 1'500); }
std::uint64_t first_seed() { return number_from_environment("MCSIM_SEED", 1); }

/// The most elements of an array that were started at the same time.
class MostStarted final : public Observer {
 public:
  explicit MostStarted(const ClusterConfig& cluster) : cluster_(cluster) {}
  using Observer::on;
  void on(ClusterId, const JobStarted& fact) override { count(fact.job, 1); }
  void on(ClusterId, const JobEnded& fact) override {
    if (fact.started != never) count(fact.job, -1);
  }
  void on(ClusterId, const JobRequeued& fact) override { count(fact.job, -1); }

  bool is_broken = false;

 private:
  void count(JobIndex job, int sign) {
    const ArrayId array = cluster_.arrays.of(job);
    if (array == none<ArrayId>) return;
    started_.resize(cluster_.arrays.size());
    int& started = started_[index_of(array)];
    started += sign;
    const std::int32_t limit = cluster_.arrays[array].spec.limit;
    if (sign > 0 && limit > 0 && started > limit) is_broken = true;
  }

  const ClusterConfig& cluster_;
  std::vector<int> started_;
};

}  // namespace

TEST_CASE("lsf and the naive reference agree on job arrays", "[property][differential]") {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + worlds(); ++seed) {
    const LsfWorld world = random_lsf_world(seed, JobOrder::arrays);
    const std::string found = difference_to_naive(world.grid);
    if (!found.empty()) FAIL("seed " << seed << ": " << found << "\n" << to_text(world.grid));
  }
}

TEST_CASE("no limit is exceeded where there are job arrays", "[property][invariants]") {
  LsfWatched watched;
  std::uint64_t limited = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + worlds() / 3; ++seed) {
    GridConfig grid = random_lsf_world(seed, JobOrder::arrays).grid;
    INFO("seed " << seed);
    REQUIRE(broken_promise(grid, watched) == "");
    // Without changes of limits none is ever exceeded.
    std::erase_if(grid.clusters[0].timeline, [](const TimelineEntry& entry) {
      return entry.kind == TimelineEntry::Kind::bmod;
    });
    MostStarted most(grid.clusters[0]);
    Simulation simulation(grid);
    simulation.run_until(*grid.until, most);
    REQUIRE(!most.is_broken);
    for (const JobArray& array : grid.clusters[0].arrays.rows)
      limited += array.spec.limit > 0 ? 1U : 0U;
  }
  CHECK(limited > worlds() / 3);
}

}  // namespace mcsim::testing::arrays_worlds_test
