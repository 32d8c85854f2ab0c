// The profile of free slots against a plain array of moments.
#include "mcsim/baseline/free_profile.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::free_profile_test {

namespace {

/// Free slots moment by moment, for a short time; the last moment lasts for ever.
class SlowProfile {
 public:
  SlowProfile(std::int64_t free, std::size_t moments) : free_(moments, free) {}

  void add(std::size_t from, std::size_t to, std::int64_t slots) {
    for (std::size_t at = from; at < std::min(to, free_.size()); ++at) free_[at] += slots;
  }
  bool fits(std::size_t from, std::int64_t slots, std::size_t length) const {
    for (std::size_t at = from; at < from + length; ++at)
      if (free_at(at) < slots) return false;
    return true;
  }
  Time earliest(std::size_t from, std::int64_t slots, std::size_t length) const {
    for (std::size_t start = from; start < std::max(free_.size(), from + 1); ++start)
      if (fits(start, slots, length)) return at(Duration(start));
    return never;
  }
  Time lasts(std::size_t from, std::int64_t slots) const {
    for (std::size_t moment = from; moment < std::max(free_.size(), from + 1); ++moment)
      if (free_at(moment) < slots) return at(Duration(moment));
    return never;
  }
  std::int64_t free_at(std::size_t moment) const {
    return free_[std::min(moment, free_.size() - 1)];
  }
  std::int64_t most(std::size_t from, std::size_t to) const {
    std::int64_t most = 0;
    for (std::size_t moment = from; moment < to; ++moment) most = std::max(most, free_at(moment));
    return most;
  }

 private:
  std::vector<std::int64_t> free_;
};

class TwoProfiles {
 public:
  TwoProfiles(std::uint64_t seed, std::size_t moments)
      : dice_(seed, "test/free_profile"), moments_(moments), fast_(40), slow_(40, moments) {}

  void step() {
    if (dice_.below(50) == 0) fast_.forget(at(Duration(now_ = now_ + dice_.below(3))));
    const std::size_t from = std::min(now_ + below(moments_), moments_ - 1);
    const std::size_t to = from + 1 + below(moments_ / (dice_.below(3) == 0 ? 1 : 20) + 1);
    // The last moment stands for all later ones: slots that are added there are added for ever.
    const bool is_endless = to >= moments_;
    const auto slots = static_cast<std::int64_t>(dice_.below(9)) - 4;
    fast_.add(at(Duration(from)), is_endless ? never : at(Duration(to)), slots);
    slow_.add(from, is_endless ? moments_ : to, slots);
    compare();
  }
  std::size_t steps() const { return fast_.steps(); }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(dice_.below(bound)); }
  void compare() {
    const std::size_t from = now_ + below(moments_);
    const std::size_t length = 1 + below(moments_ / 4);
    const auto slots = 30 + static_cast<std::int64_t>(dice_.below(25));
    const Time start = at(Duration(from));
    REQUIRE(
        (fast_.earliest(start, slots, Duration(length)) == slow_.earliest(from, slots, length)));
    REQUIRE((fast_.lasts(start, slots) == slow_.lasts(from, slots)));
    REQUIRE(fast_.free_at(start) == slow_.free_at(from));
    REQUIRE(fast_.most(start, start + Duration(length)) == slow_.most(from, from + length));
  }

  RngStream dice_;
  std::size_t moments_;
  std::size_t now_ = 0;
  FreeProfile fast_;
  SlowProfile slow_;
};

}  // namespace

TEST_CASE("the profile answers as an array of moments does", "[property]") {
  std::size_t most_steps = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    TwoProfiles profiles(seed, seed % 2 == 0 ? 100 : 1000);
    for (int step = 0; step < 800; ++step) {
      profiles.step();
      most_steps = std::max(most_steps, profiles.steps());
    }
  }
  CHECK(most_steps > 300);  // else it never had many blocks
}

TEST_CASE("a profile that is used up and given back is as before") {
  FreeProfile profile(8);
  profile.add(at(10s), at(20s), -3);
  profile.add(at(15s), never, -5);
  CHECK(profile.steps() == 4);
  CHECK((profile.earliest(at(0s), 6, 5s) == at(0s)));
  CHECK((profile.earliest(at(0s), 6, 11s) == never));
  CHECK((profile.earliest(at(0s), 3, unlimited) == at(20s)));
  CHECK((profile.lasts(at(0s), 1) == at(15s)));
  CHECK(profile.most(at(12s), at(30s)) == 5);
  profile.add(at(15s), never, 5);
  profile.add(at(10s), at(20s), 3);
  CHECK(profile.steps() == 1);
  CHECK(profile.free_at(at(12s)) == 8);
}

}  // namespace mcsim::testing::free_profile_test
