// Where a job stands among those that wait: btop and bbot.
#pragma once

#include <vector>

#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Moves jobs that wait for hosts here, one after the other, as `entry` says; returns all whose
/// position is another one now, each once, for follow_elements(). Takes as long as there are jobs
/// in flight, however many are moved. Source: docs/rules/scheduling.md, section 1.
std::vector<JobSlotId> move_in_line(SchedulerState& state, JobLifecycle& life,
                                    const std::vector<JobSlotId>& movers,
                                    const TimelineEntry& entry);

}  // namespace mcsim::handlers
