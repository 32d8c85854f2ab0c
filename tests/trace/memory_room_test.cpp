// How many slots with so much memory each a job can ever have.
#include "mcsim/trace/memory_room.hpp"

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::memory_room_test {

// 2 hosts of 64,000 MB and 16 slots, one of 8,000 MB and 4 slots: 8,000 MB fit 8 + 8 + 1 times,
// 1,000 MB more often than there are slots.
TEST_CASE("a host has room for the slots whose memory it holds, and at most for its slots") {
  MemoryRoom room;
  room.add_cluster({{.mb = 64'000, .slots = 16, .hosts = 2}, {.mb = 8'000, .slots = 4}});
  CHECK(room.slots(8'000) == 17);
  CHECK(room.slots(8'001) == 14);
  CHECK(room.slots(1'000) == 36);
  CHECK(room.slots(64'000) == 2);
  CHECK(room.slots(64'001) == 0);
}

// A job is in one cluster: in the first 2 slots of 60,000 MB, in the other one 1.
TEST_CASE("a job has the room of one cluster, not of all together") {
  MemoryRoom room;
  room.add_cluster({{.mb = 64'000, .slots = 16, .hosts = 2}});
  room.add_cluster({{.mb = 100'000, .slots = 2}});
  CHECK(room.slots(60'000) == 2);
  CHECK(room.slots(100'000) == 1);
}

TEST_CASE("without any cluster there is no bound") {
  CHECK(MemoryRoom{}.slots(1'000'000'000) == most_slots);
}

}  // namespace mcsim::testing::memory_room_test
