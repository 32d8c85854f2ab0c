// The tree over places against a plain list.
#include "mcsim/base/prefix_min_tree.hpp"

#include <cstdint>
#include <map>
#include <utility>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::prefix_min_tree_test {

TEST_CASE("the least number up to a place is that of a plain list", "[property]") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/prefix_min_tree"};
    PrefixMinTree tree;
    std::map<TreeRow, std::pair<std::int64_t, std::int64_t>> rows;  // place and number
    for (std::int64_t step = 0; step < 300; ++step) {
      const std::uint64_t what = stream.below(4);
      const auto some = [&] {
        return std::next(rows.begin(), static_cast<std::ptrdiff_t>(stream.below(rows.size())));
      };
      if (what == 0 || rows.empty()) {
        const auto place = static_cast<std::int64_t>(stream.below(30));
        const TreeRow row = tree.add(place);
        REQUIRE(rows.emplace(row, std::pair(place, MinTree::nothing)).second);
      } else if (what == 1) {
        const auto row = some();
        tree.remove(row->first);
        rows.erase(row);
      } else {
        // Numbers differ, as the keys of jobs do.
        const std::int64_t fresh = static_cast<std::int64_t>(stream.below(1000)) * 300 + step;
        const auto row = some();
        row->second.second = stream.below(5) == 0 ? MinTree::nothing : fresh;
        tree.set(row->first, row->second.second);
      }
      const auto most = static_cast<std::int64_t>(stream.below(34)) - 2;
      TreeRow first = PrefixMinTree::nobody;
      std::int64_t least = MinTree::nothing;
      std::int64_t least_of_all = MinTree::nothing;
      for (const auto& [row, one] : rows) {
        least_of_all = std::min(least_of_all, one.second);
        if (one.first > most || one.second >= least) continue;
        least = one.second;
        first = row;
      }
      REQUIRE(tree.first_up_to(most) == first);
      REQUIRE(tree.least() == least_of_all);
      REQUIRE(tree.empty() == rows.empty());
    }
  }
}

}  // namespace mcsim::testing::prefix_min_tree_test
