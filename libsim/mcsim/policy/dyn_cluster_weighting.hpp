// DYN_CLUSTER_WEIGHTING: a forwarding policy by preference, best fit and pending ratio.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "mcsim/policy/forward_rank.hpp"
#include "mcsim/policy/forward_takers.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::policy {

/// (pending slots) / (total slots), then room; PendingRatio{}: not to be chosen.
struct PendingRatio {
  std::int64_t pending = 1;
  std::int64_t total = 0;  ///< 0: larger than any other ratio
  std::int64_t room = least_room;

  static constexpr std::int64_t least_room = std::numeric_limits<std::int64_t>::min();

  PendingRatio() = default;
  PendingRatio(bool counts, const ForwardCandidate& queue)
      : total(queue.total.count() & queue.known_mask() & -std::int32_t{counts}),
        room(counts ? queue.room : least_room) {
    pending = total == 0 ? 1 : queue.pending.count();
  }

  /// Below 0 if its ratio is smaller than the other's: compared as fractions, without rounding.
  std::int64_t compared_to(const PendingRatio& other) const {
    return pending * other.total - other.pending * total;
  }
  bool operator>(const PendingRatio& other) const {
    const std::int64_t compared = compared_to(other);
    return (compared < 0) | ((compared == 0) & (room > other.room));
  }
};

/// Of queues that have what the job requires, and free slots or backlog room, those with the
/// highest `+preference`; of these the one with the least (available slots) - (pending slots) that
/// cover the job; if none cover it, the one with the lowest (pending slots) / (total slots), those
/// without slots last. Source: MC_PLUGIN_SCHEDULE_ENHANCE of IBM Spectrum LSF, from memory,
/// unverified.
struct DynClusterWeighting {
  static constexpr std::string_view name = "DYN_CLUSTER_WEIGHTING";
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView& view) const {
    using enum ForwardRule;
    const Takers takers(view);
    const auto found = best_queues(view, [&](const ForwardCandidate& queue) {
      return ForwardRank(takers.takes(queue), queue.preference, fitting_key(queue, view.slots), 0,
                         queue.room);
    });
    if (!found.best) return nothing_found(view, true);
    const bool fits = found.best.second() != 0;
    const bool others_fit = found.second.second() != 0;
    const ForwardKeys keys{.alone = only_candidate,
                           .first = highest_preference,
                           .second = others_fit ? best_fit : only_fitting};
    const bool only_one = found.best.first_difference(found.second) <= 1;
    return fits || only_one ? keys.answer(found)
                            : least_pending(view, takers, view.candidates[found.position]);
  }

 private:
  /// Larger for fewer slots; 0 where they do not cover the job.
  static std::uint32_t fitting_key(const ForwardCandidate& queue, Slots slots) {
    const std::int32_t free = queue.net_available();
    return free >= slots.count() ? ~static_cast<std::uint32_t>(free) : 0;
  }

  /// Among the queues with the preference of `preferred`.
  static ForwardAnswer least_pending(const ForwardView& view, const Takers& takers,
                                     const ForwardCandidate& preferred) {
    const auto found = best_queues(view, [&](const ForwardCandidate& queue) {
      return PendingRatio(takers.takes(queue) & (queue.preference == preferred.preference), queue);
    });
    return {found.position, rule(found.best, found.second)};
  }

  static ForwardRule rule(const PendingRatio& best, const PendingRatio& second) {
    if (best.compared_to(second) != 0) return ForwardRule::lowest_pending_ratio;
    return best.room != second.room ? ForwardRule::tie_room : ForwardRule::tie_order;
  }
};

static_assert(ForwardPolicy<DynClusterWeighting>);

}  // namespace mcsim::policy
