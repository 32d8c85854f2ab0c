// Policies by name. A program adds its own to the value that default_registry() returns.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/baseline/dispatch.hpp"
#include "mcsim/model/model_config.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/forward_takers.hpp"  // for policies of a program
#include "mcsim/policy/forwarding.hpp"
#include "mcsim/policy/host_order.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/policy/lease_reclaim.hpp"
#include "mcsim/policy/parameters.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/policy/user_share.hpp"
#include "mcsim/policy/victim_rank.hpp"

namespace mcsim::registry {

/// The name of LSF's own scheduler, which is not a policy.
inline constexpr std::string_view lsf_dispatch = "lsf";

/// The name of LSF's own order of hosts and of victims, which are no policies either.
inline constexpr std::string_view lsf_rules = "lsf";

/// A policy of a family whose values are of type `Any`.
template <class Any>
struct PolicyEntry {
  std::string name;                              ///< as a key of `model` names it
  std::function<Any(const PolicyValues&)> make;  ///< none: LSF's own rules
  std::vector<PolicyParameter> parameters{};
};
/// The entry of a policy.
template <class Any, class P>
PolicyEntry<Any> policy_entry(P policy) {
  return {std::string(P::name),
          [policy](const PolicyValues& values) { return Any(with_values(policy, values)); },
          parameters_of(policy)};
}

/// Policies by name, family by family.
struct Registry {
  struct Dispatch {
    std::string name;       ///< as `model.dispatch` names it
    bool baseline = false;  ///< implies JOB_SCHEDULING_INTERVAL = 0 and missing_limit = run
    std::function<AnyDispatch(const ModelConfig&)> make = {};  ///< none: LSF's own scheduler
    std::vector<PolicyParameter> parameters{};
  };
  /// How the accumulated use of a pool's queues decays.
  struct Decay {
    std::string name;  ///< as `model.pool_decay` names it
    std::function<AnyDecay(double hist_hours, const PolicyValues&)> make;
    std::vector<PolicyParameter> parameters{};
  };
  using Order = PolicyEntry<AnyOrder>;        ///< of waiting lines; by `model.baseline.order`
  using SlotPool = PolicyEntry<AnySlotPool>;  ///< named by `model.pool_shares`
  using Forward = PolicyEntry<AnyForward>;    ///< by `model.forward_policy`; LSF's: as documented
  using Deal = PolicyEntry<AnyDeal>;          ///< by `model.lease_dealing`
  using Reclaim = PolicyEntry<AnyReclaim>;    ///< by `model.lease_reclaim`

  using HostOrder = PolicyEntry<AnyHostOrder>;  ///< by `model.host_order`; none: order strings
  using Victims = PolicyEntry<AnyVictims>;      ///< by `model.victims`; none: PREEMPT_FOR
  using UserShare = PolicyEntry<AnyUserShare>;  ///< by `model.fairshare_priority`

  std::vector<Dispatch> dispatch;
  std::vector<Order> order;
  std::vector<Decay> decay;
  std::vector<SlotPool> slot_pool;
  std::vector<Forward> forward;
  std::vector<Deal> deal;
  std::vector<Reclaim> reclaim;
  std::vector<HostOrder> host_order;
  std::vector<Victims> victims;
  std::vector<UserShare> user_share;

  // A program's own policies. Which family one is of is seen by what it has. Throws
  // std::invalid_argument: the family has a policy of that name.

  /// `baseline`: see Dispatch.
  template <DispatchPolicy P>
  void add(P policy, bool baseline = true) {
    enter(dispatch, {std::string(P::name), baseline,
                     [policy](const ModelConfig& model) {
                       return AnyDispatch(with_values(policy, values_of(model, "dispatch")));
                     },
                     parameters_of(policy)});
  }
  /// A decay that has `void set_hist_hours(double)` is told HIST_HOURS before all else; 0: no
  /// decay.
  template <DecayPolicy P>
  void add(P policy) {
    enter(decay, {std::string(P::name),
                  [policy](double hist_hours, const PolicyValues& values) {
                    P made = with_values(policy, values);
                    if constexpr (requires { made.set_hist_hours(hist_hours); })
                      made.set_hist_hours(hist_hours);
                    return AnyDecay(std::move(made));
                  },
                  parameters_of(policy)});
  }
  template <SlotPoolPolicy P>
  void add(P policy) {
    enter(slot_pool, policy_entry<AnySlotPool>(policy));
  }
  template <ForwardPolicy P>
  void add(P policy) {
    enter(forward, policy_entry<AnyForward>(policy));
  }
  template <DealPolicy P>
  void add(P policy) {
    enter(deal, policy_entry<AnyDeal>(policy));
  }
  template <ReclaimPolicy P>
  void add(P policy) {
    enter(reclaim, policy_entry<AnyReclaim>(policy));
  }
  template <HostOrderPolicy P>
  void add(P policy) {
    enter(host_order, policy_entry<AnyHostOrder>(policy));
  }
  template <VictimPolicy P>
  void add(P policy) {
    enter(victims, policy_entry<AnyVictims>(policy));
  }
  template <UserSharePolicy P>
  void add(P policy) {
    enter(user_share, policy_entry<AnyUserShare>(policy));
  }
  template <JobOrder P>
  void add(P policy) {
    enter(order, policy_entry<AnyOrder>(policy));
  }

  /// The entry of that name; null if there is none.
  const Dispatch* find_dispatch(std::string_view name) const { return find(dispatch, name); }
  const Order* find_order(std::string_view name) const { return find(order, name); }
  const Decay* find_decay(std::string_view name) const { return find(decay, name); }
  const SlotPool* find_slot_pool(std::string_view name) const { return find(slot_pool, name); }
  const Forward* find_forward(std::string_view name) const { return find(forward, name); }
  const Deal* find_deal(std::string_view name) const { return find(deal, name); }
  const Reclaim* find_reclaim(std::string_view name) const { return find(reclaim, name); }
  const HostOrder* find_host_order(std::string_view name) const { return find(host_order, name); }
  const Victims* find_victims(std::string_view name) const { return find(victims, name); }
  const UserShare* find_user_share(std::string_view name) const { return find(user_share, name); }
  /// Whether a family has a policy of that name.
  bool knows(std::string_view name) const {
    return find_dispatch(name) != nullptr || find_order(name) != nullptr ||
           find_decay(name) != nullptr || find_slot_pool(name) != nullptr ||
           find_forward(name) != nullptr || find_deal(name) != nullptr ||
           find_reclaim(name) != nullptr || find_host_order(name) != nullptr ||
           find_victims(name) != nullptr || find_user_share(name) != nullptr;
  }

 private:
  template <class Entry>
  static void enter(std::vector<Entry>& family, Entry entry) {
    if (find(family, entry.name) != nullptr)
      throw std::invalid_argument("two policies of one family are called " + entry.name);
    family.push_back(std::move(entry));
  }
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
