// Grids of clusters that forward jobs, against the deliberately naive reference of a grid, on
// random small worlds that use all features of forwarding in all pairs. A quarter of them is played
// again without rasters of sessions, so that the numbers of sessions are compared, too.
//
// MCSIM_GRIDS: how many grids (default 300); MCSIM_SEED: the seed of the first one (default 1).
#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_grid_compare.hpp"
#include "support/random_grid.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"

namespace mcsim::testing::forwarding_grid_test {

namespace {

constexpr std::uint64_t parts = 4;

GridConfig as_it_is(GridConfig grid) { return grid; }

/// Plays every `parts`th world, and shows the first difference in the smallest world that has one.
void compare_part(std::uint64_t part, GridConfig (*change)(GridConfig) = as_it_is) {
  const std::uint64_t worlds = number_from_environment("MCSIM_GRIDS", 300);
  const std::uint64_t first_seed = number_from_environment("MCSIM_SEED", 1);
  for (std::uint64_t at = part; at < worlds; at += parts) {
    const GridConfig grid = change(random_grid_world(first_seed + at).grid);
    const std::string found = difference_to_naive_grid(grid);
    if (found.empty()) continue;
    const GridConfig small = shrunk(grid, difference_to_naive_grid);
    FAIL("seed " << grid.seed << ": " << found
                 << "\nin the smallest such world: " << difference_to_naive_grid(small) << "\n"
                 << to_text(small));
  }
}

}  // namespace

TEST_CASE("forwarding and the naive reference agree in the first quarter of the random grids",
          "[property][differential]") {
  compare_part(0);
}

TEST_CASE("forwarding and the naive reference agree in the second quarter of the random grids",
          "[property][differential]") {
  compare_part(1);
}

TEST_CASE("forwarding and the naive reference agree in the third quarter of the random grids",
          "[property][differential]") {
  compare_part(2);
}

TEST_CASE("forwarding and the naive reference agree in the last quarter of the random grids",
          "[property][differential]") {
  compare_part(3);
}

TEST_CASE("clusters without grids of sessions have the sessions that the naive reference has",
          "[property][differential]") {
  compare_part(0, without_session_grids);
}

}  // namespace mcsim::testing::forwarding_grid_test
