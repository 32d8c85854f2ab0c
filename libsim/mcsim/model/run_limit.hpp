// The run limit of a job, as its queue and its application profile leave it.
#pragma once

#include <algorithm>

#include "mcsim/model/config.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::model {

/// The most that RUNLIMIT of a queue and of an application profile (none: there is none) allow.
inline Duration most_run_limit(const ClusterSettings& settings, QueueId queue,
                               ApplicationId application) {
  const Duration most = settings.queues[index_of(queue)].rules.run_limit;
  if (application == none<ApplicationId>) return most;
  return std::min(most, settings.applications[index_of(application)].rules.run_limit);
}

/// What a job is held to that asks for `asked`; queues_default: for none. The default of its
/// application profile goes before the queue's. unlimited: there is no limit.
inline Duration run_limit_of(const ClusterSettings& settings, QueueId queue,
                             ApplicationId application, Duration asked) {
  if (asked == queues_default) {
    asked = settings.queues[index_of(queue)].rules.default_run_limit.value_or(unlimited);
    if (application != none<ApplicationId>)
      asked = settings.applications[index_of(application)].rules.default_run_limit.value_or(asked);
  }
  return std::min(asked, most_run_limit(settings, queue, application));
}

}  // namespace mcsim::model
