// Hosts that jobs have excluded, and how long they are kept.
#include "mcsim/scheduler/exclusions.hpp"

#include <vector>

#include "support/catch.hpp"

namespace mcsim::testing::exclusions_test {

namespace {

constexpr HostId a{3};
constexpr HostId b{7};
constexpr ExclusionId nobody{};

}  // namespace

TEST_CASE("jobs that have excluded the same hosts share a row, in whatever order they did so") {
  Exclusions exclusions;
  const ExclusionId one = exclusions.extended(exclusions.extended(nobody, a), b);
  const ExclusionId other = exclusions.extended(exclusions.extended(nobody, b), a);
  CHECK(one == other);
  CHECK(exclusions[one] == std::vector{a, b});
  CHECK(exclusions.jobs_of(one) == 2);
  CHECK(exclusions[nobody].empty());
}

TEST_CASE("a job that excludes a host again stays in its row") {
  Exclusions exclusions;
  const ExclusionId row = exclusions.extended(nobody, a);
  CHECK(exclusions.extended(row, a) == row);
  CHECK(exclusions.jobs_of(row) == 1);
}

TEST_CASE("excluded hosts are kept as long as one of the jobs that excluded them") {
  Exclusions exclusions;
  const ExclusionId row = exclusions.extended(nobody, a);
  REQUIRE(exclusions.extended(nobody, a) == row);
  exclusions.leave(row);
  CHECK(exclusions[row] == std::vector{a});
  exclusions.leave(row);
  exclusions.leave(nobody);
  const std::size_t rows = exclusions.capacity();
  CHECK(exclusions[exclusions.extended(nobody, b)] == std::vector{b});
  CHECK(exclusions[exclusions.extended(nobody, a)] == std::vector{a});
  CHECK(exclusions.capacity() == rows + 1);
}

TEST_CASE("a row that a job leaves by excluding more hosts stays for the others") {
  Exclusions exclusions;
  const ExclusionId first = exclusions.extended(nobody, a);
  REQUIRE(exclusions.extended(nobody, a) == first);
  const ExclusionId second = exclusions.extended(first, b);
  CHECK(second != first);
  CHECK(exclusions.jobs_of(first) == 1);
  CHECK(exclusions[second] == std::vector{a, b});
}

}  // namespace mcsim::testing::exclusions_test
