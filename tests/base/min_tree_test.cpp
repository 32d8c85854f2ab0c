// The tournament tree against a plain vector.
#include "mcsim/base/min_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::min_tree_test {

namespace {

std::size_t slow_first_at_most(const std::vector<std::int64_t>& numbers, std::int64_t limit,
                               std::size_t from = 0) {
  for (std::size_t at = from; at < numbers.size(); ++at)
    if (numbers[at] != MinTree::nothing && numbers[at] <= limit) return at;
  return MinTree::nowhere;
}

}  // namespace

TEST_CASE("an empty tree holds nothing") {
  const MinTree tree(5);
  CHECK(tree.capacity() >= 5);
  CHECK(tree.least() == MinTree::nothing);
  CHECK(tree.first_least() == MinTree::nowhere);
  CHECK(tree.first_at_most(MinTree::nothing - 1) == MinTree::nowhere);
  CHECK(MinTree(0).capacity() == 1);
}

TEST_CASE("the tree answers as a plain vector does", "[property]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/min_tree"};
    const auto size = static_cast<std::size_t>(1 + stream.below(40));
    MinTree tree(size);
    std::vector<std::int64_t> slow(size, MinTree::nothing);
    for (int step = 0; step < 200; ++step) {
      const auto at = static_cast<std::size_t>(stream.below(size));
      const auto number = static_cast<std::int64_t>(stream.below(20)) - 5;
      slow[at] = stream.below(4) == 0 ? MinTree::nothing : number;
      tree.set(at, slow[at]);
      const auto limit = static_cast<std::int64_t>(stream.below(24)) - 7;
      REQUIRE(tree.at(at) == slow[at]);
      REQUIRE(tree.least() == *std::ranges::min_element(slow));
      REQUIRE(tree.first_at_most(limit) == slow_first_at_most(slow, limit));
      const auto from = static_cast<std::size_t>(stream.below(size + 2));
      REQUIRE(tree.first_at_most_from(from, limit) == slow_first_at_most(slow, limit, from));
      REQUIRE(tree.first_least() == slow_first_at_most(slow, tree.least()));
    }
  }
}

}  // namespace mcsim::testing::min_tree_test
