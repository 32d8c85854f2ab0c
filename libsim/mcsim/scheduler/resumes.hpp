// Suspended jobs that go on in a session, before waiting jobs are looked at.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// Writes the jobs of queues that a session may resume, in the order of `model.resume_order`.
void list_resumable(const ClusterConfig& config, const SchedulerState& state,
                    std::span<const QueueId> queues, std::vector<JobSlotId>& jobs);

/// The state in which a session that is held now looks at waiting jobs of a queue, if nobody starts
/// before: jobs of its queue group, and of those before it, have resumed. Groups of a pool take
/// their turns in file order. None: nobody resumes.
std::optional<SchedulerState> after_resumes(const ClusterConfig& config,
                                            const SchedulerState& state, QueueId queue, Time now);

}  // namespace mcsim::scheduler
