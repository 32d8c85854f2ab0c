// Jobs of other clusters in the naive reference. docs/rules/forwarding.md, section 6.
#pragma once

#include <optional>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// Whether the guest is here and has never started.
bool has_not_started(const Job& guest);
/// The guest leaves this cluster.
void send_back(State& state, Job& guest, ReturnReason reason);
/// REMOTE_MAX_PREEXEC_RETRY of a guest, LOCAL_MAX_PREEXEC_RETRY of others.
std::int32_t most_preexec_failures(const State& state, const Job& job);

/// A job as its submission cluster sends it.
struct Visitor {
  TraceJob asked{};
  ClusterId home{};
  std::size_t home_job = 0;
  std::uint64_t forward = 0;  ///< its number among the forwards of this way
  QueueId queue{};
  Duration resched_time = unlimited;
  std::int32_t priority = 0;
  std::int32_t most_priority = 0;  ///< MAX_USER_PRIORITY of its home
  FailedStarts failed{};           ///< in all clusters so far
};
/// Why the job is refused here; none: it is accepted and becomes the last of State::jobs.
ReturnReason import_job(State& state, const Visitor& visitor);

/// MAX_RSCHED_TIME: guests whose time is over go back.
void return_late_guests(State& state);
bool is_late(const State& state, const Job& guest);
/// Guests that could not start in their only session go back.
void return_guests_on_trial(State& state);

}  // namespace mcsim::testing::naive
