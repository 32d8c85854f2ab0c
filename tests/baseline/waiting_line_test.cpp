// The waiting line, and its tree over sizes, against plain lists.
#include "mcsim/baseline/waiting_line.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::waiting_line_test {

namespace {

using Places = Table<JobSlotId, WaitingLine::Place>;

WaitingJob job_of(std::uint32_t number, std::int32_t slots, Duration estimate) {
  return {.job = static_cast<JobSlotId>(number),
          .rank = static_cast<JobIndex>(number),
          .slots = Slots(slots),
          .estimate = estimate};
}

/// The slow right answer: jobs by rank, searched from the front.
class SlowLine {
 public:
  void add(const WaitingJob& job) { jobs_.push_back(job); }
  WaitingJob take(std::size_t position) {
    const WaitingJob job = jobs_[position];
    jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(position));
    return job;
  }
  template <class Wanted>
  JobSlotId first(Wanted&& wanted) const {
    for (const WaitingJob& job : jobs_)
      if (wanted(job)) return job.job;
    return none<JobSlotId>;
  }
  std::size_t size() const { return jobs_.size(); }
  const std::vector<WaitingJob>& jobs() const { return jobs_; }

 private:
  std::vector<WaitingJob> jobs_;
};

/// The fast and the slow waiting line with the same calls. Jobs need up to `sizes` slots, and have
/// estimates from `shortest` on.
class TwoLines {
 public:
  TwoLines(std::uint64_t seed, std::uint64_t sizes, Duration shortest = 0ms)
      : stream_(seed, "test/waiting_line"), places_(4000), sizes_(sizes), shortest_(shortest) {}

  void add() {
    const WaitingJob job = random_job(next_++);
    line_.add(job, places_);
    slow_.add(job);
  }
  void step() {
    const std::uint64_t dice = stream_.below(10);
    if (slow_.size() == 0 || dice < 5)
      add();
    else
      take();
    check();
  }
  /// Grows to `most` jobs, and shrinks to none.
  void swell(std::size_t most) {
    while (slow_.size() < most) {
      add();
      check();
    }
    while (slow_.size() > 0) {
      take();
      check();
    }
  }

 private:
  /// Removes a job, often the first.
  void take() { remove(stream_.below(2) == 0 ? 0 : stream_.below(slow_.size())); }
  WaitingJob random_job(std::uint32_t number) {
    const auto slots = static_cast<std::int32_t>(1 + stream_.below(sizes_));
    const bool has_limit = stream_.below(5) != 0;
    const auto estimate = static_cast<std::int64_t>(stream_.below(10 + slow_.size()));
    return job_of(number, slots, has_limit ? shortest_ + Duration(estimate) : unlimited);
  }
  void remove(std::size_t position) {
    const WaitingJob job = as_last_seen(slow_.take(position));
    REQUIRE(line_.remove(job, places_));
    if (stream_.below(8) == 0) REQUIRE_FALSE(line_.remove(job, places_));
  }
  /// The job with its present position, with that of some steps ago, or with none.
  WaitingJob as_last_seen(const WaitingJob& job) const {
    const auto seen = std::ranges::lower_bound(seen_, job.rank, {}, &WaitingJob::rank);
    return seen != seen_.end() && *seen == job ? *seen : job;
  }

