// `model` of a scenario and of its clusters.
#pragma once

#include <optional>
#include <string_view>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// What the objects `scenario` and `cluster` say of it, the cluster's own before the scenario's.
ModelConfig read_model(const JsonNode& scenario, const JsonNode& cluster,
                       const ScenarioChoices& choices);

/// The object `model` that says the option of a cluster: the cluster's own, or else the
/// scenario's; none: neither says it. It refers to both places.
std::optional<JsonAt> model_that_says(std::string_view option, const JsonAt& cluster,
                                      const JsonAt& scenario);

/// Warns of options about LIMs where there are none.
void warn_of_idle_options(ScenarioDraft& draft);

}  // namespace mcsim::config
