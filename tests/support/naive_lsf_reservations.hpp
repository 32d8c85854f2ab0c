// Advance reservations in the naive reference. docs/scheduling.md, section 10.
#pragma once

#include <vector>

#include "support/naive_lsf_state.hpp"

namespace mcsim::naive {

/// The most slots of a host that advance reservations leave a pending job.
std::int64_t most_by_reservations(const State& state, const Job& job, HostId host,
                                  Time backfill_end);
/// What active advance reservations keep from a job on a host.
std::int64_t kept_from(const State& state, const Job& job, HostId host);

/// The reservations that a job which starts now on `hosts` is charged to.
std::vector<Charge> charges_of(const State& state, const Job& job,
                               const std::vector<HostSlots>& hosts);
/// Whether the job is on slots of an active reservation that the other job may not use.
bool is_shielded_from(const State& state, const Job& job, const Job& other);

}  // namespace mcsim::naive
