// One scheduling session of the naive reference. docs/rules/scheduling.md, sections 3, 4, 7 and 8.
#pragma once

#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// Jobs of a turn of queues that still pend, by position in State::jobs, in the order of the
/// queues; with a tree shares elect the next of them.
struct LeftTurn {
  FairshareId tree = none<FairshareId>;
  std::vector<std::size_t> jobs;
};

/// What a session did, and what it leaves to the next one.
struct SessionResult {
  std::int64_t starts = 0;
  bool reached_most_starts = false;
  bool resumed = false;
  bool preempted = false;
  std::vector<std::size_t> failed;  ///< jobs whose start has failed, by position in State::jobs
  std::vector<LeftTurn> left;       ///< of those that still pend
};

SessionResult play_session(State& state);

/// What a session that is held now finds when it comes to a queue, if nobody starts: the jobs that
/// the system has suspended and that can go on have resumed, those of this queue and of queues that
/// have their turns before it. Queues of a pool take their turns in file order.
State after_resumes(const State& state, QueueId queue);

}  // namespace mcsim::testing::naive
