// Which consumer gets what of which host.
#include "mcsim/leasing/export_dealing.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::export_dealing_test {

namespace {

constexpr ClusterId c1{1};
constexpr ClusterId c2{2};
constexpr ClusterId c3{3};
constexpr Amount mb = amount_unit;
const AnyDeal deal{DealByDeficit{}};

/// Hosts of four slots: host 1 has the type DLINUX, host 2 is borrowed.
ClusterSettings six_hosts() {
  ClusterSettings settings;
  for (const char* type : {"LINUX", "DLINUX", "LINUX", "LINUX", "LINUX", "LINUX"})
    settings.hosts.push_back({.mxj = Slots{4}, .type = type});
  settings.hosts[2].home = HostHome{};
  return settings;
}

/// "policy>consumer hosts", lease by lease; one that has no hosts is left out.
std::vector<std::string> dealt(const ClusterSettings& settings, const ClusterHosts& hosts,
                               const std::vector<Incumbent>& incumbents = {}) {
  std::vector<std::string> texts;
  for (const DealtLease& lease : dealt_leases(settings, hosts, deal, incumbents)) {
    std::string text =
        std::to_string(lease.policy) + ">" + std::to_string(index_of(lease.consumer));
    for (const ExportedPart& part : lease.parts) text += " " + std::to_string(index_of(part.host));
    if (!lease.parts.empty()) texts.push_back(text);
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("shares of slots are kept over all hosts of a policy") {
  const HostExport policy{
      .hosts = {HostId{0}}, .slots = Slots{1}, .distribution = {{c1, 1}, {c2, 2}}};
  ExportDealing dealing(policy, deal);
  const auto next = [&] { return dealing.deal({.mxj = Slots{4}}, HostId{0}).at(0).consumer; };
  // Of a slot C1 and C2 lack 1/3 and 2/3, then 2/3 and 1/3, then nothing and 1.
  CHECK(next() == 1);
  CHECK(next() == 0);
  CHECK(next() == 1);
}

TEST_CASE("memory goes with the slots that were dealt, as far as the host has any") {
  const HostExport policy{.hosts = {HostId{0}},
                          .slots = Slots{4},
                          .mem = 1'000 * mb,
                          .distribution = {{c1, 1}, {c2, 2}}};
  HostConfig host{.mxj = Slots{4}};
  const auto amounts = [&] {
    std::vector<Amount> all;
    for (const ExportedPart& part : ExportDealing(policy, deal).deal(host, HostId{0}))
      all.push_back(part.mem.value_or(-1));
    return all;
  };
  CHECK(amounts() == std::vector{250 * mb, 750 * mb});
  host.resources = {{.resource = resource(builtin::maxmem), .number = 600}};
  CHECK(amounts() == std::vector{150 * mb, 450 * mb});
  host.resources[0].number = 0.005;
  CHECK(amounts() == std::vector<Amount>{1, 4});  // all of the five is dealt
}

TEST_CASE("a host may be overcommitted, but not by a shared lease") {
  HostExport policy{.hosts = {HostId{0}}, .slots = Slots{9}, .distribution = {{c1, 1}}};
  const auto slots = [&] {
    return ExportDealing(policy, deal).deal({.mxj = Slots{4}}, HostId{0}).at(0).slots;
  };
  CHECK(slots() == Slots{9});
  policy.is_shared = true;
  CHECK(slots() == Slots{4});
}

TEST_CASE("of whole hosts none is named, selected before, down, borrowed, or DLINUX without SWP") {
  ClusterSettings settings = six_hosts();
  settings.exports = {{.most_hosts = 1, .distribution = {{c1, 1}}},
                      {.hosts = {HostId{0}}, .slots = Slots{1}, .distribution = {{c1, 1}}},
                      {.most_hosts = 5, .distribution = {{c2, 1}}}};
  ClusterHosts hosts(settings);
  hosts[HostId{4}].down = true;
  CHECK(dealt(settings, hosts) == Texts{"0>1 3", "1>1 0", "2>2 5"});
  CHECK(lacks_hosts(settings, dealt_leases(settings, hosts, deal, {})));
  settings.exports[2].swp = 1 * mb;
  settings.exports[2].most_hosts = 2;
  CHECK(dealt(settings, hosts) == Texts{"0>1 3", "1>1 0", "2>2 1 5"});
  CHECK_FALSE(lacks_hosts(settings, dealt_leases(settings, hosts, deal, {})));
}

TEST_CASE("hosts stay with their consumers as far as the shares allow, the first before others") {
  ClusterSettings settings = six_hosts();
  settings.exports = {{.most_hosts = 2, .distribution = {{c1, 1}, {c2, 1}}}};
  ClusterHosts hosts(settings);
  const std::vector<Incumbent> both{{.consumer = c1, .host = HostId{5}},
                                    {.consumer = c1, .host = HostId{3}}};
  CHECK(dealt(settings, hosts, both) == Texts{"0>1 5", "0>2 0"});
  hosts[HostId{5}].down = true;
  CHECK(dealt(settings, hosts, both) == Texts{"0>1 3", "0>2 0"});
  std::vector<Incumbent> settled = both;
  settled[0].is_settled = true;  // it was judged when it was selected
  CHECK(dealt(settings, hosts, settled) == Texts{"0>1 5", "0>2 0"});
}

TEST_CASE("a shared resource goes to consumers with a host that has it, instance by instance") {
  constexpr auto licence = static_cast<ResourceId>(builtin::count);
  ClusterSettings settings = six_hosts();
  settings.shared_resources = {{.resource = licence, .amount = 5 * mb, .hosts = {0}},
                               {.resource = licence, .amount = 4 * mb, .hosts = {3, 4, 5}}};
  settings.exports = {
      {.hosts = {HostId{0}, HostId{3}}, .slots = Slots{1}, .distribution = {{c1, 1}}},
      {.hosts = {HostId{4}}, .slots = Slots{1}, .distribution = {{c2, 1}}},
      {.hosts = {HostId{5}}, .slots = Slots{1}, .distribution = {{c3, 1}}}};
  const auto leases = dealt_leases(settings, ClusterHosts(settings), deal, {});
  std::vector<Amount> there{5 * mb, 4 * mb};
  const auto amounts = [&](Amount instances, const std::vector<ExportShare>& shares) {
    settings.resource_exports = {{licence, instances * mb, shares}};
    Texts texts;
    for (const DealtInstance& part : dealt_instances(settings, deal, leases, there))
      texts.push_back(std::to_string(part.instance) + ">" +
                      std::to_string(index_of(part.consumer)) + " " +
                      std::to_string(part.amount / mb));
    return texts;
  };
  CHECK(amounts(8, {{c1, 1}, {c2, 1}}) == Texts{"0>1 4", "1>2 4"});
  CHECK(amounts(100, {{c1, 1}, {c2, 1}}) == Texts{"0>1 5", "1>2 4"});  // there are nine
  CHECK(amounts(7, {{c1, 1}}) == Texts{"0>1 5", "1>1 2"});
  CHECK(amounts(9, {{c1, 1}, {c2, 1}, {c3, 1}}) == Texts{"0>1 3", "1>2 3", "1>3 1"});  // of four
  CHECK(amounts(7, {{ClusterId{4}, 1}}).empty());
  there = {2 * mb + mb / 2, 3 * mb};  // of an ELIM's two and a half, two
  CHECK(amounts(8, {{c1, 1}, {c2, 1}}) == Texts{"0>1 2", "1>1 1", "1>2 2"});
  there = {-mb, 3 * mb};
  CHECK(amounts(2, {{c1, 1}, {c2, 1}}) == Texts{"1>1 1", "1>2 1"});
}

}  // namespace mcsim::testing::export_dealing_test
