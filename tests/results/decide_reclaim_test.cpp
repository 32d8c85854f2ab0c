// The answers of `mcsim decide reclaim`.
#include <string>

#include "support/decide_once.hpp"

namespace mcsim::testing::decide_reclaim_test {

namespace {

Answer reclaim(const std::string& question) {
  return answer_to({.family = "reclaim", .file = ""}, question);
}

}  // namespace

TEST_CASE("decide reclaim tells who gets idle slots, and both sides afterwards") {
  CHECK(reclaim(R"({"provider": {"available": 6, "used": 6},
                    "consumer": {"available": 4, "used": 1}})")
            .out ==
        R"({"idle_to": "provider", "provider": {"available": 9}, "consumer": {"available": 1}})"
        "\n");
  CHECK(reclaim(R"({"provider": {"available": 9, "used": 2},
                    "consumer": {"available": 1, "used": 1}})")
            .out ==
        R"({"idle_to": "consumer", "provider": {"available": 2}, "consumer": {"available": 8}})"
        "\n");
  CHECK(reclaim(R"({"policy": "none", "provider": {"available": 9, "used": 2},
                    "consumer": {"available": 1, "used": 1}})")
            .out ==
        R"({"idle_to": null, "provider": {"available": 9}, "consumer": {"available": 1}})"
        "\n");
}

}  // namespace mcsim::testing::decide_reclaim_test
