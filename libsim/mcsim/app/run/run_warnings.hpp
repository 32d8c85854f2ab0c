// Warnings about the results of a run.
#pragma once

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/metrics.hpp"

namespace mcsim::app {

/// What the table on standard output says, and a program that only reads the results would miss.
Diagnostics warnings_of(const RunResults& results, const StatusCounts& counts);

}  // namespace mcsim::app
