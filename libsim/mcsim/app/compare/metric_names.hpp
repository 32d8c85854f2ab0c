// The paths of --metrics, before anything has run: which can lead to nothing.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/run/run_command.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// The paths in `list`, which commas or blanks separate.
std::vector<std::string> metric_names(const std::string& list);

/// That no summary has the metric `name`, with the nearest one that some have.
Diagnostic no_such_metric(const std::string& name, const std::vector<const JsonNode*>& summaries);

/// The paths in `list` that will lead to no number, whatever the runs of these scenarios bring; or
/// that there is no path in it. Numbers whose keys come with the results, such as reasons, cannot
/// be told before.
Diagnostics unknown_metrics(const std::string& list, const RunRequest& request,
                            const std::vector<Scenario>& scenarios, const Registry& registry);

}  // namespace mcsim::app
