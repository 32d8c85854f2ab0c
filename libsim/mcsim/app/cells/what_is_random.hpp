// Whether anything that a scenario has is drawn, so that its seed matters.
#pragma once

#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

/// False: runs with any seed come to the same results. True where it is not certain: of policies of
/// a program's own.
bool is_anything_random(const GridConfig& config, const Registry& registry);
/// Whether its seed changes anything: its run, or the jobs that were drawn when it was read.
bool has_luck(const Scenario& scenario, const Registry& registry);

/// A warning if variants have different seeds that change nothing in some of them; else none.
Diagnostics idle_seeds(const std::vector<Scenario>& scenarios, const std::vector<Variant>& variants,
                       const Registry& registry);

}  // namespace mcsim::app
