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
#include "mcsim/policy/forward_rule.hpp"

namespace mcsim::policy {

/// A receive queue as the submission cluster knows it at the moment of the decision: the counters
/// of the last update, and the jobs that it has forwarded since.
struct ForwardCandidate {
  static constexpr std::int32_t nothing = std::numeric_limits<std::int32_t>::max();

  std::int32_t priority = 0;  ///< PRIORITY; at least 0
  Slots total{};              ///< on all hosts that the queue sends jobs to
  Slots available{};          ///< those that no job runs on
  Slots running{};            ///< of the queue's jobs
  Slots pending{};            ///< that the queue's pending jobs want
  Slots preemptable{};        ///< the counter "preemptable available slots": these and `available`
  std::int32_t lowest_preemptable = nothing;  ///< PRIORITY of the lowest queue it could preempt now
  /// Jobs that may still come to pend there (IMPT_JOBBKLG); at least 0; no_limit: any.
  std::int32_t room = 0;
  std::int32_t preference = 0;  ///< `+pref` in SNDJOBS_TO; at least 0
  bool accepts = true;          ///< connected, open, active, and open to the job's user
  bool satisfies = true;        ///< some host has what the job requires
  bool cold = false;            ///< no update has come yet: what is counted counts as 0

  /// (available slots) - (pending slots).
  std::int32_t net_available() const {
    return (available.count() - pending.count()) & known_mask();
  }
  /// (preemptable available slots) - (pending slots).
  std::int32_t net_preemptable() const {
    return (preemptable.count() - pending.count()) & known_mask();
  }
  /// All bits, or none of a cold queue's numbers.
  std::int32_t known_mask() const { return static_cast<std::int32_t>(cold) - 1; }
};
static_assert(std::is_trivially_copyable_v<ForwardCandidate> && sizeof(ForwardCandidate) == 40);

/// One job, and the receive queues of its send queue.
///
/// A policy has no memory: what went before is in the view, so that it is copied with the world and
/// has one owner. `decision` is the send queue's own number for this decision; whoever numbers them
/// must count none that a skipped session would have made.
struct ForwardView {
  static constexpr std::uint32_t no_queue = std::numeric_limits<std::uint32_t>::max();
  static constexpr RngStream no_luck{0, "forwarding"};

  Slots slots{1};                                  ///< of the job
  std::span<const ForwardCandidate> candidates{};  ///< in the order of SNDJOBS_TO
  ForwardFreeTest free_test{};                     ///< `model.forward_free_test`
  ForwardKeyOrder key_order{};                     ///< `model.forward_key_order`
  std::uint32_t last = no_queue;                   ///< the queue that was chosen before
  RngStream stream = no_luck;                      ///< of the send queue
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

/// Chooses one of the queues that accept the job, or none: then it pends where it is.
template <class P>
concept ForwardPolicy = std::copyable<P> && requires(const P policy, const ForwardView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.choose(view) } -> std::same_as<ForwardAnswer>;
};

/// Any such policy, as a value.
using ChooseQueue = std::function<ForwardAnswer(const ForwardView&)>;

/// Checks that the queue that a policy chose is there and accepts the job.
inline void check_forwarded(const ForwardView& view, const ForwardAnswer& answer) {
  if (!answer) return;
  MCSIM_CHECK(answer.position < view.candidates.size(),
              "a forwarding policy chooses a queue that is none of the candidates");
  MCSIM_CHECK(view.candidates[answer.position].accepts,
              "a forwarding policy chooses a queue that does not accept the job");
}

/// The queues in the order in which they would be chosen if those before were gone. Those that
/// never would be are not in it. For logs and questions: it takes a decision for each queue.
inline std::vector<std::uint32_t> forward_ranking(const ChooseQueue& choose, ForwardView view) {
  std::vector<ForwardCandidate> left(view.candidates.begin(), view.candidates.end());
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
