// Jobs that their own queue will refuse: known before a run.
#pragma once

#include <cstddef>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::scheduler {

/// Jobs of one queue that are refused for one reason.
struct RefusedJobs {
  QueueId queue{};
  EndReason reason = EndReason::none;
  JobIndex first{};
  std::size_t count = 0;

  bool operator==(const RefusedJobs&) const = default;
};

/// Those that are refused by all settings that the cluster ever has, by the reason of the first
/// ones. A queue that is closed and hosts that are not known just then are not among the reasons.
/// `has_dispatch`: a dispatch policy stands for LSF's scheduler, which alone refuses for more than
/// a run limit.
std::vector<RefusedJobs> refused_jobs(const ClusterConfig& cluster, bool has_dispatch);

}  // namespace mcsim::scheduler
