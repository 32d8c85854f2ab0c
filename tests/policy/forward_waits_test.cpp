// power-of-d, least-expected-wait and stale-aware, by hand.
#include "mcsim/policy/forward_waits.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include "mcsim/policy/forward_power_of_d.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::forward_waits_test {

namespace {

using Queues = std::vector<ForwardCandidate>;
using Histories = std::vector<ForwardHistory>;

/// A queue with backlog room, so that it takes a job also without free slots.
ForwardCandidate queue_of(std::int32_t total, std::int32_t available, std::int32_t pending) {
  return {
      .total = Slots(total), .available = Slots(available), .pending = Slots(pending), .room = 10};
}

template <class P>
ForwardAnswer ask(const P& policy, const Queues& queues, const Histories& history = {},
                  ForwardView view = {}) {
  view.candidates = queues;
  view.history = history;
  return policy.choose(view);
}

/// Work for each slot: 15/10, 90/100, 5/4.
Queues three_queues() { return {queue_of(10, 0, 5), queue_of(100, 20, 10), queue_of(4, 0, 1)}; }

/// How often each of three queues is chosen in 30,000 decisions.
std::array<int, 3> times_chosen(const PowerOfD& policy, const Queues& queues) {
  std::array<int, 3> times{};
  for (std::uint64_t decision = 0; decision < 30'000; ++decision)
    ++times[ask(policy, queues, {}, {.stream = RngStream(1, "test"), .decision = decision})
                .position];
  return times;
}

bool is_near(int times, int expected) { return times > expected - 400 && times < expected + 400; }

}  // namespace

TEST_CASE("power-of-d with as many draws as queues takes the one with least work for each slot") {
  const PowerOfD all{.d = 1000};
  CHECK(ask(all, three_queues()) == ForwardAnswer{1, ForwardRule::least_work_drawn});
  Queues queues = three_queues();
  queues[1].accepts = false;
  CHECK(ask(all, queues).position == 2);
  CHECK(ask(all, {queue_of(10, 0, 5), queue_of(20, 0, 10)}).position == 0);  // equal: the first
  CHECK(ask(all, {queue_of(0, 0, 0), queue_of(1, 0, 900)}).position == 1);   // no slots: the last
}

// Of 3 queues there are 3 pairs, each as likely; the best queue is in two of them.
TEST_CASE("power-of-d draws each set of d queues equally often") {
  const std::array<int, 3> by_two = times_chosen({.d = 2}, three_queues());
  CHECK(is_near(by_two[1], 20'000));
  CHECK(is_near(by_two[2], 10'000));
  CHECK(by_two[0] == 0);
  for (const int times : times_chosen({.d = 1}, three_queues())) CHECK(is_near(times, 10'000));
}

TEST_CASE("power-of-d says why no queue takes the job") {
  Queues queues = three_queues();
  for (ForwardCandidate& queue : queues) queue.accepts = false;
  CHECK(ask(PowerOfD{}, queues).rule == ForwardRule::none_accepts);
}

// A job of 2 slots. First queue: 0 free, 10 wanted, 10 slots: 12 x 100 s / 10 = 120 s, and 1 s.
// Second queue: 102 x 100 s / 100 = 102 s, and 20 s.
TEST_CASE("least-expected-wait: the slots that are lacking, by the mean run time for each slot") {
  const Queues queues = {queue_of(10, 0, 10), queue_of(100, 0, 100)};
  const Histories seen = {{.latency = 1s, .ends = 5, .mean_run = 100s},
                          {.latency = 20s, .ends = 1, .mean_run = 100s}};
  const ForwardView job{.slots = Slots(2)};
  CHECK(ask(LeastExpectedWait{}, queues, seen, job) == ForwardAnswer{0, ForwardRule::least_wait});
  Histories nearer = seen;
  nearer[1].latency = 18s;  // 120 s, less than 121 s
  CHECK(ask(LeastExpectedWait{}, queues, nearer, job).position == 1);
  Histories unknown = seen;
  unknown[0].ends = 0;  // 12 x usual_run / 10
  CHECK(ask(LeastExpectedWait{.usual_run = 102s}, queues, unknown, job).position == 1);
  CHECK(ask(LeastExpectedWait{.usual_run = 100s}, queues, unknown, job).position == 0);
}

TEST_CASE("least-expected-wait: where slots are free, the nearest queue") {
  const Queues queues = {queue_of(10, 5, 0), queue_of(10, 2, 0), queue_of(10, 1, 0)};
  const Histories seen = {{.latency = 2s}, {.latency = 1s}, {.latency = 0s}};
  CHECK(ask(LeastExpectedWait{}, queues, seen, {.slots = Slots(2)}).position == 1);
}

TEST_CASE("stale-aware: half of the free slots count after a half-life, linearly in between") {
  const StaleAware policy{.half_life = 5min};
  CHECK(policy.believed(Slots(100), 0s) == 100'000);
  CHECK(policy.believed(Slots(100), 2min + 30s) == 75'000);
  CHECK(policy.believed(Slots(100), 5min) == 50'000);
  CHECK(policy.believed(Slots(100), 10min) == 25'000);
  CHECK(policy.believed(Slots(100), 24h * 365 * 100) == 0);
}

// 100 of 200 slots, 10 min ago: 25 are believed in, an eighth. 30 of 200 now: 0.15.
TEST_CASE("stale-aware prefers fewer slots that were seen lately") {
  const Queues queues = {queue_of(200, 100, 0), queue_of(200, 30, 0)};
  const ForwardView now{.now = Time{} + 1h};
  const Histories seen = {{.reported = Time{} + 50min}, {.reported = Time{} + 1h}};
  CHECK(ask(StaleAware{.half_life = 5min}, queues, seen, now) ==
        ForwardAnswer{1, ForwardRule::most_believed});
  CHECK(ask(StaleAware{.half_life = 1h}, queues, seen, now).position == 0);
  Histories none = seen;
  none[1].reported = never;  // nothing is believed in
  CHECK(ask(StaleAware{.half_life = 5min}, queues, none, now).position == 0);
}

}  // namespace mcsim::testing::forward_waits_test
