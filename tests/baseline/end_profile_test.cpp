// The predicted ends against a plain sorted vector.
#include "mcsim/baseline/end_profile.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::end_profile_test {

namespace {

using Ends = std::vector<std::pair<Time, std::int32_t>>;

std::int64_t slow_free_at(const Ends& ends, Time time, std::int32_t free, Time now) {
  std::int64_t sum = free;
  for (const auto& [end, slots] : ends)
    if (std::max(end, now + 1ms) <= time) sum += slots;
  return sum;
}

FreeAt slow_earliest(const Ends& ends, std::int32_t need, std::int32_t free, Time now) {
  if (free >= need) return {now, free};
  std::vector<Time> times;
  for (const auto& [end, slots] : ends) times.push_back(std::max(end, now + 1ms));
  std::ranges::sort(times);
  for (const Time time : times)
    if (const std::int64_t then = slow_free_at(ends, time, free, now); then >= need)
      return {time, then};
  return {};
}

Time slow_first_after(const Ends& ends, Time time) {
  Time first = never;
  for (const auto& [end, slots] : ends)
    if (end > time) first = std::min(first, end);
  return first;
}

}  // namespace

TEST_CASE("the predicted ends answer as a plain vector does", "[property]") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/end_profile"};
    const auto draw = [&](std::uint64_t bound) {
      return static_cast<std::int32_t>(stream.below(bound));
    };
    EndProfile profile;
    Ends slow;
    // Up to 300 entries fill several blocks; many have equal times.
    for (int step = 0; step < 600; ++step) {
      const bool grow = slow.empty() || stream.below(10) < (step < 400 ? 8U : 3U);
      if (grow) {
        slow.emplace_back(at(Duration(draw(200))), 1 + draw(5));
        profile.add(slow.back().first, Slots(slow.back().second));
      } else {
        const auto victim = slow.begin() + draw(slow.size());
        profile.remove(victim->first, Slots(victim->second));
        slow.erase(victim);
      }
      const Time now = at(Duration(draw(220)));
      const std::int32_t free = draw(4);
      const std::int32_t need = 1 + draw(600);
      REQUIRE((profile.earliest(Slots(need), Slots(free), now) ==
               slow_earliest(slow, need, free, now)));
      const Time later = now + Duration(1 + draw(100));
      REQUIRE(profile.free_at(later, Slots(free)) == slow_free_at(slow, later, free, now));
      REQUIRE((profile.first_after(now) == slow_first_after(slow, now)));
    }
  }
}

TEST_CASE("a job without a limit is never counted on") {
  EndProfile profile;
  profile.add(never, Slots(4));
  CHECK((profile.earliest(Slots(4), Slots(1), at(0s)) == FreeAt{}));
  profile.remove(never, Slots(4));
  CHECK((profile.first_after(at(0s)) == never));
}

TEST_CASE("a job that should have ended is expected a millisecond from now") {
  EndProfile profile;
  profile.add(at(10s), Slots(4));
  CHECK((profile.earliest(Slots(4), Slots(0), at(20s)) == FreeAt{at(20'001ms), 4}));
}

TEST_CASE("all jobs that end at exactly the time count") {
  EndProfile profile;
  for (const std::int32_t slots : {1, 2, 3}) profile.add(at(10s), Slots(slots));
  profile.add(at(11s), Slots(5));
  CHECK((profile.earliest(Slots(2), Slots(1), at(0s)) == FreeAt{at(10s), 7}));
}

TEST_CASE("taking out an end that is not there stops the run") {
  EndProfile profile;
  profile.add(at(10s), Slots(4));
  CHECK_THROWS_AS(profile.remove(at(10s), Slots(3)), InvariantBroken);
  CHECK_THROWS_AS(profile.remove(at(11s), Slots(4)), InvariantBroken);
}

TEST_CASE("a job whose end frees nothing for others is not counted on, and can be taken out") {
  EndProfile profile;
  profile.add(at(10s), Slots(0));
  profile.add(at(20s), Slots(2));
  CHECK((profile.first_after(at(0s)) == at(20s)));
  profile.remove(at(10s), Slots(0));
  CHECK((profile.earliest(Slots(2), Slots(0), at(0s)) == FreeAt{at(20s), 2}));
}

// Jobs that end long before their limits leave gaps at the far end, between those that do not.
TEST_CASE("where most have been taken out the predicted ends still answer as a plain vector does",
          "[property]") {
  EndProfile profile;
  Ends slow;
  for (int end = 0; end < 5'000; ++end) {
    const Time time = at(end * 1s);
    profile.add(time, Slots(1 + end % 3));
    if (end % 50 == 0) slow.emplace_back(time, 1 + end % 3);
  }
  for (int end = 0; end < 5'000; ++end)
    if (end % 50 != 0) profile.remove(at(end * 1s), Slots(1 + end % 3));
  for (std::int32_t need = 1; need < 210; ++need)
    REQUIRE((profile.earliest(Slots(need), Slots(0), at(100s)) ==
             slow_earliest(slow, need, 0, at(100s))));
}

}  // namespace mcsim::testing::end_profile_test
