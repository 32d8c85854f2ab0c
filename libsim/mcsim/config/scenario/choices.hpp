// What a registry says about how a scenario is read.
#pragma once

#include <string>
#include <vector>

#include "mcsim/config/values/scenario_choices.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::config {

/// Notes the names of a family, and the parameters of its policies. `key`: of `model`, or of what
/// is in it.
template <class Entry>
void note_family(const std::vector<Entry>& entries, const char* key,
                 std::vector<std::string>& names, ScenarioChoices& choices) {
  for (const Entry& entry : entries) {
    names.push_back(entry.name);
    if (!entry.parameters.empty()) choices.parameters[{key, entry.name}] = entry.parameters;
  }
}

/// No changes, and the policies that `registry` has.
inline ScenarioChoices choices_of(const Registry& registry) {
  ScenarioChoices choices;
  for (const Registry::Dispatch& entry : registry.dispatch)
    if (entry.baseline) choices.baselines.push_back(entry.name);
  note_family(registry.dispatch, "dispatch", choices.dispatch, choices);
  note_family(registry.order, "order", choices.order, choices);
  note_family(registry.decay, "pool_decay", choices.pool_decay, choices);
  note_family(registry.slot_pool, "pool_shares", choices.pool_shares, choices);
  note_family(registry.forward, "forward_policy", choices.forward, choices);
  note_family(registry.deal, "lease_dealing", choices.lease_dealing, choices);
  note_family(registry.reclaim, "lease_reclaim", choices.lease_reclaim, choices);
  note_family(registry.decay, "fairshare_decay", choices.fairshare_decay, choices);
  note_family(registry.user_share, "fairshare_priority", choices.fairshare_priority, choices);
  note_family(registry.host_order, "host_order", choices.host_order, choices);
  note_family(registry.victims, "victims", choices.victims, choices);
  return choices;
}

}  // namespace mcsim::config
