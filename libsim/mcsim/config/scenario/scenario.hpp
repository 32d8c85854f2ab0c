// The door: a scenario file, or a bare trace, becomes a validated value that can be simulated.
#pragma once

#include <optional>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/settings/loaded_scenario.hpp"
#include "mcsim/config/values/scenario_choices.hpp"

namespace mcsim::config {

/// Reads the scenario `path`, called `path` in diagnostics. Errors: everything that is wrong with
/// it and with the files that it names.
Expected<Scenario, Diagnostics> load_scenario(const std::string& path,
                                              const ScenarioChoices& choices);

/// The clusters whose LSF files lie in `directory`, one for each lsf.cluster.NAME, as a scenario
/// without jobs. Errors: everything that is wrong with the files.
Expected<Scenario, Diagnostics> load_conf_directory(const std::string& directory,
                                                    const ScenarioChoices& choices);

/// The scenario that a trace alone stands for: one cluster "cluster1" with one host "host1" of
/// `slots` slots (by default what the trace's header says: MaxProcs, else MaxNodes), one queue
/// "normal", and the dispatch policy `policy`.
Expected<Scenario, Diagnostics> load_trace(const std::string& path,
                                           const std::optional<std::string>& slots,
                                           const std::string& policy,
                                           const ScenarioChoices& choices);

}  // namespace mcsim::config
