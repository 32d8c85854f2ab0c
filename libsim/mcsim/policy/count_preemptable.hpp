// COUNT_PREEMPTABLE and its keywords: forwarding policies that count what could be preempted.
// Sources: Platform MultiCluster guide (7.0.6), "Enhanced scheduler"; lsb.params (8.0.1). Keys
// after the first, and ties, are inferred: docs/rules/forwarding.md.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "mcsim/policy/forward_rank.hpp"
#include "mcsim/policy/forward_takers.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::policy {

/// The keywords that go with COUNT_PREEMPTABLE.
struct PreemptableKeywords {
  bool high_queue_priority = false;
  bool preemptable_queue_priority = false;
  bool pending_when_noslots = false;

  /// The setting with these keywords, in the order of the documentation.
  constexpr std::string_view name() const {
    constexpr std::array<std::string_view, 8> names = {
        "COUNT_PREEMPTABLE",
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY",
        "COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY",
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY",
        "COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS",
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
        "COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
        "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS"};
    return names[(high_queue_priority ? 1U : 0U) + (preemptable_queue_priority ? 2U : 0U) +
                 (pending_when_noslots ? 4U : 0U)];
  }
};

/// COUNT_PREEMPTABLE, alone and with each combination of its keywords. Of the queues that have what
/// the job requires, those with free slots go first, by the largest (available slots) - (pending
/// slots). If there are none, those with backlog room or slots to preempt follow, by the largest
/// (preemptable available slots) - (pending slots). Before these keys comes
/// - with HIGH_QUEUE_PRIORITY the highest PRIORITY, in both cases;
/// - with PREEMPTABLE_QUEUE_PRIORITY the lowest queue that can be preempted, if none has free
///   slots.
/// With PENDING_WHEN_NOSLOTS queues without free slots even after preemption take no job.
template <PreemptableKeywords with>
struct CountPreemptable {
  static constexpr std::string_view name = with.name();
  static constexpr ForwardSight sight = ForwardSight::candidates;

  ForwardAnswer choose(const ForwardView& view) const {
    using enum ForwardRule;
    const FreeTest test(view);
    const auto free =
        best_queues(view, [&](const ForwardCandidate& queue) { return free_rank(queue, test); });
    if (free.best)
      return ForwardKeys{.alone = only_free, .first = highest_priority_free, .second = most_free}
          .answer(free);
    if (with.high_queue_priority && with.preemptable_queue_priority &&
        view.key_order == ForwardKeyOrder::prio_p_low)
      return without_free<true>(view, test);
    return without_free<false>(view, test);
  }

 private:
  static std::int32_t first_key(const ForwardCandidate& queue) {
    return with.high_queue_priority ? queue.priority : 0;
  }

  static ForwardRank free_rank(const ForwardCandidate& queue, const FreeTest& test) {
    const bool takes = queue.accepts & queue.satisfies & test.has_free(queue);
    return {takes, first_key(queue), ForwardRank::larger(queue.net_available()), 0, queue.room};
  }

  template <bool slots_first>
  static ForwardAnswer without_free(const ForwardView& view, const FreeTest& test) {
    using enum ForwardRule;
    const auto found = best_queues(view, [&](const ForwardCandidate& queue) {
      return preempting_rank<slots_first>(queue, test);
    });
    if (!found.best)
      return nothing_found(view, true,
                           with.pending_when_noslots ? none_preemptable : no_room_or_preemptable);
    return ForwardKeys{.alone = only_candidate,
                       .first = highest_priority,
                       .second = slots_first ? most_preemptable : lowest_preemptable,
                       .third = slots_first ? lowest_preemptable : most_preemptable}
        .answer(found);
  }

  template <bool slots_first>
  static ForwardRank preempting_rank(const ForwardCandidate& queue, const FreeTest& test) {
    const std::int32_t preemptable = queue.net_preemptable();
    const bool takes = queue.accepts & queue.satisfies & ((queue.room > 0) | (preemptable > 0)) &
                       (!with.pending_when_noslots | test.has_preemptable(queue));
    const std::uint32_t slots = ForwardRank::larger(preemptable);
    const std::uint32_t lowest =
        with.preemptable_queue_priority ? ForwardRank::smaller(queue.lowest_preemptable) : 0;
    return {takes, first_key(queue), slots_first ? slots : lowest, slots_first ? lowest : slots,
            queue.room};
  }
};

static_assert(ForwardPolicy<CountPreemptable<{}>>);

}  // namespace mcsim::policy
