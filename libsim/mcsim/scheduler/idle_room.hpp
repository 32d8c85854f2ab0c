// Whether a cluster could ever hold a job, were nothing else in it.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps Requirements::could_hold. Source: docs/rules/scheduling.md, section 8.
class IdleRoom : Owner {
 public:
  using Owner::Owner;

  /// Whether the hosts that a job may have could hold it if nothing ran on them and all were up.
  /// What select says of load does not count.
  bool could_hold(JobSlotId id);

 private:
  bool counted(JobSlotId id) const;
  bool fits_limits(JobSlotId id, const std::vector<HostSlots>& offers) const;
  /// The hosts that the job may have, with the most slots that each could give it.
  std::vector<HostSlots> offers(JobSlotId id) const;
  /// `offers` by what must be the same on all hosts of the job and never changes.
  std::vector<std::vector<HostSlots>> groups(JobSlotId id, std::vector<HostSlots> offers) const;
};

}  // namespace mcsim::scheduler
