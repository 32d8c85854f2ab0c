// Entries leave a line by their keys, whether they came in that order or not.
#include "mcsim/scheduler/job_line.hpp"

#include <map>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::job_line_test {

using scheduler::JobLine;

namespace {

const auto any = [](const JobLine::Entry&) { return true; };

/// Adds and drops at random; `disorder`: how many of 10 come before the last one.
void check_against_map(std::uint64_t seed, std::uint64_t disorder) {
  RngStream random(seed, "job_line_test");
  JobLine line;
  std::map<std::int64_t, JobSlotId> expected;
  std::int64_t last = 1'000'000;
  for (std::uint32_t step = 0; step < 2000; ++step) {
    if (random.below(5) < 3) {
      const bool is_early = random.below(10) < disorder;
      const std::int64_t key =
          is_early ? static_cast<std::int64_t>(random.below(1'000'000)) : ++last;
      if (!expected.emplace(key, static_cast<JobSlotId>(step)).second) continue;
      line.add(key, static_cast<JobSlotId>(step));
    } else if (!expected.empty()) {
      line.drop_first();
      expected.erase(expected.begin());
    }
    const JobLine::Entry* const first = line.first(any);
    REQUIRE((first == nullptr) == expected.empty());
    if (first == nullptr) continue;
    REQUIRE(first->key == expected.begin()->first);
    REQUIRE(first->job == expected.begin()->second);
  }
}

}  // namespace

TEST_CASE("a line of jobs gives the smallest key, however its jobs come") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const std::uint64_t disorder : {0U, 1U, 5U, 10U}) check_against_map(seed, disorder);
}

TEST_CASE("a line of jobs knows the second one of those that came in their order") {
  JobLine line;
  CHECK(line.second() == none<JobSlotId>);
  for (std::int64_t key = 1; key <= 4; ++key) line.add(key, static_cast<JobSlotId>(key));
  for (std::uint32_t second = 2; second <= 4; ++second) {
    CHECK(line.second() == JobSlotId{second});
    line.drop_first();
  }
  CHECK(line.first(any)->job == JobSlotId{4});
  CHECK(line.second() == none<JobSlotId>);
}

TEST_CASE("what is not live any more leaves a line of jobs") {
  JobLine line;
  for (std::int64_t key = 1; key <= 100; ++key) line.add(key, static_cast<JobSlotId>(key));
  line.add(0, JobSlotId{0});
  const auto is_late = [](const JobLine::Entry& entry) { return entry.key > 60; };
  REQUIRE(line.first(is_late) != nullptr);
  CHECK(line.first(is_late)->key == 61);
  CHECK(line.first([](const JobLine::Entry&) { return false; }) == nullptr);
  line.add(7, JobSlotId{7});
  CHECK(line.first(any)->job == JobSlotId{7});
}

}  // namespace mcsim::testing::job_line_test
