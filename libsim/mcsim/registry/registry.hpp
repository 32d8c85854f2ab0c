// Policies by name. A program adds its own to the value that default_registry() returns.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/baseline/dispatch.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/forward_takers.hpp"  // for policies of a program
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/policy/lease_reclaim.hpp"
#include "mcsim/policy/slot_pool.hpp"

namespace mcsim::registry {

/// The name of LSF's own scheduler, which is not a policy.
inline constexpr std::string_view lsf_dispatch = "lsf";

/// Policies by name, family by family.
struct Registry {
  struct Dispatch {
    std::string name;       ///< as `model.dispatch` names it
    bool baseline = false;  ///< implies JOB_SCHEDULING_INTERVAL = 0 and missing_limit = run
    std::function<AnyDispatch(const ModelConfig&)> make = {};  ///< none: LSF's own scheduler
  };
  /// Who is first in the waiting lines of a baseline.
  struct Order {
    std::string name;  ///< as `model.baseline.order` names it
    std::function<AnyOrder(const ModelConfig&)> make;
  };
  /// How the accumulated use of a pool's queues decays.
  struct Decay {
    std::string name;  ///< as `model.pool_decay` names it
    MakeDecay make;
  };
  /// How the slots of a pool of queues are shared out.
  struct SlotPool {
    std::string name;  ///< as `model.pool_shares` names it
    ShareOut share_out;
  };
  /// How the receive queue of a forwarded job is chosen.
  struct Forward {
    std::string name;  ///< as `model.forward_policy` names it; LSF's: as documented
    ChooseQueue choose;
  };
  /// How exported units are dealt to consumers.
  struct Deal {
    std::string name;  ///< as `model.lease_dealing` names it
    DealUnit next;
  };
  /// Who gets the idle slots of a shared lease.
  struct Reclaim {
    std::string name;  ///< as `model.lease_reclaim` names it
    ReclaimIdle idle_to;
  };
  std::vector<Dispatch> dispatch;
  std::vector<Order> order;
  std::vector<Decay> decay;
  std::vector<SlotPool> slot_pool;
  std::vector<Forward> forward;
  std::vector<Deal> deal;
  std::vector<Reclaim> reclaim;

  /// A program's own forwarding policy, named in scenarios by `model.forward_policy`.
  template <ForwardPolicy P>
  void add(P policy) {
    forward.push_back(
        {std::string(P::name), [policy](const ForwardView& view) { return policy.choose(view); }});
  }

  /// Likewise for leases, named by `model.lease_dealing` and `model.lease_reclaim`.
  template <DealPolicy P>
  void add(P policy) {
    DealUnit unit{.next = [policy](const DealView& view) {
      return checked(P::name, view, policy.next(view));
    }};
    if constexpr (requires(std::span<const std::int32_t> shares) { P::cycle(shares); })
      unit.cycle = &P::cycle;
    deal.push_back({std::string(P::name), std::move(unit)});
  }
  template <ReclaimPolicy P>
  void add(P policy) {
    reclaim.push_back(
        {std::string(P::name), [policy](const ReclaimView& view) { return policy.idle_to(view); }});
  }

  /// Likewise for the order of waiting lines, named by `model.baseline.order`.
  template <JobOrder P>
  void add(P one) {
    order.push_back({std::string(P::name), [one](const ModelConfig&) { return AnyOrder(one); }});
  }

  /// The entry of that name; null if there is none.
  const Dispatch* find_dispatch(std::string_view name) const { return find(dispatch, name); }
  const Order* find_order(std::string_view name) const { return find(order, name); }
  const Decay* find_decay(std::string_view name) const { return find(decay, name); }
  const SlotPool* find_slot_pool(std::string_view name) const { return find(slot_pool, name); }
  const Forward* find_forward(std::string_view name) const { return find(forward, name); }
  const Deal* find_deal(std::string_view name) const { return find(deal, name); }
  const Reclaim* find_reclaim(std::string_view name) const { return find(reclaim, name); }

 private:
  /// The consumer, if the policy may choose it.
  static std::size_t checked(std::string_view policy, const DealView& view, std::size_t consumer);
  template <class Entry>
  static const Entry* find(const std::vector<Entry>& entries, std::string_view name) {
    for (const Entry& entry : entries)
      if (entry.name == name) return &entry;
    return nullptr;
  }
};

/// The policies of mcsim itself; the first of each family is the default.
Registry default_registry();

}  // namespace mcsim::registry
