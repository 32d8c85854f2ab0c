// What a registry says about how a scenario is read.
#pragma once

#include "mcsim/config/values/scenario_choices.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::config {

/// No changes, and the policies that `registry` has.
inline ScenarioChoices choices_of(const Registry& registry) {
  ScenarioChoices choices;
  for (const Registry::Dispatch& entry : registry.dispatch) {
    choices.dispatch.push_back(entry.name);
    if (entry.baseline) choices.baselines.push_back(entry.name);
  }
  for (const Registry::Order& entry : registry.order) choices.order.push_back(entry.name);
  for (const Registry::Decay& entry : registry.decay) choices.pool_decay.push_back(entry.name);
  for (const Registry::SlotPool& entry : registry.slot_pool)
    choices.pool_shares.push_back(entry.name);
  for (const Registry::Forward& entry : registry.forward) choices.forward.push_back(entry.name);
  return choices;
}

}  // namespace mcsim::config
