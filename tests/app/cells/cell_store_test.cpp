// The folder of a sweep: what is kept, what is refused.
#include "mcsim/app/cells/cell_store.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/app/cells/cell_id.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::cell_store_test {

namespace {

SweepPlan plan_with(const std::vector<std::string>& ids) {
  SweepPlan plan;
  plan.request.run.input = "s.json";
  plan.request.vary = {"seed=[1, 2]"};
  plan.request.resample = "weeks";
  plan.directory = "/here";
  for (const std::string& id : ids) plan.cells.push_back({id, "1_seed=1", 3, 7});
  return plan;
}

const std::string one = "00000000000000aa";
const std::string two = "00000000000000bb";

std::string refusal(const Expected<CellStore, Diagnostics>& opened) {
  REQUIRE_FALSE(opened);
  return opened.error().list.front().message;
}

Expected<CellStore, Diagnostics> open(const TempFolder& room, const SweepPlan& plan,
                                      CellStore::Use use = CellStore::Use::alone) {
  return CellStore::open(room.path("out"), plan, use);
}

}  // namespace

TEST_CASE("a plan comes back from its file as it was, and not if it was edited") {
  const TempFolder room;
  const SweepPlan plan = plan_with({one, two});
  const std::string text = plan_text(plan);
  const auto back = read_plan(room.write("plan.tsv", text));
  REQUIRE(back);
  CHECK(back->cells == plan.cells);
  CHECK(back->request.run.input == "s.json");
  CHECK(back->request.vary == plan.request.vary);
  CHECK(back->request.resample == "weeks");
  CHECK(back->directory == "/here");
  CHECK(plan_text(*back) == text);
  // Any byte that another one takes the place of is noticed.
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string edited = text;
    edited[at] = edited[at] == '7' ? '8' : '7';
    CHECK_FALSE(read_plan(room.write("plan.tsv", edited)));
  }
  CHECK_FALSE(read_plan(room.write("plan.tsv", text + "x")));
  CHECK_FALSE(read_plan(room.path("nothing")));
}

TEST_CASE("a cell is there when it is done, with what was said of it") {
  const TempFolder room;
  const auto store = open(room, plan_with({one, two}));
  REQUIRE(store);
  {
    auto cell = store->begin(one);
    REQUIRE(cell);
    CHECK_FALSE(cell->write("summary.json", "{\"jobs\": 3, \"engine\": {}}"));
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.file = "mcsim";
    warning.message = "3 jobs wait";
    CHECK_FALSE(cell->write("warnings.json", warnings_text({{warning}})));
    CHECK_FALSE(store->has(one));
    CHECK_FALSE(cell->commit());
  }
  CHECK(store->has(one));
  CHECK_FALSE(store->has(two));
  CHECK(store->summary(one)->find("jobs")->whole == 3);
  REQUIRE(store->warnings(one)->list.size() == 1);
  CHECK(to_text(store->warnings(one)->list.front()) == "mcsim: warning: 3 jobs wait");
  CHECK_FALSE(store->summary(two));
}

TEST_CASE("a folder is for one plan, and for more of the same") {
  const TempFolder room;
  REQUIRE(open(room, plan_with({one})));
  REQUIRE(open(room, plan_with({one, two})));
  CHECK(read_plan(room.path("out/plan.tsv"))->cells.size() == 2);
  REQUIRE(open(room, plan_with({one})));  // the larger one stays
  CHECK(refusal(open(room, plan_with({one, "00000000000000cc"}))) ==
        "holds the cells of another plan: 1 of its 2 cells are not in this one, the first is " +
            two +
            ", 1_seed=1; the input, the options or mcsim have changed since: take another folder");
  CHECK(read_plan(room.path("out/plan.tsv"))->cells.size() == 2);
}

TEST_CASE("what is not a sweep's is left alone") {
  const TempFolder room;
  std::filesystem::create_directory(room.path("out"));
  room.write("out/notes.txt", "mine");
  CHECK(refusal(open(room, plan_with({one}))) ==
        "is not replaced: expected a new or empty folder, or one with the cells of this plan");
  CHECK(room.read("out/notes.txt") == "mine");
  room.write("file", "mine");
  CHECK(refusal(CellStore::open(room.path("file"), plan_with({one}), CellStore::Use::alone))
            .starts_with("is not replaced"));
  CHECK(refusal(CellStore::open(room.path("file/out"), plan_with({one}), CellStore::Use::alone))
            .starts_with("cannot be made"));
}

TEST_CASE("one works alone in a folder, or several together on cells of their own") {
  const TempFolder room;
  const SweepPlan plan = plan_with({one, two});
  {
    const auto alone = open(room, plan);
    REQUIRE(alone);
    const std::string busy = "another mcsim works on it: wait for its end, or take another folder";
    CHECK(refusal(open(room, plan)) == busy);
    CHECK(refusal(open(room, plan, CellStore::Use::together)) == busy);
  }
  const auto first = open(room, plan, CellStore::Use::together);
  const auto second = open(room, plan, CellStore::Use::together);
  REQUIRE((first && second));
  CHECK_FALSE(open(room, plan));
  CHECK(first->claim(0));
  CHECK_FALSE(second->claim(0));
  CHECK(second->claim(1));
  CHECK(first->claim(0));  // it is its own already
}

TEST_CASE("what killed runs were making is cleared away, what others are making is not") {
  const TempFolder room;
  const SweepPlan plan = plan_with({one, two});
  const auto first = open(room, plan, CellStore::Use::together);
  REQUIRE(first);
  const auto making = first->begin(one);
  REQUIRE(making);
  const std::string left = room.path("out/cells/" + two + ".partial-12345");
  std::filesystem::create_directory(left);
  REQUIRE(open(room, plan, CellStore::Use::together));
  CHECK_FALSE(std::filesystem::exists(left));
  CHECK(std::filesystem::exists(making->path_of("")));
}

TEST_CASE("the name of a cell changes with all that goes in, and with nothing else") {
  const TempFolder room;
  SweepRequest request;
  request.run.programs.policies = {"mine=python3 " + room.write("policy.py", "print(1)") + " 3"};
  const std::string effective = "{\n  \"mcsim\": 1,\n  \"seed\": 7,\n  \"jobs\": []\n}\n";
  const std::string common = common_of_cells(request);
  const std::string id = cell_id(common, effective, 7);
  CHECK(id.size() == 16);
  CHECK(cell_id(common_of_cells(request), effective, 7) == id);
  // The seed that counts is the run's own.
  std::string other = effective;
  other.replace(other.find('7'), 1, "12345");
  CHECK(cell_id(common, other, 7) == id);
  CHECK(cell_id(common, effective, 8) != id);
  other.replace(other.find("[]"), 2, "[1]");
  CHECK(cell_id(common, other, 7) != id);

  request.jobs = 5;
  request.run.json = true;
  CHECK(common_of_cells(request) == common);
  request.outputs = "jobs";
  CHECK(common_of_cells(request) != common);
  request.outputs = "";
  room.write("policy.py", "print(2)");
  CHECK(common_of_cells(request) != common);
  room.write("policy.py", "print(1)");
  CHECK(common_of_cells(request) == common);
  request.run.programs.policies.front() += "1";
  CHECK(common_of_cells(request) != common);
}

}  // namespace mcsim::testing::cell_store_test
