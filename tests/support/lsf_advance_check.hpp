// Whether a job that runs since now leaves advance reservations what is theirs: section 10 of
// docs/scheduling.md.
#pragma once

#include "support/lsf_usage.hpp"

namespace mcsim {

/// Of the slots of active reservations on a host, those that are not in use stay free of others.
void check_kept_slots(const LsfUsage& usage, HostId at);
/// What starts before a reservation will have ended by then, or leaves it its slots.
void check_later_reservations(const LsfUsage& usage, HostId at);

}  // namespace mcsim
