// Hosts that jobs have excluded, and how long they are kept.
#include "mcsim/scheduler/exclusions.hpp"

#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::exclusions_test {

namespace {

constexpr HostId a{3};
constexpr HostId b{7};

}  // namespace

TEST_CASE("jobs that have excluded the same hosts share a row, in whatever order they did so") {
  Exclusions exclusions;
  const std::uint32_t one = exclusions.extended(exclusions.extended(0, a), b);
  const std::uint32_t other = exclusions.extended(exclusions.extended(0, b), a);
  CHECK(one == other);
  CHECK(exclusions[one] == std::vector{a, b});
  CHECK(exclusions.jobs_of(one) == 2);
  CHECK(exclusions[0].empty());
}

TEST_CASE("a job that excludes a host again stays in its row") {
  Exclusions exclusions;
  const std::uint32_t row = exclusions.extended(0, a);
  CHECK(exclusions.extended(row, a) == row);
  CHECK(exclusions.jobs_of(row) == 1);
}

TEST_CASE("excluded hosts are kept as long as one of the jobs that excluded them") {
  Exclusions exclusions;
  const std::uint32_t row = exclusions.extended(0, a);
  REQUIRE(exclusions.extended(0, a) == row);
  exclusions.leave(row);
  CHECK(exclusions[row] == std::vector{a});
  exclusions.leave(row);
  exclusions.leave(0);
  const std::size_t rows = exclusions.size();
  CHECK(exclusions[exclusions.extended(0, b)] == std::vector{b});
  CHECK(exclusions[exclusions.extended(0, a)] == std::vector{a});
  CHECK(exclusions.size() == rows + 1);
}

TEST_CASE("a row that a job leaves by excluding more hosts stays for the others") {
  Exclusions exclusions;
  const std::uint32_t first = exclusions.extended(0, a);
  REQUIRE(exclusions.extended(0, a) == first);
  const std::uint32_t second = exclusions.extended(first, b);
  CHECK(second != first);
  CHECK(exclusions.jobs_of(first) == 1);
  CHECK(exclusions[second] == std::vector{a, b});
}

}  // namespace mcsim::testing::exclusions_test