  void check() {
    const Slots free(static_cast<std::int32_t>(stream_.below(sizes_ + 3)));
    const Slots extra(static_cast<std::int32_t>(stream_.below(sizes_ / 2 + 2)));
    const bool endless = stream_.below(4) == 0;
    const Duration window =
        endless ? unlimited : shortest_ + Duration(static_cast<std::int64_t>(stream_.below(12)));
    REQUIRE(line_.size() == slow_.size());
    REQUIRE(line_.additions() == next_);
    REQUIRE(index_of(line_.newest().rank) + 1 == next_);
    REQUIRE((line_.first().job == slow_.first([](const WaitingJob&) { return true; })));
    REQUIRE((line_.least_slots() <= free) == bool(line_.first_fitting(free)));
    REQUIRE((line_.first_fitting(free).job ==
             slow_.first([&](const WaitingJob& job) { return job.slots <= free; })));
    REQUIRE(
        (line_.first_backfill(free, extra, window).job == slow_.first([&](const WaitingJob& job) {
          return job.slots <= free && (job.estimate <= window || job.slots <= extra);
        })));
    check_members();
  }
  void check_members() {
    std::vector<WaitingJob> members;
    line_.visit([&](const WaitingJob& job) { members.push_back(job); });
    std::ranges::sort(members, {}, &WaitingJob::rank);
    REQUIRE((members == slow_.jobs()));
    if (stream_.below(3) == 0) seen_ = std::move(members);
  }

  RngStream stream_;
  Places places_;
  std::uint64_t sizes_;
  Duration shortest_;
  WaitingLine line_;
  SlowLine slow_;
  std::vector<WaitingJob> seen_;  ///< by rank: as the waiting line has shown them, with positions
  std::uint32_t next_ = 0;
};

using Tree = BasicSizeTree<FirstByKey>;

/// All sizes so far, by number, with the keys of their first jobs.
struct SlowTree {
  struct Size {
    std::int32_t slots;
    FirstByKey first;
  };
  std::vector<Size> sizes{{1, {}}};

  std::uint32_t number_of(std::int32_t slots) {
    const auto found = std::ranges::find(sizes, slots, &Size::slots);
    const auto number = static_cast<std::uint32_t>(found - sizes.begin());
    if (found == sizes.end()) sizes.push_back({slots, {}});
    return number;
  }
  FirstByKey first_up_to(std::int32_t most) const {
    FirstByKey best;
    for (const Size& size : sizes)
      if (size.slots <= most) best = std::min(best, size.first);
    return best;
  }
  std::int32_t least() const {
    std::int32_t least = Tree::no_size.count();
    for (const Size& size : sizes)
      if (size.first) least = std::min(least, size.slots);
    return least;
  }
};

/// A size near a power of two, of any magnitude: few different ones.
std::int32_t random_size(RngStream& stream) {
  const std::int64_t power = std::int64_t{1} << stream.below(32);
  const std::int64_t size = power - 2 + static_cast<std::int64_t>(stream.below(4));
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(size, 0, Tree::no_size.count()));
}

}  // namespace

TEST_CASE("the waiting line answers as a plain sorted vector does", "[property]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    TwoLines lines(seed, 1 + seed % 12);
    for (int step = 0; step < 300; ++step) lines.step();
  }
}

TEST_CASE("a long line of thousands of sizes answers as a plain sorted vector does", "[property]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    TwoLines lines(seed, seed % 2 == 0 ? 5000 : most_slots);
    for (int job = 0; job < 3000; ++job) lines.add();
    for (int step = 0; step < 300; ++step) lines.step();
  }
}

TEST_CASE("a place that is not in a long line is no job of it") {
  IndexedLine line;
  Places places(2);
  const JobSlotId id{1};
  WaitingJob job = job_of(1, 2, 10s);
  line.add(job, places);
  const IndexedLine::Place place = places[id];
  job.position = 7;  // wrong, so that its row of the table decides
  for (const IndexedLine::Place wrong : {IndexedLine::Place{place.size_class, 7}, {7, 0}, {0, 0}}) {
    places[id] = wrong;
    CHECK_FALSE(line.remove(job, places));
  }
  places[id] = place;
  places[JobSlotId{0}] = place;
  CHECK_FALSE(line.remove(job_of(0, 2, 10s), places));
  CHECK(line.remove(job, places));
  CHECK_FALSE(line.remove(job, places));
}

