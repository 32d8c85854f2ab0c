// What a forwarding policy is: it chooses the receive queue that a job of a send queue goes to.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/model_config.hpp"
#include "mcsim/model/return_reason.hpp"
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
  // Of baselines that have come later: facts keep their fingerprints.
  least_work_drawn,
  least_wait,
  most_believed,
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
    case least_work_drawn:
      return "least slots in use or wanted for each slot, of the queues drawn";
    case least_wait:
      return "least expected wait";
    case most_believed:
      return "most slots still believed to be free, less those wanted, for each slot";
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

/// What a forwarding policy looks at; each kind includes those before it. Jobs that are alike in
/// all that it looks at wait together, once it has found nothing for one of them.
enum class ForwardSight : std::uint8_t {
  candidates,  ///< the candidates, the job's slots, and the options of the model
  history,     ///< also ForwardView::history and ::now
  all,         ///< also ForwardView::job: it is asked for each job
};

/// What a submission cluster knows of a receive queue beside its counters: when they were made, and
/// what it has heard of its own jobs there. Messages take their time, so that is what was.
struct ForwardHistory {
  ClusterId cluster{};
  QueueId queue{};           ///< of that cluster
  Time reported = never;     ///< when the counters were made; never: it has none
  Duration latency{};        ///< of a message there, jitter apart
  std::int32_t on_way = 0;   ///< own jobs sent there of which nothing has been heard yet
  std::int32_t waiting = 0;  ///< own jobs that have been accepted, and have not started
  std::int64_t on_way_slots = 0;
  std::int64_t waiting_slots = 0;
  std::int64_t starts = 0;  ///< of own jobs, since the run began
  std::int64_t ends = 0;    ///< of own jobs that had started
  Duration mean_wait{};     ///< from sending a job to hearing of its start; no start: 0
  Duration mean_run{};      ///< from hearing of a start to hearing of the end; no end: 0
  std::string_view queue_name{};
  std::string_view cluster_name{};

  bool operator==(const ForwardHistory&) const = default;
};

/// The job that is to be forwarded.
struct JobToForward {
  static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

  JobId id{};
  std::string_view user{};   ///< its name; empty: none
  std::string_view group{};  ///< bsub -G; empty: none
  Time submitted{};
  Duration run_limit = unlimited;     ///< in its own cluster, on a host of CPU factor 1
  std::int64_t memory = 0;            ///< that it uses, in KB; 0: not known
  std::int32_t priority = 0;          ///< bsub -sp
  std::int32_t forwards = 0;          ///< how often it was forwarded, and has come back
  ReturnReason came_back{};           ///< why it did the last time
  std::uint32_t came_from = nowhere;  ///< from which candidate
  std::string_view queue{};           ///< in which it waits, by name
  std::string_view cluster{};         ///< the submission cluster

  bool operator==(const JobToForward&) const = default;
};
inline constexpr JobToForward unknown_job{};

/// What a submission cluster learns about a job that it has forwarded, when it learns it; or that
/// newer counters have come.
struct ForwardNews {
  enum class Kind : std::uint8_t {
    forwarded,  ///< what the policy has chosen is done
    accepted,   ///< the job waits there; once more where it is requeued
    started,
    ended,
    returned,  ///< to its own cluster: `reason`
    reported,  ///< counters have come that were made at `made`; no job
  };

  Kind kind{};
  Time now{};
  ClusterId cluster{};  ///< the other one
  QueueId queue{};      ///< of that cluster; not of `reported`
  JobId job{};
  Slots slots{};
  ReturnReason reason{};
  Time made = never;

  bool operator==(const ForwardNews&) const = default;
};

/// One job, and the receive queues of its send queue.
///
/// `decision` is the send queue's own number for this decision: how often a policy is asked changes
/// no draw. Decisions that a skipped session would have made must not be counted.
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
  Time now{};
  std::span<const ForwardHistory> history{};  ///< by candidate; filled for who looks at it
  const JobToForward* job = &unknown_job;     ///< likewise; never null

  /// The n-th random number of this decision, from 0 to 2^53 - 1: JSON keeps it everywhere.
  std::uint64_t luck(std::uint64_t n) const { return stream.at(decision, n) >> 11; }
  /// The same from 0 to bound - 1: luck(n) x bound / 2^53, rounded down.
  std::uint32_t draw(std::uint64_t n, std::size_t bound) const {
    return static_cast<std::uint32_t>(multiply_wide(luck(n) << 11, bound)[0]);
  }
};

/// The choice, or none, and the rule that led to it.
struct ForwardAnswer {
  std::uint32_t position = ForwardView::no_queue;  ///< in ForwardView::candidates
  ForwardRule rule = ForwardRule::own;
  Time again = never;  ///< of none: when, after now, to ask again, though nothing has happened

