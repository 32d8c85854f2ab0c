// The edges between queues: those that both sides want, and what is wrong with the others.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/config/scenario/scenario_model.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/policy/forward_baselines.hpp"
#include "mcsim/policy/forward_settings.hpp"

namespace mcsim::config {
namespace {

/// Whether the queue receives jobs from `source`, at first or after some change.
bool ever_receives(ScenarioDraft& draft, const SendTarget& target, ClusterId source) {
  bool receives = false;
  draft[target.cluster].for_each_settings([&](const ClusterSettings& settings) {
    const auto& sources = settings.queues[index_of(target.queue)].forwarding.sources;
    receives = receives || std::ranges::binary_search(sources, source);
  });
  return receives;
}

void warn_of_one_sided(ScenarioDraft& draft, ClusterId id) {
  for (const EdgeDraft& edge : draft[id].edges) {
    if (ever_receives(draft, edge.to, id)) continue;
    const ClusterConfig& other = draft[edge.to.cluster].config;
    draft.complaints.warning(edge.place, edge.pointer,
                             "queue " + other.queues[index_of(edge.to.queue)].name + " of " +
                                 other.name + " has no RCVJOBS_FROM for " + draft[id].config.name +
                                 ": nothing is forwarded to it",
                             {.who = "queue", .what = "gets no forwarded jobs", .count = 1});
  }
}

void drop_one_sided(ScenarioDraft& draft, ClusterId id) {
  draft[id].for_each_settings([&](ClusterSettings& settings) {
    for (QueueConfig& queue : settings.queues)
      std::erase_if(queue.forwarding.targets,
                    [&](const SendTarget& target) { return !ever_receives(draft, target, id); });
  });
}

/// The clusters that some queue sends jobs to.
std::set<ClusterId> receivers(ClusterDraft& cluster) {
  std::set<ClusterId> others;
  cluster.for_each_settings([&](const ClusterSettings& settings) {
    for (const QueueConfig& queue : settings.queues)
      for (const SendTarget& target : queue.forwarding.targets) others.insert(target.cluster);
  });
  return others;
}

bool ever_sends_counters(ClusterDraft& cluster) {
  bool sends = false;
  cluster.for_each_settings([&](const ClusterSettings& settings) {
    sends = sends || settings.params.forwarding.update_interval > 0ms;
  });
  return sends;
}

bool looks_at_counters(const ClusterConfig& config) {
  const std::string& policy = config.params.forwarding.policy;
  return config.model.counters == CounterMode::periodic && policy != NotDefined::name &&
         policy != RemoteResource::name && policy != NoForwarding::name;
}

/// The object that says who chooses the receive queue, and its key.
std::pair<JsonAt, std::string_view> place_of_policy(const JsonNode& node, const JsonAt& cluster_at,
                                                    const JsonAt& root_at) {
  constexpr std::string_view key = "forward_policy"_key;
  if (const auto model = model_that_says(key, cluster_at, root_at)) return {*model, key};
  return {JsonAt(cluster_at, *node.find("lsb.params"_key), 0), "MC_PLUGIN_SCHEDULE_ENHANCE"_key};
}

/// Warns if queue counters that the choice needs are never sent.
void check_counters(ScenarioDraft& draft, ClusterDraft& cluster, const JsonNode& node,
                    const JsonAt& cluster_at) {
  if (!looks_at_counters(cluster.config)) return;
  std::string silent;
  for (const ClusterId id : receivers(cluster))
    if (!ever_sends_counters(draft[id]))
      silent += (silent.empty() ? "" : ", ") + draft[id].config.name;
  if (silent.empty()) return;
  const JsonAt root_at(draft.tree.root);
  const auto [at, key] = place_of_policy(node, cluster_at, root_at);
  draft.complaints.warning(at, key,
                           "jobs are forwarded to " + silent +
                               " without a MC_PLUGIN_UPDATE_INTERVAL above 0: queue counters from "
                               "there stay unknown, and count as 0");
}

}  // namespace

void connect_clusters(ScenarioDraft& draft) {
  if (draft.complaints.any_errors()) return;
  for (std::size_t i = 0; i < draft.clusters.size(); ++i)
    warn_of_one_sided(draft, static_cast<ClusterId>(i));
  for (std::size_t i = 0; i < draft.clusters.size(); ++i)
    drop_one_sided(draft, static_cast<ClusterId>(i));
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"_key),
                  [&](JsonNode& node, const JsonAt& at) {
                    ClusterDraft& cluster = draft.clusters[position++];
                    check_counters(draft, cluster, node, at);
                  });
}

}  // namespace mcsim::config
