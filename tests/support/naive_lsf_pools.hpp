// Slot pools in the naive reference. docs/rules/scheduling.md, section 9.
#pragma once

#include <cstdint>
#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// A pool at the start of a session. What a queue uses on hosts that are not shared out is part of
/// its numbers.
struct PoolTurns {
  std::int64_t most = 0;                   ///< that its queues may use together
  std::vector<QueueId> order;              ///< in which queues are served
  std::vector<std::int64_t> shares;        ///< of the queues in `order`, without leftovers
  std::vector<std::int64_t> entitlements;  ///< likewise, with leftovers
};

PoolTurns share_out(const State& state, const PoolConfig& pool);

}  // namespace mcsim::testing::naive
