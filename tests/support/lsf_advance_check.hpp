// Whether a job that runs since now leaves advance reservations what is theirs: section 10 of
// docs/rules/scheduling.md.
#pragma once

#include "support/lsf_usage.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Of the slots of active reservations on a host, those that are not in use stay free of others.
void check_kept_slots(const LsfUsage& usage, HostId at);
/// What starts before a reservation will have ended by then, or leaves it its slots.
void check_later_reservations(const LsfUsage& usage, HostId at);
/// The same of what resumes.
void check_resumes_before_reservations(const LsfUsage& usage, HostId at);
/// Whether the job has slots of a host that are reserved for its user, and not for that of `other`.
bool is_on_slots_kept_from(const LsfUsage& usage, const LsfJob& other, HostId at);

}  // namespace mcsim::testing
