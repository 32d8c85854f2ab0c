// Slots that wait for parallel jobs.
#include "mcsim/scheduler/slot_reserver.hpp"

#include <vector>

#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/use_counts.hpp"

namespace mcsim::scheduler {

void SlotReserver::add(const SlotReservation& reservation) {
  the<UseCounts>().add(reservation.job, {.reserved = reservation.slots}, reservation.host);
  state_.hosts[reservation.host].reserved += reservation.slots;
  state_.slot_reservations.add(reservation);
  the<HostPlaces>().show(reservation.host);
}

void SlotReserver::drop(const SlotReservation& reservation) {
  the<UseCounts>().add(reservation.job, {.reserved = -reservation.slots}, reservation.host);
  state_.hosts[reservation.host].reserved -= reservation.slots;
  the<HostPlaces>().show(reservation.host);
  the<HostPlaces>().freed(reservation.host);
}

void SlotReserver::drop_each() {
  for (const SlotReservation& reservation : state_.slot_reservations) drop(reservation);
  state_.slot_reservations.clear();
}

void SlotReserver::drop_each_of(JobSlotId id) {
  state_.slot_reservations.visit_of(id,
                                    [&](const SlotReservation& reservation) { drop(reservation); });
  state_.slot_reservations.remove_of(id);
}

void SlotReserver::start(JobSlotId id) {
  if (state_.jobs[id].reserves_since != never) return;
  state_.jobs[id].reserves_since = now_;
  state_.slot_reservations.reserving.push_back(id);
}

void SlotReserver::end(JobSlotId id) {
  state_.jobs[id].reserves_since = never;
  std::erase(state_.slot_reservations.reserving, id);
}

}  // namespace mcsim::scheduler
