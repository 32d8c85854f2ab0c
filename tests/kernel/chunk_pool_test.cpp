// Lists in a common pool against vectors.
#include "mcsim/kernel/chunk_pool.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::chunk_pool_test {

TEST_CASE("lists of a pool keep what was appended, in order", "[property]") {
  RngStream stream(7, "test/chunk_pool");
  ChunkPool<std::uint64_t> pool;
  std::array<ChunkList, 5> lists;
  std::array<std::vector<std::uint64_t>, 5> slow;
  const auto content = [&](std::size_t at) {
    std::vector<std::uint64_t> all;
    pool.visit_rows(lists[at], [&](std::span<const std::uint64_t> row) {
      CHECK_FALSE(row.empty());
      all.insert(all.end(), row.begin(), row.end());
    });
    return all;
  };
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    const std::size_t at = stream.below(5);
    const std::uint64_t dice = stream.below(400);
    if (dice > 1) {
      pool.append(lists[at], step);
      slow[at].push_back(step);
    } else if (dice == 1) {
      REQUIRE(content(at) == slow[at]);
      pool.drain_rows(lists[at], [](std::span<const std::uint64_t>) {});
      slow[at].clear();
    } else {  // spread over the others
      std::size_t to = 0;
      std::vector<std::uint64_t> taken;
      pool.drain(lists[at], [&](std::uint64_t item) {
        taken.push_back(item);
        to = (to + 1) % 5;
        pool.append(lists[to], item);
        slow[to].push_back(item);
      });
      std::vector<std::uint64_t> before(
          slow[at].begin(), slow[at].begin() + static_cast<std::ptrdiff_t>(taken.size()));
      REQUIRE(taken == before);
      slow[at].erase(slow[at].begin(),
                     slow[at].begin() + static_cast<std::ptrdiff_t>(taken.size()));
    }
    REQUIRE(lists[at].size == slow[at].size());
  }
  for (std::size_t at = 0; at < lists.size(); ++at) CHECK(content(at) == slow[at]);
}

}  // namespace mcsim::testing::chunk_pool_test
