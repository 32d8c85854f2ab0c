// How the accumulated use of queues decays: closed forms, and the slow right answers.
#include "mcsim/policy/decay.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::decay_test {

namespace {

constexpr Time after(Duration length) { return Time{length}; }

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

bool is_near(double value, double wanted, double tolerance = 1e-13) {
  return std::abs(value - wanted) <= tolerance * std::abs(wanted);
}

std::vector<AnyDecay> all_decays(double hist_hours) {
  std::vector<AnyDecay> made;
  for (const Registry::Decay& entry : default_registry().decay)
    made.push_back(entry.make(hist_hours, {}));
  return made;
}

/// A change of the slots in use, to `slots` at `at`.
struct Change {
  Time at;
  Slots slots;
};

std::vector<Change> random_changes(RngStream& stream, std::uint64_t most_ms) {
  std::vector<Change> changes;
  Time now{};
  for (int n = 0; n < 200; ++n) {
    now += Duration{static_cast<std::int64_t>(stream.below(most_ms))};
    changes.push_back({now, Slots{static_cast<std::int32_t>(stream.below(100))}});
  }
  return changes;
}

/// The use after all changes, of a queue that had no slots before the first.
template <class Policy>
AccumulatedUse use_after(const Policy& policy, const std::vector<Change>& changes) {
  AccumulatedUse use;
  Slots slots;
  for (const Change& change : changes) {
    policy.add(use, slots, change.at);
    slots = change.slots;
  }
  return use;
}

/// The decay in steps as its rule says it, interval after interval.
double naive_steps(const std::vector<Change>& changes, double hist_hours) {
  const double factor = std::pow(10.0, -1 / (4 * hist_hours));
  double sum = 0;
  std::int64_t fresh_ms = 0;
  Slots slots;
  Time now{};
  for (const Change& change : changes) {
    while (now < change.at) {
      const Time boundary{StepDecay::step * (now.time_since_epoch() / StepDecay::step + 1)};
      const Time next = std::min(boundary, change.at);
      fresh_ms += slots.count() * (next - now).count();
      now = next;
      if (now != boundary) continue;
      sum = sum * factor + static_cast<double>(fresh_ms) / 1000;
      fresh_ms = 0;
    }
    slots = change.slots;
  }
  return sum + static_cast<double>(fresh_ms) / 1000;
}

/// Use falls to a half within a day, then more slowly. A user's own policy is as short as this.
struct HalfADay {
  static constexpr std::string_view name = "half-a-day";
  void add(AccumulatedUse& use, Slots slots, Time to) const {
    use.decayed = value(use, slots, to);
    use.until = to;
  }
  double value(const AccumulatedUse& use, Slots slots, Time now) const {
    const double days = static_cast<double>((now - use.until).count()) / 86'400'000;
    return use.decayed / (1 + days) + slots.count() * days * 86'400;
  }
};
static_assert(DecayPolicy<HalfADay>);

/// Calls look(decay, changes) for every decay, with random changes of the slots in use.
template <class Look>
void for_each_decay(Look&& look) {
  const auto seed = GENERATE(range<std::uint64_t>(1, 11));
  INFO("seed " << seed);
  RngStream stream{seed, "test/decay"};
  const auto changes = random_changes(stream, 3'000'000);
  for (const AnyDecay& decay : all_decays(5)) {
    INFO(decay.name());
    look(decay, changes);
  }
}

}  // namespace

TEST_CASE("idle slots fade to a tenth within HIST_HOURS") {
  const ContinuousDecay decay(5);
  const AccumulatedUse use{.until = after(1h), .decayed = 1000};
  CHECK(decay.value(use, Slots{0}, after(1h)) == 1000);
  CHECK(is_near(decay.value(use, Slots{0}, after(6h)), 100));
  CHECK(is_near(decay.value(use, Slots{0}, after(11h)), 10));
  CHECK(is_near(decay.value(use, Slots{0}, after(1h + 250h)), 1e-47));
}

