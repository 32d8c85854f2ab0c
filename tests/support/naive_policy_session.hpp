// Sessions of the naive reference in a cluster under fcfs or easy. Written from
// docs/rules/baselines.md alone.
#pragma once

#include <vector>

#include "support/naive_lsf_session.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// `model.dispatch` is fcfs, or easy with fresh reservations.
SessionResult play_policy_session(State& state);

}  // namespace mcsim::testing::naive
