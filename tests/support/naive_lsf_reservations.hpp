// Advance reservations in the naive reference. docs/rules/scheduling.md, section 10.
#pragma once

#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// The most slots of a host that advance reservations leave a pending job.
std::int64_t most_by_reservations(const State& state, const Job& job, HostId host,
                                  Time backfill_end);
/// What active advance reservations keep from a job on a host.
std::int64_t kept_from(const State& state, const Job& job, HostId host);
/// What active ones keep on a host beside what their jobs use, for whomever.
std::int64_t kept_in_all(const State& state, HostId host);
/// What active ones keep for the job's user, and not for any of `others`.
std::int64_t kept_for(const State& state, const Job& job, HostId host,
                      const std::vector<NameId>& others);
/// Whether a suspended job may go on with its slots of a host, as far as active reservations have
/// it that it would close the host to, and those to come.
bool reservations_let_go_on(const State& state, const Job& job, const HostSlots& part);

/// The reservations that a job which starts now on `hosts` is charged to.
std::vector<Charge> charges_of(const State& state, const Job& job,
                               const std::vector<HostSlots>& hosts);
/// Whether the job is on slots of an active reservation that the other job may not use.
bool is_shielded_from(const State& state, const Job& job, const Job& other);

}  // namespace mcsim::testing::naive
