// Whether hosts offer enough for a parallel job, computed by sums and by placing it.
#include "mcsim/policy/offer_tally.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/policy/slot_spread.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::offer_tally_test {

namespace {

constexpr std::uint32_t hosts = 6;

/// Whether the job can be placed on hosts of one group that offer these.
bool can_place(std::int32_t slots, const ResourceRequirement& asked,
               const std::vector<HostSlots>& offers) {
  std::vector<HostSlots> parts;
  SlotSpread spread(slots, asked, parts);
  return std::ranges::any_of(offers, [&](const HostSlots& offered) {
    return offered.slots.count() > 0 && spread.offer(offered.host, offered.slots.count());
  });
}

}  // namespace

// Property: the last host is in no group, the others are in one of two.
TEST_CASE("offers are enough when some group of hosts can hold the job", "[property]") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 201));
  INFO("seed " << seed);
  const RngStream draws{seed, "test/offer_tally"};
  std::uint64_t drawn = 0;
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::int32_t>(draws.at(0, drawn++) % bound);
  };
  const std::int32_t slots = 2 + below(9);
  ResourceRequirement asked;
  asked.ptile = below(static_cast<std::uint64_t>(slots));
  std::vector<std::vector<HostSlots>> groups(2);
  for (std::uint32_t host = 0; host + 1 < hosts; ++host)
    groups[static_cast<std::size_t>(below(2))].push_back({static_cast<HostId>(host), Slots{}});
  OfferTally tally(hosts, slots, asked, groups);
  CHECK_FALSE(tally.counts(static_cast<HostId>(hosts - 1)));
  for (int change = 0; change < 100; ++change) {
    auto& group = groups[static_cast<std::size_t>(below(2))];
    if (group.empty()) continue;
    HostSlots& one = group[static_cast<std::size_t>(below(group.size()))];
    one.slots = Slots(below(6));
    tally.set(one.host, one.slots.count());
    const bool expected = can_place(slots, asked, groups[0]) || can_place(slots, asked, groups[1]);
    REQUIRE(tally.suffices() == expected);
  }
}

}  // namespace mcsim::testing::offer_tally_test
