// The forwarding policies of LSF that do not count what could be preempted. Sources: Platform
// MultiCluster guide (7.0.6), lsb.params (8.0.1). Ties, by room and then by SNDJOBS_TO, are
// inferred: docs/rules/forwarding.md.
#pragma once

#include <cstdint>
#include <string_view>

#include "mcsim/policy/forward_rank.hpp"
#include "mcsim/policy/forward_takers.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::policy {

/// MC_PLUGIN_SCHEDULE_ENHANCE and MC_PLUGIN_REMOTE_RESOURCE not defined: the largest backlog room,
/// whatever the job requires and however busy the queue is.
struct NotDefined {
  static constexpr std::string_view name = "NOT_DEFINED";
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView& view) const {
    const auto found = best_queues(view, [](const ForwardCandidate& queue) {
      return queue.accepts && queue.room > 0 ? queue.room : 0;
    });
    if (found.best == 0) return nothing_found(view, false, ForwardRule::no_backlog_room);
    return {found.position, found.second == 0            ? ForwardRule::only_candidate
                            : found.second == found.best ? ForwardRule::tie_order
                                                         : ForwardRule::largest_room};
  }
};

/// MC_PLUGIN_REMOTE_RESOURCE=Y alone: the most available slots, of queues that have what the job
/// requires, and any available slots or backlog room. It knows the hosts of a queue but not its
/// pending jobs, so these do not count here.
struct RemoteResource {
  static constexpr std::string_view name = "REMOTE_RESOURCE";
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView& view) const {
    const auto found = best_queues(view, [](const ForwardCandidate& queue) {
      const std::int32_t available = queue.available.count() & queue.known_mask();
      const bool takes = queue.accepts & queue.satisfies & ((available > 0) | (queue.room > 0));
      return ForwardRank(takes, 0, ForwardRank::larger(available), 0, queue.room);
    });
    if (!found.best) return nothing_found(view, true);
    return ForwardKeys{.alone = ForwardRule::only_candidate, .second = ForwardRule::most_available}
        .answer(found);
  }
};

/// RESOURCE_ONLY: the largest (available slots) - (pending slots) of queues that have what the job
/// requires; those with free slots first, then those with backlog room.
struct ResourceOnly {
  static constexpr std::string_view name = "RESOURCE_ONLY";
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView& view) const {
    const FreeTest test(view);
    const auto free = best_queues(
        view, [&](const ForwardCandidate& queue) { return rank(queue, test.has_free(queue)); });
    if (free.best)
      return ForwardKeys{.alone = ForwardRule::only_free, .second = ForwardRule::most_free}.answer(
          free);
    const auto found = best_queues(
        view, [](const ForwardCandidate& queue) { return rank(queue, queue.room > 0); });
    if (!found.best) return nothing_found(view, true);
    return ForwardKeys{.alone = ForwardRule::only_candidate, .second = ForwardRule::most_net}
        .answer(found);
  }

 private:
  static ForwardRank rank(const ForwardCandidate& queue, bool takes) {
    return {static_cast<bool>(queue.accepts & queue.satisfies & takes), 0,
            ForwardRank::larger(queue.net_available()), 0, queue.room};
  }
};

static_assert(ForwardPolicy<NotDefined> && ForwardPolicy<RemoteResource> &&
              ForwardPolicy<ResourceOnly>);

}  // namespace mcsim::policy
