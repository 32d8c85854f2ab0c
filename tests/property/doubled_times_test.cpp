// Relations between random grids that use all features: twice as long times give twice as long
// schedules, and a cluster that has nothing to do with the others changes nothing.
//
// MCSIM_GRIDS: how many grids (default 300 for each); MCSIM_SEED: the seed of the first one.
#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/doubled_times.hpp"
#include "support/environment.hpp"
#include "support/policy_grids.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/renamed_grid.hpp"
#include "support/schedules.hpp"
#include "support/swarm_worlds.hpp"
#include "support/ways_to_run.hpp"

namespace mcsim::testing::doubled_times_test {
namespace {

Schedule schedule(const GridConfig& grid) {
  return schedule_of(grid, run_until(grid, *grid.until));
}

std::string difference_when_doubled(const GridConfig& grid) {
  return difference(doubled(schedule(grid)), schedule(doubled(grid)), grid.clusters.size());
}

std::string difference_with_one_more(const GridConfig& grid) {
  return difference(schedule(grid), schedule(with_unrelated_cluster(grid, grid.seed)),
                    grid.clusters.size());
}

/// Fails with the smallest grid for which `find` finds a difference.
void check(std::uint64_t seed, const GridConfig& grid, const FindDifference& find) {
  const std::string found = find(grid);
  if (found.empty()) return;
  const GridConfig small = shrunk(grid, find);
  FAIL("seed " << seed << ": " << found << "\nin the smallest such grid: " << find(small) << "\n"
               << to_text(small));
}

/// Calls look(seed, grid) for grids of the swarm, which have an end.
template <class Look>
void for_each_grid(Look&& look) {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t grids = fewer_by_environment(number_from_environment("MCSIM_GRIDS", 300));
  for (std::uint64_t seed = first; seed < first + grids; ++seed) {
    GridConfig grid = swarm_world(seed).grid;
    if (!grid.until) grid.until = Time{} + std::chrono::hours(24);
    look(seed, grid);
  }
}

/// The same with other dispatches than LSF's in most clusters.
template <class Look>
void for_each_policy_grid(Look&& look) {
  for_each_grid([&](std::uint64_t seed, GridConfig grid) {
    give_policies(grid, seed);
    look(seed, grid);
  });
}

}  // namespace

TEST_CASE("with all times doubled each job starts and ends at twice the time",
          "[property][retold]") {
  for_each_grid([](std::uint64_t seed, const GridConfig& grid) {
    check(seed, without_own_lengths(grid), difference_when_doubled);
  });
}

TEST_CASE("an unrelated cluster changes no schedule, whatever features a grid uses",
          "[property][retold]") {
  for_each_grid([](std::uint64_t seed, const GridConfig& grid) {
    check(seed, grid, difference_with_one_more);
  });
}

TEST_CASE("both hold where dispatch policies decide", "[property][retold]") {
  for_each_policy_grid([](std::uint64_t seed, const GridConfig& grid) {
    check(seed, without_own_lengths(grid), difference_when_doubled);
    check(seed, grid, difference_with_one_more);
  });
}

}  // namespace mcsim::testing::doubled_times_test
