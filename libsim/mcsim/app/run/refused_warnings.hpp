// Warnings about jobs that will be refused when they are submitted.
#pragma once

#include <string>

#include "mcsim/config/settings/loaded_scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Adds them to the warnings of a scenario from `file`: one for each queue and reason.
void warn_of_refused(Scenario& scenario, const std::string& file, const Registry& registry);

}  // namespace mcsim::app
