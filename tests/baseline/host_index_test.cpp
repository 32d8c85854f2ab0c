// The hosts' index against plain loops.
#include "mcsim/baseline/host_index.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::host_index_test {

namespace {

std::vector<HostConfig> hosts_with(const std::vector<std::int32_t>& ncpus) {
  std::vector<HostConfig> hosts;
  for (const std::int32_t count : ncpus) hosts.push_back({"h", count, Slots(count)});
  return hosts;
}

/// The first of the least loaded hosts that have a free slot.
std::optional<std::size_t> slow_choice(const std::vector<Host>& hosts) {
  std::optional<std::size_t> best;
  for (std::size_t at = 0; at < hosts.size(); ++at) {
    if (hosts[at].free() == Slots{}) continue;
    const auto load = [&](std::size_t host, std::size_t other) {
      return std::int64_t{hosts[host].busy.count()} * hosts[other].ncpus;
    };
    if (!best || load(at, *best) < load(*best, at)) best = at;
  }
  return best;
}

std::vector<HostSlots> slow_take(std::vector<Host>& hosts, Slots slots) {
  std::vector<HostSlots> taken;
  while (slots > Slots{}) {
    const std::size_t host = slow_choice(hosts).value();
    const Slots part = std::min(slots, hosts[host].free());
    hosts[host].busy += part;
    taken.push_back({static_cast<HostId>(host), part});
    slots -= part;
  }
  return taken;
}

void random_change(Host& host, std::uint64_t dice) {
  if (dice % 4 == 0) host.closed = !host.closed;
  if (dice % 4 == 1) host.down = !host.down;
  if (dice % 4 >= 2) host.mxj = Slots(static_cast<std::int32_t>(dice / 4 % 12));
}

}  // namespace

TEST_CASE("the index of hosts chooses and sums as plain loops do", "[property]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/host_index"};
    std::vector<std::int32_t> ncpus;
    for (std::uint64_t left = 1 + stream.below(9); left > 0; --left)
      ncpus.push_back(static_cast<std::int32_t>(1 + stream.below(8)));
    HostIndex index(hosts_with(ncpus));
    std::vector<Host> slow;
    for (std::size_t at = 0; at < ncpus.size(); ++at)
      slow.push_back(index[static_cast<HostId>(at)]);
    std::vector<HostSlots> held;

    for (int step = 0; step < 200; ++step) {
      const std::uint64_t dice = stream.below(3);
      if (dice == 0 && index.free() > Slots{}) {
        const auto most = static_cast<std::uint64_t>(index.free().count());
        const Slots slots(static_cast<std::int32_t>(1 + stream.below(most)));
        std::vector<HostSlots> taken;
        index.take(slots, taken);
        REQUIRE((taken == slow_take(slow, slots)));
        held.insert(held.end(), taken.begin(), taken.end());
      } else if (dice == 1 && !held.empty()) {
        const auto at = held.begin() + static_cast<std::ptrdiff_t>(stream.below(held.size()));
        index.give_back(*at);
        slow[index_of(at->host)].busy -= at->slots;
        held.erase(at);
      } else {
        const auto at = static_cast<std::size_t>(stream.below(slow.size()));
        const std::uint64_t change = stream.next();
        index.change(static_cast<HostId>(at), [&](Host& host) { random_change(host, change); });
        random_change(slow[at], change);
      }
      std::int64_t free = 0;
      std::int64_t capacity = 0;
      for (const Host& host : slow) {
        free += host.free().count();
        capacity += host.down ? 0 : std::max(host.mxj, host.busy).count();
      }
      REQUIRE(index.free().count() == free);
      REQUIRE(index.capacity().count() == capacity);
    }
  }
}

TEST_CASE("a parallel job takes the least loaded host first, whole") {
  HostIndex index(hosts_with({4, 8, 4}));
  std::vector<HostSlots> taken;
  index.take(Slots(2), taken);  // h1: 2 of 4
  CHECK((taken == std::vector<HostSlots>{{HostId{0}, Slots(2)}}));
  index.take(Slots(13), taken);  // h2 and h3 are idle, h1 is half full
  CHECK((taken == std::vector<HostSlots>{
                      {HostId{1}, Slots(8)}, {HostId{2}, Slots(4)}, {HostId{0}, Slots(1)}}));
}

TEST_CASE("load is relative to the number of processors") {
  HostIndex index(hosts_with({2, 8}));
  std::vector<HostSlots> taken;
  index.take(Slots(1), taken);  // h1: 1/2
  index.take(Slots(3), taken);  // h2: 3/8
  index.take(Slots(1), taken);
  CHECK((taken == std::vector<HostSlots>{{HostId{1}, Slots(1)}}));  // now 4/8, as h1
  index.take(Slots(1), taken);
  CHECK((taken == std::vector<HostSlots>{{HostId{0}, Slots(1)}}));  // of equals the first
}

TEST_CASE("a host that is down offers nothing, while one that is closed still counts as capacity") {
  HostIndex index(hosts_with({4, 8}));
  index.change(HostId{0}, [](Host& host) { host.down = true; });
  CHECK(index.free().count() == 8);
  CHECK(index.capacity().count() == 8);
  index.change(HostId{1}, [](Host& host) { host.closed = true; });
  CHECK(index.free().count() == 0);
  CHECK(index.capacity().count() == 8);
}

TEST_CASE("taking more slots than are free stops the run") {
  HostIndex index(hosts_with({4}));
  std::vector<HostSlots> taken;
  CHECK_THROWS_AS(index.take(Slots(5), taken), InvariantBroken);
}

}  // namespace mcsim::testing::host_index_test
