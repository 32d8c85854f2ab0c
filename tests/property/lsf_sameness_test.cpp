// What must change nothing under dispatch `lsf`, with any features: the same run twice, ties
// shuffled, sessions not skipped, pauses, and a copy that continues in place of the original.
//
// MCSIM_WORLDS: how many worlds (default 3,000 for each); MCSIM_SEED: the seed of the first one.
#include <cstdint>
#include <memory>
#include <utility>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/launch_worlds.hpp"
#include "support/lim_worlds.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::lsf_sameness_test {

namespace {

/// Calls look(grid, whole, stream): a world, its undisturbed run, and numbers to draw.
template <class Look>
void for_each_world(Look&& look) {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 3'000);
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_lsf_world(seed).grid;
    if (seed % 3 == 0) give_lims(grid, seed);
    if (seed % 4 == 0) give_launches(grid, seed);
    RngStream stream{seed, "test/ways_to_run"};
    look(grid, run_until(grid, *grid.until), stream);
  }
}

Time drawn_time(RngStream& stream, Time before) {
  const auto span = static_cast<std::uint64_t>((before - Time{}).count()) + 1;
  return at(Duration(static_cast<std::int64_t>(stream.below(span))));
}

}  // namespace

TEST_CASE("an lsf world runs alike twice, to the engine's counts", "[property]") {
  for_each_world([](const GridConfig& grid, const RunResults& whole, RngStream&) {
    const RunResults again = run_until(grid, *grid.until);
    REQUIRE(difference(grid, whole, again) == "");
    REQUIRE(same_counts(whole.engine, again.engine));
  });
}

// The fingerprint is left out: it hashes the facts in the order in which they are told, and jobs
// that end in one round are told in the order of their events.
TEST_CASE("shuffling events of equal order changes no result of lsf", "[property]") {
  for_each_world([](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    const RunResults shuffled = run_shuffled(grid, stream.below(1'000'000), *grid.until);
    REQUIRE(difference_but_fingerprint(grid, whole, shuffled) == "");
  });
}

TEST_CASE("running the sessions of lsf that cannot matter changes nothing but the engine's counts",
          "[property]") {
  std::uint64_t sessions = 0;
  std::uint64_t all_sessions = 0;
  for_each_world([&](const GridConfig& grid, const RunResults& whole, RngStream&) {
    const RunResults all = run_every_session(grid, *grid.until);
    REQUIRE(difference(grid, whole, all) == "");
    sessions += whole.engine.sessions;
    all_sessions += all.engine.sessions;
  });
  CHECK(2 * all_sessions > 3 * sessions);
}

TEST_CASE("an lsf run that is ended early ends alike whether sessions are skipped or not",
          "[property]") {
  for_each_world([](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    const Time until = drawn_time(stream, whole.end);
    REQUIRE(difference(grid, run_until(grid, until), run_every_session(grid, until)) == "");
  });
}

TEST_CASE("an lsf run that pauses on its way comes to the same end", "[property]") {
  for_each_world([](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    const Time pause = drawn_time(stream, whole.end);
    const RunResults paused = run_in_steps(
        grid, {at(0ms), pause, pause + 1ms, drawn_time(stream, whole.end)}, *grid.until);
    REQUIRE(difference(grid, whole, paused) == "");
  });
}

TEST_CASE("a copy of an lsf world taken on the way runs as the original does", "[property]") {
  for_each_world([](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    auto original = std::make_unique<Flight>(grid);
    original->fly(drawn_time(stream, whole.end));
    Flight copy(*original);
    const RunResults from_original = original->land(*grid.until);
    const FactLog log = std::move(original->log);
    original.reset();  // the copy must not depend on it
    const RunResults from_copy = copy.land(*grid.until);

    REQUIRE(difference(grid, whole, from_original) == "");
    REQUIRE(difference(grid, whole, from_copy) == "");
    REQUIRE((copy.log.facts == log.facts));
    REQUIRE(same_counts(from_copy.engine, from_original.engine));
  });
}

}  // namespace mcsim::testing::lsf_sameness_test
