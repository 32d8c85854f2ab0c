// Where a job stands among those that wait: btop and bbot.
#pragma once

#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Moves a job that is on no host, as `entry` says. Source: docs/rules/scheduling.md, section 1.
void move_in_line(ClusterWorld& world, JobLifecycle& life, JobSlotId id,
                  const TimelineEntry& entry);

}  // namespace mcsim::handlers
