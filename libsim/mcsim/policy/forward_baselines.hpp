// Baselines of forwarding: a random queue, one queue after the other, and no queue at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "mcsim/policy/forward_takers.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::policy {

/// Any queue that takes the job, with equal probability.
struct RandomQueue {
  static constexpr std::string_view name = "random";
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView& view) const {
    const Takers takers(view);
    std::size_t count = 0;
    for (const ForwardCandidate& queue : view.candidates) count += takers.takes(queue);
    if (count == 0) return nothing_found(view, true);
    std::uint32_t skip = view.draw(0, count);
    for (std::uint32_t at = 0;; ++at)
      if (takers.takes(view.candidates[at]) && skip-- == 0) return {at, ForwardRule::drawn};
  }
};

/// The next queue that takes the job, after the one that was last chosen for its send queue.
struct RoundRobin {
  static constexpr std::string_view name = "round-robin";
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView& view) const {
    const Takers takers(view);
    const auto size = static_cast<std::uint32_t>(view.candidates.size());
    std::uint32_t at = view.last < size ? view.last : size - 1;
    for (std::uint32_t looked_at = 0; looked_at < size; ++looked_at) {
      at = at + 1 == size ? 0 : at + 1;
      if (takers.takes(view.candidates[at])) return {at, ForwardRule::next_in_turn};
    }
    return nothing_found(view, true);
  }
};

/// No queue: every job waits for hosts of its own cluster.
struct NoForwarding {
  static constexpr std::string_view name = "none";
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView&) const { return {.rule = ForwardRule::forwards_nothing}; }
};

static_assert(ForwardPolicy<RandomQueue> && ForwardPolicy<RoundRobin> &&
              ForwardPolicy<NoForwarding>);

}  // namespace mcsim::policy
