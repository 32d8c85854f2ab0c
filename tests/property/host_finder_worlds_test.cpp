// The finder against a plain list: which hosts a search visits, and its answers about freed hosts.
#include "mcsim/scheduler/host_finder.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::host_finder_worlds_test {

namespace {

using Key = std::array<std::int64_t, 2>;

constexpr std::size_t hosts = 37;

struct PlainHost {
  std::vector<std::int64_t> amounts;     ///< by measure
  std::vector<std::optional<Key>> keys;  ///< by order
};

std::int64_t any_amount(RngStream& draws) { return static_cast<std::int64_t>(draws.below(40)) - 1; }

std::optional<Key> any_key(RngStream& draws) {
  if (draws.below(5) == 0) return std::nullopt;
  return Key{static_cast<std::int64_t>(draws.below(4)), -std::int64_t(draws.below(3))};
}

/// The finder and the list, with one order, two measures beside the free slots, and four sets; more
/// may be added.
struct Both {
  explicit Both(RngStream& draws) : finder(hosts, {0ms}) {
    for (std::size_t host = 0; host < hosts; ++host) {
      plain[host].amounts.push_back(any_amount(draws));
      finder.measure(static_cast<HostId>(host), HostFinder::free_slots, plain[host].amounts[0]);
    }
    add_order(draws);
    for (int more = 0; more < 2; ++more) add_measure(draws);
    for (int set = 0; set < 4; ++set) add_set(any_levels(draws));
  }

  // The finder has to be told only the new values.
  void add_order(RngStream& draws) {
    const std::uint32_t order = finder.add_order(2);
    REQUIRE(order == plain[0].keys.size());
    for (std::size_t host = 0; host < hosts; ++host) {
      plain[host].keys.push_back(any_key(draws));
      show(host, order);
    }
  }
  void add_measure(RngStream& draws) {
    const std::uint32_t measure = finder.add_measure();
    REQUIRE(measure == plain[0].amounts.size());
    for (std::size_t host = 0; host < hosts; ++host) {
      plain[host].amounts.push_back(any_amount(draws));
      finder.measure(static_cast<HostId>(host), measure, plain[host].amounts.back());
    }
  }
  void add_set(const std::vector<std::int32_t>& levels) {
    sets.emplace_back(finder.add_set(levels), levels);
  }
  static std::vector<std::int32_t> any_levels(RngStream& draws) {
    std::vector<std::int32_t> levels;
    for (std::size_t host = 0; host < hosts; ++host) {
      const auto level = static_cast<std::int32_t>(draws.below(4));
      levels.push_back(level == 3 ? HostFinder::not_in_set : level);
    }
    return levels;
  }
  /// The negated levels of an existing set: they split no class.
  std::vector<std::int32_t> turned_levels(RngStream& draws) const {
    std::vector<std::int32_t> levels = sets[draws.below(sets.size())].second;
    for (std::int32_t& level : levels)
      if (level != HostFinder::not_in_set) level = -level;
    return levels;
  }

  void change(RngStream& draws, std::size_t host) {
    for (std::int64_t& amount : plain[host].amounts) amount = any_amount(draws);
    for (std::optional<Key>& key : plain[host].keys) key = any_key(draws);
    for (std::uint32_t measure = 0; measure < plain[host].amounts.size(); ++measure)
      finder.measure(static_cast<HostId>(host), measure, plain[host].amounts[measure]);
    for (std::uint32_t order = 0; order < plain[host].keys.size(); ++order) show(host, order);
  }
  void show(std::size_t host, std::uint32_t order) {
    if (const std::optional<Key>& key = plain[host].keys[order])
      finder.show(static_cast<HostId>(host), order, 0, *key);
    else
      finder.hide(static_cast<HostId>(host), order, 0);
  }

  bool has(std::size_t host, const HostFinder::Needs& needs) const {
    const auto& amounts = plain[host].amounts;
    return amounts[0] >= needs.slots &&
           std::ranges::all_of(needs.others, [&](const HostFinder::Need& need) {
             return amounts[need.measure] >= need.least;
           });
  }

  std::vector<std::size_t> expected(std::size_t set, std::uint32_t order,
                                    const HostFinder::Needs& needs) const {
    std::vector<std::size_t> found;
    const std::vector<std::int32_t>& levels = sets[set].second;
    for (std::size_t host = 0; host < hosts; ++host)
      if (plain[host].keys[order] && levels[host] != HostFinder::not_in_set && has(host, needs))
        found.push_back(host);
    std::ranges::sort(found, {}, [&](std::size_t host) {
      return std::tuple(-levels[host], *plain[host].keys[order], host);
    });
    return found;
  }

  HostFinder finder;
  std::array<PlainHost, hosts> plain;
  std::vector<std::pair<HostSetId, std::vector<std::int32_t>>> sets;
};

std::vector<std::size_t> first_visited(const Both& both, std::size_t set, std::uint32_t order,
                                       const HostFinder::Needs& needs, std::size_t most) {
  std::vector<std::size_t> found;
  both.finder.find(both.sets[set].first, order, 0, needs, [&](HostId host) {
    found.push_back(index_of(host));
    return found.size() == most;
  });
  return found;
}

/// Searches with random needs, and stops at a random host.
void check_search(const Both& both, RngStream& draws) {
  const std::size_t more = both.plain[0].amounts.size() - 1;
  std::array<HostFinder::Need, 2> asked;
  for (HostFinder::Need& need : asked)
    need = {1 + static_cast<std::uint32_t>(draws.below(more)),
            static_cast<std::int64_t>(draws.below(40))};
  const HostFinder::Needs needs{static_cast<std::int64_t>(1 + draws.below(30)),
                                std::span(asked).first(draws.below(3))};
  const std::size_t set = draws.below(both.sets.size());
  const auto order = static_cast<std::uint32_t>(draws.below(both.plain[0].keys.size()));
  std::vector<std::size_t> expected = both.expected(set, order, needs);
  const std::size_t most = 1 + draws.below(hosts);
  expected.resize(std::min(expected.size(), most));
  REQUIRE(first_visited(both, set, order, needs, most) == expected);
}

}  // namespace

TEST_CASE("a search visits the hosts that have enough, in order, whatever changes") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RngStream draws{seed, "test/host_finder"};
    Both both(draws);
    for (int round = 0; round < 60; ++round) {
      INFO("seed " << seed << ", round " << round);
      both.change(draws, draws.below(hosts));
      check_search(both, draws);
    }
  }
}

TEST_CASE("what is added to hosts that stand in order leaves them in it") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RngStream draws{seed, "test/added_to_hosts"};
    Both both(draws);
    for (int round = 0; round < 60; ++round) {
      INFO("seed " << seed << ", round " << round);
      switch (draws.below(16)) {
        case 0:
          both.add_order(draws);
          break;
        case 1:
          both.add_measure(draws);
          break;
        case 2:
          both.add_set(Both::any_levels(draws));
          break;
        case 3:
          both.add_set(both.turned_levels(draws));
          break;
        default:
          both.change(draws, draws.below(hosts));
      }
      check_search(both, draws);
    }
  }
}

TEST_CASE("a set of hosts that is asked for again is the one that is there") {
  RngStream draws{1, "test/same_set"};
  Both both(draws);
  for (const auto& [set, levels] : both.sets) {
    CHECK(both.finder.add_set(levels) == set);
  }
  for (std::size_t at = 1; at < both.sets.size(); ++at)
    CHECK(both.sets[at].first != both.sets[at - 1].first);
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

}  // namespace mcsim::testing::host_finder_worlds_test
