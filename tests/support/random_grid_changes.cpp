// How forwarding changes with the reconfigurations of a random grid.
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "support/random_grid_draft.hpp"

namespace mcsim::testing {
namespace {

using enum GridFeature;

/// Some targets come and go, or have another place in the list; drop_sources() changes the
/// receiving side.
void change_targets(GridDraft& draft, QueueForwarding& forwarding) {
  auto& targets = forwarding.targets;
  if (targets.empty() || !draft.uses(other_edges, 2)) return;
  if (draft.one_in(2)) targets.erase(targets.begin());
  if (draft.wants(preference))
    for (SendTarget& target : targets) target.preference = draft.number(0, 3);
  if (draft.one_in(2)) std::ranges::reverse(targets);
}

/// HOSTS=none needs SNDJOBS_TO: a queue that no longer sends jobs has all hosts.
void settle_hosts(GridDraft& draft, QueueConfig& queue) {
  QueueForwarding& forwarding = queue.forwarding;
  if (!forwarding.remote_only) return;
  if (draft.uses(other_edges, 3) || !forwarding.sends()) forwarding.remote_only = false;
  queue.hosts = {.all = !forwarding.remote_only};
}

void change_queue(GridDraft& draft, const ClusterSettings& settings, QueueConfig& queue) {
  QueueForwarding& forwarding = queue.forwarding;
  change_targets(draft, forwarding);
  settle_hosts(draft, queue);
  if (forwarding.receives() && draft.uses(other_limits, 2)) draw_receive_limits(draft, forwarding);
  if (forwarding.sends() && draft.uses(other_limits, 2))
    draw_send_limits(draft, forwarding, settings.params.mbd_sleep_time);
}

/// Draws changes of a cluster's settings. Returns the first settings and those of each change.
std::vector<std::reference_wrapper<ClusterSettings>> change_settings(GridDraft& draft,
                                                                     ClusterConfig& cluster) {
  std::vector<std::reference_wrapper<ClusterSettings>> all{cluster};
  for (TimelineEntry& entry : cluster.timeline) {
    if (entry.kind != TimelineEntry::Kind::reconfigure) continue;
    const auto settings = std::make_shared<ClusterSettings>(*entry.settings);
    for (QueueConfig& queue : settings->queues) change_queue(draft, *settings, queue);
    if (cluster.model.forward_policy.empty() && draft.uses(other_policy, 2))
      draw_setting(draft, settings->params.forwarding);
    all.emplace_back(*settings);
    entry.settings = settings;
  }
  return all;
}

/// Each source stays in RCVJOBS_FROM in at least one of the settings: else there would be no edge.
void drop_sources(GridDraft& draft,
                  const std::vector<std::reference_wrapper<ClusterSettings>>& all) {
  for (std::size_t queue = 0; queue < all.front().get().queues.size(); ++queue) {
    const auto sources = all.front().get().queues[queue].forwarding.sources;
    for (const ClusterId source : sources) {
      const auto kept = draft.id_below<std::size_t>(all.size());
      for (std::size_t at = 0; at < all.size(); ++at)
        if (at != kept && draft.uses(other_edges, 3))
          std::erase(all[at].get().queues[queue].forwarding.sources, source);
    }
  }
}

}  // namespace

void change_forwarding(GridDraft& draft) {
  draft.for_each_cluster([&](ClusterId, ClusterConfig& cluster) {
    const auto all = change_settings(draft, cluster);
    if (all.size() > 1) drop_sources(draft, all);
  });
}

}  // namespace mcsim::testing
