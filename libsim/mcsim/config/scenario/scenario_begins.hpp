// When jobs may begin at the earliest (bsub -b).
#pragma once

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Puts the begin times of the draft's jobs into their clusters, whose traces are complete. Each
/// element of a job array has that of its array. With dispatch `recorded` the recorded starts take
/// their place, and recorded hosts are placed, too; a job without a start never begins, and hosts
/// that are not there are not taken: both are warned of.
void place_begins(ScenarioDraft& draft);

}  // namespace mcsim::config
