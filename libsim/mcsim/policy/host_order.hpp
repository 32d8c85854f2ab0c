// Which host comes first for a job, where a program's own policy says so.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

#include "mcsim/base/boxed.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/slots.hpp"

namespace mcsim::policy {

/// A host that jobs may start on. The names are valid during the call only.
struct HostOrderView {
  std::string_view name{};
  std::string_view type{};
  std::string_view model{};
  double cpuf = 1;          ///< CPU factor
  std::int32_t ncpus = 1;   ///< processors
  Slots total{};            ///< job slots
  Slots used{};             ///< of these, by running and suspended jobs
  std::uint32_t place = 0;  ///< among the cluster's hosts
};

/// Ranks hosts: the smallest rank comes first; hosts of equal rank come as the `order` string of
/// the job says. What a job asks for is looked at elsewhere. The rank may change with what the view
/// has, and with nothing else.
template <class P>
concept HostOrderPolicy = std::copyable<P> && requires(const P policy, const HostOrderView& view) {
  { P::name } -> std::convertible_to<std::string_view>;
  { policy.host_rank(view) } -> std::same_as<std::int64_t>;
};

/// Any such policy, as a value.
class AnyHostOrder {
 public:
  template <class P>
    requires(!std::same_as<P, AnyHostOrder>) && HostOrderPolicy<P>
  explicit AnyHostOrder(P policy) : held_(Holder<P>(std::move(policy))) {}

  /// Throws PolicyMistake where the policy throws.
  std::int64_t operator()(const HostOrderView& view) const { return held_->host_rank(view); }

 private:
  struct Interface : BoxedInterface {
    virtual std::int64_t host_rank(const HostOrderView& view) const = 0;
  };
  template <class P>
  struct Holder final : Interface {
    explicit Holder(P held) : policy(std::move(held)) {}
    std::int64_t host_rank(const HostOrderView& view) const override {
      return ask_policy<P>("was asked for the rank of a host",
                           [&] { return policy.host_rank(view); });
    }
    P policy;
  };

  Boxed<Interface> held_;
};

}  // namespace mcsim::policy
