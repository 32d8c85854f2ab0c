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
  void drop_all() {
    if (!state_.slot_reservations.empty()) drop_each();
  }
  void drop_of(JobSlotId id) {
    if (!state_.slot_reservations.empty()) drop_each_of(id);
  }
  /// The time in which a job may reserve slots begins, or is over.
  void start(JobSlotId id);
  void stop(JobSlotId id) {
    if (state_.jobs[id].reserves_since != never) end(id);
  }

 private:
  void drop_each();
  void drop_each_of(JobSlotId id);
  void end(JobSlotId id);
  void drop(const SlotReservation& reservation);
};

}  // namespace mcsim::scheduler
