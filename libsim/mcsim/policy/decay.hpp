// How the accumulated slot use of a queue decays over time. It decides which queue of a pool comes
// first.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/base/exp10.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"

namespace mcsim::policy {

/// What one queue has used up to `until`. The two parts add up; a decay policy uses either as it
/// likes.
struct AccumulatedUse {
  Time until{};
  double decayed = 0;  ///< slot-seconds
  Int128 fresh = 0;    ///< slot-milliseconds that have not decayed yet, exactly

  double slot_seconds() const {
    return decayed + (fresh == 0 ? 0.0 : static_cast<double>(fresh) / 1000);
  }
};

/// Keeps the accumulated use of one queue's slots.
///
/// `add(use, slots, to)`: from use.until to `to` that many slots were in use. It is called when the
/// slots in use change, and at no other time. `value(use, slots, now)` answers the use as of `now`,
/// in slot-seconds, if the slots have not changed since. It changes nothing, so how often it is
/// called never changes a bit of any later answer. `to` and `now` are never before use.until.
template <class P>
concept DecayPolicy =
    std::copyable<P> && requires(const P policy, AccumulatedUse& use, const AccumulatedUse& kept,
                                 Slots slots, Time time) {
      { P::name } -> std::convertible_to<std::string_view>;
      { policy.add(use, slots, time) } -> std::same_as<void>;
      { policy.value(kept, slots, time) } -> std::same_as<double>;
    };

/// The longest HIST_HOURS that a decay takes.
inline constexpr double most_hist_hours = 1e9;

/// Nothing decays, and nothing is rounded.
struct NoDecay {
  static constexpr std::string_view name = "none";

  void add(AccumulatedUse& use, Slots slots, Time to) const {
    MCSIM_CHECK(to >= use.until, "use is accumulated forwards");
    use.fresh += Int128{slots.count()} * (to - use.until).count();
    use.until = to;
  }
  double value(AccumulatedUse use, Slots slots, Time now) const {
    add(use, slots, now);
    return use.slot_seconds();
  }
};

/// The use decays all the time, to a tenth within HIST_HOURS:
/// U(t + dt) = U(t) * 0.1^(dt / HIST_HOURS) + slots * the integral of 0.1^(s / HIST_HOURS) over dt.
///
/// Between two changes this is one multiplication by a factor of at most 1, so the use stays finite
/// over years, and a rounding error decays with it. There is no sum that grows as 10^t and would
/// have to be rebased. Source: HIST_HOURS of lsb.params (IBM Spectrum LSF 10.1); that pools of
/// queues use it, and this form: docs/rules/lsf.md, 5, inferred. HIST_HOURS 0: no decay.
class ContinuousDecay {
 public:
  static constexpr std::string_view name = "continuous";

  explicit ContinuousDecay(double hist_hours) : tenfold_ms_(hist_hours * 3'600'000) {
    MCSIM_CHECK(hist_hours >= 0 && hist_hours <= most_hist_hours, "HIST_HOURS out of range");
  }

  void add(AccumulatedUse& use, Slots slots, Time to) const {
    if (tenfold_ms_ == 0) return NoDecay{}.add(use, slots, to);
    MCSIM_CHECK(to >= use.until, "use is accumulated forwards");
    if (to == use.until) return;
    const auto length_ms = static_cast<double>((to - use.until).count());
    const double exponent = -length_ms / tenfold_ms_;
    const double mean_life_s = tenfold_ms_ / 1000 / std::numbers::ln10;
    use.decayed =
        use.decayed * exp10(exponent) - slots.count() * (exp10_minus_1(exponent) * mean_life_s);
    use.until = to;
  }
  double value(AccumulatedUse use, Slots slots, Time now) const {
    add(use, slots, now);
    return use.slot_seconds();
  }

 private:
  double tenfold_ms_;  ///< in which a value decays to a tenth; 0: never
};

/// Every 900 s of virtual time, at multiples of 900 s, the sum is multiplied by
/// 10^(-1 / (4 * HIST_HOURS)); use since the last such instant is not multiplied yet.
/// Source: mbatchd of LSF's open descendants, docs/rules/lsf.md, 5. HIST_HOURS 0: no decay.
class StepDecay {
 public:
  static constexpr std::string_view name = "steps";
  static constexpr Duration step = 900s;

