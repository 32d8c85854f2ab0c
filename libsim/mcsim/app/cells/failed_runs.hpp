// Runs of a sweep that came to no end: what is said of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// A run, and why it came to no end.
using FailedRun = std::pair<const Variant*, std::string>;

/// Each kind of failure once: the first run that it came to, and how many more. Severity: error.
Diagnostics failed_runs(const std::vector<FailedRun>& failed);

}  // namespace mcsim::app
