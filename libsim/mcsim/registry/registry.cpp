// The one table of policies by name.
#include "mcsim/registry/registry.hpp"

#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/baseline/backfill.hpp"
#include "mcsim/baseline/conservative.hpp"
#include "mcsim/baseline/orders.hpp"
#include "mcsim/policy/count_preemptable.hpp"
#include "mcsim/policy/dyn_cluster_weighting.hpp"
#include "mcsim/policy/forward_baselines.hpp"
#include "mcsim/policy/forward_settings.hpp"

namespace mcsim::registry {
namespace {

std::vector<Registry::Dispatch> default_dispatch() {
  const auto plain = []<class P>(P policy) {
    return [policy](const ModelConfig&) { return AnyDispatch(policy); };
  };
  return {
      {.name = std::string(lsf_dispatch)},
      {std::string(FirstComeFirstServed::name), true, plain(FirstComeFirstServed{})},
      {std::string(EasyBackfill::name), true,
       [](const ModelConfig& model) {
         return AnyDispatch(EasyBackfill(model.easy, model.enforce_runlimit));
       }},
      {std::string(ConservativeBackfill::name), true,
       [](const ModelConfig& model) {
         return AnyDispatch(ConservativeBackfill(model.conservative, model.enforce_runlimit));
       }},
  };
}

std::vector<Registry::Order> default_order() {
  std::vector<Registry::Order> orders{{"submit", [](const ModelConfig&) { return AnyOrder(); }}};
  const auto add = [&]<class... P>(P... order) {
    (orders.push_back(
         {std::string(P::name), [order](const ModelConfig&) { return AnyOrder(order); }}),
     ...);
  };
  add(ByPriority{}, ShortestFirst{}, LongestFirst{}, SmallestAreaFirst{}, Wfp3{}, Unicef{}, F1{},
      F2{}, F3{}, F4{});
  orders.push_back({std::string(Aging::name), [](const ModelConfig& model) {
                      return AnyOrder(Aging{model.baseline.aging});
                    }});
  return orders;
}

std::vector<Registry::Decay> default_decay() {
  return {{std::string(ContinuousDecay::name),
           [](double hist_hours) { return AnyDecay(ContinuousDecay(hist_hours)); }},
          {std::string(StepDecay::name),
           [](double hist_hours) { return AnyDecay(StepDecay(hist_hours)); }},
          {std::string(NoDecay::name), [](double) { return AnyDecay(NoDecay{}); }}};
}

std::vector<Registry::SlotPool> default_slot_pool() {
  const auto entry = []<class P>(P policy) -> Registry::SlotPool {
    return {std::string(P::name), [policy](const SlotPoolView& view, SlotPoolAnswer& answer) {
              policy.share_out(view, answer);
            }};
  };
  return {entry(SlotPoolShares{}), entry(EqualPoolShares{})};
}

std::vector<Registry::Forward> default_forward() {
  const auto entry = []<class P>(P policy) -> Registry::Forward {
    return {std::string(P::name),
            [policy](const ForwardView& view) { return policy.choose(view); }};
  };
  return {
      entry(NotDefined{}),
      entry(RemoteResource{}),
      entry(ResourceOnly{}),
      entry(CountPreemptable<{}>{}),
      entry(CountPreemptable<{.high_queue_priority = true}>{}),
      entry(CountPreemptable<{.preemptable_queue_priority = true}>{}),
      entry(CountPreemptable<{.pending_when_noslots = true}>{}),
      entry(CountPreemptable<{.high_queue_priority = true, .preemptable_queue_priority = true}>{}),
      entry(CountPreemptable<{.high_queue_priority = true, .pending_when_noslots = true}>{}),
      entry(CountPreemptable<{.preemptable_queue_priority = true, .pending_when_noslots = true}>{}),
      entry(CountPreemptable<{true, true, true}>{}),
      entry(DynClusterWeighting{}),
      entry(RandomQueue{}),
      entry(RoundRobin{}),
      entry(NoForwarding{})};
}

}  // namespace

Registry default_registry() {
  Registry registry{.dispatch = default_dispatch(),
                    .order = default_order(),
                    .decay = default_decay(),
                    .slot_pool = default_slot_pool(),
                    .forward = default_forward(),
                    .deal = {},
                    .reclaim = {}};
  registry.add(DealByDeficit{});
  registry.add(DealInTurn{});
  registry.add(FewerIdle{});
  registry.add(NoReclaim{});
  return registry;
}

std::size_t Registry::checked(std::string_view policy, const DealView& view, std::size_t consumer) {
  check_decision(policy, [&] { check_dealt(view, consumer); });
  return consumer;
}

}  // namespace mcsim::registry
