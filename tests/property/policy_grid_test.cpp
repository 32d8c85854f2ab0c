// Federations in which fcfs and easy decide, too, against the naive reference of a grid: job by
// job, with each forward, return and counter that a decision hangs on.
//
// MCSIM_GRIDS: how many grids (default 200); MCSIM_SEED: the seed of the first one (default 1).
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_grid_compare.hpp"
#include "support/policy_grids.hpp"
#include "support/random_grid.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"

namespace mcsim::testing::policy_grid_test {
namespace {

using ActionKind = TimelineEntry::Kind;

/// What the reference does not have: conservative, reservations that are kept, sessions without a
/// raster, run limits that change, and bstop, which does not reach jobs under a policy.
void leave_out(ClusterConfig& cluster) {
  std::erase_if(cluster.timeline, [](const TimelineEntry& entry) {
    return entry.kind == ActionKind::bstop || entry.kind == ActionKind::bresume;
  });
  if (cluster.model.dispatch == "lsf") return;
  if (cluster.model.dispatch == "conservative") cluster.model.dispatch = "fcfs";
  cluster.model.easy.reservation = EasyOptions::Reservation::fresh;
  cluster.model.easy.pass = EasyOptions::Pass::instant;
  Duration& interval = cluster.params.job_scheduling_interval;
  interval = std::max(interval, Duration(1s));
  for (TimelineEntry& entry : cluster.timeline) {
    if (!entry.settings) continue;
    auto settings = std::make_shared<ClusterSettings>(*entry.settings);
    settings->params.job_scheduling_interval = interval;
    for (std::size_t at = 0; at < settings->queues.size(); ++at)
      settings->queues[at].rules = cluster.queues[at].rules;
    entry.settings = std::move(settings);
  }
}

}  // namespace

TEST_CASE("federations of fcfs, easy and lsf agree with the naive reference",
          "[property][differential]") {
  const std::uint64_t worlds = number_from_environment("MCSIM_GRIDS", 200);
  const std::uint64_t first_seed = number_from_environment("MCSIM_SEED", 1);
  for (std::uint64_t seed = first_seed; seed < first_seed + worlds; ++seed) {
    GridConfig grid = random_grid_world(seed).grid;
    give_policies(grid, seed);
    for (ClusterConfig& cluster : grid.clusters) leave_out(cluster);
    const std::string found = difference_to_naive_grid(grid);
    if (found.empty()) continue;
    const GridConfig small = shrunk(grid, difference_to_naive_grid);
    FAIL("seed " << seed << ": " << found
                 << "\nin the smallest such world: " << difference_to_naive_grid(small) << "\n"
                 << to_text(small));
  }
}

}  // namespace mcsim::testing::policy_grid_test
