// `mcsim run` for who wants to know what was loaded.
#pragma once

#include <functional>

#include "mcsim/app/run/run_command.hpp"
#include "mcsim/config/settings/loaded_scenario.hpp"

namespace mcsim::app {

using OnLoaded = std::function<void(const Scenario&)>;

/// As run_command(), but calls on_loaded(scenario) before the run.
ExitCode run_loaded(const RunRequest& request, const Registry& registry, const Console& console,
                    const OnLoaded& on_loaded);

}  // namespace mcsim::app
