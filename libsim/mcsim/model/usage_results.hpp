// Who had the slots of a run, and what jobs waited for.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/model/pend_reason.hpp"

namespace mcsim::model {

/// Slot-milliseconds of jobs that ran, and how many jobs that were, each once.
struct SlotTime {
  std::uint64_t jobs = 0;
  Int128 used = 0;
};

/// Job-milliseconds that jobs waited, and how many jobs that were, each once.
struct WaitSum {
  std::uint64_t jobs = 0;
  Int128 waited = 0;
};

using QueuePlace = std::pair<ClusterId, QueueId>;

/// All sums are up to the end of the run, of jobs that wait or run then, too.
struct UsageResults {
  std::map<QueuePlace, SlotTime> by_queue;                    ///< where jobs ran
  std::map<NameId, SlotTime> by_user;                         ///< none: jobs without a user
  std::map<std::pair<ClusterId, ClusterId>, SlotTime> flows;  ///< submission, execution cluster
  std::map<std::pair<QueuePlace, PendReason>, WaitSum> waits_of_queues;  ///< where jobs waited
  std::map<std::pair<NameId, PendReason>, WaitSum> waits_of_users;
  /// Reasons were looked at after each instant (0), or that seldom towards the end of the run.
  Duration look_step{};
};

}  // namespace mcsim::model
