// Slot-hours, flows between clusters, and what jobs waited for, as JSON.
#include "mcsim/results/summary_usage.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/text/put.hpp"

namespace mcsim::results {
namespace {

JsonNode real(std::string text) {
  JsonNode node;
  node.kind = JsonNode::Kind::real;
  node.text = std::move(text);
  return node;
}

JsonNode node_of(const SlotTime& sum) {
  // Millionths of an hour are 3.6 ms.
  const auto millionths = static_cast<std::int64_t>((sum.used * 10 + 18) / 36);
  return json_object({json_member("jobs", json_whole(static_cast<std::int64_t>(sum.jobs))),
                      json_member("slot_hours", real(millionths_text(millionths)))});
}

JsonNode node_of(const WaitSum& sum) {
  return json_object(
      {json_member("jobs", json_whole(static_cast<std::int64_t>(sum.jobs))),
       json_member("seconds",
                   real(seconds_text(Duration{static_cast<std::int64_t>(sum.waited)})))});
}

std::string name_of(const GridConfig& grid, ClusterId cluster) {
  return grid.clusters[index_of(cluster)].name;
}

std::string name_of(const GridConfig& grid, const QueuePlace& place) {
  const ClusterConfig& cluster = grid.clusters[index_of(place.first)];
  return cluster.queues[index_of(place.second)].name + "@" + cluster.name;
}

/// As in `by_user`: jobs without a user are last, under an empty name.
std::string name_of(const GridConfig& grid, NameId user) {
  return user == none<NameId> ? std::string() : std::string(grid.users.name(user));
}

std::string name_of(const GridConfig&, PendReason reason) {
  return reason == PendReason::none ? "not looked at" : std::string(text_of(reason));
}

/// An object with a member for each key.
template <class Map>
JsonNode table(const GridConfig& grid, const Map& sums) {
  std::vector<JsonNode> members;
  for (const auto& [key, sum] : sums)
    members.push_back(json_member(name_of(grid, key), node_of(sum)));
  return json_object(std::move(members));
}

/// An object of objects, by the first and the second part of keys, which are in their order.
template <class Map>
JsonNode table_of_tables(const GridConfig& grid, const Map& sums) {
  std::vector<JsonNode> rows;
  for (auto at = sums.begin(); at != sums.end();) {
    const auto& row = at->first.first;
    std::vector<JsonNode> cells;
    for (; at != sums.end() && at->first.first == row; ++at)
      cells.push_back(json_member(name_of(grid, at->first.second), node_of(at->second)));
    rows.push_back(json_member(name_of(grid, row), json_object(std::move(cells))));
  }
  return json_object(std::move(rows));
}

}  // namespace

std::vector<JsonNode> usage_members(const GridConfig& grid, const UsageResults& usage) {
  return {json_member("usage",
                      json_object({json_member("by_queue", table(grid, usage.by_queue)),
                                   json_member("by_user", table(grid, usage.by_user)),
                                   json_member("from_to", table_of_tables(grid, usage.flows))})),
          json_member(
              "wait_by_reason",
              json_object({json_member("by_queue", table_of_tables(grid, usage.waits_of_queues)),
                           json_member("by_user", table_of_tables(grid, usage.waits_of_users)),
                           json_member("look_step", real(seconds_text(usage.look_step)))}))};
}

}  // namespace mcsim::results
