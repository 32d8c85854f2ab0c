// The event queue against the slowest right answer, a sorted multimap.
#include "mcsim/kernel/event_queue.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/cluster/phase.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::event_queue_test {

namespace {

struct Number {
  std::uint64_t value;
};

/// How long after the present event new ones are due.
enum class Delays : std::uint8_t { close, ticks, spread, far, one_instant, mixed };

/// A queue and a sorted list with the same calls.
class Pair {
 public:
  explicit Pair(std::uint64_t seed, Delays delays = Delays::close)
      : stream_(seed, "test/event_queue"), delays_(delays) {}

  void schedule(Time time) {
    const Order order(1 + static_cast<Round>(stream_.below(2)), phase::end,
                      static_cast<Source>(stream_.below(3)), number_++);
    const Ticket ticket = queue_.schedule(time, order, Number{number_});
    slow_.emplace(std::pair(time, order.word()), std::pair(ticket, number_));
  }
  void pop() {
    const auto entry = queue_.pop();
    const auto expected = slow_.begin();
    REQUIRE((entry.time == expected->first.first));
    REQUIRE(entry.order.word() == expected->first.second);
    REQUIRE(entry.event.value == expected->second.second);
    now_ = entry.time;
    slow_.erase(expected);
  }
  void cancel(std::size_t position) {
    const auto victim = std::next(slow_.begin(), static_cast<std::ptrdiff_t>(position));
    queue_.cancel(victim->second.first);
    slow_.erase(victim);
  }
  void check() const {
    REQUIRE(queue_.empty() == slow_.empty());
    REQUIRE(queue_.size() == slow_.size());
    if (!slow_.empty()) REQUIRE((queue_.top().time == slow_.begin()->first.first));
  }
  void cancel_any() {
    const Time first = slow_.begin()->first.first;
    const Duration span = slow_.rbegin()->first.first - first;
    const auto from =
        static_cast<std::int64_t>(stream_.below(static_cast<std::uint64_t>(span / 1ms) + 2));
    auto victim = slow_.lower_bound(std::pair(first + Duration(from), std::uint64_t{0}));
    if (victim == slow_.end()) --victim;
    queue_.cancel(victim->second.first);
    slow_.erase(victim);
  }
  /// Of ten steps, `adds` schedule an event. Of the others three in five take the first event, one
  /// cancels the first, and one cancels any.
  void step(std::uint64_t adds = 5) {
    const std::uint64_t dice = stream_.below(10);
    if (slow_.empty() || dice < adds)
      schedule(now_ + delay());
    else if (const std::uint64_t kind = stream_.below(5); kind < 3)
      pop();
    else if (kind == 3)
      cancel(0);
    else
      cancel_any();
    check();
  }
  /// Replaces the queue by a copy of itself.
  void copy() { queue_ = EventQueue<Number>(queue_); }
  std::size_t size() const { return slow_.size(); }
  Time now() const { return now_; }

 private:
  Duration delay() {
    const Delays kind = delays_ == Delays::mixed
                            ? static_cast<Delays>(stream_.below(static_cast<int>(Delays::mixed)))
                            : delays_;
    switch (kind) {
      case Delays::close:
        return Duration(stream_.below(4));
      case Delays::ticks:
        return static_cast<std::int64_t>(stream_.below(10)) * 60s;
      case Delays::spread:
        return Duration(stream_.below(3'600'000));
      case Delays::far:
        return Duration(std::int64_t{1} << stream_.below(50));
      default:
        return 0ms;
    }
  }

  RngStream stream_;
  Delays delays_;
  EventQueue<Number> queue_;
  std::multimap<std::pair<Time, std::uint64_t>, std::pair<Ticket, std::uint64_t>> slow_;
  std::uint64_t number_ = 1;
  Time now_{};
};

}  // namespace

TEST_CASE("the queue orders any schedule as a sorted list would", "[property]") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    Pair pair(seed);
    for (int step = 0; step < 300; ++step) pair.step();
    while (pair.size() != 0) {
      pair.pop();
      pair.check();
    }
    for (int step = 0; step < 50; ++step) pair.step();  // an emptied queue works like a new one
  }
}

TEST_CASE("the queue orders many events as a sorted list would", "[property]") {
  const auto kind = GENERATE(Delays::close, Delays::ticks, Delays::spread, Delays::far,
                             Delays::one_instant, Delays::mixed);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    INFO("seed " << seed << ", delays " << static_cast<int>(kind));
    Pair pair(seed, kind);
    for (const std::uint64_t adds :
         {9U, 5U, 1U, 8U, 2U}) {  // of ten: the queue grows, stays, shrinks
      for (int step = 0; step < 1500; ++step) pair.step(adds);
      pair.copy();
    }
    while (pair.size() != 0) {
      pair.pop();
      pair.check();
    }
  }
}

TEST_CASE("events may be cancelled in bulk, from the top and from behind", "[property]") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    INFO("seed " << seed);
    Pair pair(seed);
    for (int n = 0; n < 200; ++n) pair.schedule(Time{} + Duration(n % 7));
    while (pair.size() > 3) {
      pair.cancel(seed % 2 == 0 ? 0 : pair.size() - 1);
      pair.check();
    }
    while (pair.size() > 0) pair.pop();
    pair.check();
  }
}

TEST_CASE("the last event may be cancelled") {
  EventQueue<Number> queue;
  const Ticket ticket = queue.schedule(Time{} + 1s, Order(1, phase::end, 0, 1), {7});
  queue.cancel(ticket);
  CHECK(queue.empty());
  queue.schedule(Time{} + 2s, Order(1, phase::end, 0, 2), {8});
  CHECK(queue.pop().event.value == 8);
}

TEST_CASE("of many events the queue knows which ones probably come next") {
  EventQueue<Number> queue;
  CHECK(queue.expected(0) == nullptr);
  RngStream stream{1, "test/expected"};
  for (std::uint64_t n = 1; n <= 1000; ++n)
    queue.schedule(Time{} + Duration(static_cast<std::int64_t>(stream.below(100'000))),
                   Order(1, phase::end, 0, n), {n});
  // Nothing is scheduled in between, so that only those of the heap come unexpected.
  std::vector<std::uint64_t> expected;
  std::vector<std::uint64_t> popped;
  while (queue.size() > 3) {
    for (const std::size_t others : {0U, 1U, 2U}) {
      const Number* const one = queue.expected(others);
      expected.push_back(one == nullptr ? 0 : one->value);
    }
    for (int count = 0; count < 3; ++count) popped.push_back(queue.pop().event.value);
  }
  std::size_t right = 0;
  for (std::size_t at = 0; at < popped.size(); ++at) right += expected[at] == popped[at] ? 1U : 0U;
  CHECK(right > popped.size() * 3 / 4);
}

TEST_CASE("cancelling an event twice, or one that has passed, stops the run") {
  EventQueue<Number> queue;
  const Ticket first = queue.schedule(Time{} + 1s, Order(1, phase::end, 0, 1), {1});
  CHECK((queue.pop().time == Time{} + 1s));
  CHECK_THROWS_AS(queue.cancel(first), InvariantBroken);

  EventQueue<Number> other;
  for (std::uint64_t n = 1; n <= 8; ++n)
    other.schedule(Time{} + 1s, Order(1, phase::end, 0, n), {n});
  const Ticket twice{Order(1, phase::end, 0, 5).word()};
  other.cancel(twice);
  CHECK_THROWS_AS(other.cancel(twice), InvariantBroken);
}

}  // namespace mcsim::testing::event_queue_test
