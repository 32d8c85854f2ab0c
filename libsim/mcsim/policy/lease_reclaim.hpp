// Shared leases: who gets the idle slots of a lease when it is evaluated.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::policy {

/// The slots of one lease that one side has.
struct LeaseSide {
  std::int64_t available = 0;  ///< slots that it has
  std::int64_t used = 0;       ///< of these, by its jobs; at most `available`

  std::int64_t idle() const { return available - used; }
};

/// A shared lease at an evaluation.
struct ReclaimView {
  LeaseSide provider;
  LeaseSide consumer;
  Time now{};
  std::uint64_t lease = 0;  ///< its number in the consumer: the same at each evaluation
};

/// Where all idle slots go. Busy ones stay where they are.
enum class IdleTo : std::uint8_t { nobody, provider, consumer };

/// An evaluation has been decided.
struct ReclaimNews {
  ReclaimView view;
  IdleTo to{};
};

/// Decides about the idle slots of a shared lease. An answer changes nothing. A policy that
/// remembers has `void hear(const ReclaimNews&)`, and is copied with the simulation; it is asked
/// again every MC_RECLAIM_DELAY.
template <class P>
concept ReclaimPolicy = std::copyable<P> && requires(const P policy, const ReclaimView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.idle_to(view) } -> std::same_as<IdleTo>;
};

/// Any such policy, as a value; its answers are checked.
class AnyReclaim {
 public:
  template <class P>
    requires(!std::same_as<P, AnyReclaim>) && ReclaimPolicy<P>
  explicit AnyReclaim(P policy) : held_(Holder<P>(std::move(policy))) {}

  std::string_view name() const { return held_->name(); }
  /// Throws PolicyMistake where the policy throws, or names nobody.
  IdleTo operator()(const ReclaimView& view) const {
    const IdleTo to = held_->idle_to(view);
    if (to > IdleTo::consumer) [[unlikely]]
      throw PolicyMistake(name(), "gave the idle slots of a lease to no side that there is");
    return to;
  }
  void hear(const ReclaimNews& news) { held_->hear(news); }

 private:
  struct Interface : BoxedInterface {
    virtual std::string_view name() const = 0;
    virtual IdleTo idle_to(const ReclaimView& view) const = 0;
    virtual void hear(const ReclaimNews& news) = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    std::string_view name() const override { return P::name; }
    IdleTo idle_to(const ReclaimView& view) const override {
      return ask_policy<P>("was asked who gets the idle slots of a lease",
                           [&] { return policy.idle_to(view); });
    }
    void hear([[maybe_unused]] const ReclaimNews& news) override {
      if constexpr (requires { policy.hear(news); })
        ask_policy<P>("was told about idle slots of a lease", [&] { policy.hear(news); });
    }
    P policy;
  };

  Boxed<Interface> held_;
};

/// All idle slots go to the side that has fewer of them, since it needs them more; nothing happens
/// if both have equally many. Source: Platform MultiCluster guide 7.0.6, "Shared Lease"; its list
/// of the three cases is lost, see docs/rules/lsf.md, 3.5.
struct FewerIdle {
  static constexpr std::string_view name = "lsf";

  IdleTo idle_to(const ReclaimView& view) const {
    const std::int64_t provider = view.provider.idle();
    const std::int64_t consumer = view.consumer.idle();
    if (provider == consumer) return IdleTo::nobody;
    return consumer > provider ? IdleTo::provider : IdleTo::consumer;
  }
};

/// A baseline: slots stay where they are.
struct NoReclaim {
  static constexpr std::string_view name = "none";

  IdleTo idle_to(const ReclaimView&) const { return IdleTo::nobody; }
};

/// A lease right after an evaluation. `keeps_one`: the consumer keeps at least one slot.
inline ReclaimView after_reclaim(const ReclaimView& before, IdleTo to, bool keeps_one = false) {
  if (to == IdleTo::nobody) return before;
  ReclaimView after = before;
  LeaseSide& gains = to == IdleTo::provider ? after.provider : after.consumer;
  LeaseSide& loses = to == IdleTo::provider ? after.consumer : after.provider;
  const bool stays = keeps_one && to == IdleTo::provider && loses.used == 0 && loses.idle() > 0;
  const std::int64_t moves = loses.idle() - (stays ? 1 : 0);
  gains.available += moves;
  loses.available -= moves;
  return after;
}

static_assert(ReclaimPolicy<FewerIdle> && ReclaimPolicy<NoReclaim>);

}  // namespace mcsim::policy
