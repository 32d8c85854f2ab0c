// What jobs have under the rows of section Limit.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/model/limit_section.hpp"
#include "mcsim/scheduler/jobs.hpp"
#include "mcsim/scheduler/limit_index.hpp"

namespace mcsim::scheduler {

/// What is in use under one counter of a row.
struct LimitUse {
  std::int64_t running = 0;       ///< slots of running jobs
  std::int64_t suspended = 0;     ///< slots of suspended ones
  std::int64_t reserved = 0;      ///< slots of pending jobs, SLOT_RESERVE
  std::int64_t jobs = 0;          ///< started ones
  std::vector<Amount> amounts{};  ///< of LimitSection::amounts; empty: nothing

  Amount amount(std::size_t at) const { return at < amounts.size() ? amounts[at] : 0; }
  /// To be changed. `size`: how many there are in the row.
  Amount& amount(std::size_t at, std::size_t size) {
    if (amounts.size() < size) amounts.resize(size);
    return amounts[at];
  }
  void add(const LimitUse& more, std::int32_t sign) {
    running += sign * more.running;
    suspended += sign * more.suspended;
    reserved += sign * more.reserved;
    jobs += sign * more.jobs;
    if (amounts.size() < more.amounts.size()) amounts.resize(more.amounts.size());
    for (std::size_t at = 0; at < more.amounts.size(); ++at) amounts[at] += sign * more.amounts[at];
  }
};

/// A counter of a row of ClusterSettings::limits.
using LimitCounter = std::pair<std::uint32_t, LimitKey>;
using LimitCounts = std::map<LimitCounter, LimitUse>;

/// A line of jobs that a limit keeps from starting.
struct LimitedLine {
  BucketId bucket{};
  std::uint32_t line = 0;
};

/// A line of jobs from which limits keep hosts that would hold them otherwise.
struct LimitedAtHosts : LimitedLine {
  /// What may help its jobs.
  enum class By : std::uint8_t {
    less_use,  ///< only that less is in use, of limits or of hosts
    session,   ///< also what other jobs start: it is looked at in every session
    order      ///< also another order of hosts, which other jobs' starts bring about
  };
  By by{};
};

/// All counters, and what each job has under them. `LimitCharges` keeps it, and `Session` what is
/// parked.
struct LimitUses {
  LimitIndex index;
  LimitCounts counts;
  std::map<JobSlotId, LimitCounts> of_job;  ///< of jobs that have anything
  std::vector<JobSlotId> changed;           ///< jobs that may have something else by now

  std::map<LimitCounter, std::vector<LimitedLine>> parked;  ///< wait for less use of the counter
  std::vector<LimitCounter> freed;       ///< of these: less is in use than when they were parked
  std::vector<LimitedAtHosts> at_hosts;  ///< lines that wait likewise
  bool any_freed = false;                ///< some counter is less than when these were parked
};

}  // namespace mcsim::scheduler
