// What jobs wait for of others (bsub -w), as docs/rules/dependencies.md says it: all is looked at
// anew each time, and nothing is kept but what was known when a job began to wait.
#pragma once

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// Why a job that is submitted now is refused, as far as its array and its condition go.
EndReason refusal_in_order(const State& state, const Job& job);
/// A job that has just been submitted waits by its condition, if it has one.
void wait_for_others(State& state, Job& job);
/// bmod -w. False: it names a job that is not known, and changes nothing.
bool wait_for_others_now(State& state, Job& job, ConditionId condition);
/// What has happened lets others wait in line, or not any more, and ends orphans.
void settle_conditions(State& state);
/// Whether what jobs wait for has changed since.
bool conditions_have_moved(const State& state);
/// Orphans whose time is over end.
void end_late_orphans(State& state);

}  // namespace mcsim::testing::naive