TEST_CASE("a job that is not as its line has it is no job of the line") {
  for (const std::uint32_t jobs : {4U, 60U}) {  // a short line and a long one
    WaitingLine line;
    Places places(jobs);
    for (std::uint32_t number = 0; number < jobs; ++number)
      line.add(job_of(number, 1 + static_cast<std::int32_t>(number % 2), 10s), places);
    for (const std::int32_t slots : {0, 1, 3, 20'000}) {
      CAPTURE(jobs, slots);
      CHECK_FALSE(line.remove(job_of(3, slots, 10s), places));
    }
    CHECK_FALSE(line.remove(job_of(3, 2, 11s), places));
    WaitingJob job = job_of(3, 2, 10s);
    job.rank = JobIndex{2};
    CHECK_FALSE(line.remove(job, places));
    CHECK(line.size() == jobs);
    CHECK(line.remove(job_of(3, 2, 10s), places));
    CHECK(line.size() == jobs - 1);
  }
}

TEST_CASE("estimates of weeks are told apart by the millisecond", "[property]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    TwoLines lines(seed, 1 + seed % 5, 100h * 24);
    for (int job = 0; job < 300; ++job) lines.add();
    for (int step = 0; step < 300; ++step) lines.step();
  }
}

TEST_CASE("estimates on both sides of 12 days are told apart by the millisecond", "[property]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    TwoLines lines(seed, 1 + seed % 5, Duration((1 << 30) - 6));
    for (int job = 0; job < 100; ++job) lines.add();
    for (int step = 0; step < 300; ++step) lines.step();
  }
}

TEST_CASE("no job ends within a time that is over, in a short line and in a long one") {
  for (const std::uint32_t jobs : {4U, 60U}) {
    WaitingLine line;
    Places places(jobs);
    for (std::uint32_t number = 0; number < jobs; ++number)
      line.add(job_of(number, 2, 0ms), places);
    CHECK_FALSE(line.first_backfill(Slots(5), Slots(1), -1ms));
    CHECK(line.first_backfill(Slots(5), Slots(1), 0ms));
  }
}

TEST_CASE("a line that gets long and short again answers as a plain sorted vector does",
          "[property]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    INFO("seed " << seed);
    TwoLines lines(seed, 1 + seed);
    for (const std::size_t most : {47U, 48U, 49U, 50U, 100U, 200U}) lines.swell(most);
  }
}

TEST_CASE("an empty line has no first job") {
  const WaitingLine line;
  CHECK_FALSE(line.first());
  CHECK(line.least_slots() > Slots(1 << 30));  // the most that a cluster can have
  CHECK_FALSE(line.first_fitting(Slots(100)));
  CHECK_FALSE(line.first_backfill(Slots(100), Slots(100), unlimited));
}

TEST_CASE("a line takes jobs in order of rank only") {
  Places places(2);
  WaitingLine line;
  line.add(job_of(1, 2, 10s), places);
  CHECK_THROWS_AS(line.add(job_of(0, 2, 10s), places), InvariantBroken);
}

TEST_CASE("the tree over sizes answers as a plain list of them does", "[property]") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/size_tree"};
    Tree tree;
    SlowTree slow;
    for (int step = 0; step < 1000; ++step) {
      const std::int32_t slots = random_size(stream);
      const std::uint32_t number = tree.number_of(Slots(slots));
      REQUIRE(number == slow.number_of(slots));
      FirstByKey first;
      if (stream.below(3) != 0) first = {static_cast<std::int64_t>(stream.below(50)), number};
      tree.set(number, {first, {}});
      slow.sizes[number].first = first;

      const std::int32_t most = random_size(stream);
      REQUIRE((tree.first_up_to(Slots(most)) == slow.first_up_to(most)));
      REQUIRE((tree.first() == slow.first_up_to(Tree::no_size.count())));
      REQUIRE(tree.least().count() == slow.least());
    }
  }
}

}  // namespace mcsim::testing::waiting_line_test
