// What deciding has cost, counted by the engine itself: rows that were looked at. The same numbers
// on every machine, and nothing that is decided hangs on them.
#pragma once

#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// Whether work is counted. Without (CMake: MCSIM_COUNT_WORK=OFF) all counts stay 0 and cost
/// nothing.
#ifdef MCSIM_NO_WORK
inline constexpr bool counts_work = false;
#else
inline constexpr bool counts_work = true;
#endif

/// Rows that were looked at, by kind. Whoever looks owns one, which only grows; what one decision
/// has cost is a difference.
struct Work {
  std::uint64_t jobs = 0;        ///< waiting jobs, and running ones that might be preempted
  std::uint64_t buckets = 0;     ///< of waiting jobs that ask the same, or sizes of jobs
  std::uint64_t hosts = 0;       ///< that were tried for a job, or taken
  std::uint64_t candidates = 0;  ///< receive queues that a forwarding policy has read
  std::uint64_t described = 0;   ///< receive queues that were described for it
  std::uint64_t leases = 0;      ///< that were evaluated
  std::uint64_t messages = 0;    ///< that were sent to other clusters

  /// All of them: the work as one number.
  std::uint64_t steps() const {
    return jobs + buckets + hosts + candidates + described + leases + messages;
  }
  bool operator==(const Work&) const = default;
  Work operator+(const Work& more) const {
    return {jobs + more.jobs,           buckets + more.buckets,
            hosts + more.hosts,         candidates + more.candidates,
            described + more.described, leases + more.leases,
            messages + more.messages};
  }
  Work operator-(const Work& before) const {
    return {jobs - before.jobs,           buckets - before.buckets,
            hosts - before.hosts,         candidates - before.candidates,
            described - before.described, leases - before.leases,
            messages - before.messages};
  }
};

/// Counts `more` rows.
constexpr void tally(std::uint64_t& counter, std::uint64_t more = 1) {
  if constexpr (counts_work) counter += more;
}

}  // namespace mcsim::base
