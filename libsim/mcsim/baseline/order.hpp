// The order of a waiting line, where it is not that of submission.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/baseline/job_facts.hpp"

namespace mcsim::baseline {

/// An order that time does not change: the least key is first, and of equal keys the job that was
/// submitted first.
template <class P>
concept FixedOrder = requires(const P& order, const JobFacts& job) {
  { order.key(job) } -> std::same_as<double>;
};
/// One that it does change. All keys are made anew at each instant.
template <class P>
concept ChangingOrder = requires(const P& order, const JobFacts& job, Time now) {
  { order.key(job, now) } -> std::same_as<double>;
};
/// A changing order in which the job with the largest rate x time waited is first, but for
/// rounding. Then it is known when one job will pass another, and few keys are ever made. `scale`
/// and `rate` are asked for once; they look at slots and requested time only. `key` is made of the
/// scale, the slots and the time waited.
template <class P>
concept SteadyOrder = requires(const P& order, const JobFacts& job, double scale, Duration waited) {
  { order.scale(job) } -> std::same_as<double>;
  { order.rate(job) } -> std::same_as<double>;
  { order.key(scale, job.slots, waited) } -> std::same_as<double>;
};

/// Who is first in a waiting line: a small value with a name. A key is never NaN.
template <class P>
concept JobOrder =
    std::copyable<P> && (FixedOrder<P> || ChangingOrder<P> || SteadyOrder<P>) && requires {
      { P::name } -> std::convertible_to<std::string_view>;
    };

/// Any order, as a value; the default one is that of submission.
class AnyOrder {
 public:
  AnyOrder() = default;
  template <class P>
    requires(!std::same_as<P, AnyOrder>) && JobOrder<P>
  explicit AnyOrder(P order) : held_(std::in_place, Holder<P>(std::move(order))) {}

  /// Whether it is another one than that of submission.
  explicit operator bool() const { return held_.has_value(); }
  bool changes() const { return held_ && held()->changes(); }

  /// What of a key never changes; of a fixed order all of it.
  double scale(const JobFacts& job) const { return number(held()->scale(job)); }
  double key(const JobFacts& job, double scale, Time now) const {
    return number(held()->key(job, scale, now));
  }
  /// Less than 0: nothing is known about how keys will change.
  double rate(const JobFacts& job) const { return number(held()->rate(job)); }

 private:
  struct Interface : BoxedInterface {
    virtual std::string_view name() const = 0;
    virtual bool changes() const = 0;
    virtual double scale(const JobFacts& job) const = 0;
    virtual double key(const JobFacts& job, double scale, Time now) const = 0;
    virtual double rate(const JobFacts& job) const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : order(std::move(held)) {}
    std::string_view name() const override { return P::name; }
    bool changes() const override { return !FixedOrder<P>; }
    double scale([[maybe_unused]] const JobFacts& job) const override {
      if constexpr (FixedOrder<P>)
        return asked([&] { return order.key(job); });
      else if constexpr (SteadyOrder<P>)
        return asked([&] { return order.scale(job); });
      else
        return 0;
    }
    double key(const JobFacts& job, double scale, [[maybe_unused]] Time now) const override {
      if constexpr (FixedOrder<P>)
        return scale;
      else if constexpr (SteadyOrder<P>)
        return asked([&] { return order.key(scale, job.slots, now - job.submit); });
      else
        return asked([&] { return order.key(job, now); });
    }
    double rate([[maybe_unused]] const JobFacts& job) const override {
      if constexpr (SteadyOrder<P>)
        return asked([&] { return order.rate(job); });
      else
        return -1;
    }
    template <class Ask>
    static double asked(Ask&& ask) {
      return ask_policy(P::name, "was asked for the key of a job", ask);
    }
    P order;
  };

  double number(double key) const {
    if (key != key) [[unlikely]]
      throw PolicyMistake(held()->name(), "made a key that is not a number");
    return key;
  }

  const Boxed<Interface>& held() const { return *held_; }

  std::optional<Boxed<Interface>> held_;
};

}  // namespace mcsim::baseline