  explicit operator bool() const { return position != ForwardView::no_queue; }
  bool operator==(const ForwardAnswer&) const = default;
};

/// Chooses one of the queues that accept the job, or none: then the job pends where it is, and it
/// is asked again when something has changed that it looks at, or at ForwardAnswer::again.
///
/// How often it is asked is up to mcsim: an answer changes nothing. A policy that remembers has
/// `void hear(const ForwardNews&)`, which is called for what its cluster learns, no earlier; it is
/// a value, and copied with the simulation. `static constexpr ForwardSight sight` says what it
/// looks at; a policy that does not say is asked for each job.
template <class P>
concept ForwardPolicy = std::copyable<P> && requires(const P policy, const ForwardView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.choose(view) } -> std::same_as<ForwardAnswer>;
};

/// Any such policy, as a value; its answers are checked.
class AnyForward {
 public:
  template <class P>
    requires(!std::same_as<P, AnyForward>) && ForwardPolicy<P>
  explicit AnyForward(P policy)
      : held_(Holder<P>(std::move(policy))), sight_(sight_of<P>()), hears_(Holder<P>::hears) {}

  std::string_view name() const { return held_->name(); }
  ForwardSight sight() const { return sight_; }
  /// Whether its answers may change by what happens to jobs elsewhere.
  bool follows_jobs() const { return hears_ || sight_ != ForwardSight::candidates; }
  bool hears() const { return hears_; }
  void hear(const ForwardNews& news) { held_->hear(news); }
  /// Throws PolicyMistake where the policy throws, or chooses a queue that does not accept the job.
  ForwardAnswer operator()(const ForwardView& view) const {
    MCSIM_CHECK(sight_ == ForwardSight::candidates || view.history.size() == view.candidates.size(),
                "a forwarding policy looks at history, and there is none");
    const ForwardAnswer answer = held_->choose(view);
    if (!is_possible(view, answer)) [[unlikely]]
      refuse(view, answer);
    return answer;
  }

 private:
  struct Interface : BoxedInterface {
    virtual std::string_view name() const = 0;
    virtual ForwardAnswer choose(const ForwardView& view) const = 0;
    virtual void hear(const ForwardNews& news) = 0;
  };
  template <class P>
  struct Holder final : Interface {
    static constexpr bool hears = requires(P& held, const ForwardNews& news) { held.hear(news); };
    explicit Holder(P held) : policy(std::move(held)) {}
    std::string_view name() const override { return P::name; }
    void hear([[maybe_unused]] const ForwardNews& news) override {
      if constexpr (hears)
        ask_policy<P>("was told about forwarded jobs", [&] { policy.hear(news); });
    }
    ForwardAnswer choose(const ForwardView& view) const override {
      return ask_policy<P>("was asked where to forward a job", [&] { return policy.choose(view); });
    }
    P policy;
  };
  template <class P>
  static constexpr ForwardSight sight_of() {
    if constexpr (requires { P::sight; })
      return P::sight;
    else
      return ForwardSight::all;
  }
  static bool is_possible(const ForwardView& view, const ForwardAnswer& answer) {
    if (!answer) return answer.again > view.now;
    return answer.position < view.candidates.size() &&
           view.candidates.uncounted()[answer.position].accepts;
  }
  [[noreturn, gnu::cold]] void refuse(const ForwardView& view, const ForwardAnswer& answer) const {
    if (!answer) throw PolicyMistake(name(), "asked to be asked again at a time that has passed");
    const std::string chose = "chose candidate " + std::to_string(answer.position) + ", ";
    if (answer.position < view.candidates.size())
      throw PolicyMistake(name(), chose + "a queue that does not accept the job");
    throw PolicyMistake(name(), chose + "and the last one is " +
                                    std::to_string(std::int64_t(view.candidates.size()) - 1));
  }

  Boxed<Interface> held_;
  ForwardSight sight_;
  bool hears_;
};

/// The queues in the order in which they would be chosen if those before them were gone, without
/// those that would never be chosen. For logs and explanations: it makes one decision for each
/// queue.
inline std::vector<std::uint32_t> forward_ranking(const AnyForward& choose, ForwardView view) {
  std::vector<ForwardCandidate> left(view.candidates.uncounted().begin(),
                                     view.candidates.uncounted().end());
  view.candidates = left;
  std::vector<std::uint32_t> ranking;
  while (const ForwardAnswer answer = choose(view)) {
    ranking.push_back(answer.position);
    left[answer.position].accepts = false;
  }
  return ranking;
}

}  // namespace mcsim::policy
