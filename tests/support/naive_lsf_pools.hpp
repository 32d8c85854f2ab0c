// Slot pools in the naive reference. docs/rules/scheduling.md, section 9.
#pragma once

#include <cstdint>
#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// A pool at the start of a session.
struct PoolTurns {
  std::int64_t total = 0;
  std::vector<QueueId> order;              ///< in which queues are served
  std::vector<std::int64_t> entitlements;  ///< of the queues in `order`
};

PoolTurns share_out(const State& state, const PoolConfig& pool);

}  // namespace mcsim::testing::naive
