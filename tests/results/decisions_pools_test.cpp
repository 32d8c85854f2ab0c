// The lines of decisions.jsonl about slot pools.
#include <sstream>
#include <string>
#include <vector>

#include "mcsim/text/json_tree.hpp"
#include "support/decide_once.hpp"
#include "support/places.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::decisions_pools_test {

namespace {

std::vector<std::string> pool_lines(const std::vector<std::string>& sets = {}) {
  const TempFolder room;
  run_folder(room, source_dir() + "/scenarios/slot_pool.json", "run", sets, "jobs,decisions");
  std::istringstream text(room.read("run/decisions.jsonl"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

}  // namespace

// Platform LSF Administration Guide 6.2, Queue-based Fairshare: of 15 slots 8, 5 and 2.
TEST_CASE("decisions.jsonl has what the queues of a pool are entitled to while jobs wait") {
  const std::vector<std::string> lines = pool_lines();
  REQUIRE(!lines.empty());
  INFO(lines[0]);
  const auto tree = parse_json(lines[0], "line");
  REQUIRE(tree);
  const JsonNode& root = tree->root;
  CHECK(root.find("kind")->text == "slot_pool");
  CHECK(root.find("cluster")->text == "C1");
  CHECK(root.find("pool")->text == "poolA");
  CHECK(root.find("total")->whole == 15);
  const JsonNode& slots = *root.find("slots");
  CHECK(slots.find("Roma")->whole == 8);
  CHECK(slots.find("Verona")->whole == 5);
  CHECK(slots.find("Genova")->whole == 2);
  const JsonNode& roma = root.find("queues")->children.at(0);
  CHECK(roma.find("name")->text == "Roma");
  CHECK(roma.find("share")->whole == 50);
  CHECK(roma.find("demand")->whole == 9);
  CHECK(roma.find("used")->whole == 0);
  CHECK(roma.find("accumulated")->text == "0");
}

TEST_CASE("a line about a slot pool is a question for decide slot-pool, with its answer") {
  std::size_t asked = 0;
  for (const std::vector<std::string>& sets :
       {std::vector<std::string>{}, std::vector<std::string>{"model.pool_order=use"},
        std::vector<std::string>{"model.pool_leftover=passes", "model.pool_shares=equal"}})
    for (const std::string& line : pool_lines(sets)) {
      INFO(line);
      const Answer answer = answer_to({.family = "slot-pool", .file = ""}, line);
      INFO(answer.out << answer.err);
      REQUIRE(answer.code == ExitCode::done);
      const auto said = parse_json(answer.out, "answer");
      const auto told = parse_json(line, "line");
      REQUIRE((said && told));
      CHECK(to_pretty_json(*said->root.find("slots")) == to_pretty_json(*told->root.find("slots")));
      CHECK(to_pretty_json(*said->root.find("order")) ==
            to_pretty_json(*told->root.find("served")));
      ++asked;
    }
  CHECK(asked >= 3);
}

}  // namespace mcsim::testing::decisions_pools_test
