// Where the rows of a workload go.
#include "mcsim/config/scenario/workload_targets.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

/// Calls visit(member, place) for the members of the object `key` that have kept their shape.
template <class Visit>
void for_each_member(const JsonNode& node, const JsonAt& at, std::string_view key,
                     JsonNode::Kind kind, Visit&& visit) {
  const JsonNode* map = node.find(key);
  if (map == nullptr || !map->is(JsonNode::Kind::object)) return;
  const JsonAt at_map(at, *map, 0);
  for (const JsonNode& member : map->children)
    if (member.is(kind)) visit(member, at_map);
}

template <class Visit>
void for_each_number(const JsonNode& node, const JsonAt& at, std::string_view key, Visit&& visit) {
  for_each_member(node, at, key, JsonNode::Kind::text,
                  [&](const JsonNode& name, const JsonAt& at_map) {
                    visit(static_cast<int>(read_whole(name.key).value_or(0)), name, at_map);
                  });
}

}  // namespace

std::optional<ClusterId> WorkloadTargets::first_of_spread() const {
  const JsonNode* spread = node_.find("spread"_key);
  if (spread == nullptr || spread->children.empty()) return std::nullopt;
  const std::string_view name = spread->children.front().key;
  const auto sign = name.find('@');
  const auto found = draft_.cluster_ids.find(sign == name.npos ? name : name.substr(sign + 1));
  if (found == draft_.cluster_ids.end()) return std::nullopt;
  return found->second;
}

void WorkloadTargets::read(WorkloadOptions& options, std::optional<ClusterId> own, bool is_table) {
  if (own) {
    for_each_number(node_, at_, "queue_map"_key,
                    [&](int number, const JsonNode& name, const JsonAt& at) {
                      const auto queue = draft_.find_queue(at, name.key, name.text, *own);
                      if (queue) options.queue_map[number] = *queue;
                    });
    for_each_number(node_, at_, "user_map"_key,
                    [&](int number, const JsonNode& name, const JsonAt&) {
                      options.user_map[number] = name.text;
                    });
  }
  read_clusters(options, own, is_table);
  read_spread(options, own);
  if (own)
    for_each_number(node_, at_, "partition_map"_key,
                    [&](int number, const JsonNode& name, const JsonAt& at) {
                      auto to = target(name, name.text, at, own);
                      if (!to) return;
                      to->chooses_queue = true;  // a cluster alone is its default queue here
                      if (!options.partition_map.insert_or_assign(number, *std::move(to)).second)
                        draft_.complaints.warning(at, name.key,
                                                  "is in cluster_map, too, which is not looked at");
                    });
}

void WorkloadTargets::read_clusters(WorkloadOptions& options, std::optional<ClusterId> own,
                                    bool is_table) {
  for_each_member(node_, at_, "cluster_map"_key, JsonNode::Kind::text,
                  [&](const JsonNode& name, const JsonAt& at) {
                    const auto number = read_whole(name.key);
                    const bool is_number = number && *number >= INT32_MIN && *number <= INT32_MAX;
                    if (!is_table && !is_number)
                      return draft_.complaints.error(
                          at, name.key,
                          "expected a whole number as key (field 16), got " + in_quotes(name.key));
                    const auto cluster = draft_.find_cluster(at, name.key, name.text);
                    if (!cluster) return;
                    RowTarget to = by_queue_map(options, *cluster, own);
                    if (is_table)
                      options.cluster_map.insert_or_assign(name.key, std::move(to));
                    else
                      options.partition_map.insert_or_assign(static_cast<int>(*number),
                                                             std::move(to));
                  });
}

void WorkloadTargets::read_spread(WorkloadOptions& options, std::optional<ClusterId> own) {
  std::vector<UserSpread::Target> targets;
  for_each_member(
      node_, at_, "spread"_key, JsonNode::Kind::whole,
      [&](const JsonNode& weight, const JsonAt& at) {
        auto to = target(weight, weight.key, at, own);
        if (!to) return;
        if (!to->chooses_queue) to = by_queue_map(options, to->cluster, own);
        const ClusterConfig& cluster = draft_[to->cluster].config;
        std::string name = cluster.name;
        if (to->chooses_queue) name = cluster.queues[index_of(to->queue)].name + "@" + name;
        if (std::ranges::find(targets, name, &UserSpread::Target::name) != targets.end())
          return draft_.complaints.error(at, weight.key, name + " is there twice");
        targets.push_back(
            {std::move(name), static_cast<std::uint32_t>(weight.whole), *std::move(to)});
      });
  options.spread = UserSpread(std::move(targets));
}

/// `queue`, `queue@cluster`, or `cluster`. A name of both is the queue's.
std::optional<RowTarget> WorkloadTargets::target(const JsonNode& name, std::string_view text,
                                                 const JsonAt& at, std::optional<ClusterId> own) {
  const auto sign = text.find('@');
  std::optional<ClusterId> cluster = own;
  if (sign != std::string_view::npos) {
    cluster = draft_.find_cluster(at, name.key, std::string(text.substr(sign + 1)));
  } else if (const auto found = draft_.cluster_ids.find(text);
             found != draft_.cluster_ids.end() && !(own && draft_[*own].queues.contains(text))) {
    const ClusterId alone = found->second;
    return RowTarget{alone, draft_[alone].config.default_queue, {}, false};
  } else if (!own) {
    cluster = draft_.find_cluster(at, name.key, text);
  }
  if (!cluster) return std::nullopt;
  const auto queue = draft_.find_queue(at, name.key, text.substr(0, sign), *cluster);
  return queue ? std::optional(RowTarget{*cluster, *queue, {}, true}) : std::nullopt;
}

/// The queues of queue_map go by their names.
RowTarget WorkloadTargets::by_queue_map(const WorkloadOptions& options, ClusterId cluster,
                                        std::optional<ClusterId> own) {
  if (own == cluster) return {cluster, options.queue, options.queue_map, false};
  const ClusterDraft& there = draft_[cluster];
  RowTarget to{cluster, there.config.default_queue, {}, false};
  if (!own) return to;
  std::string missing;
  for (const auto& [number, queue] : options.queue_map) {
    const std::string& name = draft_[*own].config.queues[index_of(queue)].name;
    if (const auto same = there.queues.find(name); same != there.queues.end())
      to.queue_map[number] = same->second;
    else if (missing.empty())
      missing = name;
  }
  if (!missing.empty() && std::ranges::find(told_, cluster) == told_.end()) {
    told_.push_back(cluster);
    draft_.complaints.warning(at_, "queue_map"_key,
                              there.config.name + " has no queue " + in_quotes(missing) +
                                  ": jobs that are sent there for it go to its default queue " +
                                  there.config.queues[index_of(there.config.default_queue)].name);
  }
  return to;
}

}  // namespace mcsim::config
