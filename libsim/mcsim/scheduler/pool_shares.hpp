// What the queues of a slot pool would be entitled to in a session.
#pragma once

#include <cstdint>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/policy/slot_pool.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// Changes nothing. Source: docs/rules/scheduling.md, section 9.
class PoolShares {
 public:
  PoolShares(const ClusterConfig& config, const SchedulerState& state, Time now)
      : config_(config), state_(state), now_(now) {}

  /// Fills `answer`, by the queues of the pool in their order.
  void share_out(PoolId pool, SlotPoolAnswer& answer) const;

 private:
  std::int64_t hard_limit(QueueId queue) const;
  std::int64_t most_of_users(QueueId queue) const;

  const ClusterConfig& config_;
  const SchedulerState& state_;
  Time now_;
};

}  // namespace mcsim::scheduler
