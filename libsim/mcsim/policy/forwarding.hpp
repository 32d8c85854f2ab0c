// What a forwarding policy is: it chooses the receive queue that a job of a send queue goes to.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/model_config.hpp"
#include "mcsim/policy/counted_span.hpp"

namespace mcsim::policy {

/// The first rule that put the chosen queue before every other; if none was chosen, what all lack.
enum class ForwardRule : std::uint8_t {
  // A queue was chosen.
  only_candidate,
  only_free,
  largest_room,
  most_available,
  most_free,
  highest_priority_free,
  most_net,
  most_preemptable,
  highest_priority,
  lowest_preemptable,
  highest_preference,
  only_fitting,
  best_fit,
  lowest_pending_ratio,
  drawn,
  next_in_turn,
  // The policy's own rules left more than one queue.
  tie_room,
  tie_order,
  // No queue was chosen.
  none_accepts,
  none_satisfies,
  no_backlog_room,
  no_room,
  no_room_or_preemptable,
  none_preemptable,
  forwards_nothing,
  // A program's own policy need not say more.
  own,
};

/// The rule in words.
constexpr std::string_view to_text(ForwardRule rule) {
  using enum ForwardRule;
  switch (rule) {
    case only_candidate:
      return "the only queue that can take the job";
    case only_free:
      return "the only queue with free slots";
    case largest_room:
      return "largest backlog room";
    case most_available:
      return "largest available";
    case most_free:
      return "largest available - pending among queues with free slots";
    case highest_priority_free:
      return "highest priority among queues with free slots";
    case most_net:
      return "no queue has free slots: largest available - pending";
    case most_preemptable:
      return "no queue has free slots: largest preemptable available - pending";
    case highest_priority:
      return "no queue has free slots: highest priority";
    case lowest_preemptable:
      return "no queue has free slots: can preempt the lowest queue";
    case highest_preference:
      return "highest preference";
    case only_fitting:
      return "the only queue whose available - pending covers the job";
    case best_fit:
      return "least available - pending that covers the job";
    case lowest_pending_ratio:
      return "no queue's available - pending covers the job: lowest pending / total";
    case drawn:
      return "drawn at random";
    case next_in_turn:
      return "next in turn";
    case tie_room:
      return "equal so far: larger backlog room";
    case tie_order:
      return "equal in all: first in SNDJOBS_TO";
    case none_accepts:
      return "no queue accepts the job";
    case none_satisfies:
      return "no queue that accepts the job has what it requires on hosts that count";
    case no_backlog_room:
      return "no queue has backlog room";
    case no_room:
      return "no queue has free slots or backlog room";
    case no_room_or_preemptable:
      return "no queue has free slots, backlog room or slots to preempt";
    case none_preemptable:
      return "no queue has free slots even after preemption: the job pends";
    case forwards_nothing:
      return "the policy forwards nothing";
    case own:
      return "the policy's own rule";
  }
  return {};
}

/// A receive queue as the submission cluster knows it at the moment of the decision: the counters
/// of the last update, and the jobs that it has forwarded since.
struct ForwardCandidate {
  static constexpr std::int32_t nothing = std::numeric_limits<std::int32_t>::max();

  std::int32_t priority = 0;  ///< PRIORITY; at least 0
  Slots total{};              ///< on all hosts that the queue sends jobs to
  Slots available{};          ///< slots that no job uses
  Slots running{};            ///< of the queue's jobs
  Slots pending{};            ///< that the queue's pending jobs ask for
  Slots preemptable{};        ///< the counter "preemptable available slots": includes `available`
  std::int32_t lowest_preemptable = nothing;  ///< PRIORITY of the lowest queue it could preempt now
  /// Jobs that may still come to pend there (IMPT_JOBBKLG); at least 0; no_limit: any.
  std::int32_t room = 0;
  std::int32_t preference = 0;  ///< `+pref` in SNDJOBS_TO; at least 0
  bool accepts = true;          ///< connected, open, active, and open to the job's user
  bool satisfies = true;        ///< some host has what the job requires
  bool cold = false;            ///< no update has arrived yet: all counters count as 0

