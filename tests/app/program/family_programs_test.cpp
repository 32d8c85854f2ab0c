// Policies of slot pools and leases that are programs: the example programs decide as mcsim's own
// policies do, what programs are asked is a question of decide, and other answers are refused.
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

#include "mcsim/app/program/lease_programs.hpp"
#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/app/program/slot_pool_program.hpp"
#include "mcsim/base/run_failed.hpp"
#include "mcsim/results/decide.hpp"
#include "mcsim/results/policy_questions.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/places.hpp"
#include "support/run_files.hpp"
#include "support/swarm_worlds.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::family_programs_test {

namespace {

/// As the command line does.
const auto before = std::signal(SIGPIPE, SIG_IGN);

PolicyCommand saying(const std::string& answer) {
  return {.name = "mine", .command = "while read -r q; do echo '" + answer + "'; done"};
}

/// Why a question failed, without the command; empty: it did not.
template <class Ask>
std::string failure_of(Ask&& ask) {
  try {
    ask();
  } catch (const RunFailed& failed) {
    const std::string what = failed.what();
    return what.substr(0, what.find(": \"while"));
  }
  return "";
}

std::string shared_out(const std::string& answer) {
  const std::vector<PoolQueue> queues{{.share = 50, .demand = 8, .name = "a"},
                                      {.share = 50, .demand = 2, .name = "b"}};
  const SlotPoolProgram program(saying(answer));
  SlotPoolAnswer read;
  const std::string failure =
      failure_of([&] { program.share_out({.total = Slots(6), .queues = queues}, read); });
  if (!failure.empty()) return failure;
  std::string text;
  for (const std::uint32_t at : read.order)
    text += std::string(queues[at].name) + std::to_string(read.slots[at].count());
  return text;
}

std::string dealt(const std::string& answer) {
  const DealProgram program(saying(answer));
  const std::vector<std::int32_t> shares{1, 2};
  const std::vector<std::int64_t> given{0, 0};
  std::size_t to = 0;
  const std::string failure = failure_of([&] { to = program.next({shares, given}); });
  return failure.empty() ? std::to_string(to) : failure;
}

std::string reclaimed(const std::string& answer) {
  const ReclaimProgram program(saying(answer));
  IdleTo to{};
  const std::string failure = failure_of([&] { to = program.idle_to({}); });
  if (!failure.empty()) return failure;
  return to == IdleTo::nobody ? "nobody" : to == IdleTo::provider ? "provider" : "consumer";
}

const std::string mine = "policy mine: its program ";

std::string answer_to(const std::string& line,
                      Expected<JsonNode, Diagnostics> (*decide)(JsonTree&, const Registry&)) {
  auto question = parse_json(line, "question");
  REQUIRE(question);
  const auto answer = decide(*question, default_registry());
  REQUIRE(answer);
  return to_compact_json(*answer);
}

bool has_python() {
  if (std::system("command -v python3 >/dev/null") == 0) return true;
  WARN("skipped: no python3 (tools/test installs it)");
  return false;
}

/// The jobs of a grid where every cluster has these policies.
std::string jobs_with(GridConfig grid, const std::string& pools, const std::string& dealing,
                      const std::string& reclaim, const Registry& registry) {
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.model.pool_shares = pools;
    cluster.model.lease_dealing = dealing;
    cluster.model.lease_reclaim = reclaim;
    cluster.model.policy_values.clear();
  }
  Simulation simulation(grid, registry);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(*grid.until, recorder);
  return jobs_csv(grid, std::move(recorder).results(simulation, state, *grid.until));
}

}  // namespace

TEST_CASE("a program shares out the slots of a pool by the names of the queues") {
  CHECK(shared_out(R"({"slots": {"b": 2, "a": 4}, "order": ["b", "a"]})") == "b2a4");
  const std::string wish =
      R"(, expected {"slots": {"QUEUE": SLOTS, ...}, "order": ["QUEUE", ...]})";
  CHECK(shared_out("[]") == mine + "answers \"[]\"" + wish);
  CHECK(shared_out(R"({"slots": {"a": -1, "b": 0}, "order": []})").ends_with(wish));
  CHECK(shared_out(R"({"slots": {"a": 1}, "order": ["a", "b"]})") ==
        mine + "gives slots to 1 queues of a pool of 2");
  CHECK(shared_out(R"({"slots": {"a": 1, "c": 1}, "order": ["a", "b"]})") ==
        mine + "names queue \"c\", which the pool does not have");
  CHECK(shared_out(R"({"slots": {"a": 6, "b": 1}, "order": ["a", "b"]})") ==
        mine + "gave more than the pool has: 7 of 6");
  CHECK(shared_out(R"({"slots": {"a": 1, "b": 1}, "order": ["a", "a"]})") ==
        mine + "served queue a of a pool of 2 twice");
}

