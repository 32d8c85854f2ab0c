// What the results of a run warn of.
#pragma once

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/metrics.hpp"

namespace mcsim::app {

/// What a program that reads the results would not see on standard output.
Diagnostics warnings_of(const RunResults& results, const StatusCounts& counts);

}  // namespace mcsim::app
