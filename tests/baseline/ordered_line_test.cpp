// The tournament of a waiting line against a look at each job.
#include "mcsim/baseline/ordered_line.hpp"

#include <algorithm>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/baseline/orders.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::ordered_line_test {

namespace {

struct Waits {
  WaitingJob job;
  JobFacts facts;
};

/// An order of which nothing is known before it is asked.
struct Capricious {
  static constexpr std::string_view name = "capricious";
  double key(const JobFacts& job, Time now) const {
    const auto time = static_cast<std::uint64_t>(now.time_since_epoch() / 5s);
    return static_cast<double>(philox({time, static_cast<std::uint64_t>(job.slots.count())}, 1)[0] %
                               8);
  }
};

/// The first of those that `wanted` holds for.
template <class Wanted>
WaitingJob first_of(const std::vector<Waits>& all, const AnyOrder& order, Time now,
                    Wanted&& wanted) {
  const Waits* best = nullptr;
  double least = 0;
  for (const Waits& one : all) {
    if (!wanted(one.job)) continue;
    const double key = order.key(one.facts, order.scale(one.facts), now);
    const bool is_before =
        best == nullptr || key < least || (key == least && one.job.rank < best->job.rank);
    if (!is_before) continue;
    best = &one;
    least = key;
  }
  return best == nullptr ? WaitingJob{} : best->job;
}

/// A few different numbers, so that many jobs are equal, or many.
Waits draw_job(RngStream& dice, std::uint32_t rank, std::uint32_t row, Time now) {
  const bool few = dice.below(2) == 0;
  Waits one;
  one.job.job = static_cast<JobSlotId>(row);
  one.job.rank = static_cast<JobIndex>(rank);
  one.job.slots = Slots(static_cast<std::int32_t>(1 + dice.below(few ? 4 : 500)));
  one.job.estimate = Duration(static_cast<std::int64_t>(1 + dice.below(few ? 4 : 100'000)) * 1s);
  if (dice.below(20) == 0) one.job.estimate = unlimited;
  one.facts.slots = one.job.slots;
  one.facts.requested = one.job.estimate;
  one.facts.submit = now;
  one.facts.priority = static_cast<std::int32_t>(dice.below(3));
  return one;
}

void compare(const AnyOrder& order, std::uint64_t seed) {
  RngStream dice(seed, "test/ordered_line");
  OrderedLine line(order);
  std::vector<Waits> slow;
  std::vector<std::uint32_t> free_rows;
  std::uint32_t rank = 0;
  std::uint32_t rows = 0;
  Time now{};
  const std::uint64_t usual = 20 + dice.below(200);
  for (int turn = 0; turn < 600; ++turn) {
    if (dice.below(3) == 0) now += static_cast<std::int64_t>(dice.below(30)) * 500ms;
    line.advance(now);
    if (slow.empty() || dice.below(2 * usual) > slow.size()) {
      const std::uint32_t row = free_rows.empty() ? rows++ : free_rows.back();
      if (!free_rows.empty()) free_rows.pop_back();
      slow.push_back(draw_job(dice, rank++, row, now));
      line.add(slow.back().job, slow.back().facts);
    } else {
      const bool first = dice.below(2) == 0;
      const WaitingJob job = first ? line.first() : slow[dice.below(slow.size())].job;
      REQUIRE(line.remove(job));
      REQUIRE_FALSE(line.remove(job));
      free_rows.push_back(static_cast<std::uint32_t>(index_of(job.job)));
      std::erase_if(slow, [&](const Waits& one) { return one.job == job; });
    }
    const Slots free(static_cast<std::int32_t>(dice.below(dice.below(2) == 0 ? 6 : 600)));
    const Slots extra(static_cast<std::int32_t>(dice.below(dice.below(2) == 0 ? 4 : 400)));
    const auto window = Duration(static_cast<std::int64_t>(dice.below(100'000)) * 1s);
    Work work;
    REQUIRE(line.size() == slow.size());
    REQUIRE(line.first() == first_of(slow, order, now, [](const auto&) { return true; }));
    REQUIRE(line.first_fitting(free, work) ==
            first_of(slow, order, now, [&](const WaitingJob& job) { return job.slots <= free; }));
    REQUIRE(line.first_backfill(free, extra, window, work) ==
            first_of(slow, order, now, [&](const WaitingJob& job) {
              return job.slots <= free && (job.slots <= extra || job.estimate <= window);
            }));
    Slots least = SizeTree::no_size;
    for (const Waits& one : slow) least = std::min(least, one.job.slots);
    REQUIRE(line.least_slots() == least);
  }
}

}  // namespace

TEST_CASE("a line in any order answers as if it looked at each job", "[property]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    INFO("seed " << seed);
    compare(AnyOrder(ShortestFirst{}), seed);
    compare(AnyOrder(LongestFirst{}), seed);
    compare(AnyOrder(ByPriority{}), seed);
    compare(AnyOrder(Wfp3{}), seed);
    compare(AnyOrder(Unicef{}), seed);
    compare(AnyOrder(F1{}), seed);
    compare(AnyOrder(Capricious{}), seed);
  }
}

// 3 x 3 s / 9 s = 1 at 9 s: of jobs that come together the short one is ahead at once, and a later
// one passes an earlier one when its score has grown beyond: (t - 90) / 10 > t / 100 from 100 s on.
TEST_CASE("of two jobs the one whose score grows faster passes the other one in its time") {
  OrderedLine line{AnyOrder(Wfp3{})};
  const auto waits = [](std::uint32_t rank, Duration submit, Duration requested) {
    Waits one;
    one.job = {static_cast<JobSlotId>(rank), static_cast<JobIndex>(rank), Slots(1),
               WaitingJob::unknown, requested};
    one.facts.submit = at(submit);
    one.facts.requested = requested;
    one.facts.slots = Slots(1);
    return one;
  };
  const Waits slow = waits(0, 0s, 100s);
  const Waits fast = waits(1, 90s, 10s);
  line.add(slow.job, slow.facts);
  line.advance(at(90s));
  line.add(fast.job, fast.facts);
  line.advance(at(100s));  // 1 and 1
  CHECK(line.first() == slow.job);
  line.advance(at(100'001ms));
  CHECK(line.first() == fast.job);
}

}  // namespace mcsim::testing::ordered_line_test
