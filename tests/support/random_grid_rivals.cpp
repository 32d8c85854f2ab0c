// Clusters whose jobs reach one queue at the same instants, whether sent at the same time or not:
// their order there must be well defined.
#include <algorithm>
#include <iterator>
#include <utility>

#include "support/random_grid_draft.hpp"

namespace mcsim::testing {
namespace {

bool can_be_hub(const QueueConfig& queue) { return !queue.forwarding.remote_only; }

void link_to_hub(Dice& dice, GridDraft& draft, ClusterId from, ClusterId hub) {
  const ClusterId a = std::min(from, hub);
  const ClusterId b = std::max(from, hub);
  const auto between = [&](const LinkConfig& link) { return link.a == a && link.b == b; };
  auto link = std::ranges::find_if(draft.links, between);
  if (link == draft.links.end()) {
    draft.links.push_back({.a = a, .b = b});
    link = std::prev(draft.links.end());
  }
  link->latency = dice.one_of<Duration>({0s, 5s, 10s});
  link->publication_delay = link->latency;
  link->jitter = 0ms;
}

void send_to_hub(Dice& dice, GridDraft& draft, ClusterId from, SendTarget hub) {
  ClusterConfig& cluster = draft[from];
  QueueConfig& queue = cluster.queues[index_of(dice.id_below<QueueId>(cluster.queues.size()))];
  auto& targets = queue.forwarding.targets;
  for (const SendTarget& target : targets)
    if (target.cluster == hub.cluster && target.queue == hub.queue) return;
  targets.insert(targets.begin(), hub);
  auto& sources = draft.queue(hub).forwarding.sources;
  const auto place = std::ranges::lower_bound(sources, from);
  if (place == sources.end() || *place != from) sources.insert(place, from);
  cluster.params.job_scheduling_interval = 5s;
  cluster.model.seeded_daemon_phase = false;
  link_to_hub(dice, draft, from, hub.cluster);
}

}  // namespace

void draw_rivals(GridDraft& draft, std::uint64_t seed) {
  Dice dice(seed, "test/grid_rivals");
  if (!dice.one_in(4)) return;
  const auto cluster = dice.id_below<ClusterId>(draft.clusters.size());
  const SendTarget hub{cluster, dice.id_below<QueueId>(draft[cluster].queues.size()), 0};
  if (!can_be_hub(draft.queue(hub))) return;
  draft.for_each_cluster([&](ClusterId from, ClusterConfig&) {
    if (from != cluster) send_to_hub(dice, draft, from, hub);
  });
  std::ranges::sort(draft.links, {},
                    [](const LinkConfig& link) { return std::pair(link.a, link.b); });
  draft.has_used(GridFeature::rivals);
}

}  // namespace mcsim::testing
