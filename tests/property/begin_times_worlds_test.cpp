// Begin times (bsub -b) in random worlds, against the naive reference.
#include <cstdint>
#include <string>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_lsf_compare.hpp"
#include "support/random_lsf_worlds.hpp"

namespace mcsim::testing::begin_times_worlds_test {

namespace {

/// Every third job or so gets one, 0 to 20 s behind its submission. Returns how many.
std::size_t give_begins(ClusterConfig& cluster, std::uint64_t seed) {
  RngStream draws{seed, "test/begins"};
  for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
    const auto job = static_cast<JobIndex>(row);
    if (draws.below(3) == 0)
      cluster.begins.add(job, cluster.trace[job].submit +
                                  Duration(500 * static_cast<std::int64_t>(draws.below(41))));
  }
  return cluster.begins.rows().size();
}

}  // namespace

TEST_CASE("jobs with begin times go the way of the naive reference", "[property][differential]") {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  std::size_t begins = 0;
  for (std::uint64_t seed = first; seed < first + number_from_environment("MCSIM_WORLDS", 500);
       ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_lsf_world(seed).grid;
    for (ClusterConfig& cluster : grid.clusters) begins += give_begins(cluster, seed);
    REQUIRE(difference_to_naive(grid) == "");
  }
  CHECK(begins > 500);
}

}  // namespace mcsim::testing::begin_times_worlds_test
