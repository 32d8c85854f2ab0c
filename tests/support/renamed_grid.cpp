// Replaces the ids of clusters everywhere.
#include "support/renamed_grid.hpp"
#include "support/each_settings.hpp"
#include "support/random_lsf_worlds.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

namespace mcsim::testing {
namespace {

template <class T>
std::vector<T> in_order(const std::vector<T>& values, const std::vector<ClusterId>& order,
                        const T& usual) {
  std::vector<T> result;
  for (const ClusterId id : order)
    result.push_back(index_of(id) < values.size() ? values[index_of(id)] : usual);
  return result;
}

}  // namespace

GridConfig reordered(const GridConfig& grid, const std::vector<ClusterId>& order) {
  std::vector<ClusterId> place(order.size());
  for (std::size_t at = 0; at < order.size(); ++at)
    place[index_of(order[at])] = static_cast<ClusterId>(at);
  const auto rename = [&](ClusterId id) { return place[index_of(id)]; };

  GridConfig result = grid;
  for (std::size_t at = 0; at < order.size(); ++at)
    result.clusters[at] = grid.clusters[index_of(order[at])];
  for (ClusterConfig& cluster : result.clusters) {
    if (!cluster.foreign_profiles.empty())
      cluster.foreign_profiles = in_order(cluster.foreign_profiles, order, {});
    change_each_settings(cluster, [&](ClusterSettings& settings) {
      auto& intervals = settings.params.forwarding.cache_intervals;
      if (!intervals.empty()) intervals = in_order(intervals, order, usual_cache_interval);
      for (QueueConfig& queue : settings.queues) {
        for (SendTarget& target : queue.forwarding.targets) target.cluster = rename(target.cluster);
        for (ClusterId& source : queue.forwarding.sources) source = rename(source);
        std::ranges::sort(queue.forwarding.sources);
      }
    });
  }
  for (LinkConfig& link : result.links) {
    const auto [a, b] = std::minmax({rename(link.a), rename(link.b)});
    link.a = a;
    link.b = b;
  }
  std::ranges::sort(result.links, {},
                    [](const LinkConfig& link) { return std::pair(link.a, link.b); });
  return result;
}

GridConfig with_unreachable_cluster(const GridConfig& grid) {
  GridConfig result = grid;
  const auto last = static_cast<ClusterId>(grid.clusters.size());
  ClusterConfig nowhere = grid.clusters.back();
  nowhere.name = "Nowhere";
  nowhere.trace = {};
  nowhere.timeline.clear();
  for (QueueConfig& queue : nowhere.queues) queue.forwarding = {};
  nowhere.foreign_profiles.assign(grid.clusters.size() + 1, {});
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const auto id = static_cast<ClusterId>(at);
    ClusterConfig& cluster = result.clusters[at];
    bool sends = false;
    change_each_settings(cluster, [&](ClusterSettings& settings) {
      for (QueueConfig& queue : settings.queues)
        if (queue.forwarding.sends()) {
          queue.forwarding.targets.push_back({last, QueueId{}, 0});
          sends = true;
        }
    });
    if (!sends) continue;
    nowhere.queues.front().forwarding.sources.push_back(id);
    nowhere.foreign_profiles[at].assign(cluster.profiles.size(), ProfileId{});
    result.links.push_back({.a = id, .b = last, .outages = {{.from = Time{}, .until = never}}});
  }
  nowhere.queues.front().hosts = {};
  result.clusters.push_back(std::move(nowhere));
  std::ranges::sort(result.links, {},
                    [](const LinkConfig& link) { return std::pair(link.a, link.b); });
  return result;
}

GridConfig with_unrelated_cluster(const GridConfig& grid, std::uint64_t seed) {
  GridConfig other = random_lsf_world(seed).grid;
  GridConfig result = grid;
  ClusterConfig& unrelated = other.clusters.front();
  unrelated.name = "Unrelated";
  unrelated.foreign_profiles.clear();
  // Its users are numbers of the grid's table, which has to be as long.
  for (std::size_t at = 0; at < other.users.size(); ++at)
    result.users.id(other.users.name(static_cast<NameId>(at)));
  for (std::size_t at = 0; at < other.groups.size(); ++at)
    result.groups.id(other.groups.name(static_cast<NameId>(at)));
  result.clusters.push_back(std::move(unrelated));
  return result;
}

}  // namespace mcsim::testing
