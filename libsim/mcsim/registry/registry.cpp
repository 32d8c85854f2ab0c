// The one table of policies by name.
#include "mcsim/registry/registry.hpp"

#include "mcsim/baseline/backfill.hpp"
#include "mcsim/baseline/conservative.hpp"
#include "mcsim/baseline/orders.hpp"
#include "mcsim/baseline/recorded.hpp"
#include "mcsim/policy/count_preemptable.hpp"
#include "mcsim/policy/dyn_cluster_weighting.hpp"
#include "mcsim/policy/forward_baselines.hpp"
#include "mcsim/policy/forward_power_of_d.hpp"
#include "mcsim/policy/forward_settings.hpp"
#include "mcsim/policy/forward_waits.hpp"

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
      {std::string(RecordedStarts::name), true, plain(RecordedStarts{})},
  };
}

std::vector<Registry::Order> default_order() {
  const auto entry = []<class P>(P policy) { return policy_entry<AnyOrder>(policy); };
  return {{.name = "submit", .make = [](const PolicyValues&) { return AnyOrder(); }},
          entry(ByPriority{}),
          entry(ShortestFirst{}),
          entry(LongestFirst{}),
          entry(SmallestAreaFirst{}),
          entry(Wfp3{}),
          entry(Unicef{}),
          entry(F1{}),
          entry(F2{}),
          entry(F3{}),
          entry(F4{}),
          entry(Aging{})};
}

std::vector<Registry::Decay> default_decay() {
  const auto entry = []<class P>(std::in_place_type_t<P>) -> Registry::Decay {
    return {std::string(P::name),
            [](double hist_hours, const PolicyValues&) { return AnyDecay(P(hist_hours)); }};
  };
  return {entry(std::in_place_type<ContinuousDecay>),
          entry(std::in_place_type<StepDecay>),
          {std::string(NoDecay::name),
           [](double, const PolicyValues&) { return AnyDecay(NoDecay{}); }}};
}

std::vector<Registry::Forward> default_forward() {
  const auto entry = []<class P>(P policy) { return policy_entry<AnyForward>(policy); };
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
      entry(PowerOfD{}),
      entry(LeastExpectedWait{}),
      entry(StaleAware{}),
      entry(NoForwarding{})};
}

}  // namespace

Registry default_registry() {
  Registry registry{.dispatch = default_dispatch(),
                    .order = default_order(),
                    .decay = default_decay(),
                    .slot_pool = {},
                    .forward = default_forward(),
                    .deal = {},
                    .reclaim = {},
                    .host_order = {{.name = std::string(lsf_rules), .make = {}}},
                    .victims = {{.name = std::string(lsf_rules), .make = {}}},
                    .user_share = {}};
  registry.add(SlotPoolShares{});
  registry.add(EqualPoolShares{});
  registry.add(DealByDeficit{});
  registry.add(DealInTurn{});
  registry.add(FewerIdle{});
  registry.add(NoReclaim{});
  registry.add(LsfUserShare{});
  registry.add(SlotsPerShare{});
  return registry;
}

}  // namespace mcsim::registry
