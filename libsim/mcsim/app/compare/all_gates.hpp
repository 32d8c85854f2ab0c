// The gates of a comparison: of each run, and those that go by chance.
#pragma once

#include <vector>

#include "mcsim/app/compare/comparison.hpp"
#include "mcsim/app/compare/interval_gates.hpp"
#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// The gates that do not hold, once for each variant: of its runs those that are complete, and by
/// chance where all are. `gates`: by variant. Before the comparison is sorted.
Diagnostics failed_gates(const Comparison& comparison, const std::vector<VariantGates>& gates);

}  // namespace mcsim::app