  explicit StepDecay(double hist_hours) : tenfold_steps_(4 * hist_hours) {
    MCSIM_CHECK(hist_hours >= 0 && hist_hours <= most_hist_hours, "HIST_HOURS out of range");
  }

  void add(AccumulatedUse& use, Slots slots, Time to) const {
    const std::int64_t steps = steps_before(to) - steps_before(use.until);
    if (steps > 0 && tenfold_steps_ > 0) take_steps(use, slots, steps);
    NoDecay{}.add(use, slots, to);
  }
  double value(AccumulatedUse use, Slots slots, Time now) const {
    add(use, slots, now);
    return use.slot_seconds();
  }

 private:
  static std::int64_t steps_before(Time time) { return time.time_since_epoch() / step; }

  /// Takes so many steps after use.until, while `slots` are in use. The first one adds what is
  /// fresh by then; each of the n others adds one whole interval:
  /// U * f^n + interval * (1 + f + ... + f^(n-1)).
  void take_steps(AccumulatedUse& use, Slots slots, std::int64_t steps) const {
    NoDecay{}.add(use, slots, Time{step * (steps_before(use.until) + 1)});
    const double once = -1 / tenfold_steps_;
    use.decayed *= exp10(once);
    use.decayed += static_cast<double>(std::exchange(use.fresh, 0)) / 1000;

    const auto others = static_cast<double>(steps - 1);
    const double all = -others / tenfold_steps_;
    const double interval = slots.count() * (static_cast<double>(step.count()) / 1000);
    use.decayed *= exp10(all);
    use.decayed += interval * (exp10_minus_1(all) / exp10_minus_1(once));
    use.until += step * (steps - 1);
  }

  double tenfold_steps_;  ///< after which a value has decayed to a tenth; 0: never
};

static_assert(DecayPolicy<NoDecay> && DecayPolicy<ContinuousDecay> && DecayPolicy<StepDecay>);

/// Takes over a use that another decay policy has kept so far: as one number, which decays as a
/// whole from then on.
inline void hand_over(AccumulatedUse& use) {
  use.decayed = use.slot_seconds();
  use.fresh = 0;
}

/// Any decay, as a value.
class AnyDecay {
 public:
  // AnyDecay itself is excluded by name: whether it is a policy would depend on this constructor.
  template <class P>
    requires(!std::same_as<P, AnyDecay>) && DecayPolicy<P>
  explicit AnyDecay(P policy) : held_(Holder<P>(std::move(policy))) {}

  std::string_view name() const { return held_->name(); }
  void add(AccumulatedUse& use, Slots slots, Time to) const { held_->add(use, slots, to); }
  /// Throws PolicyMistake where the policy throws, or the use is no number of at least 0.
  double value(const AccumulatedUse& use, Slots slots, Time now) const {
    const double value = held_->value(use, slots, now);
    if (!(value >= 0)) [[unlikely]]
      throw PolicyMistake(name(), "let the use of a queue decay to " + std::to_string(value));
    return value;
  }

 private:
  struct Interface : BoxedInterface {
    virtual std::string_view name() const = 0;
    virtual void add(AccumulatedUse& use, Slots slots, Time to) const = 0;
    virtual double value(const AccumulatedUse& use, Slots slots, Time now) const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    std::string_view name() const override { return P::name; }
    void add(AccumulatedUse& use, Slots slots, Time to) const override {
      ask_policy<P>("was told what slots a queue has used", [&] { policy.add(use, slots, to); });
    }
    double value(const AccumulatedUse& use, Slots slots, Time now) const override {
      return ask_policy<P>("was asked what a queue has used",
                           [&] { return policy.value(use, slots, now); });
    }
    P policy;
  };

  Boxed<Interface> held_;
};

/// Makes a decay for HIST_HOURS; 0: none.
using MakeDecay = std::function<AnyDecay(double hist_hours)>;

}  // namespace mcsim::policy
