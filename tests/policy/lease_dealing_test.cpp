// How exported units are dealt: the examples of LSF's documents, and their promises.
#include "mcsim/policy/lease_dealing.hpp"

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::lease_dealing_test {

namespace {

/// Which consumer gets which unit: `ABA`: the first and the third unit go to the first consumer.
std::string dealt(const std::vector<std::int32_t>& shares, int units) {
  std::vector<std::int64_t> given(shares.size());
  std::string who;
  for (int unit = 0; unit < units; ++unit) {
    const std::size_t consumer = DealByDeficit{}.next({shares, given});
    ++given[consumer];
    who += static_cast<char>('A' + consumer);
  }
  return who;
}

}  // namespace

TEST_CASE("units go to who is furthest behind its share, the first of equals") {
  struct Row {
    std::vector<std::int32_t> shares;
    int units;
    const char* who;
  };
  const Row rows[] = {
      {{1}, 3, "AAA"},
      {{1, 1}, 2, "AB"},             // RES_SELECT, 2 hosts: HostA to C1, HostB to C2
      {{1, 1}, 4, "ABAB"},           // PER_HOST=HostA HostB, SLOTS=2: one slot of each host to each
      {{1, 3}, 8, "BABBBABB"},       // PER_HOST=hostA hostB, SLOTS=4: one and three of each
      {{30, 70}, 10, "BABBABBBAB"},  // NINSTANCES=10: 3 and 7
      {{2, 1, 1}, 4, "ABCA"},
      {{1, 1, 1}, 5, "ABCAB"},
  };
  for (const Row& row : rows) CHECK(dealt(row.shares, row.units) == row.who);
}

TEST_CASE("nobody is ever a whole unit above its exact share") {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/dealing"};
    std::vector<std::int32_t> shares(1 + stream.below(8));
    for (std::int32_t& share : shares) share = static_cast<std::int32_t>(1 + stream.below(100));
    const std::int64_t all = std::accumulate(shares.begin(), shares.end(), std::int64_t{0});
    std::vector<std::int64_t> given(shares.size());
    for (std::int64_t units = 1; units <= 300; ++units) {
      ++given[DealByDeficit{}.next({shares, given})];
      for (std::size_t at = 0; at < shares.size(); ++at)
        REQUIRE((given[at] - 1) * all < shares[at] * units);
    }
    CHECK(std::accumulate(given.begin(), given.end(), std::int64_t{0}) == 300);
  }
}

TEST_CASE("whole cycles at once deal the same as unit by unit") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/cycles"};
    std::vector<std::int32_t> shares(1 + stream.below(5));
    for (std::int32_t& share : shares) share = static_cast<std::int32_t>(1 + stream.below(12));
    for (const AnyDeal& policy : {AnyDeal(DealByDeficit{}), AnyDeal(DealInTurn{})}) {
      std::vector<std::int64_t> at_once(shares.size());
      std::vector<std::int64_t> one_by_one(shares.size());
      for (int host = 0; host < 10; ++host) {
        const auto units = static_cast<std::int64_t>(stream.below(100));
        deal_units(policy, shares, at_once, units);
        for (std::int64_t unit = 0; unit < units; ++unit)
          ++one_by_one[policy({shares, one_by_one})];
        REQUIRE(at_once == one_by_one);
      }
    }
  }
}

TEST_CASE("in turns the shares do not matter") {
  std::vector<std::int64_t> given(2);
  const std::vector<std::int32_t> shares{90, 10};
  for (int unit = 0; unit < 6; ++unit) ++given[DealInTurn{}.next({shares, given})];
  CHECK(given == std::vector<std::int64_t>{3, 3});
}

}  // namespace mcsim::testing::lease_dealing_test
