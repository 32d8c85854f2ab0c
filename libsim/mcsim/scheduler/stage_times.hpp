// What the stages of a job come to in its history.
#pragma once

#include <algorithm>

#include "mcsim/base/time.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

/// Adds the present stage of a job, until `now`, if it waits. Before NEW_JOB_SCHED_DELAY is over a
/// job of the cluster's own waits for that, stopped or not.
inline void add_waiting(JobHistory& history, const JobState& job, Time now) {
  const Duration time = now - job.since;
  if (job.stage == Stage::pending || job.stage == Stage::delayed || job.stage == Stage::held)
    history.pending += time;
  if (job.stage != Stage::psusp) return;
  const Duration delayed =
      job.is_guest() ? Duration{} : std::clamp(job.record.eligible - job.since, Duration{}, time);
  history.pending += delayed;
  history.held += time - delayed;
}

/// Adds the execution with which a job ends. One whose launch has failed has come to nothing.
inline void add_execution(JobHistory& history, const JobState& job) {
  const Duration ran = job.ran - job.record.overrun;
  const bool was_launched = history.launch < unlimited;
  (was_launched ? history.ran : history.lost) += ran;
}

}  // namespace mcsim::scheduler
