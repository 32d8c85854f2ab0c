// Which running jobs no job may preempt, whatever the queues say.
#pragma once

#include <cstdint>
#include <optional>

#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// MAX_JOB_PREEMPT of a job: its application's, its queue's, else the cluster's; none: no limit.
std::optional<std::int32_t> most_preemptions(const ClusterConfig& config,
                                             const SchedulerState& state, const JobState& job);
/// Exclusive and backfilled jobs without PREEMPT_JOBTYPE, MAX_JOB_PREEMPT, NO_PREEMPT_RUN_TIME and
/// NO_PREEMPT_FINISH_TIME; the last two depend on time; with `now` never they are left out. Source:
/// docs/rules/scheduling.md, section 6.
bool is_shielded(const ClusterConfig& config, const SchedulerState& state, const JobState& victim,
                 Time now);
/// Whether one of these two is configured.
bool shields_by_time(const ClusterParameters& params);
/// Whether the settings let any job be shielded.
bool has_shields(const SchedulerState& state);

}  // namespace mcsim::scheduler
