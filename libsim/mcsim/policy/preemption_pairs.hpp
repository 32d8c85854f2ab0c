// Which queue may preempt which: PREEMPTION of both.
#pragma once

#include <algorithm>

#include "mcsim/model/config.hpp"

namespace mcsim::policy {

/// Whether jobs of queue `high` may preempt those of `low`. Source: docs/rules/scheduling.md,
/// section 6.
inline bool may_preempt(const ClusterSettings& settings, QueueId high, QueueId low) {
  const QueueConfig& upper = settings.queues[index_of(high)];
  const QueueConfig& lower = settings.queues[index_of(low)];
  if (lower.priority >= upper.priority) return false;
  const auto& named = upper.preemption.low;
  const auto& by = lower.preemption.high;
  const bool takes = upper.preemption.preemptive &&
                     (named.empty() ||
                      std::ranges::find(named, low, &PreemptionConfig::Low::queue) != named.end());
  const bool gives =
      lower.preemption.preemptable && (by.empty() || std::ranges::find(by, high) != by.end());
  return takes || gives;
}

/// Whether a job of a queue may preempt those of any other.
inline bool may_preempt_any(const ClusterSettings& settings, QueueId high, bool exclusive) {
  if (exclusive && !settings.params.preempt_exclusive) return false;
  for (std::size_t low = 0; low < settings.queues.size(); ++low)
    if (may_preempt(settings, high, static_cast<QueueId>(low))) return true;
  return false;
}

}  // namespace mcsim::policy
