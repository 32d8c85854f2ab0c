// A mistyped key is one mistake, and makes no other.
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/messages_of.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::mistyped_keys_test {

namespace {

namespace fs = std::filesystem;
using Kind = JsonNode::Kind;

/// Calls visit(node, way) for all members inside of `node`; keys are `/clusters/*/name` of the way.
void each_member(JsonNode& node, const std::string& way,
                 const std::function<void(JsonNode&, const std::string&)>& visit) {
  for (JsonNode& child : node.children) {
    const std::string here = way + "/" + (node.is(Kind::object) ? child.key : "*");
    if (node.is(Kind::object)) visit(child, here);
    each_member(child, here, visit);
  }
}

/// Whether the scenario stands alone, without other files.
bool is_alone(JsonNode& root) {
  bool alone = true;
  each_member(root, "", [&](const JsonNode& member, const std::string&) {
    alone = alone && member.key != "file" && member.key != "conf" && member.key != "record";
  });
  return alone;
}

/// The errors, not the warnings.
std::vector<std::string> messages(const std::string& text, const TempFolder& room) {
  auto scenario = load_scenario(room.write("s.json", text), choices_of(default_registry()));
  if (!scenario)
    std::erase_if(scenario.error().list,
                  [](const Diagnostic& one) { return one.severity == Severity::warning; });
  return messages_of(scenario);
}

}  // namespace

// Property: whichever key of whichever scenario is mistyped, that is all that is wrong.
TEST_CASE("a mistyped key of any scenario is one mistake") {
  const TempFolder room;
  std::set<std::string> tried;
  for (const auto& entry : fs::directory_iterator(fs::path(source_dir()) / "scenarios")) {
    if (entry.path().extension() != ".json") continue;
    auto tree = read_json_file(entry.path().string(), "s.json");
    REQUIRE(tree);
    if (!is_alone(tree->root)) continue;
    each_member(tree->root, "", [&](JsonNode& member, const std::string& way) {
      if (way.starts_with("/expect") || way.starts_with("/gates") || !tried.insert(way).second)
        return;
      const std::string key = std::exchange(member.key, member.key + "x");
      const auto found = messages(to_pretty_json(tree->root), room);
      INFO(entry.path().filename().string() << " " << way);
      if (!found.empty() && found.front().find("unknown key \"" + member.key) != std::string::npos)
        CHECK(found.size() == 1);
      member.key = key;
    });
  }
  CHECK(tried.size() > 150);
}

TEST_CASE("what stands behind a mistyped key is checked as well") {
  const TempFolder room;
  const auto found = messages(R"({"mcsim": 1,
    "cluster": [{"name": "C", "hosts": [{"name": "h", "ncpus": -1}]}],
    "jobs": [{"id": 1, "cluster": "C", "run": "1s"}]})",
                              room);
  REQUIRE(found.size() == 2);
  CHECK(found[0].starts_with("/cluster unknown key \"cluster\"; nearest: clusters"));
  CHECK(found[1].starts_with("/clusters/0/hosts/0/ncpus expected a whole number"));
}

TEST_CASE("a value that cannot be of the nearest key is no second mistake") {
  const TempFolder room;
  CHECK(messages(R"({"mcsim": 1, "about_": 7, "sed": "a word",
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}], "jobs": []})",
                 room)
            .size() == 2);
}

}  // namespace mcsim::testing::mistyped_keys_test
