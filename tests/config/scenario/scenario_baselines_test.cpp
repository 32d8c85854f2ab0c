// Options of baselines that nobody looks at are warned of where they stand.
#include <string>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::scenario_baselines_test {

namespace {

/// What is said of a scenario with clusters A and B, whose jobs stay where they are.
Texts said(const std::string& of_all, const std::string& of_a = "{}",
           const std::string& of_b = "{}", const std::string& interval = "0") {
  const TempFolder folder;
  const auto scenario =
      load_scenario(folder.write("s.json", R"({"mcsim": 1, "model": )" + of_all +
                                               R"(, "clusters": [{"name": "A", "model": )" + of_a +
                                               R"(, "hosts": [{"name": "a"}],
"lsb.params": {"JOB_SCHEDULING_INTERVAL": )" + interval +
                                               R"(}}, {"name": "B", "model": )" + of_b +
                                               R"(, "hosts": [{"name": "b"}]}],
"jobs": [{"id": 1, "cluster": "A", "run": "1s"}]})"),
                    choices_of(default_registry()));
  REQUIRE(scenario);
  Texts all;
  for (const Diagnostic& one : scenario->warnings.list)
    all.push_back(one.pointer + ": " + one.message);
  return all;
}

const std::string easy = R"({"dispatch": "easy"})";

}  // namespace

TEST_CASE("what baselines have is without effect under lsf, and an order under none of them") {
  CHECK(said(R"({"baseline": {"order": "sjf"}})") ==
        Texts{"/model/baseline/order: model.baseline.order is without effect with dispatch lsf"});
  CHECK(said(R"({"baseline": {"order": "sjf"}})", easy).empty());
  CHECK(said(R"({"baseline": {"order": {"name": "aging", "step": "1h"}}})").size() == 1);
  CHECK(said(R"({"easy": {"extra": false}, "conservative": {"depth": 2}})") ==
        Texts{"/model/easy/extra: model.easy.extra is without effect with dispatch lsf",
              "/model/conservative/depth: model.conservative.depth is without effect with dispatch "
              "lsf"});
  CHECK(said("{}", R"({"baseline": {"order": "sjf"}})", easy) ==
        Texts{"/clusters/0/model/baseline/order: model.baseline.order is without effect with "
              "dispatch lsf"});
  CHECK(said(R"({"easy": {"extra": true, "pass": "instant"}})").empty());  // the defaults
}

TEST_CASE("a baseline does not look at the options of another one") {
  CHECK(said(R"({"dispatch": "fcfs", "easy": {"extra": false}})") ==
        Texts{"/model/easy/extra: model.easy.extra is without effect with dispatch fcfs"});
  CHECK(said(R"({"dispatch": "easy", "conservative": {"depth": 2}})").size() == 1);
  CHECK(said(R"({"dispatch": "conservative", "easy": {"extra": false}})").size() == 1);
  CHECK(said(R"({"dispatch": "easy", "easy": {"extra": false}})").empty());
  CHECK(said(R"({"dispatch": "conservative", "conservative": {"depth": 2}})").empty());
}

TEST_CASE("options of passes need a pass for each event, and no raster") {
  const std::string rest = " is without effect where model.easy.pass is \"instant\"";
  CHECK(said(R"({"dispatch": "easy", "easy": {"first": "arrivals", "estimate_over": "free"}})") ==
        Texts{"/model/easy/first: model.easy.first" + rest,
              "/model/easy/estimate_over: model.easy.estimate_over" + rest});
  const std::string events =
      R"({"dispatch": "easy", "easy": {"pass": "event", "first": "arrivals"}})";
  CHECK(said(events).empty());
  CHECK(said("{}", events, "{}", "10") ==
        Texts{"/clusters/0/model/easy/pass: model.easy.pass is without effect with "
              "JOB_SCHEDULING_INTERVAL above 0",
              "/clusters/0/model/easy/first: model.easy.first is without effect with "
              "JOB_SCHEDULING_INTERVAL above 0"});
  // Of two clusters that have it one is on a raster.
  CHECK(said(events, "{}", "{}", "10") ==
        Texts{"/model/easy/pass: model.easy.pass is without effect for A, with "
              "JOB_SCHEDULING_INTERVAL above 0",
              "/model/easy/first: model.easy.first is without effect for A, with "
              "JOB_SCHEDULING_INTERVAL above 0"});
}

}  // namespace mcsim::testing::scenario_baselines_test
