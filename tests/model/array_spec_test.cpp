// Indices of job arrays, against plain lists.
#include "mcsim/model/array_spec.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::array_spec_test {

namespace {

std::vector<std::uint32_t> random_indices(RngStream& draws) {
  std::set<std::uint32_t> all;
  const std::uint64_t runs = 1 + draws.below(4);
  for (std::uint64_t run = 0; run < runs; ++run) {
    std::uint32_t index = 1 + static_cast<std::uint32_t>(draws.below(60));
    const std::uint32_t step = 1 + static_cast<std::uint32_t>(draws.below(5));
    for (std::uint64_t left = 1 + draws.below(8); left > 0; --left, index += step)
      all.insert(index);
  }
  return {all.begin(), all.end()};
}

}  // namespace

// Property: places and indices are those of the list.
TEST_CASE("indices of an array are found by place and by number", "[property]") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 101));
  INFO("seed " << seed);
  RngStream draws{seed, "test/array_spec"};
  const std::vector<std::uint32_t> all = random_indices(draws);
  const ArrayIndices indices(all);
  REQUIRE(indices.size() == all.size());
  for (std::uint32_t place = 0; place < all.size(); ++place) REQUIRE(indices[place] == all[place]);
  for (std::uint32_t index = 0; index < 110; ++index) {
    const auto found = std::ranges::find(all, index);
    const auto place = indices.find(index);
    REQUIRE(place.has_value() == (found != all.end()));
    if (place) REQUIRE(*place == static_cast<std::uint32_t>(found - all.begin()));
  }
}

TEST_CASE("a range is the same as its list") {
  CHECK(ArrayIndices::range(1, 10, 2) == ArrayIndices({1, 3, 5, 7, 9}));
  CHECK(ArrayIndices::range(4, 4, 7) == ArrayIndices({4}));
  CHECK(ArrayIndices::range(4, 10, 7) == ArrayIndices({4}));
  CHECK(ArrayIndices::range(4, 11, 7) == ArrayIndices({4, 11}));
  CHECK(ArrayIndices::range(1, 1'000'000).size() == 1'000'000);
}

TEST_CASE("elements are rows of the trace, from that of their array on") {
  ArrayTable arrays;
  arrays.rows.push_back({.first = JobIndex{2}, .spec = {ArrayIndices({3, 5}), 0}, .name = "a"});
  arrays.rows.push_back({.first = JobIndex{6}, .spec = {ArrayIndices::range(1, 3), 2}, .name = ""});
  const std::vector<std::uint32_t> elements{0, 0, 3, 5, 0, 0, 1, 2, 3, 0};
  for (std::size_t row = 0; row < elements.size(); ++row)
    CHECK(arrays.element(static_cast<JobIndex>(row)) == elements[row]);
  CHECK(arrays.of(none<JobIndex>) == none<ArrayId>);
  CHECK(arrays.rows[0].row_of(5) == JobIndex{3});
  CHECK(!arrays.rows[0].row_of(4).has_value());
}

}  // namespace mcsim::testing::array_spec_test
