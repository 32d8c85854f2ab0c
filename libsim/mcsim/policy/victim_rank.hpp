// Which running job is preempted first, where a program's own policy says so.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::policy {

/// A running job that may be preempted, and who wants its slots.
struct VictimView {
  Time now{};
  Slots on_host{};                 ///< that it has on the host that is looked at
  Slots slots{};                   ///< that it has on all its hosts
  Time started{};                  ///< when it began to run, or resumed
  Duration ran{};                  ///< in this execution, suspension apart
  Duration run_limit = unlimited;  ///< on its host
  std::int32_t priority = 0;       ///< bsub -sp
  std::int32_t queue_priority = 0;
  Slots wanted{};                           ///< by the job that preempts
  std::int32_t wanting_queue_priority = 0;  ///< of its queue
};

/// Ranks the jobs of one queue on one host: the smallest rank is preempted first; jobs of equal
/// rank as PREEMPT_FOR and `model.victim_order` say. Which queues, hosts and jobs may be preempted
/// at all, and which queue comes first, LSF's rules say.
template <class P>
concept VictimPolicy = std::copyable<P> && requires(const P policy, const VictimView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.victim_rank(view) } -> std::same_as<std::int64_t>;
};

/// Any such policy, as a value.
class AnyVictims {
 public:
  template <class P>
    requires(!std::same_as<P, AnyVictims>) && VictimPolicy<P>
  explicit AnyVictims(P policy) : held_(Holder<P>(std::move(policy))) {}

  /// Throws PolicyMistake where the policy throws.
  std::int64_t operator()(const VictimView& view) const { return held_->victim_rank(view); }

 private:
  struct Interface : BoxedInterface {
    virtual std::int64_t victim_rank(const VictimView& view) const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    std::int64_t victim_rank(const VictimView& view) const override {
      return ask_policy<P>("was asked for the rank of a job that may be preempted",
                           [&] { return policy.victim_rank(view); });
    }
    P policy;
  };

  Boxed<Interface> held_;
};

}  // namespace mcsim::policy
