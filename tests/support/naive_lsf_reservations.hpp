// Advance reservations in the naive reference. docs/rules/scheduling.md, section 10.
#pragma once

#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// The most slots of a host that are left for a pending job, advance reservations considered.
std::int64_t most_by_reservations(const State& state, const Job& job, HostId host,
                                  Time backfill_end);
/// The slots of a host that active advance reservations keep from the job.
std::int64_t kept_from(const State& state, const Job& job, HostId host);
/// The slots of a host that active reservations keep for any user, without those that their jobs
/// use.
std::int64_t kept_in_all(const State& state, HostId host);
/// The slots of a host that active reservations keep for the job's user and for none of `others`.
std::int64_t kept_for(const State& state, const Job& job, HostId host,
                      const std::vector<NameId>& others);
/// Whether reservations let a suspended job resume on its slots of a host: later ones need these
/// slots, and an exclusive job must not close the host to active or later ones.
bool reservations_let_go_on(const State& state, const Job& job, const HostSlots& part);

/// The reservations that a job which starts now on `hosts` is charged to.
std::vector<Charge> charges_of(const State& state, const Job& job,
                               const std::vector<HostSlots>& hosts);
/// Whether the job is on slots of an active reservation that the other job may not use.
bool is_shielded_from(const State& state, const Job& job, const Job& other);

}  // namespace mcsim::testing::naive
