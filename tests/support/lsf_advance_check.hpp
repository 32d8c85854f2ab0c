// Whether a job that has just started or resumed leaves advance reservations their slots: section
// 10 of docs/rules/scheduling.md.
#pragma once

#include "support/lsf_usage.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The unused slots of active reservations on a host stay free for their users.
void check_kept_slots(const LsfUsage& usage, HostId at, bool with_suspended);
/// A job that starts before a reservation ends by its begin, or leaves it its slots.
void check_later_reservations(const LsfUsage& usage, HostId at);
/// The same for a job that resumes.
void check_resumes_before_reservations(const LsfUsage& usage, HostId at);
/// Whether all slots of the job on the host can be slots that are reserved for its user and not for
/// the user of `other`.
bool is_on_slots_kept_from(const LsfUsage& usage, const JobState& other, HostId at);

}  // namespace mcsim::testing
