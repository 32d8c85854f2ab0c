// Whether jobs of a trace reserve the memory that its rows have, and how much there is for them.
#include "mcsim/config/scenario/scenario_memory.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "mcsim/config/scenario/scenario_moves.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/idle_host.hpp"

namespace mcsim::config {
namespace {

using Place = std::pair<ClusterId, QueueId>;

/// Where jobs of a workload are submitted.
std::set<Place> places_of(const WorkloadOptions& options) {
  std::set<Place> places{{options.cluster, options.queue}};
  for (const auto& [number, queue] : options.queue_map) places.emplace(options.cluster, queue);
  const auto add = [&](const RowTarget& target) {
    places.emplace(target.cluster, target.queue);
    for (const auto& [number, queue] : target.queue_map) places.emplace(target.cluster, queue);
  };
  for (const auto& [number, target] : options.partition_map) add(target);
  for (const UserSpread::Target& one : options.spread.targets()) add(one.target);
  return places;
}

/// By HostId: the most MB that it ever has; none: nothing says it.
std::vector<std::optional<std::int64_t>> most_mb(ClusterDraft& cluster) {
  std::vector<std::optional<std::int64_t>> most(cluster.config.hosts.size());
  cluster.for_each_settings([&](const ClusterSettings& settings) {
    for (std::size_t at = 0; at < std::min(most.size(), settings.hosts.size()); ++at) {
      const IdleHost host(settings, static_cast<HostId>(at), std::nullopt);
      const auto mb = host.number(resource(builtin::mem));
      constexpr double endless = 1e15;  // an ELIM reports it
      if (mb)
        most[at] = std::max(most[at].value_or(0),
                            static_cast<std::int64_t>(std::floor(std::min(*mb, endless))));
    }
  });
  return most;
}

/// By HostId: whether it ever serves the queue; all do if none does, or for no queue.
std::vector<bool> hosts_of(ClusterDraft& cluster, QueueId queue) {
  std::vector<bool> serves(cluster.most_mxj.size(), queue == none<QueueId>);
  if (queue == none<QueueId>) return serves;
  cluster.for_each_settings([&](const ClusterSettings& settings) {
    const HostPreferences& hosts = settings.queues[index_of(queue)].hosts;
    if (hosts.all) serves.assign(serves.size(), true);
    for (const HostPreferences::Entry& entry : hosts.list) serves[index_of(entry.host)] = true;
  });
  if (std::ranges::find(serves, true) == serves.end()) serves.assign(serves.size(), true);
  return serves;
}

}  // namespace

MemoryReader::MemoryReader(ScenarioDraft& draft)
    : draft_(draft), moves_(!moved_jobs(draft.tree.root).empty()) {}

void MemoryReader::read(WorkloadOptions& options, const JsonAt& at) {
  const auto asked = Fields(*at.node).text("memory"_key);
  options.memory = asked == "no"     ? MemoryField::none
                   : asked == "used" ? MemoryField::used
                                     : MemoryField::requested;
  if (options.memory == MemoryField::none) return;
  const std::string& dispatch = draft_[options.cluster].config.model.dispatch;
  if (draft_.is_baseline(dispatch)) {
    options.no_memory_since = dispatch + " looks at slots only";
    return;
  }
  const auto [unknown, any_known] = this->unknown(options);
  options.reserves_memory = unknown.empty() || (asked && any_known);
  if (unknown.empty()) return;
  if (!asked)
    options.no_memory_since = unknown;
  else if (any_known)
    draft_.complaints.warning(at, "memory"_key, unknown + ": no job that has memory starts there");
  else
    draft_.complaints.error(at, "memory"_key,
                            unknown + ", so no job could reserve memory; give maxmem in `hosts`");
}

std::vector<MemoryRoom> MemoryReader::rooms(const WorkloadOptions& options, ClusterId cluster) {
  if (!options.reserves_memory) return {};
  std::vector<MemoryRoom> rooms(draft_[cluster].config.queues.size());
  for (const auto& [own, queue] : places_of(options)) {
    if (own != cluster) continue;
    const auto& clusters = reached(own, queue);
    const bool stays = clusters.size() == 1 && clusters.front() == own && !moves_;
    for (const ClusterId one : clusters)
      rooms[index_of(queue)].add_cluster(of(one, stays ? queue : none<QueueId>).kinds);
  }
  return rooms;
}

const std::vector<ClusterId>& MemoryReader::reached(ClusterId cluster, QueueId queue) const {
  return draft_.reached[index_of(cluster)][index_of(queue)];
}

const MemoryReader::HostMemory& MemoryReader::of(ClusterId id, QueueId queue) {
  const auto [known, is_new] = known_.try_emplace({id, queue});
  if (!is_new) return known->second;
  HostMemory& memory = known->second;
  ClusterDraft& cluster = draft_[id];
  const auto most = most_mb(cluster);
  const std::vector<bool> serves = hosts_of(cluster, queue);
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> counts;  // by MB and slots
  for (std::size_t at = 0; at < std::min(most.size(), cluster.most_mxj.size()); ++at) {
    const Slots slots = cluster.most_mxj[at];
    if (slots == Slots{} || !serves[at]) continue;
    memory.any_known = memory.any_known || most[at];
    if (most[at])
      ++counts[{*most[at], slots.count()}];
    else
      memory.unknown.push_back(cluster.config.hosts[at].name);
  }
  for (const auto& [kind, hosts] : counts) memory.kinds.push_back({kind.first, kind.second, hosts});
  return memory;
}

std::pair<std::string, bool> MemoryReader::unknown(const WorkloadOptions& options) {
  std::set<ClusterId> clusters;
  for (const auto& [cluster, queue] : places_of(options))
    clusters.insert(reached(cluster, queue).begin(), reached(cluster, queue).end());
  std::string text;
  bool any_known = false;
  for (const ClusterId id : clusters) {
    const HostMemory& memory = of(id);
    any_known = any_known || memory.any_known;
    if (memory.unknown.empty()) continue;
    const std::size_t count = memory.unknown.size();
    text += text.empty() ? "" : ", ";
    if (!memory.any_known)
      text += "no host of " + draft_[id].config.name + " has maxmem";
    else if (count == 1)
      text += memory.unknown[0] + " of " + draft_[id].config.name + " has no maxmem";
    else
      text += std::to_string(count) + " hosts of " + draft_[id].config.name + " have no maxmem, " +
              memory.unknown[0] + " first";
  }
  return {text, any_known};
}

}  // namespace mcsim::config
