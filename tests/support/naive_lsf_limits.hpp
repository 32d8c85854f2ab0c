// What limits of section Limit leave to jobs, in the naive reference of LSF's scheduler.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/model/results.hpp"
#include "support/naive_limits.hpp"
#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// What the limits leave of a job's hosts, while they are chosen one after another.
class LimitedParts {
 public:
  /// Reserved slots of jobs whose predicted start is at `backfill_end` or later do not count on
  /// hosts.
  LimitedParts(const State& state, const Job& job, Time backfill_end);
  /// They leave everything.
  LimitedParts() = default;

  /// How many of so many slots the job may have on the host beside those that it has already.
  std::int64_t most_on(HostId host, std::int64_t slots) const;
  void take(HostId host, std::int64_t slots) { parts_.push_back(part(host, slots)); }

 private:
  static HostSlots part(HostId host, std::int64_t slots) {
    return {host, Slots(static_cast<std::int32_t>(slots))};
  }

  const State* state_ = nullptr;  ///< null: there are no limits
  const Job* job_ = nullptr;
  LimitUsers others_;
  std::vector<HostSlots> parts_;
};

/// How many slots limits that are not of hosts have room for; 0 if one is less than the job wants.
std::int64_t room_in_limits(const State& state, const Job& job);
/// Whether the limits let a suspended job go on.
bool limits_let_resume(const State& state, const Job& job);
/// Whether they let a started job change to another queue.
bool limits_let_switch(const State& state, const Job& job, QueueId queue);

}  // namespace mcsim::testing::naive
