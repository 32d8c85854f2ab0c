// A scenario file as a grid that can be simulated, for programs that use the library.
#pragma once

#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::config {

/// Reads the scenario `path`; its policies must be in `registry`. Warnings are added to `warnings`,
/// unless it is null. Errors: everything that is wrong with the file and with those that it names,
/// each with its place.
Expected<GridConfig, Diagnostics> load_scenario(const std::string& path,
                                                const Registry& registry = default_registry(),
                                                Diagnostics* warnings = nullptr);

}  // namespace mcsim::config