TEST_CASE("a program deals units and idle slots of leases") {
  CHECK(dealt(R"({"choice": 1})") == "1");
  for (const char* const wrong :
       {R"({"choice": 2})", R"({"choice": -1})", R"({"choice": "1"})", "7"})
    CHECK(dealt(wrong) == mine + "answers \"" + wrong +
                              R"(", expected {"choice": POSITION}, from 0, of a consumer)");
  CHECK(reclaimed(R"({"idle_to": "provider", "provider": {"available": 3}})") == "provider");
  CHECK(reclaimed(R"({"idle_to": "consumer"})") == "consumer");
  CHECK(reclaimed(R"({"idle_to": null})") == "nobody");
  CHECK(reclaimed(R"({"idle_to": "me"})") ==
        mine +
            R"(answers "{"idle_to": "me"}", expected {"idle_to": "provider"}, "consumer" or null)");
}

TEST_CASE("what programs are asked is a question of decide, which answers as the policy would") {
  std::string line;
  const std::vector<PoolQueue> queues{
      {.share = 50, .priority = 3, .demand = 8, .limit = Slots(5), .accumulated = 0.1, .name = "a"},
      {.share = 30, .demand = 2}};
  write_pool_question({.total = Slots(7), .queues = queues}, "lsf", line);
  CHECK(line == R"({"kind":"slot_pool","total":7,"shares":"lsf","order":"use_per_share",)"
                R"("leftover":"ratio","use_priority":false,"queues":[{"name":"a","share":50,)"
                R"("priority":3,"demand":8,"limit":5,"accumulated":0.1},{"name":"2","share":30,)"
                R"("priority":0,"demand":2,"limit":null,"accumulated":0}]})");
  CHECK(answer_to(line, decide_slot_pool) == R"({"slots": {"a": 5, "2": 2}, "order": ["2", "a"]})");
  const std::vector<std::int32_t> shares{1, 2};
  const std::vector<std::int64_t> given{1, 1};
  write_deal_question({shares, given}, "deficit", line);
  CHECK(line == R"({"kind":"deal","dealing":"deficit","shares":[1,2],"given":[1,1]})");
  CHECK(answer_to(line, decide_deal) == R"({"choice": 1})");
  write_reclaim_question({{6, 6}, {4, 1}, Time{90s}}, "lsf", line);
  CHECK(line == R"({"kind":"reclaim","time":90,"policy":"lsf","provider":{"available":6,"used":6},)"
                R"("consumer":{"available":4,"used":1}})");
  CHECK(answer_to(line, decide_reclaim) ==
        R"({"idle_to": "provider", "provider": {"available": 9}, "consumer": {"available": 1}})");
}

TEST_CASE("programs decide on slot pools and leases in Python as in C++, on ten grids each") {
  if (!has_python()) return;
  const std::string folder = std::string(source_dir()) + "/scenarios/policies/";
  const auto programs = read_policies({.policies = {"even=python3 " + folder + "equal_shares.py",
                                                    "own=python3 " + folder + "own_leases.py"},
                                       .timeout = "60s"},
                                      default_registry());
  REQUIRE(programs);
  const Registry registry = with_programs(default_registry(), *programs);
  int pools = 0;
  int leases = 0;
  int differ = 0;
  for (std::uint64_t seed = 1; pools < 10 || leases < 10; ++seed) {
    REQUIRE(seed < 300);
    GridConfig grid = swarm_world(seed).grid;
    grid.until = std::min(grid.until.value_or(never), Time{24h});
    const auto has = [&](auto&& is) { return std::ranges::any_of(grid.clusters, is); };
    const bool has_pools = has([](const ClusterConfig& cluster) {
      return std::ranges::any_of(
          cluster.queues, [](const QueueConfig& queue) { return queue.pool != none<PoolId>; });
    });
    const bool has_leases = has([](const ClusterConfig& cluster) {
      return std::ranges::any_of(cluster.exports, &HostExport::is_shared);
    });
    if (!(has_pools && pools < 10) && !(has_leases && leases < 10)) continue;
    INFO("seed " << seed);
    const std::string ours = jobs_with(grid, "equal", "turns", "lsf", registry);
    CHECK(jobs_with(grid, "even", "own", "own", registry) == ours);
    differ += ours != jobs_with(grid, "lsf", "deficit", "none", registry);
    pools += has_pools;
    leases += has_leases;
  }
  CHECK(differ > 3);  // the policies matter to these grids
}

}  // namespace mcsim::testing::family_programs_test
