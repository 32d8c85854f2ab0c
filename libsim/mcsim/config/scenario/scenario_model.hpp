// `model` of a scenario and of its clusters.
#pragma once

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// What the objects `scenario` and `cluster` say of it, the cluster's own before the scenario's.
ModelConfig read_model(const JsonNode& scenario, const JsonNode& cluster,
                       const ScenarioChoices& choices);

/// Warns of options about LIMs where there are none.
void warn_of_idle_options(ScenarioDraft& draft);

}  // namespace mcsim::config
