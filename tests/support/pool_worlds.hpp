// Clusters whose queues share a slot pool, and the slots that each queue gets.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "support/rooms.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {

/// A queue of such a cluster; `share` is SLOT_SHARE, 0: in no pool.
struct PoolRow {
  std::int32_t share = 0;
  std::int32_t priority = 40;
  std::int32_t qjob_limit = no_limit;
};

/// Slots, or slot-milliseconds, by queue in file order.
using ByQueue = std::vector<std::int64_t>;

/// A cluster with hosts of these slots and with these queues; all queues with a share are in one
/// pool. It has no jobs yet.
ClusterConfig pool_cluster(const std::vector<std::int32_t>& slots_of_hosts,
                           const std::vector<PoolRow>& queues);

/// `count` jobs of one slot, submitted together by a user who has the queue's number.
struct PoolJobs {
  std::uint16_t queue = 0;
  std::int32_t count = 0;
  Duration run{};
  Duration submit{};
};

/// The jobs, in the order of submission.
Trace pool_trace(const std::vector<PoolJobs>& jobs);

/// The slots that each queue's jobs hold at the end of the instant `when`.
ByQueue slots_at(const ClusterConfig& cluster, const ClusterResults& results, Time when);

/// The slots that each queue's jobs hold from `from` up to `to`, in slot-milliseconds.
ByQueue use_between(const ClusterConfig& cluster, const ClusterResults& results, Time from,
                    Time to);

}  // namespace mcsim::testing
