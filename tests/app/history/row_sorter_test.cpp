// Rows of a table that is larger than the memory for it.
#include "mcsim/app/history/row_sorter.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::row_sorter_test {

TEST_CASE("rows come back sorted, whatever fits into memory, and nothing is left on the disk") {
  const TempFolder room;
  for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{2'000}, std::size_t{1}}) {
    INFO(memory);
    std::vector<std::pair<RowKey, std::string>> expected;
    RowSorter sorter(room.path("rows"), memory);
    std::uint64_t state = 1;
    for (int row = 0; row < 300; ++row) {
      state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
      const RowKey key{static_cast<std::int64_t>(state >> 60),
                       static_cast<std::int64_t>(state >> 62), row % 2};
      const std::string text = "row " + std::to_string(row) + std::string(state >> 59, 'x');
      expected.emplace_back(key, text);
      REQUIRE(!sorter.add(key, text));
    }
    CHECK(sorter.rows() == 300);
    CHECK((sorter.files() > 0) == (memory < 10'000));
    std::ranges::sort(expected, {}, [&](const auto& row) {
      return std::pair(row.first, std::stoi(row.second.substr(4)));
    });
    std::vector<std::pair<RowKey, std::string>> seen;
    CHECK(!sorter.visit([&](const RowKey& key, std::string_view row) {
      seen.emplace_back(key, std::string(row));
    }));
    CHECK(seen == expected);
    CHECK(std::filesystem::is_empty(room.path()));
  }
}

TEST_CASE("a disk that takes no row is told") {
  RowSorter sorter("/nowhere/rows", 1);
  CHECK(!sorter.add({1, 1, 0}, "one"));
  const auto failure = sorter.add({2, 2, 0}, "two");
  REQUIRE(failure);
  CHECK(failure->file == "/nowhere/rows.0");
}

}  // namespace mcsim::testing::row_sorter_test
