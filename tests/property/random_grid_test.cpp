// The random grids of job forwarding are like those that the reader of scenarios makes, combine all
// features, and can be played.
//
// MCSIM_WORLDS: how many are played (default 300).
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/each_settings.hpp"
#include "support/environment.hpp"
#include "support/random_grid.hpp"
#include "support/same_results.hpp"
#include "support/ways_to_run.hpp"

namespace mcsim::testing::random_grid_test {

namespace {

constexpr std::uint64_t usual_worlds = 4'000;

bool ever_receives(const GridConfig& grid, const SendTarget& target, ClusterId source) {
  bool receives = false;
  for_each_settings(grid.clusters[index_of(target.cluster)], [&](const ClusterSettings& settings) {
    const auto& sources = settings.queues[index_of(target.queue)].forwarding.sources;
    receives = receives || std::ranges::binary_search(sources, source);
  });
  return receives;
}

bool are_linked(const GridConfig& grid, ClusterId one, ClusterId other) {
  return std::ranges::any_of(grid.links, [&](const LinkConfig& link) {
    return link.a == std::min(one, other) && link.b == std::max(one, other);
  });
}

void check_queue(const GridConfig& grid, ClusterId id, const QueueConfig& queue) {
  const QueueForwarding& forwarding = queue.forwarding;
  const bool has_hosts = queue.hosts.all || !queue.hosts.list.empty();
  REQUIRE(forwarding.remote_only == !has_hosts);
  REQUIRE((has_hosts || (forwarding.sends() && !forwarding.receives())));
  REQUIRE(std::ranges::is_sorted(forwarding.sources));
  for (const SendTarget& target : forwarding.targets) {
    REQUIRE(target.cluster != id);
    REQUIRE(ever_receives(grid, target, id));
    REQUIRE(are_linked(grid, id, target.cluster));
    const auto& profiles = grid.clusters[index_of(target.cluster)].foreign_profiles;
    REQUIRE(profiles[index_of(id)].size() > 0);
  }
}

void check_cluster(const GridConfig& grid, ClusterId id, const Registry& registry) {
  const ClusterConfig& cluster = grid.clusters[index_of(id)];
  for_each_settings(cluster, [&](const ClusterSettings& settings) {
    REQUIRE(settings.hosts.size() == cluster.hosts.size());
    REQUIRE(settings.queues.size() == cluster.queues.size());
    REQUIRE(settings.foreign_hosts == cluster.foreign_hosts);
    REQUIRE(registry.find_forward(settings.params.forwarding.policy) != nullptr);
    for (const QueueConfig& queue : settings.queues) check_queue(grid, id, queue);
  });
  for (const auto& from : cluster.foreign_profiles)
    for (const ProfileId profile : from)
      REQUIRE((profile == none<ProfileId> || index_of(profile) < cluster.profiles.size()));
  for (const JobProfile& profile : cluster.profiles)
    REQUIRE(index_of(profile.from_host) < cluster.hosts.size() + cluster.foreign_hosts.size());
}

void check_links(const GridConfig& grid) {
  const auto between = [](const LinkConfig& link) { return std::pair(link.a, link.b); };
  REQUIRE(std::ranges::is_sorted(grid.links, {}, between));
  for (const LinkConfig& link : grid.links) {
    REQUIRE(link.a < link.b);
    Time before{-1ms};
    for (const LinkConfig::Outage& outage : link.outages) {
      REQUIRE(before < outage.from);
      REQUIRE(outage.from < outage.until);
      before = outage.until;
    }
  }
}

/// How many worlds use both features of a pair, and the names of the pair.
struct PairCount {
  std::uint64_t worlds = usual_worlds;
  std::string names{};
};

template <class Has, class HasToo>
void keep_rarer(PairCount& rarest, const std::vector<GridWorld>& worlds, std::string_view one,
                std::string_view other, Has&& has, HasToo&& has_too) {
  const auto count = static_cast<std::uint64_t>(std::ranges::count_if(
      worlds, [&](const GridWorld& world) { return has(world) && has_too(world); }));
  if (count < rarest.worlds) rarest = {count, std::string(one) + " and " + std::string(other)};
}

std::vector<GridWorld> features_of_worlds() {
  std::vector<GridWorld> worlds;
  for (std::uint64_t seed = 1; seed <= usual_worlds; ++seed) {
    worlds.push_back(random_grid_world(seed));
    worlds.back().grid = {};
  }
  return worlds;
}

auto uses(GridFeature feature) {
  return [feature](const GridWorld& world) { return world.features[place_of(feature)]; };
}
auto uses(LsfFeature feature) {
  return [feature](const GridWorld& world) { return world.lsf[place_of(feature)]; };
}

}  // namespace

TEST_CASE("random grids are what the reader of a scenario would make", "[property]") {
  const Registry registry = default_registry();
  for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid_world(seed).grid;
    REQUIRE((grid.clusters.size() >= 2 && grid.clusters.size() <= 8));
    check_links(grid);
    for (std::size_t id = 0; id < grid.clusters.size(); ++id)
      check_cluster(grid, static_cast<ClusterId>(id), registry);
  }
}

TEST_CASE("every pair of features of forwarding occurs in at least 40 of the random grids",
          "[property]") {
  const auto worlds = features_of_worlds();
  PairCount rarest;
  for (std::size_t one = 0; one < GridFeatures{}.size(); ++one)
    for (std::size_t other = 0; other < one; ++other) {
      const auto a = static_cast<GridFeature>(one);
      const auto b = static_cast<GridFeature>(other);
      keep_rarer(rarest, worlds, name_of(a), name_of(b), uses(a), uses(b));
    }
  WARN("the rarest pair: " << rarest.names << ", in " << rarest.worlds << " grids");
  CHECK(rarest.worlds >= 40);
}

TEST_CASE("every feature of forwarding meets every one of LSF's scheduler in the random grids",
          "[property]") {
  const auto worlds = features_of_worlds();
  PairCount rarest;
  for (std::size_t one = 0; one < GridFeatures{}.size(); ++one)
    for (std::size_t other = 0; other < LsfFeatures{}.size(); ++other) {
      const auto a = static_cast<GridFeature>(one);
      const auto b = static_cast<LsfFeature>(other);
      keep_rarer(rarest, worlds, name_of(a), name_of(b), uses(a), uses(b));
    }
  WARN("the rarest pair: " << rarest.names << ", in " << rarest.worlds << " grids");
  CHECK(rarest.worlds >= 5);
}

TEST_CASE("random grids can be played, and alike twice", "[property]") {
  const std::uint64_t worlds = number_from_environment("MCSIM_WORLDS", 300);
  for (std::uint64_t seed = 1; seed <= worlds; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid_world(seed).grid;
    const GridConfig same = random_grid_world(seed).grid;
    REQUIRE(difference(grid, run_until(grid, *grid.until), run_until(same, *same.until)) == "");
  }
}

}  // namespace mcsim::testing::random_grid_test
