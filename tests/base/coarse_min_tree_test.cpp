// The tournament tree over coarse durations against a plain vector.
#include "mcsim/base/coarse_min_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::coarse_min_tree_test {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

std::size_t slow_first_at_most(const std::vector<Coarse>& numbers, Coarse limit, std::size_t from) {
  for (std::size_t at = from; at < numbers.size(); ++at)
    if (numbers[at] != Coarse{} && numbers[at] <= limit) return at;
  return CoarseMinTree::nowhere;
}

/// Few different durations: small, medium and huge ones.
Coarse random_one(RngStream& stream) {
  const auto small = static_cast<std::int64_t>(stream.below(20));
  const std::uint64_t kind = stream.below(3);
  return Coarse(Duration(kind == 0 ? small : kind == 1 ? small << 30 : largest - small));
}

}  // namespace

TEST_CASE("coarse durations are in the order of the durations, or equal", "[property]") {
  RngStream stream{1, "test/coarse"};
  for (int turn = 0; turn < 100'000; ++turn) {
    const auto a = static_cast<std::int64_t>(stream.below(largest - 2000) >> stream.below(63));
    const std::int64_t b = a + static_cast<std::int64_t>(stream.below(2000));
    REQUIRE(Coarse(Duration(a)) <= Coarse(Duration(b)));
    REQUIRE(Coarse(Duration(b)) < Coarse{});
  }
}

TEST_CASE("coarse durations are milliseconds, beyond 12 days seconds, beyond 100 years nothing") {
  constexpr Duration exact(1 << 30);
  for (const Duration one : {0ms, 1ms, 2ms, 1000ms, 86'400'000ms, exact - 1ms})
    CHECK(Coarse(one) < Coarse(one + 1ms));
  CHECK(Coarse(exact) == Coarse(exact + 999ms));
  for (const Duration one : {exact, exact + 24h * 365, Duration{std::int64_t{INT32_MAX} * 1000}})
    CHECK(Coarse(one) < Coarse(one + 1s));
  CHECK(Coarse(24h * 365 * 120) == Coarse(Duration(largest)));
  CHECK(Coarse(-1ms) == Coarse(0ms));
}

TEST_CASE("coarse durations below 12 days tell the duration itself") {
  constexpr Duration first_inexact(1 << 30);
  for (const Duration one : {0ms, 1ms, 999ms, 86'400'000ms, first_inexact - 1ms}) {
    REQUIRE(Coarse(one).is_exact());
    CHECK(Coarse(one).exactly() == one);
  }
  for (const Duration one : {first_inexact, first_inexact + 1ms, Duration(largest)})
    CHECK_FALSE(Coarse(one).is_exact());
  CHECK_FALSE(Coarse{}.is_exact());
}

TEST_CASE("an empty coarse tree holds nothing") {
  const CoarseMinTree tree(5);
  CHECK(tree.capacity() >= 5);
  CHECK(tree.least() == Coarse{});
  CHECK(tree.first_at_most(Coarse(Duration(largest))) == CoarseMinTree::nowhere);
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
      slow[at] = stream.below(4) == 0 ? Coarse{} : random_one(stream);
      tree.set(at, slow[at]);
      const Coarse limit = random_one(stream);
      REQUIRE((tree.least() == *std::ranges::min_element(slow)));
      REQUIRE(tree.first_at_most(limit) == slow_first_at_most(slow, limit, 0));
      const auto from = static_cast<std::size_t>(stream.below(size + 2));
      REQUIRE(tree.first_at_most(limit, from) == slow_first_at_most(slow, limit, from));
    }
    tree.clear(size);
    REQUIRE(tree.first_at_most(Coarse(Duration(largest))) == CoarseMinTree::nowhere);
  }
}

}  // namespace mcsim::testing::coarse_min_tree_test
