// What jobs have under the rows of section Limit.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/model/limit_section.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

/// What is in use under one counter of a row.
struct LimitUse {
  std::int64_t running = 0;       ///< slots of running jobs
  std::int64_t suspended = 0;     ///< slots of suspended ones
  std::int64_t reserved = 0;      ///< slots of pending jobs, SLOT_RESERVE
  std::int64_t jobs = 0;          ///< started ones
  std::vector<Amount> amounts{};  ///< of LimitSection::amounts; empty: nothing

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

/// All counters, and what each job has under them. `LimitCharges` keeps it.
struct LimitUses {
  LimitCounts counts;
  std::map<JobSlotId, LimitCounts> of_job;  ///< of jobs that have anything
  std::vector<JobSlotId> changed;           ///< jobs that may have something else by now
  bool freed = false;                       ///< some counter is less than when lines were parked

  /// A line that waits for a limit.
  struct Line {
    BucketId bucket{};
    std::uint32_t line = 0;
    bool at_hosts = false;  ///< other hosts, or another order of them, may help it, too
  };
  std::vector<Line> parked;
};

}  // namespace mcsim::scheduler
