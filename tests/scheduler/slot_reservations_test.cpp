// Slots that jobs have reserved, found by host and by job.
#include "mcsim/scheduler/slot_reservations.hpp"

#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::slot_reservations_test {

namespace {

/// Job 7 has 1 slot of host 2 and 2 of host 5, job 9 has 4 of host 5.
SlotReservations two_jobs() {
  SlotReservations reservations;
  reservations.add({JobSlotId{7}, HostId{2}, 1, never});
  reservations.add({JobSlotId{7}, HostId{5}, 2, never});
  reservations.add({JobSlotId{9}, HostId{5}, 4, never});
  return reservations;
}

std::vector<std::int32_t> on_host(const SlotReservations& reservations, std::uint32_t host) {
  std::vector<std::int32_t> slots;
  reservations.visit_on(static_cast<HostId>(host),
                        [&](const SlotReservation& one) { slots.push_back(one.slots); });
  return slots;
}

std::vector<std::int32_t> of_job(const SlotReservations& reservations, std::uint32_t job) {
  std::vector<std::int32_t> slots;
  reservations.visit_of(static_cast<JobSlotId>(job),
                        [&](const SlotReservation& one) { slots.push_back(one.slots); });
  return slots;
}

using Found = std::vector<std::int32_t>;

}  // namespace

TEST_CASE("reserved slots are found by their host and by their job") {
  const SlotReservations reservations = two_jobs();
  CHECK(on_host(reservations, 2) == Found{1});
  CHECK(on_host(reservations, 5) == Found{2, 4});
  CHECK(on_host(reservations, 3).empty());
  CHECK(on_host(reservations, 1000).empty());
  CHECK(of_job(reservations, 7) == Found{1, 2});
  CHECK(of_job(reservations, 8).empty());
}

TEST_CASE("what one job gives up of reserved slots leaves the others theirs") {
  SlotReservations reservations = two_jobs();
  reservations.remove_of(JobSlotId{7});
  CHECK(on_host(reservations, 2).empty());
  CHECK(on_host(reservations, 5) == Found{4});
  CHECK(of_job(reservations, 7).empty());
  CHECK(of_job(reservations, 9) == Found{4});
  reservations.clear();
  CHECK(reservations.empty());
  CHECK(on_host(reservations, 5).empty());
}

}  // namespace mcsim::testing::slot_reservations_test
