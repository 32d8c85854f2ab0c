// RUN_WINDOW and jobs that would outlast it.
#pragma once

#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim::scheduler {

/// The latest start with which a job ends within its queue's run window; never: any start will do.
/// Source: docs/rules/scheduling.md, section 4.
inline Time latest_start(const QueueConfig& queue, Duration estimate, Time now,
                         const WeekClock& clock) {
  if (!queue.run_window.is_set() || queue.ignore_deadline || estimate >= unlimited) return never;
  const Time closes = queue.run_window.next_change(now, clock);
  return closes == never ? never : closes - estimate;
}

}  // namespace mcsim::scheduler
