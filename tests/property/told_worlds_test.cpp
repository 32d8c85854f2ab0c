// What ELIMs report, in random worlds in which jobs select, order and reserve it: the simulator's
// dispatch `lsf` against the deliberately naive reference, which looks at the programs' output
// itself; and no session is skipped that would decide something else.
//
// MCSIM_WORLDS: how many worlds (default 1,500); MCSIM_SEED: the seed of the first one (default 1).
#include <cstdint>
#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lsf_watcher.hpp"
#include "support/naive_lsf_compare.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/same_results.hpp"
#include "support/sights.hpp"
#include "support/told_worlds.hpp"
#include "support/ways_to_run.hpp"

namespace mcsim::testing::told_worlds_test {

namespace {

std::uint64_t worlds() { return number_from_environment("MCSIM_WORLDS", 1'500); }

/// Calls visit(grid) for each such world.
void for_each_world(std::uint64_t count, auto&& visit) {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    if (const auto grid = told_world(seed)) visit(*grid);
}

}  // namespace

TEST_CASE("lsf and the naive reference agree where jobs ask for what ELIMs report",
          "[property][differential][elim]") {
  SightCounts seen;
  for_each_world(worlds(), [&](const GridConfig& grid) {
    seen.play(grid);
    const std::string found = difference_to_naive(grid);
    if (found.empty()) return;
    const GridConfig small = shrunk(grid, difference_to_naive);
    FAIL("seed " << grid.seed << ": " << found
                 << "\nin the smallest such world: " << difference_to_naive(small) << "\n"
                 << to_text(small));
  });
  INFO(seen.worlds() << " worlds");
  if (worlds() < 100) return;  // too few to count on each kind
  CHECK(seen.worlds() > worlds() / 4);
  CHECK(seen.of(Sight::told_resource_reserved) > seen.worlds() / 4);
  CHECK(seen.of(Sight::told_resource_of_one_host) > seen.worlds() / 20);
}

TEST_CASE("jobs that ask for what ELIMs report do not hang on skipped sessions, nor on steps",
          "[property][elim]") {
  for_each_world(worlds() / 3, [&](const GridConfig& grid) {
    INFO("seed " << grid.seed);
    const RunResults results = run_until(grid, *grid.until);
    REQUIRE(difference(grid, results, run_every_session(grid, *grid.until)) == "");
    REQUIRE(difference(grid, results, run_in_steps(grid, {Time{15s}, Time{101s}}, *grid.until)) ==
            "");
    LsfWatched ignored;
    REQUIRE(broken_promise(grid, ignored) == "");
  });
}

}  // namespace mcsim::testing::told_worlds_test
