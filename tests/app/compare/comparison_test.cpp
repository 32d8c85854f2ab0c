// What is said of a comparison that lacks runs.
#include "mcsim/app/compare/comparison.hpp"

#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::comparison_test {

TEST_CASE("replicas that are missing are counted, and have no rows of dashes") {
  Comparison comparison;
  const JsonNode summary =
      parse_json(R"({"by_cluster": {}, "wait_time": {"mean": 7}})", "summary.json")->root;
  for (std::size_t replica = 1; replica <= 40; ++replica) {
    Variant run;
    run.replica = replica;
    comparison.runs.push_back(run);
    RunResult result;
    result.complete = replica == 3;
    if (result.complete) result.summary = summary;
    comparison.results.push_back(result);
  }
  Diagnostics warnings;
  const std::string text = app::report(comparison, {}, 80, warnings);
  CHECK(text ==
        "          wait\n"
        "replica   mean\n"
        "3           7s\n"
        "39 of 40 runs are missing\n\n");
  comparison.results[2].complete = false;
  CHECK(app::report(comparison, {}, 80, warnings) == "40 of 40 runs are missing\n\n");
}

}  // namespace mcsim::testing::comparison_test
