// A copy of a simulation is a second world, and runs alike.
#include <cstdint>
#include <memory>

#include "support/catch.hpp"
#include "support/random_worlds.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::copies_test {

TEST_CASE("a copy taken on the way runs as the original does, and as an undisturbed run",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed, {.per_event = true});
    const RunResults whole = run_all(grid);
    const auto percent = static_cast<std::int64_t>(seed % 100);

    Flight original(grid);
    original.fly(Time{} + whole.end.time_since_epoch() * percent / 100);
    Flight copy(original);
    const RunResults from_copy = copy.land();
    const RunResults from_original = original.land();

    REQUIRE(difference(grid, whole, from_original) == "");
    REQUIRE(difference(grid, whole, from_copy) == "");
    REQUIRE((copy.log.facts == original.log.facts));
    REQUIRE(same_counts(from_copy.engine, from_original.engine));
  }
}

TEST_CASE("a copy needs nothing of the original, which may be gone", "[property]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid(seed, {.per_event = true});
    const RunResults whole = run_all(grid);
    auto original = std::make_unique<Flight>(grid);
    original->fly(Time{} + whole.end.time_since_epoch() / 2);
    Flight copy(*original);
    original.reset();
    REQUIRE(difference(grid, whole, copy.land()) == "");
  }
}

}  // namespace mcsim::testing::copies_test
