// The simulator's dispatch `lsf` against the deliberately naive reference, on random small worlds
// that use all features in all pairs.
//
// MCSIM_WORLDS: how many worlds (default 4,000); MCSIM_SEED: the seed of the first one (default
// 1). A million: MCSIM_WORLDS=1000000 mcsim_tests "[differential]"
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_lsf_compare.hpp"
#include "support/random_lsf_shrink.hpp"
#include "support/random_lsf_worlds.hpp"

namespace mcsim::testing::lsf_differential_test {

namespace {

constexpr std::uint64_t parts = 8;
constexpr std::uint64_t usual_worlds = 4'000;

std::uint64_t worlds() { return number_from_environment("MCSIM_WORLDS", usual_worlds); }
std::uint64_t first_seed() { return number_from_environment("MCSIM_SEED", 1); }

/// Plays every `parts`th world, and shows the first difference in the smallest world that has one.
void compare_part(std::uint64_t part) {
  for (std::uint64_t at = part; at < worlds(); at += parts) {
    const LsfWorld world = random_lsf_world(first_seed() + at);
    const std::string found = difference_to_naive(world.grid);
    if (found.empty()) continue;
    const GridConfig small = shrunk(world.grid, difference_to_naive);
    FAIL("seed " << world.grid.seed << ": " << found
                 << "\nin the smallest such world: " << difference_to_naive(small) << "\n"
                 << to_text(small));
  }
}

struct PairCount {
  std::uint64_t worlds = 0;
  LsfFeature one{};
  LsfFeature other{};
};

/// The pair of features that the fewest worlds use together.
PairCount rarest_pair(const std::vector<LsfFeatures>& used) {
  PairCount rarest{.worlds = used.size()};
  for (std::size_t one = 0; one < LsfFeatures{}.size(); ++one)
    for (std::size_t other = 0; other < one; ++other) {
      PairCount pair{0, static_cast<LsfFeature>(one), static_cast<LsfFeature>(other)};
      if (exclude_each_other(pair.one, pair.other)) continue;
      for (const LsfFeatures& features : used)
        pair.worlds += features[one] && features[other] ? 1U : 0U;
      if (pair.worlds < rarest.worlds) rarest = pair;
    }
  return rarest;
}

}  // namespace

TEST_CASE("every pair of LSF's features occurs in at least 10 of the random worlds",
          "[property][differential]") {
  std::vector<LsfFeatures> used;
  for (std::uint64_t at = 0; at < usual_worlds; ++at)
    used.push_back(random_lsf_world(first_seed() + at).features);
  const PairCount rarest = rarest_pair(used);
  WARN("the rarest pair: " << name_of(rarest.one) << " and " << name_of(rarest.other) << ", in "
                           << rarest.worlds << " of " << used.size() << " worlds");
  CHECK(rarest.worlds >= 10);
}

TEST_CASE("lsf and the naive reference agree in the first eighth of the random worlds",
          "[property][differential]") {
  compare_part(0);
}

TEST_CASE("lsf and the naive reference agree in the second eighth of the random worlds",
          "[property][differential]") {
  compare_part(1);
}

TEST_CASE("lsf and the naive reference agree in the third eighth of the random worlds",
          "[property][differential]") {
  compare_part(2);
}

TEST_CASE("lsf and the naive reference agree in the fourth eighth of the random worlds",
          "[property][differential]") {
  compare_part(3);
}

TEST_CASE("lsf and the naive reference agree in the fifth eighth of the random worlds",
          "[property][differential]") {
  compare_part(4);
}

TEST_CASE("lsf and the naive reference agree in the sixth eighth of the random worlds",
          "[property][differential]") {
  compare_part(5);
}

TEST_CASE("lsf and the naive reference agree in the seventh eighth of the random worlds",
          "[property][differential]") {
  compare_part(6);
}

TEST_CASE("lsf and the naive reference agree in the last eighth of the random worlds",
          "[property][differential]") {
  compare_part(7);
}

}  // namespace mcsim::testing::lsf_differential_test
