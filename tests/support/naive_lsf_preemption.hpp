// Preemption in the naive reference. docs/rules/scheduling.md, section 6.
#pragma once

#include <optional>
#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// Where a job starts, and which jobs it preempts there, in the order in which they were taken.
struct Preemption {
  std::vector<HostSlots> hosts;
  std::vector<std::size_t> victims;  ///< positions in State::jobs
};

/// How preemption can make room for a job that finds no hosts; none: it cannot, or must not. The
/// state is left as it was.
std::optional<Preemption> make_room(State& state, const Job& job);

/// Whether a running job may be preempted by jobs of that queue, as far as it depends on the
/// victim; the second leaves out conditions that depend on time.
bool could_be_preempted_by(const State& state, const Job& job, QueueId queue);
bool could_ever_be_preempted_by(const State& state, const Job& job, QueueId queue);

}  // namespace mcsim::testing::naive
