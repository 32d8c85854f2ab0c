// Resource leasing: which consumer an exported unit goes to. Units are job slots of named hosts
// (PER_HOST), whole selected hosts (RES_SELECT), or instances of a shared resource.
#pragma once

#include <concepts>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/wide.hpp"

namespace mcsim::policy {

/// One unit to be dealt.
struct DealView {
  std::span<const std::int32_t> shares;  ///< of DISTRIBUTION, in its order; each at least 1
  std::span<const std::int64_t> given;   ///< units that each consumer has got so far, of all hosts
};

/// Deals the units of one export policy, one after the other. The answer is a position in `shares`.
template <class P>
concept DealPolicy = std::copyable<P> && requires(const P policy, const DealView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.next(view) } -> std::same_as<std::size_t>;
};

/// Any such policy, as a value; its answers are checked.
class AnyDeal {
 public:
  template <class P>
    requires(!std::same_as<P, AnyDeal>) && DealPolicy<P>
  explicit AnyDeal(P policy) : held_(Holder<P>(std::move(policy))) {}

  std::string_view name() const { return held_->name(); }
  /// Throws PolicyMistake where the policy throws, or names a consumer that is not there.
  std::size_t operator()(const DealView& view) const {
    const std::size_t consumer = held_->next(view);
    if (consumer >= view.shares.size()) [[unlikely]]
      throw PolicyMistake(name(), "dealt a unit to consumer " + std::to_string(consumer) + " of " +
                                      std::to_string(view.shares.size()) + ", counted from 0");
    return consumer;
  }
  /// What each consumer has got after every so many units, where the policy knows that: then it
  /// begins again. Else empty.
  std::vector<std::int64_t> cycle(std::span<const std::int32_t> shares) const {
    return held_->cycle(shares);
  }

 private:
  struct Interface : BoxedInterface {
    virtual std::string_view name() const = 0;
    virtual std::size_t next(const DealView& view) const = 0;
    virtual std::vector<std::int64_t> cycle(std::span<const std::int32_t> shares) const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    std::string_view name() const override { return P::name; }
    std::size_t next(const DealView& view) const override {
      return ask_policy<P>("was asked whom to deal a unit to", [&] { return policy.next(view); });
    }
    std::vector<std::int64_t> cycle(std::span<const std::int32_t> shares) const override {
      if constexpr (requires { policy.cycle(shares); })
        return ask_policy<P>("was asked for its cycle", [&] { return policy.cycle(shares); });
      else
        return {};
    }
    P policy;
  };

  Boxed<Interface> held_;
};

/// Deals `units` more to consumers with these shares, who have got `given`: whole cycles at once.
inline void deal_units(const AnyDeal& policy, std::span<const std::int32_t> shares,
                       std::span<std::int64_t> given, std::int64_t units) {
  if (shares.empty()) return;
  const std::vector<std::int64_t> cycle =
      units > 1 ? policy.cycle(shares) : std::vector<std::int64_t>{};
  if (!cycle.empty()) {
    const std::int64_t in_all = std::accumulate(cycle.begin(), cycle.end(), std::int64_t{0});
    for (std::size_t at = 0; at < given.size(); ++at) given[at] += units / in_all * cycle[at];
    units %= in_all;
  }
  for (; units > 0; --units) ++given[policy({shares, given})];
}

/// The unit goes to the consumer that is furthest behind its exact share of all units dealt so far,
/// this one included; ties: the first in DISTRIBUTION. So no consumer is ever a whole unit above
/// its share. Source: the examples of "Exporting Workstations" and "Exporting Special Hosts"
/// (Platform MultiCluster guide 7.0.6); the rule that yields them all: docs/rules/lsf.md, 3.2,
/// inferred.
struct DealByDeficit {
  static constexpr std::string_view name = "deficit";

  std::size_t next(const DealView& view) const {
    std::int64_t units = 1;
    std::int64_t shares = 0;
    for (std::size_t at = 0; at < view.shares.size(); ++at) {
      units += view.given[at];
      shares += view.shares[at];
    }
    const auto deficit = [&](std::size_t at) {  // times the sum of all shares
      return Int128{view.shares[at]} * units - Int128{view.given[at]} * shares;
    };
    std::size_t most = 0;
    for (std::size_t at = 1; at < view.shares.size(); ++at)
      if (deficit(at) > deficit(most)) most = at;
    return most;
  }
  static std::vector<std::int64_t> cycle(std::span<const std::int32_t> shares) {
    std::int32_t divisor = 0;
    for (const std::int32_t share : shares) divisor = std::gcd(divisor, share);
    std::vector<std::int64_t> units;
    for (const std::int32_t share : shares) units.push_back(share / divisor);
    return units;
  }
};

/// A baseline: the consumers take turns, whatever their shares.
struct DealInTurn {
  static constexpr std::string_view name = "turns";

  std::size_t next(const DealView& view) const {
    std::size_t least = 0;
    for (std::size_t at = 1; at < view.given.size(); ++at)
      if (view.given[at] < view.given[least]) least = at;
    return least;
  }
  static std::vector<std::int64_t> cycle(std::span<const std::int32_t> shares) {
    return std::vector<std::int64_t>(shares.size(), 1);
  }
};

static_assert(DealPolicy<DealByDeficit> && DealPolicy<DealInTurn>);

}  // namespace mcsim::policy
