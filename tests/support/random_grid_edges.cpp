// Random edges between queues, and the links that they need.
#include <algorithm>
#include <set>
#include <utility>

#include "support/random_grid_draft.hpp"

namespace mcsim::testing {
namespace {

using enum GridFeature;
using Pair = std::pair<ClusterId, ClusterId>;

bool sends_to(const ClusterConfig& from, ClusterId to) {
  return std::ranges::any_of(from.queues, [&](const QueueConfig& queue) {
    return std::ranges::count(queue.forwarding.targets, to, &SendTarget::cluster) > 0;
  });
}

/// Whether the edge can be added; if so, the features that it has count as used.
bool accept_edge(GridDraft& draft, ClusterId from, const QueueConfig& queue, SendTarget to) {
  if (to.cluster == from) return false;
  const QueueConfig& receiver = draft.queue(to);
  const auto& targets = queue.forwarding.targets;
  const std::pair<GridFeature, bool> special[] = {
      {way_back, sends_to(draft[to.cluster], from)},
      {relay, queue.forwarding.receives() || receiver.forwarding.sends()},
      {several_targets, !targets.empty()},
      {twin_targets, std::ranges::count(targets, to.cluster, &SendTarget::cluster) > 0},
      {shared_target, receiver.forwarding.receives()},
  };
  for (const auto& [feature, is_so] : special)
    if (is_so && !draft.wants(feature)) return false;
  for (const SendTarget& target : targets)
    if (target.cluster == to.cluster && target.queue == to.queue) return false;
  for (const auto& [feature, is_so] : special)
    if (is_so) draft.has_used(feature);
  return true;
}

void add_edge(GridDraft& draft, ClusterId from, QueueConfig& queue, SendTarget to) {
  if (draft.uses(preference, 2)) to.preference = draft.number(1, 3);
  queue.forwarding.targets.push_back(to);
  auto& sources = draft.queue(to).forwarding.sources;
  const auto place = std::ranges::lower_bound(sources, from);
  if (place == sources.end() || *place != from) sources.insert(place, from);
}

SendTarget draw_target(GridDraft& draft) {
  const auto cluster = draft.id_below<ClusterId>(draft.clusters.size());
  return {cluster, draft.id_below<QueueId>(draft[cluster].queues.size()), 0};
}

void draw_targets(GridDraft& draft, ClusterId from, QueueConfig& queue) {
  const std::int64_t wish = draft.wants(several_targets) ? draft.between(1, 4) : 1;
  for (int tries = 0; tries < 12; ++tries) {
    const SendTarget to = draw_target(draft);
    if (accept_edge(draft, from, queue, to)) add_edge(draft, from, queue, to);
    if (static_cast<std::int64_t>(queue.forwarding.targets.size()) == wish) return;
  }
}

/// Draws whether the jobs of a queue run in other clusters only. Not for queues of a pool, which
/// have its hosts.
void draw_remote_only(GridDraft& draft, QueueConfig& queue) {
  if (!queue.forwarding.sends() || queue.forwarding.receives() || queue.pool != none<PoolId>)
    return;
  queue.forwarding.remote_only = draft.uses(remote_only, 2);
  if (queue.forwarding.remote_only) queue.hosts = {.all = false};
}

/// Outages in ascending order, with time between them.
void draw_outages(GridDraft& draft, LinkConfig& link) {
  Time from{};
  for (std::int64_t left = draft.between(1, 2); left > 0; --left) {
    from += draft.between(1, 150) * 500ms;
    const Time until = from + draft.between(1, 200) * 500ms;
    link.outages.push_back({from, until});
    from = until;
  }
  if (draft.uses(endless_outage, 2)) link.outages.back().until = never;
}

LinkConfig draw_link(GridDraft& draft, Pair between) {
  LinkConfig link{.a = between.first, .b = between.second};
  if (draft.uses(no_latency, 2))
    link.latency = 0ms;
  else if (draft.uses(long_latency, 2))
    link.latency = draft.between(1, 60) * 500ms;
  if (draft.uses(jitter, 2)) link.jitter = draft.one_of<Duration>({1ms, 250ms, 3s, 20s});
  if (draft.uses(loss, 2)) link.loss = draft.one_of<double>({0.125, 0.5, 1.0});
  link.publication_delay = link.latency;
  if (draft.uses(publication_delay, 2))
    link.publication_delay = draft.one_of<Duration>({0ms, 50ms, 2s, 30s});
  if (draft.uses(outage, 2)) draw_outages(draft, link);
  return link;
}

}  // namespace

void draw_edges(GridDraft& draft) {
  draft.for_each_cluster([&](ClusterId from, ClusterConfig& cluster) {
    if (from != ClusterId{} && !draft.one_in(draft.wants(way_back) ? 2 : 3)) return;
    for (QueueConfig& queue : cluster.queues)
      if (&queue == &cluster.queues.front() || draft.one_in(2)) draw_targets(draft, from, queue);
  });
  draft.for_each_cluster([&](ClusterId, ClusterConfig& cluster) {
    for (QueueConfig& queue : cluster.queues) draw_remote_only(draft, queue);
  });
}

void draw_links(GridDraft& draft) {
  std::set<Pair> pairs;
  draft.for_each_cluster([&](ClusterId from, const ClusterConfig& cluster) {
    for (const QueueConfig& queue : cluster.queues)
      for (const SendTarget& to : queue.forwarding.targets)
        pairs.emplace(std::min(from, to.cluster), std::max(from, to.cluster));
  });
  for (const Pair& pair : pairs) draft.links.push_back(draw_link(draft, pair));
}

}  // namespace mcsim::testing
