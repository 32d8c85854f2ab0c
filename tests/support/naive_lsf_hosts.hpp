// Which hosts a job can have in the naive reference, and how many slots of each.
// docs/rules/scheduling.md, sections 5 and 10.
#pragma once

#include <optional>
#include <vector>

#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// Which reserved slots count as used when hosts are chosen.
enum class Relief : std::uint8_t {
  none,      ///< all
  backfill,  ///< not those that the job may backfill
};

/// Reserved slots of jobs whose predicted start is then or later do not count for the job on hosts;
/// never: all do.
Time backfill_end_of(const State& state, const Job& job, Relief relief);

/// The slots that a host offers a job; 0: none.
std::int64_t offer(const State& state, const Job& job, HostId host, Relief relief);

/// All hosts, the best for this job first.
std::vector<HostId> host_order(const State& state, const Job& job);

/// Where the job would start if only `hosts` are tried, in that order; none: they cannot hold it.
std::optional<std::vector<HostSlots>> place(const State& state, const Job& job,
                                            const std::vector<HostId>& hosts);
/// Whether some of the slots are offered to the job by backfilling only.
bool needs_backfill(const State& state, const Job& job, const std::vector<HostSlots>& parts);

/// The slots that a host could give the job if nothing else were in the cluster; 0: the job may not
/// use it, by what never changes.
std::int64_t most_when_idle(const State& state, const Job& job, HostId id);
/// Whether the hosts of the job could hold it then, as span[] and same[] want it, of same[] by what
/// never changes.
bool could_ever_hold(const State& state, const Job& job);
/// The slots that a job which finds too few can reserve; may be empty.
std::vector<HostSlots> reservable(const State& state, const Job& job);
/// When a job that reserves slots will find enough of them.
Time predicted_start(const State& state, const Job& job);

/// Whether the job must have all its slots on one host.
bool needs_one_host(const Job& job);

/// The preference level of the host; none: `hosts` does not name it.
std::optional<std::int32_t> level_of(const HostPreferences& hosts, HostId host);

/// A limit of lsb.users that applies to a user, and the users who share it.
struct HeldLimit {
  const UserLimit* limit = nullptr;
  std::vector<NameId> users;
};
std::vector<HeldLimit> limits_of(const State& state, NameId user);

}  // namespace mcsim::testing::naive
