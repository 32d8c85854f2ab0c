// What a side has of its shared leases, and uses, as hosts change.
#include "mcsim/leasing/lease_holding.hpp"

#include <cstdint>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::lease_holding_test {

namespace {

constexpr HostId host{4};
constexpr LeasePartId first{0};

HostState now(std::int32_t mxj, std::int32_t running, std::int32_t suspended = 0) {
  HostState state;
  state.mxj = mxj;
  state.running = running;
  state.suspended = suspended;
  return state;
}
HostState down(HostState state) {
  state.down = true;
  return state;
}

/// Two leases of two slots each of one host, on which the side has six slots.
struct TwoLeases {
  Holdings holdings;
  HoldingId a = holdings.add();
  HoldingId b = holdings.add();

  TwoLeases() {
    for (const HoldingId lease : {a, b}) {
      holdings.add_part(lease, host);
      holdings.set(lease, first, Slots{2});
    }
  }
  /// Slots that the jobs on the host use of either lease.
  std::vector<std::int64_t> used(const HostState& state) {
    holdings.update(host, state);
    return {holdings[a].sum.used, holdings[b].sum.used};
  }
};

using Used = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("slots outside of shared leases are used first, then those of the leases in order") {
  TwoLeases leases;
  CHECK(leases.used(now(6, 2)) == Used{0, 0});
  CHECK(leases.used(now(6, 3)) == Used{1, 0});
  CHECK(leases.used(now(6, 4, 1)) == Used{2, 1});
  CHECK(leases.used(now(6, 9)) == Used{2, 2});
  CHECK(leases.used(now(6, 1)) == Used{0, 0});
  CHECK(leases.used(now(3, 1)) == Used{1, 0});  // no slot is outside
}

TEST_CASE("nobody can use the slots of a host that is down, but for those in use") {
  TwoLeases leases;
  leases.used(now(6, 3));
  const LeaseSide& a = leases.holdings[leases.a].sum;
  CHECK(a.available == 2);
  CHECK(a.idle() == 1);
  leases.used(down(now(6, 3)));
  CHECK(a.available == 1);
  CHECK(a.idle() == 0);
  CHECK(leases.holdings.idle_parts(leases.a).empty());
  leases.used(now(6, 0));
  CHECK(a.available == 2);
  CHECK(a.idle() == 2);
}

TEST_CASE("hosts with idle slots come in the order of the lease, as long as they have some") {
  constexpr HostId hosts[] = {HostId{9}, HostId{3}, HostId{5}};
  Holdings holdings;
  const HoldingId lease = holdings.add();
  for (const HostId at : hosts) holdings.add_part(lease, at);
  CHECK(holdings.idle_parts(lease).empty());
  for (const std::uint32_t part : {2U, 0U}) {
    holdings.set(lease, static_cast<LeasePartId>(part), Slots{1});
    holdings.update(hosts[part], now(1, 0));
  }
  const std::vector both{LeasePartId{0}, LeasePartId{2}};
  CHECK(holdings.idle_parts(lease) == both);
  holdings.update(hosts[0], now(1, 1));
  CHECK(holdings.idle_parts(lease) == std::vector{LeasePartId{2}});
  holdings.update(hosts[0], now(1, 0));
  CHECK(holdings.idle_parts(lease) == both);
  CHECK(holdings[lease].sum.available == 2);
  holdings.set(lease, LeasePartId{2}, Slots{});
  CHECK(holdings.idle_parts(lease) == std::vector{LeasePartId{0}});
  CHECK(holdings[lease].sum.available == 1);
}

TEST_CASE("a host is told what leases have of it, and one of which none has any is left out") {
  TwoLeases leases;
  std::vector<HoldingId> found;
  const auto note = [&](HoldingId lease, LeasePartId) { found.push_back(lease); };
  leases.holdings.visit_on(HostId{3}, note);
  leases.holdings.visit_on(HostId{99}, note);
  CHECK(found.empty());
  CHECK_FALSE(leases.holdings.is_on(HostId{3}));
  leases.holdings.visit_on(host, note);
  CHECK(found == std::vector{leases.a, leases.b});
}

}  // namespace mcsim::testing::lease_holding_test