TEST_CASE("slots in use add up to no more than their number times HIST_HOURS over ln 10") {
  const ContinuousDecay decay(5);
  const double bound = 8 * 5 * 3600 / std::log(10.0);
  CHECK(is_near(decay.value({}, Slots{8}, after(5h)), bound * 0.9));
  CHECK(is_near(decay.value({}, Slots{8}, after(10h)), bound * 0.99));
  CHECK(is_near(decay.value({}, Slots{8}, after(24h * 36'500)), bound));
}

TEST_CASE("a millisecond of use counts as a millisecond, however slow the decay") {
  for (const double hist_hours : {1.0, 5.0, 1e6}) {
    const double used = ContinuousDecay(hist_hours).value({}, Slots{3}, after(1ms));
    CHECK(is_near(used, 0.003, 1e-6));
  }
}

TEST_CASE("with the decay in steps, use is left alone until the second multiple of 900 s") {
  const StepDecay decay(5);
  const double factor = std::pow(10.0, -1.0 / 20);
  CHECK(decay.value({}, Slots{2}, after(899s)) == 1798);
  CHECK(decay.value({}, Slots{2}, after(900s)) == 1800);
  CHECK(decay.value({}, Slots{2}, after(1000s)) == 2000);
  CHECK(is_near(decay.value({}, Slots{2}, after(1800s)), 1800 * factor + 1800));
  CHECK(is_near(decay.value({}, Slots{2}, after(2700s)), (1800 * factor + 1800) * factor + 1800));
}

TEST_CASE("the decay in steps does not ask when a queue began, only for multiples of 900 s") {
  const StepDecay decay(5);
  const AccumulatedUse use{.until = after(800s), .decayed = 0};
  CHECK(decay.value(use, Slots{1}, after(1799s)) == 999);
  CHECK(is_near(decay.value(use, Slots{1}, after(1800s)), 100 * std::pow(10.0, -0.05) + 900));
}

// Property: the closed form agrees with the loop over all steps.
TEST_CASE("the decay in steps gives what a loop over the steps gives", "[property]") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 21));
  INFO("seed " << seed);
  RngStream stream{seed, "test/decay"};
  const auto changes = random_changes(stream, seed % 2 == 0 ? 100'000 : 30'000'000);
  const AccumulatedUse use = use_after(StepDecay(5), changes);
  CHECK(is_near(use.slot_seconds(), naive_steps(changes, 5), 1e-12));
}

// Property: for any decay, no time changes nothing, and time may be divided.
TEST_CASE("use is the same however often the slots in use seemed to change", "[property]") {
  for_each_decay([](const AnyDecay& decay, const std::vector<Change>& changes) {
    std::vector<Change> cut_up;
    Slots slots;
    for (const Change& change : changes) {
      const Time before = cut_up.empty() ? Time{} : cut_up.back().at;
      cut_up.push_back({before + (change.at - before) / 3, slots});
      cut_up.push_back(change);
      slots = change.slots;
    }
    const double whole = use_after(decay, changes).slot_seconds();
    CHECK(is_near(use_after(decay, cut_up).slot_seconds(), whole, 1e-12));
  });
}

// Property: asking, and a change that takes no time, leave every bit as it was.
TEST_CASE("asking for the use changes no later answer by a bit", "[property]") {
  for_each_decay([](const AnyDecay& decay, const std::vector<Change>& changes) {
    AccumulatedUse use;
    Slots slots;
    for (const Change& change : changes) {
      for (Time time = use.until; time < change.at; time += 10min) decay.value(use, slots, time);
      const double before = decay.value(use, slots, change.at);
      decay.add(use, slots, change.at);
      REQUIRE(bits(use.slot_seconds()) == bits(before));
      slots = change.slots;
      decay.add(use, slots, change.at);
      REQUIRE(bits(use.slot_seconds()) == bits(before));
    }
    CHECK(bits(use.slot_seconds()) == bits(use_after(decay, changes).slot_seconds()));
  });
}

TEST_CASE("a hundred years of use stay finite and exact") {
  const Time end = after(24h * 36'525);
  const double hist_hours = 5;
  const ContinuousDecay continuous(hist_hours);
  const StepDecay steps(hist_hours);
  AccumulatedUse by_moment;
  AccumulatedUse by_step;
  AccumulatedUse kept;
  for (Time now = after(7h); now < end; now += 7h) {  // 125,000 changes
    const Slots slots{now.time_since_epoch() / 7h % 2 == 0 ? 1'000'000 : 1};
    continuous.add(by_moment, slots, now);
    steps.add(by_step, slots, now);
    NoDecay{}.add(kept, slots, now);
  }
  // The value swings between two values from change to change; the last period had 1,000,000 slots.
  const double life = hist_hours * 3600 / std::log(10.0);
  const double f = std::pow(10.0, -7.0 / 5);
  const double high = life * (1 - f) * (1e6 + f) / (1 - f * f);
  const double low = life * (1 - f) * (1 + f * 1e6) / (1 - f * f);
  const double last = by_moment.slot_seconds();
  CHECK((is_near(last, high, 1e-12) || is_near(last, low, 1e-12)));
  CHECK(std::isfinite(by_step.slot_seconds()));
  CHECK(is_near(by_step.slot_seconds(), last, 0.1));  // the same to first order
  const std::int64_t stretches = kept.until.time_since_epoch() / 7h;
  const Int128 pair_ms = Int128{1'000'001} * (7 * 3'600'000);
  CHECK((kept.fresh == stretches / 2 * pair_ms + stretches % 2 * Int128{7 * 3'600'000}));
}

TEST_CASE("a queue that used nothing for a year still comes after one that never ran") {
  const Time end = after(24h * 365);
  for (const AnyDecay& decay : all_decays(100)) {
    INFO(decay.name());
    AccumulatedUse use;
    decay.add(use, Slots{1}, after(1h));
    CHECK(decay.value(use, Slots{0}, end) > 0);
  }
}

TEST_CASE("HIST_HOURS of zero is no decay, and exact") {
  for (const AnyDecay& decay : all_decays(0)) {
    INFO(decay.name());
    AccumulatedUse use;
    for (int n = 1; n <= 1000; ++n) decay.add(use, Slots{7}, after(n * 1'000'001ms));
    CHECK(decay.value(use, Slots{1}, after(1'000'001'000ms + 1ms)) == 7'000'007.001);
  }
}

TEST_CASE("use is neither accumulated backwards nor decayed by a negative HIST_HOURS") {
  for (const AnyDecay& decay : all_decays(5)) {
    INFO(decay.name());
    AccumulatedUse use;
    decay.add(use, Slots{1}, after(1h));
    CHECK_THROWS_AS(decay.add(use, Slots{1}, after(30min)), InvariantBroken);
  }
  CHECK_THROWS_AS(ContinuousDecay(-1), InvariantBroken);
  CHECK_THROWS_AS(StepDecay(2e9), InvariantBroken);
}

TEST_CASE("the registry knows the ways to forget by name, and takes a user's own") {
  Registry registry = default_registry();
  for (const char* name : {"continuous", "steps", "none"}) {
    INFO(name);
    REQUIRE(registry.find_decay(name) != nullptr);
    CHECK(registry.find_decay(name)->make(5, {}).name() == name);
  }
  CHECK(registry.find_decay("half-a-day") == nullptr);
  registry.decay.push_back(
      {"half-a-day", [](double, const PolicyValues&) { return AnyDecay(HalfADay{}); }});
  const AnyDecay own = registry.find_decay("half-a-day")->make(5, {});
  AccumulatedUse use;
  own.add(use, Slots{2}, after(24h));
  CHECK(own.value(use, Slots{0}, after(48h)) == 86'400);
}

}  // namespace mcsim::testing::decay_test
