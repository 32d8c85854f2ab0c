// The waiting line against a plain sorted vector.
#include "mcsim/model/waiting_line.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

using namespace mcsim;

namespace {

using Places = Table<JobSlotId, WaitingLine::Place>;

WaitingJob job_of(std::uint32_t number, std::int32_t slots, Duration estimate) {
  return {static_cast<JobSlotId>(number), static_cast<JobIndex>(number), Slots(slots), estimate};
}

/// The slow right answer: jobs by rank, searched from the front.
class SlowLine {
 public:
  void add(const WaitingJob& job) {
    jobs_.push_back(job);
    std::ranges::sort(jobs_, {}, &WaitingJob::rank);
  }
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

/// Both lines, told the same and asked the same.
class TwoLines {
 public:
  explicit TwoLines(std::uint64_t seed)
      : stream_(seed, "test/waiting_line"), places_(400), sizes_(1 + stream_.below(12)) {}

  void step() {
    const std::uint64_t dice = stream_.below(10);
    if (slow_.size() == 0 || dice < 5)
      add(random_job(next_++));
    else if (dice < 6 && !gone_.empty())
      bring_back();
    else
      remove(dice < 8 ? 0 : stream_.below(slow_.size()));
    check();
  }

 private:
  WaitingJob random_job(std::uint32_t number) {
    const auto slots = static_cast<std::int32_t>(1 + stream_.below(sizes_));
    const bool has_limit = stream_.below(5) != 0;
    const auto estimate = static_cast<std::int64_t>(stream_.below(10));
    return job_of(number, slots, has_limit ? Duration(estimate) : unlimited);
  }
  void add(const WaitingJob& job) {
    line_.add(job, places_);
    slow_.add(job);
  }
  /// A job that has left comes again, with its old rank.
  void bring_back() {
    const std::size_t at = stream_.below(gone_.size());
    add(gone_[at]);
    gone_.erase(gone_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void remove(std::size_t position) {
    gone_.push_back(slow_.take(position));
    line_.remove(places_[gone_.back().job]);
  }

  void check() {
    const Slots free(static_cast<std::int32_t>(stream_.below(14)));
    const Slots extra(static_cast<std::int32_t>(stream_.below(6)));
    const bool endless = stream_.below(4) == 0;
    const Duration window =
        endless ? unlimited : Duration(static_cast<std::int64_t>(stream_.below(12)));
    REQUIRE(line_.size() == slow_.size());
    REQUIRE((line_.first().job == slow_.first([](const WaitingJob&) { return true; })));
    REQUIRE((line_.first_fitting(free).job ==
             slow_.first([&](const WaitingJob& job) { return job.slots <= free; })));
    REQUIRE(
        (line_.first_backfill(free, extra, window).job == slow_.first([&](const WaitingJob& job) {
          return job.slots <= free && (job.estimate <= window || job.slots <= extra);
        })));
    check_members();
  }
  void check_members() const {
    std::vector<WaitingJob> members;
    line_.visit([&](const WaitingJob& job) { members.push_back(job); });
    std::ranges::sort(members, {}, &WaitingJob::rank);
    REQUIRE(members.size() == slow_.size());
    for (std::size_t at = 0; at < members.size(); ++at) {
      REQUIRE((members[at].job == slow_.jobs()[at].job));
      REQUIRE((members[at].slots == slow_.jobs()[at].slots));
      REQUIRE((members[at].estimate == slow_.jobs()[at].estimate));
    }
  }

  RngStream stream_;
  Places places_;
  std::uint64_t sizes_;
  WaitingLine line_;
  SlowLine slow_;
  std::vector<WaitingJob> gone_;
  std::uint32_t next_ = 0;
};

}  // namespace

TEST_CASE("the waiting line answers as a plain sorted vector does", "[property]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    TwoLines lines(seed);
    for (int step = 0; step < 300; ++step) lines.step();
  }
}

TEST_CASE("an empty line has no first job") {
  const WaitingLine line;
  CHECK_FALSE(line.first());
  CHECK_FALSE(line.first_fitting(Slots(100)));
  CHECK_FALSE(line.first_backfill(Slots(100), Slots(100), unlimited));
}

TEST_CASE("a job that comes back takes its old place in the line") {
  Places places(4);
  WaitingLine line;
  for (const std::uint32_t number : {0U, 1U, 2U}) line.add(job_of(number, 2, 10s), places);
  line.remove(places[JobSlotId{0}]);
  CHECK((line.first().job == JobSlotId{1}));
  line.add(job_of(0, 2, 10s), places);
  CHECK((line.first().job == JobSlotId{0}));
}
