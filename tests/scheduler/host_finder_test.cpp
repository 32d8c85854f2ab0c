// Which hosts a search visits, and in which order.
#include "mcsim/scheduler/host_finder.hpp"

#include <array>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::host_finder_test {

namespace {

/// Five hosts of one class, in the order of load; host n has 4 - n free slots and n of a second
/// measure.
HostFinder five_hosts() {
  HostFinder finder(5, {0ms});
  finder.add_order(1);
  finder.add_measure();
  finder.add_set({0, 0, 0, 0, 0});
  for (std::uint32_t at = 0; at < 5; ++at) {
    const auto host = static_cast<HostId>(at);
    finder.measure(host, HostFinder::free_slots, 4 - at);
    finder.measure(host, 1, at);
    finder.show(host, 0, 0, std::array<std::int64_t, 1>{10 * at});
  }
  return finder;
}

std::vector<std::uint32_t> visited(const HostFinder& finder, const HostFinder::Needs& needs) {
  std::vector<std::uint32_t> hosts;
  finder.find(HostSetId{}, 0, 0, needs, [&](HostId host) {
    hosts.push_back(static_cast<std::uint32_t>(index_of(host)));
    return false;
  });
  return hosts;
}

}  // namespace

TEST_CASE("hosts are visited in their order but for those that lack slots or a resource") {
  const HostFinder finder = five_hosts();
  const std::array<HostFinder::Need, 1> two{{{.measure = 1, .least = 2}}};
  CHECK(visited(finder, {.slots = 1, .others = {}}) == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(visited(finder, {.slots = 3, .others = {}}) == std::vector<std::uint32_t>{0, 1});
  CHECK(visited(finder, {.slots = 1, .others = two}) == std::vector<std::uint32_t>{2, 3});
  CHECK(visited(finder, {.slots = 3, .others = two}).empty());
}

TEST_CASE("of some hosts it is told how many slots one has that has enough of all else") {
  const HostFinder finder = five_hosts();
  const std::array<HostId, 2> freed{HostId{1}, HostId{3}};
  const HostFinder::Offers offers = finder.offers_of(freed);
  const std::array<HostFinder::Need, 1> two{{{.measure = 1, .least = 2}}};
  const std::array<HostFinder::Need, 1> four{{{.measure = 1, .least = 4}}};
  std::vector<std::uint32_t> rows;
  finder.rows_in(HostSetId{}, offers, rows);
  CHECK(finder.most_slots(offers, rows, {}) == 3);
  CHECK(finder.most_slots(offers, rows, two) == 1);
  CHECK(finder.most_slots(offers, rows, four) == -1);
}

}  // namespace mcsim::testing::host_finder_test
