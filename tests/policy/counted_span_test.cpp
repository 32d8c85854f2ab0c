// Reads that are counted while a policy makes them.
#include "mcsim/policy/counted_span.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::counted_span_test {

namespace {

/// What is read of three rows.
template <class Read>
std::uint64_t reads_of(Read&& read) {
  const std::vector<int> rows = {3, 1, 2};
  std::uint64_t reads = 0;
  read(CountedSpan<const int>(rows, &reads));
  return counts_work ? reads : 0;
}
constexpr std::uint64_t if_counted(std::uint64_t reads) { return counts_work ? reads : 0; }

}  // namespace

TEST_CASE("each row that is asked for counts, and each pass counts all rows") {
  using Rows = CountedSpan<const int>;
  CHECK(reads_of([](const Rows&) {}) == 0);
  CHECK(reads_of([](const Rows& rows) { CHECK(rows.size() == 3); }) == 0);
  CHECK(reads_of([](const Rows& rows) { CHECK(rows[0] + rows[2] == 5); }) == if_counted(2));
  CHECK(reads_of([](const Rows& rows) { CHECK(rows.front() + rows.back() == 5); }) ==
        if_counted(2));
  const auto sum = [](const Rows& rows) {
    int all = 0;
    for (const int row : rows) all += row;
    CHECK(all == 6);
  };
  CHECK(reads_of(sum) == if_counted(3));
  CHECK(reads_of([&](const Rows& rows) {
          sum(rows);
          sum(rows);
        }) == if_counted(6));
  // A pass that ends early counts as a whole one: what an algorithm does is its library's affair.
  CHECK(reads_of([](const Rows& rows) { CHECK(std::ranges::find(rows, 3) == rows.end() - 3); }) ==
        if_counted(3));
  CHECK(reads_of([](const Rows& rows) {
          const std::span<const int> all = rows;
          CHECK(all.size() == 3);
        }) == if_counted(3));
}

TEST_CASE("checks that are no part of a policy, and spans without a counter, count nothing") {
  CHECK(reads_of([](const CountedSpan<const int>& rows) { CHECK(rows.uncounted()[1] == 1); }) == 0);
  const std::vector<int> rows = {1, 2};
  const CountedSpan<const int> plain = rows;
  CHECK(plain[1] == 2);
  CHECK(CountedSpan<const int>{}.empty());
}

}  // namespace mcsim::testing::counted_span_test
