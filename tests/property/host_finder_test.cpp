// The finder beside a plain list: which hosts a search visits, and what it says of freed hosts.
#include "mcsim/system/host_finder.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

using namespace mcsim;

namespace {

using Key = std::array<std::int64_t, 2>;

constexpr std::size_t hosts = 37;
constexpr std::uint32_t measures = 3;

struct PlainHost {
  std::array<std::int64_t, measures> amounts{};
  std::optional<Key> key;
};

struct Both {
  explicit Both(RngStream& draws) : finder(hosts, {0ms}) {
    finder.add_order(2);
    for (std::uint32_t more = 1; more < measures; ++more) finder.add_measure();
    for (int set = 0; set < 2; ++set) add_set(draws);
    for (std::size_t host = 0; host < hosts; ++host) change(draws, host);
  }

  void add_set(RngStream& draws) {
    std::vector<std::int32_t> levels;
    for (std::size_t host = 0; host < hosts; ++host) {
      const auto level = static_cast<std::int32_t>(draws.below(4));
      levels.push_back(level == 3 ? HostFinder::not_in_set : level);
    }
    sets.emplace_back(finder.add_set(levels), levels);
  }

  void change(RngStream& draws, std::size_t at) {
    const auto host = static_cast<HostId>(at);
    PlainHost& mine = plain[at];
    for (std::uint32_t measure = 0; measure < measures; ++measure) {
      mine.amounts[measure] = static_cast<std::int64_t>(draws.below(40)) - 1;
      finder.measure(host, measure, mine.amounts[measure]);
    }
    mine.key.reset();
    if (draws.below(5) > 0)
      mine.key = Key{static_cast<std::int64_t>(draws.below(4)), -std::int64_t(draws.below(3))};
    if (mine.key)
      finder.show(host, 0, 0, *mine.key);
    else
      finder.hide(host, 0, 0);
  }

  bool has(std::size_t host, const HostFinder::Needs& needs) const {
    const auto& amounts = plain[host].amounts;
    return amounts[0] >= needs.slots &&
           std::ranges::all_of(needs.others, [&](const HostFinder::Need& need) {
             return amounts[need.measure] >= need.least;
           });
  }

  std::vector<std::size_t> expected(std::size_t set, const HostFinder::Needs& needs) const {
    std::vector<std::size_t> found;
    const std::vector<std::int32_t>& levels = sets[set].second;
    for (std::size_t host = 0; host < hosts; ++host)
      if (plain[host].key && levels[host] != HostFinder::not_in_set && has(host, needs))
        found.push_back(host);
    std::ranges::sort(found, {}, [&](std::size_t host) {
      return std::tuple(-levels[host], *plain[host].key, host);
    });
    return found;
  }

  HostFinder finder;
  std::array<PlainHost, hosts> plain;
  std::vector<std::pair<HostSetId, std::vector<std::int32_t>>> sets;
};

std::vector<std::size_t> first_visited(const Both& both, std::size_t set,
                                       const HostFinder::Needs& needs, std::size_t most) {
  std::vector<std::size_t> found;
  both.finder.find(both.sets[set].first, 0, 0, needs, [&](HostId host) {
    found.push_back(index_of(host));
    return found.size() == most;
  });
  return found;
}

}  // namespace

TEST_CASE("a search visits the hosts that have enough, in order, whatever changes") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RngStream draws{seed, "test/host_finder"};
    Both both(draws);
    for (int round = 0; round < 60; ++round) {
      both.change(draws, draws.below(hosts));
      if (draws.below(16) == 0) both.add_set(draws);
      std::array<HostFinder::Need, 2> asked;
      for (HostFinder::Need& need : asked)
        need = {1 + static_cast<std::uint32_t>(draws.below(2)),
                static_cast<std::int64_t>(draws.below(40))};
      const HostFinder::Needs needs{static_cast<std::int64_t>(1 + draws.below(30)),
                                    std::span(asked).first(draws.below(3))};
      const std::size_t set = draws.below(both.sets.size());
      std::vector<std::size_t> expected = both.expected(set, needs);
      const std::size_t most = 1 + draws.below(hosts);
      expected.resize(std::min(expected.size(), most));
      INFO("seed " << seed << ", round " << round);
      REQUIRE(first_visited(both, set, needs, most) == expected);
    }
  }
}

TEST_CASE("hosts keep what is known of them when a measure or an order is added") {
  RngStream draws{7, "test/host_finder"};
  Both both(draws);
  const std::vector<std::size_t> all = both.expected(0, {.slots = 1, .others = {}});
  const std::uint32_t measure = both.finder.add_measure();
  const std::uint32_t order = both.finder.add_order(1);
  CHECK(first_visited(both, 0, {.slots = 1, .others = {}}, hosts) == all);
  const std::array<HostFinder::Need, 1> some{{{.measure = measure, .least = 1}}};
  CHECK(first_visited(both, 0, {.slots = 1, .others = some}, hosts).empty());
  both.finder.measure(static_cast<HostId>(all.back()), measure, 1);
  CHECK(first_visited(both, 0, {.slots = 1, .others = some}, hosts) == std::vector{all.back()});
  CHECK_FALSE(both.finder.find(both.sets[0].first, order, 0, {}, [](HostId) { return true; }));
}

TEST_CASE("what freed hosts have most of, beside enough of all else, is what one of them has") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RngStream draws{seed, "test/freed_hosts"};
    const Both both(draws);
    std::vector<HostId> freed;
    for (std::size_t host = 0; host < hosts; ++host)
      if (draws.below(2) == 0) freed.push_back(static_cast<HostId>(host));
    const HostFinder::Offers offers = both.finder.offers_of(freed);
    const std::array<HostFinder::Need, 1> need{{{1 + static_cast<std::uint32_t>(draws.below(2)),
                                                 static_cast<std::int64_t>(draws.below(40))}}};
    for (const auto& [set, levels] : both.sets) {
      std::int64_t most = -1;
      for (const HostId host : freed)
        if (levels[index_of(host)] != HostFinder::not_in_set &&
            both.has(index_of(host), {-1, need}))
          most = std::max(most, both.plain[index_of(host)].amounts[0]);
      INFO("seed " << seed);
      std::vector<std::uint32_t> rows;
      both.finder.rows_in(set, offers, rows);
      REQUIRE(both.finder.most_slots(offers, rows, need) == most);
    }
  }
}
