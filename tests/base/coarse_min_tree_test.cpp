// The tournament tree over coarse numbers against a plain vector.
#include "mcsim/base/coarse_min_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::base_coarse_min_tree_test {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::size_t slow_first_at_most(const std::vector<Coarse>& numbers, Coarse limit, std::size_t from) {
  for (std::size_t at = from; at < numbers.size(); ++at)
    if (numbers[at] != Coarse{} && numbers[at] <= limit) return at;
  return CoarseMinTree::nowhere;
}

/// Few different ones, small, middling and huge.
std::int64_t random_number(RngStream& stream) {
  const auto small = static_cast<std::int64_t>(stream.below(20));
  const std::uint64_t kind = stream.below(3);
  return kind == 0 ? small : kind == 1 ? small << 30 : largest - small;
}

}  // namespace

TEST_CASE("coarse numbers are in the order of the numbers, or equal", "[property]") {
  RngStream stream{1, "test/coarse"};
  for (int turn = 0; turn < 100'000; ++turn) {
    const auto a = static_cast<std::int64_t>(stream.below(largest) >> stream.below(63));
    const std::int64_t b = a + static_cast<std::int64_t>(stream.below(3));
    if (b < a) continue;  // it wrapped around
    REQUIRE(Coarse(a) <= Coarse(b));
    REQUIRE(Coarse(b) < Coarse{});
  }
}

TEST_CASE("coarse numbers below 2^24 are exact") {
  for (const std::int64_t number : {0, 1, 2, 3, 1000, 12'345'677, (1 << 24) - 1})
    CHECK(Coarse(number) < Coarse(number + 1));
  CHECK(Coarse(1 << 24) == Coarse((1 << 24) + 1));
  CHECK(Coarse(-1) == Coarse(0));
}

TEST_CASE("an empty coarse tree holds nothing") {
  const CoarseMinTree tree(5);
  CHECK(tree.capacity() >= 5);
  CHECK(tree.least() == Coarse{});
  CHECK(tree.first_at_most(Coarse(largest)) == CoarseMinTree::nowhere);
  CHECK(tree.first_at_most(Coarse{}) == CoarseMinTree::nowhere);
  CHECK(CoarseMinTree(0).capacity() >= 1);
}

TEST_CASE("the coarse tree answers as a plain vector does", "[property]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/coarse_min_tree"};
    const auto size =
        static_cast<std::size_t>(1 + stream.below(seed % 4 == 0 ? 5000 : 40));  // to four levels
    CoarseMinTree tree(size);
    std::vector<Coarse> slow(size);
    for (int step = 0; step < 300; ++step) {
      const auto at = static_cast<std::size_t>(stream.below(size));
      slow[at] = stream.below(4) == 0 ? Coarse{} : Coarse(random_number(stream));
      tree.set(at, slow[at]);
      const Coarse limit(random_number(stream));
      REQUIRE((tree.least() == *std::ranges::min_element(slow)));
      REQUIRE(tree.first_at_most(limit) == slow_first_at_most(slow, limit, 0));
      const auto from = static_cast<std::size_t>(stream.below(size + 2));
      REQUIRE(tree.first_at_most(limit, from) == slow_first_at_most(slow, limit, from));
    }
    tree.clear(size);
    REQUIRE(tree.first_at_most(Coarse(largest)) == CoarseMinTree::nowhere);
  }
}

}  // namespace mcsim::base_coarse_min_tree_test
