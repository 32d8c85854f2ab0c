// Where a job stands among those that wait: btop and bbot.
#pragma once

#include <vector>

#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Moves a job that is on no host, as `entry` says; returns all whose position is another one now,
/// for follow_elements(). Source: docs/rules/scheduling.md, section 1.
std::vector<JobSlotId> move_in_line(SchedulerState& state, JobLifecycle& life, JobSlotId id,
                                    const TimelineEntry& entry);

}  // namespace mcsim::handlers
