// What the queues of a slot pool would be entitled to in a session.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// By the queues of a pool in their order. What they use on hosts whose slots are not shared out is
/// theirs besides, and is counted here.
struct PoolPortions {
  std::vector<std::int64_t> shares;        ///< before leftovers are dealt
  std::vector<std::int64_t> entitlements;  ///< with them
  std::vector<std::uint32_t> order;        ///< in which the queues are served
  std::int64_t most = 0;                   ///< what they may use together
};

/// The slots of a pool, as its policy is asked to share them out, and its answers. By the queues of
/// the pool in their order; without what they use on hosts whose slots are not shared out.
struct PoolDealt {
  Slots total;
  std::vector<PoolQueue> queues;
  std::vector<std::int64_t> used;  ///< slots of their jobs
  SlotPoolAnswer shares;           ///< before leftovers are dealt
  SlotPoolAnswer entitlements;     ///< with them, unless USE_PRIORITY_IN_POOL is set
};

/// Changes nothing. Source: docs/rules/scheduling.md, section 9.
class PoolShares {
 public:
  PoolShares(const ClusterConfig& config, const SchedulerState& state, Time now)
      : config_(config), state_(state), now_(now) {}

  PoolPortions of(PoolId pool) const;
  PoolDealt dealt(PoolId pool) const { return dealt(pool, used_elsewhere(pool)); }

 private:
  /// Slots of hosts that are not shared out, by those who use them.
  using Elsewhere = std::map<std::pair<QueueId, NameId>, std::int64_t>;

  PoolDealt dealt(PoolId pool, const Elsewhere& elsewhere) const;
  Elsewhere used_elsewhere(PoolId pool) const;
  PoolQueue standing_of(QueueId queue, const Elsewhere& elsewhere) const;
  std::int64_t hard_limit(QueueId queue, const Elsewhere& elsewhere) const;
  std::int64_t most_of_users(QueueId queue, const Elsewhere& elsewhere) const;

  const ClusterConfig& config_;
  const SchedulerState& state_;
  Time now_;
};

}  // namespace mcsim::scheduler
