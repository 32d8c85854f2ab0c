// How variants are called.
#include "mcsim/app/cells/variations.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::variations_test {

TEST_CASE("what is varied is called by the last key of its path, or by the list that is added to") {
  const auto variations =
      read_variations({"model.dispatch=[\"lsf\", \"fcfs\"]",
                       R"(clusters.*.hosts.+=[null, {"like": "n1", "add": 20}])"});
  REQUIRE(variations);
  CHECK(short_names(*variations) == std::vector<std::string>{"dispatch", "hosts.+"});
  CHECK(combine(*variations)[1].title == R"(dispatch=lsf, hosts.+={"like": "n1", "add": 20})");
}

}  // namespace mcsim::testing::variations_test
