// What must change nothing in grids that forward jobs: the same run twice, ties shuffled, sessions
// not skipped, pauses, copies, the order of the clusters, and a cluster that no job can reach.
//
// MCSIM_GRIDS: how many grids (default 200 for each); MCSIM_SEED: the seed of the first one.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/launch_worlds.hpp"
#include "support/policy_grids.hpp"
#include "support/random_grid.hpp"
#include "support/renamed_grid.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::forwarding_sameness_test {

namespace {

/// Calls look(grid, whole, stream): a grid, its undisturbed run, and numbers to draw.
template <class Look>
void for_each_grid(Look&& look) {
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  const std::uint64_t worlds = number_from_environment("MCSIM_GRIDS", 200);
  for (std::uint64_t seed = first; seed < first + worlds; ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_grid_world(seed).grid;
    if (seed % 4 == 0) give_launches(grid, seed);
    if (seed % 3 == 0) give_policies(grid, seed);
    RngStream stream{seed, "test/ways_to_run"};
    look(grid, run_until(grid, *grid.until), stream);
  }
}

Time drawn_time(RngStream& stream, Time before) {
  const auto span = static_cast<std::uint64_t>((before - Time{}).count()) + 1;
  return at(Duration(static_cast<std::int64_t>(stream.below(span))));
}

std::uint64_t forwards_in(const RunResults& results) {
  std::uint64_t sum = 0;
  for (const ClusterResults& cluster : results.clusters) sum += cluster.forwarding.forwarded;
  return sum;
}

/// Whether jobs of several clusters come to one cluster at one instant: they are accepted in the
/// order of the clusters.
bool has_ties(const FactLog& log) {
  std::map<std::pair<ClusterId, Time>, ClusterId> from;
  for (const Fact& fact : log.facts) {
    if (fact.kind != Fact::Kind::accepted && fact.kind != Fact::Kind::refused) continue;
    const auto [first, is_new] = from.emplace(std::pair(fact.cluster, fact.at), fact.other);
    if (!is_new && first->second != fact.other) return true;
  }
  return false;
}

/// The results with the clusters in their former order.
RunResults back_in_order(const RunResults& results, const std::vector<ClusterId>& order) {
  RunResults back = results;
  for (std::size_t at = 0; at < order.size(); ++at) {
    back.clusters[index_of(order[at])] = results.clusters[at];
    for (ForwardOutcome& forward : back.clusters[index_of(order[at])].forwards)
      if (forward.cluster != none<ClusterId>) forward.cluster = order[index_of(forward.cluster)];
  }
  return back;
}

}  // namespace

TEST_CASE("a grid runs alike twice, to the engine's counts", "[property][forwarding]") {
  std::uint64_t forwards = 0;
  for_each_grid([&](const GridConfig& grid, const RunResults& whole, RngStream&) {
    const RunResults again = run_until(grid, *grid.until);
    REQUIRE(difference(grid, whole, again) == "");
    REQUIRE(same_counts(whole.engine, again.engine));
    forwards += forwards_in(whole);
  });
  CHECK(forwards > 0);
}

// The fingerprint is left out: jobs that end in one round are told in the order of their events.
TEST_CASE("shuffling events of equal order changes no result of a grid", "[property][forwarding]") {
  // A policy that decides after each event goes by their order.
  const auto goes_by_events = [](const ClusterConfig& cluster) {
    return cluster.model.dispatch == "easy" && cluster.model.easy.pass == EasyOptions::Pass::event;
  };
  for_each_grid([&](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    if (std::ranges::any_of(grid.clusters, goes_by_events)) return;
    const RunResults shuffled = run_shuffled(grid, stream.below(1'000'000), *grid.until);
    REQUIRE(difference_but_fingerprint(grid, whole, shuffled) == "");
  });
}

TEST_CASE("running the sessions of a grid that cannot matter changes nothing but counts",
          "[property][forwarding]") {
  for_each_grid([](const GridConfig& grid, const RunResults& whole, RngStream&) {
    REQUIRE(difference(grid, whole, run_every_session(grid, *grid.until)) == "");
  });
}

TEST_CASE("a grid's run that is ended early ends alike whether sessions are skipped or not",
          "[property][forwarding]") {
  for_each_grid([](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    const Time until = drawn_time(stream, whole.end);
    REQUIRE(difference(grid, run_until(grid, until), run_every_session(grid, until)) == "");
  });
}

TEST_CASE("a grid's run that pauses on its way comes to the same end", "[property][forwarding]") {
  for_each_grid([](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    const Time pause = drawn_time(stream, whole.end);
    const RunResults paused = run_in_steps(
        grid, {at(0ms), pause, pause + 1ms, drawn_time(stream, whole.end)}, *grid.until);
    REQUIRE(difference(grid, whole, paused) == "");
  });
}

TEST_CASE("a copy of a grid taken on the way runs as the original does", "[property][forwarding]") {
  for_each_grid([](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
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

TEST_CASE("the order of the clusters changes nothing where no two send jobs to one at once",
          "[property][forwarding]") {
  std::uint64_t without_ties = 0;
  for_each_grid([&](const GridConfig& grid, const RunResults& whole, RngStream& stream) {
    Flight flight(grid);
    flight.land(*grid.until);
    if (has_ties(flight.log)) return;
    std::vector<ClusterId> order(grid.clusters.size());
    for (std::size_t at = 0; at < order.size(); ++at) order[at] = static_cast<ClusterId>(at);
    for (std::size_t left = order.size(); left > 1; --left)
      std::swap(order[left - 1], order[stream.below(left)]);
    const RunResults other = run_until(reordered(grid, order), *grid.until);
    REQUIRE(difference_but_fingerprint(grid, whole, back_in_order(other, order)) == "");
    without_ties += forwards_in(whole) > 0 ? 1U : 0U;
  });
  CHECK(without_ties > 0);
}

TEST_CASE("a cluster that nobody can reach changes nothing", "[property][forwarding]") {
  for_each_grid([](const GridConfig& grid, const RunResults& whole, RngStream&) {
    RunResults longer = run_until(with_unreachable_cluster(grid), *grid.until);
    longer.clusters.pop_back();
    REQUIRE(difference_but_fingerprint(grid, whole, longer) == "");
  });
}

}  // namespace mcsim::testing::forwarding_sameness_test
