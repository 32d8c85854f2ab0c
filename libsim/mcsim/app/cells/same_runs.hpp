// Variants that are one scenario: their runs are the same.
#pragma once

#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/scenario/scenario.hpp"

namespace mcsim::app {

/// A warning if two variants do not differ, in their seeds neither; else none.
Diagnostics same_runs(const std::vector<Scenario>& scenarios, const std::vector<Variant>& variants);

}  // namespace mcsim::app