  /// (available slots) - (pending slots).
  std::int32_t net_available() const {
    return (available.count() - pending.count()) & known_mask();
  }
  /// (preemptable available slots) - (pending slots).
  std::int32_t net_preemptable() const {
    return (preemptable.count() - pending.count()) & known_mask();
  }
  /// A mask for counters: all bits, or none for a cold queue.
  std::int32_t known_mask() const { return static_cast<std::int32_t>(cold) - 1; }
};
static_assert(std::is_trivially_copyable_v<ForwardCandidate> && sizeof(ForwardCandidate) == 40);

/// One job, and the receive queues of its send queue.
///
/// A policy has no memory: what it needs of earlier decisions is in the view, so that it is copied
/// with the simulation and has one owner. `decision` is the send queue's own number for this
/// decision; decisions that a skipped session would have made must not be counted.
struct ForwardView {
  static constexpr std::uint32_t no_queue = std::numeric_limits<std::uint32_t>::max();
  static constexpr RngStream no_luck{0, "forwarding"};

  Slots slots{1};                                    ///< of the job
  CountedSpan<const ForwardCandidate> candidates{};  ///< in the order of SNDJOBS_TO
  ForwardFreeTest free_test{};                       ///< `model.forward_free_test`
  ForwardKeyOrder key_order{};                       ///< `model.forward_key_order`
  std::uint32_t last = no_queue;                     ///< the queue that was chosen before
  RngStream stream = no_luck;                        ///< of the send queue
  std::uint64_t decision = 0;

  /// The n-th random number of this decision, from 0 to bound - 1.
  std::uint32_t draw(std::uint64_t n, std::size_t bound) const {
    return static_cast<std::uint32_t>(multiply_wide(stream.at(decision, n), bound)[0]);
  }
};

/// The choice, or none, and the rule that led to it.
struct ForwardAnswer {
  std::uint32_t position = ForwardView::no_queue;  ///< in ForwardView::candidates
  ForwardRule rule = ForwardRule::own;

  explicit operator bool() const { return position != ForwardView::no_queue; }
  bool operator==(const ForwardAnswer&) const = default;
};

/// Chooses one of the queues that accept the job, or none: then the job pends where it is.
template <class P>
concept ForwardPolicy = std::copyable<P> && requires(const P policy, const ForwardView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.choose(view) } -> std::same_as<ForwardAnswer>;
};

/// Any such policy, as a value.
using ChooseQueue = std::function<ForwardAnswer(const ForwardView&)>;

/// Checks that the queue that a policy chose exists and accepts the job.
inline void check_forwarded(const ForwardView& view, const ForwardAnswer& answer) {
  if (!answer) return;
  MCSIM_CHECK(answer.position < view.candidates.size(),
              "a forwarding policy chooses a queue that is none of the candidates");
  MCSIM_CHECK(view.candidates.uncounted()[answer.position].accepts,
              "a forwarding policy chooses a queue that does not accept the job");
}

/// The queues in the order in which they would be chosen if those before them were gone, without
/// those that would never be chosen. For logs and explanations: it makes one decision for each
/// queue.
inline std::vector<std::uint32_t> forward_ranking(const ChooseQueue& choose, ForwardView view) {
  std::vector<ForwardCandidate> left(view.candidates.uncounted().begin(),
                                     view.candidates.uncounted().end());
  view.candidates = left;
  std::vector<std::uint32_t> ranking;
  while (const ForwardAnswer answer = choose(view)) {
    check_forwarded(view, answer);
    ranking.push_back(answer.position);
    left[answer.position].accepts = false;
  }
  return ranking;
}

}  // namespace mcsim::policy
