// The set of words against std::set.
#include "mcsim/kernel/word_set.hpp"

#include <cstdint>
#include <set>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::word_set_test {

TEST_CASE("a set of words has what was put in and not taken out", "[property]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    RngStream stream(seed, "test/word_set");
    WordSet set;
    std::set<std::uint64_t> slow;
    CHECK_FALSE(set.erase(1));
    // Words that differ in high bits only share their buckets; of many, some buckets are full.
    const std::uint64_t shift = seed % 2 == 0 ? 0 : 51 - seed;
    const std::uint64_t different = seed % 4 < 2 ? 60 : 4000;
    for (std::uint64_t step = 0; step < different * 80; ++step) {
      const std::uint64_t word = (1 + stream.below(different)) << shift;
      const bool puts = stream.below(100) < (step / (different * 16) % 2 == 0 ? 60U : 40U);
      REQUIRE((puts ? set.insert(word) : set.erase(word)) ==
              (puts ? slow.insert(word).second : slow.erase(word) != 0));
      REQUIRE(set.size() == slow.size());
      const std::uint64_t asked = (1 + stream.below(different)) << shift;
      REQUIRE((set.empty() || set.has(asked) == slow.contains(asked)));
      REQUIRE(set.empty() == slow.empty());
    }
    for (const std::uint64_t word : slow) CHECK(set.erase(word));
    CHECK(set.empty());
  }
}

}  // namespace mcsim::testing::word_set_test
