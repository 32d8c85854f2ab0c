// Warnings about the results of a run.
#pragma once

#include "mcsim/app/run/run_command.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/metrics.hpp"
#include "mcsim/results/run_folder.hpp"

namespace mcsim::app {

/// What the table on standard output says, and a program that only reads the results would miss.
Diagnostics warnings_of(const RunResults& results, const Metrics& metrics);

/// Where the results of an interrupted run are, or of a comparison, and what they have not
/// replaced.
Diagnostics about_interrupted(const RunRequest& request, const RunFolder& folder);

}  // namespace mcsim::app
