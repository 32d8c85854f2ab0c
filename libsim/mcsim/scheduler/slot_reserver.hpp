// Slots that wait for parallel jobs: SLOT_RESERVE.
#pragma once

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps SlotReservations.
class SlotReserver : Owner {
 public:
  using Owner::Owner;

  /// A job reserves slots on a host for this session.
  void add(const SlotReservation& reservation);
  /// Drops what is reserved: all of it, or what one job has.
  void drop_all();
  void drop_of(JobSlotId id);
  /// The time in which a job may reserve slots begins, or is over.
  void start(JobSlotId id);
  void stop(JobSlotId id);

 private:
  void drop(const SlotReservation& reservation);
};

}  // namespace mcsim::scheduler
