// How the slots of a job are spread over hosts.
#include "mcsim/policy/slot_spread.hpp"

#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::slot_spread_test {
namespace {

HostSlots part(std::uint32_t host, std::int32_t slots) {
  return {static_cast<HostId>(host), Slots(slots)};
}

ResourceRequirement on_one_host() {
  ResourceRequirement asked;
  asked.one_host = true;
  return asked;
}

}  // namespace

TEST_CASE("of hosts that each offer all slots of a job the first one is taken") {
  CHECK(policy::most_of(2, on_one_host(), {part(1, 3), part(2, 4)}) == std::vector{part(1, 2)});
}

TEST_CASE("of hosts that offer a part of a job's slots, the first of those that offer most") {
  CHECK(policy::most_of(4, on_one_host(), {part(1, 2), part(2, 3), part(3, 3)}) ==
        std::vector{part(2, 3)});
}

TEST_CASE("a host that offers fewer slots than a tile gets none") {
  ResourceRequirement asked;
  asked.ptile = 2;
  CHECK(policy::most_of(6, asked, {part(1, 1), part(2, 5), part(3, 2)}) ==
        std::vector{part(2, 2), part(3, 2)});
}

}  // namespace mcsim::testing::slot_spread_test
