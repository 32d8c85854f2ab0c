// Forwarding policies on random tables, against a slow reading of the rules and against themselves.
// MCSIM_TABLES says how many.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "mcsim/policy/schedule_enhance.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_forward.hpp"
#include "support/random_tables.hpp"

namespace mcsim::testing::forwarding_policies_test {

namespace {

std::uint64_t tables() { return number_from_environment("MCSIM_TABLES", 30'000); }

AnyForward policy_of(const Registry& registry, const std::string& setting) {
  const auto name = read_schedule_enhance(setting);
  return registry.find_forward(name ? *name : setting)->make({});
}

/// Puts the queues in another order. Returns where each of them has gone.
std::vector<std::uint32_t> shuffle(ForwardTable& table, RngStream& stream) {
  std::vector<std::uint32_t> at(table.queues.size());
  std::iota(at.begin(), at.end(), 0U);
  for (std::size_t left = at.size(); left > 1; --left)
    std::swap(at[left - 1], at[stream.below(left)]);
  const ForwardTable before = table;
  for (std::size_t i = 0; i < at.size(); ++i) {
    table.queues[at[i]] = before.queues[i];
    table.histories[at[i]] = before.histories[i];
  }
  return at;
}

}  // namespace

TEST_CASE("every setting chooses and ranks as a slow reading of the rules does", "[property]") {
  const Registry registry = default_registry();
  const std::vector<std::string>& settings = naive_forward_settings();
  std::uint64_t chosen = 0;
  for (std::uint64_t seed = 1; seed <= tables(); ++seed) {
    RngStream stream(seed, "random forwarding tables");
    const std::string& setting = settings[seed % settings.size()];
    ForwardTable table = random_table(stream);
    const auto expected = naive_forward_order(setting, table.as_view());
    const AnyForward choose = policy_of(registry, setting);
    INFO("seed " << seed << ", setting \"" << setting << "\"");
    const ForwardAnswer answer = choose(table.as_view());
    REQUIRE(answer.position == (expected.empty() ? ForwardView::no_queue : expected[0]));
    REQUIRE(forward_ranking(choose, table.as_view()) == expected);
    if (answer) ++chosen;
  }
  CHECK(chosen > tables() / 2);  // most tables have something to choose
}

TEST_CASE("without ties the order of SNDJOBS_TO does not matter", "[property]") {
  const Registry registry = default_registry();
  for (std::uint64_t seed = 1; seed <= tables(); ++seed) {
    RngStream stream(seed, "shuffled forwarding tables");
    const std::string& setting = naive_forward_settings()[seed % naive_forward_settings().size()];
    ForwardTable table = random_table(stream);
    // Room breaks every tie: no two queues have the same.
    for (std::size_t at = 0; at < table.queues.size(); ++at)
      table.queues[at].room = static_cast<std::int32_t>(at);
    const AnyForward choose = policy_of(registry, setting);
    const ForwardAnswer before = choose(table.as_view());
    const std::vector<std::uint32_t> at = shuffle(table, stream);
    const ForwardAnswer after = choose(table.as_view());
    INFO("seed " << seed << ", setting \"" << setting << "\"");
    REQUIRE(after.position == (before ? at[before.position] : before.position));
    REQUIRE(after.rule == before.rule);
  }
}

TEST_CASE("a queue that accepts nothing, appended last, changes no decision", "[property]") {
  const Registry registry = default_registry();
  for (std::uint64_t seed = 1; seed <= tables(); ++seed) {
    RngStream stream(seed, "longer forwarding tables");
    const Registry::Forward& policy = registry.forward[seed % registry.forward.size()];
    ForwardTable table = random_table(stream);
    const auto size = static_cast<std::uint32_t>(table.queues.size());
    if (table.view.last >= size) table.view.last = ForwardView::no_queue;
    const AnyForward choose = policy.make({});
    const ForwardAnswer before = choose(table.as_view());
    table.queues.push_back(random_candidate(stream));
    table.queues.back().accepts = false;
    INFO("seed " << seed << ", policy " << policy.name);
    REQUIRE(choose(table.as_view()) == before);
  }
}

}  // namespace mcsim::testing::forwarding_policies_test
