// Keeps what jobs have under the rows of section Limit.
#pragma once

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps LimitUses but for `parked`. Jobs are noted as they change, and counted when somebody asks.
class LimitCharges : Owner {
 public:
  using Owner::Owner;

  /// Counts the jobs that have changed.
  void settle() {
    if (!state_.limits.changed.empty()) count_changed();
  }
  /// Counts all jobs anew: other limits may apply.
  void recount();

 private:
  void count_changed();
  void count(JobSlotId id);
};

}  // namespace mcsim::scheduler
