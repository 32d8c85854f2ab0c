// Forwarding by a few queues drawn at random: of these, the one with least work for its size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mcsim/policy/forward_takers.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/policy/parameters.hpp"

namespace mcsim::policy {

/// Slots that are in use, or that pending jobs want, for each slot of a queue. A queue without
/// slots, as one of which nothing is known yet, has more work than any other.
struct WorkPerSlot {
  std::int64_t work = 0;
  std::int64_t slots = 0;

  static WorkPerSlot of(const ForwardCandidate& queue) {
    const std::int64_t total = queue.total.count();
    return {total - queue.available.count() + queue.pending.count(), total};
  }
  friend bool operator<(const WorkPerSlot& a, const WorkPerSlot& b) {
    if (a.slots == 0 || b.slots == 0) return a.slots > b.slots && b.slots == 0;
    return a.work * b.slots < b.work * a.slots;
  }
};

/// d queues that take the job are drawn, each set of d as likely, or all if there are fewer. The
/// one with least work for each of its slots is chosen; ties: the first in SNDJOBS_TO. Source:
/// Mitzenmacher, "The power of two choices in randomized load balancing", IEEE TPDS 12(10), 2001:
/// the length of a queue is here its work for each slot, as queues have several servers.
struct PowerOfD {
  static constexpr std::string_view name = "power-of-d";
  static constexpr ForwardSight sight = ForwardSight::candidates;
  std::uint32_t d = 2;

  void parameters(PolicyParameters& in) { in.whole("d", d, 1, 1000, "how many queues are drawn"); }

  ForwardAnswer choose(const ForwardView& view) const {
    const Takers takers(view);
    std::size_t left = 0;
    for (const ForwardCandidate& queue : view.candidates) left += takers.takes(queue);
    if (left == 0) return nothing_found(view, true);
    std::size_t wanted = std::min<std::size_t>(d, left);
    ForwardAnswer best{.rule = ForwardRule::least_work_drawn};
    std::uint64_t draw = 0;
    for (std::uint32_t at = 0; wanted > 0; ++at) {
      if (!takers.takes(view.candidates[at])) continue;
      // The next of `left` queues is one of the `wanted` that are still to be drawn.
      if (view.draw(draw++, left--) >= wanted) continue;
      --wanted;
      if (!best ||
          WorkPerSlot::of(view.candidates[at]) < WorkPerSlot::of(view.candidates[best.position]))
        best.position = at;
    }
    return best;
  }
};

static_assert(ForwardPolicy<PowerOfD>);

}  // namespace mcsim::policy
