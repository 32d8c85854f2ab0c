// The dynamic priority of an account of user fairshare.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/model/fairshare_config.hpp"

namespace mcsim::policy {

/// An account, and what its users have used: for a group, all below it together.
struct UserShareView {
  std::string_view name{};  ///< of the user or group; valid during the call only
  std::int32_t shares = 1;
  double cpu_hours = 0;             ///< of running and finished jobs, decayed
  double run_hours = 0;             ///< of jobs that are on hosts, suspension apart
  double hist_run_hours = 0;        ///< of finished jobs, decayed; 0 without ENABLE_HIST_RUN_TIME
  double committed_hours = 0;       ///< run limits of jobs on hosts less their run time; at least 0
  std::int64_t started_slots = 0;   ///< of running and suspended jobs
  std::int64_t reserved_slots = 0;  ///< by pending jobs
  std::int64_t forwarded_slots = 0;  ///< of jobs forwarded from here that have not ended
  FairshareFactors factors{};
  double floor = 0.01;  ///< model.fairshare_floor
};

/// The priority of an account: the largest among its siblings comes first. It is finite and not
/// negative, and changes with what the view has, and with nothing else.
template <class P>
concept UserSharePolicy = std::copyable<P> && requires(const P policy, const UserShareView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.user_priority(view) } -> std::same_as<double>;
};

/// LSF's: shares / what was used, each term by its factor.
/// Source: docs/rules/fairshare.md, 2; IBM Spectrum LSF 10.1, dynamic user priority.
struct LsfUserShare {
  static constexpr std::string_view name = "lsf";

  double user_priority(const UserShareView& view) const {
    return view.shares / std::max(view.floor, divisor(view));
  }
  /// The whole numbers of slots come last, so that jobs that have used no time yet tie exactly.
  static double divisor(const UserShareView& view) {
    const FairshareFactors& by = view.factors;
    double sum = view.cpu_hours * by.cpu_time +
                 (view.hist_run_hours + view.run_hours) * by.run_time +
                 view.committed_hours * by.committed_run_time;
    if (by.fwd_job) sum += static_cast<double>(1 + view.forwarded_slots) * *by.fwd_job;
    return sum + static_cast<double>(1 + view.started_slots + view.reserved_slots) * by.run_job;
  }
};

/// Slots in use over shares, and nothing of the past.
struct SlotsPerShare {
  static constexpr std::string_view name = "slots";

  double user_priority(const UserShareView& view) const {
    return view.shares / static_cast<double>(1 + view.started_slots + view.reserved_slots);
  }
};

/// Any such policy, as a value.
class AnyUserShare {
 public:
  template <class P>
    requires(!std::same_as<P, AnyUserShare>) && UserSharePolicy<P>
  explicit AnyUserShare(P policy) : held_(Holder<P>(std::move(policy))) {}

  /// Throws PolicyMistake where the policy throws, or answers a number that is none.
  double operator()(const UserShareView& view) const { return held_->user_priority(view); }

 private:
  struct Interface : BoxedInterface {
    virtual double user_priority(const UserShareView& view) const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    double user_priority(const UserShareView& view) const override {
      const double priority = ask_policy<P>("was asked for the priority of an account",
                                            [&] { return policy.user_priority(view); });
      if (!std::isfinite(priority) || priority < 0)
        throw PolicyMistake(P::name, "gave an account a priority that is no number from 0 up");
      return priority;
    }
    P policy;
  };

  Boxed<Interface> held_;
};

}  // namespace mcsim::policy
