// The grid of a scenario, without what only the command line asks for.
#include "mcsim/config/scenario/load_scenario.hpp"

#include <utility>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"

namespace mcsim::config {

Expected<GridConfig, Diagnostics> load_scenario(const std::string& path, const Registry& registry,
                                                Diagnostics* warnings) {
  auto scenario = load_scenario(path, choices_of(registry));
  if (!scenario) return Unexpected(std::move(scenario.error()));
  if (warnings != nullptr)
    for (Diagnostic& one : scenario->warnings.list) warnings->add(std::move(one));
  return std::move(scenario->config);
}

}  // namespace mcsim::config
