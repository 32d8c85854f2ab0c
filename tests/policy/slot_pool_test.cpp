// Pools of queues: the documented numbers, and what holds for every pool.
#include "mcsim/policy/slot_pool.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::slot_pool_test {

namespace {

using Numbers = std::vector<std::int64_t>;
using Order = std::vector<std::uint32_t>;
using Queues = std::vector<PoolQueue>;

constexpr std::int64_t plenty = 1'000'000;

SlotPoolAnswer answer_of(const SlotPoolView& view) {
  SlotPoolAnswer answer;
  SlotPoolShares{}.share_out(view, answer);
  return answer;
}

Numbers counts(const std::vector<Slots>& slots) {
  Numbers numbers;
  for (const Slots given : slots) numbers.push_back(given.count());
  return numbers;
}

Numbers slots_of(std::int32_t total, const Queues& queues, bool one_pass = false) {
  return counts(answer_of({Slots{total}, one_pass, queues}).slots);
}

/// Roma, Verona and Genova of LSF's document, with these demands.
Queues three_queues(std::int64_t roma, std::int64_t verona, std::int64_t genova) {
  return {{.share = 50, .priority = 50, .demand = roma},
          {.share = 30, .priority = 48, .demand = verona},
          {.share = 20, .priority = 46, .demand = genova}};
}

Queues alike(std::size_t number, std::int32_t share) {
  return Queues(number, {.share = share, .priority = 40, .demand = plenty});
}

Queues random_queues(RngStream& stream) {
  Queues queues(stream.below(8));
  for (PoolQueue& queue : queues) {
    queue.share = static_cast<std::int32_t>(stream.below(20) == 0 ? 0 : 1 + stream.below(100));
    queue.priority = static_cast<std::int32_t>(stream.below(3));
    queue.demand = static_cast<std::int64_t>(stream.below(stream.below(3) == 0 ? 5 : 200));
    if (stream.below(4) == 0) queue.limit = Slots{static_cast<std::int32_t>(stream.below(50))};
    queue.accumulated = static_cast<double>(stream.below(4) * 1000);
  }
  return queues;
}

SlotPoolView random_view(RngStream& stream, const Queues& queues) {
  return {.total = Slots{static_cast<std::int32_t>(stream.below(300))},
          .queues = queues,
          .leftover = stream.below(2) == 0 ? PoolLeftover::ratio : PoolLeftover::passes};
}

/// The rule of docs/rules/lsf.md, 5 word by word.
class NaiveDeal {
 public:
  NaiveDeal(const SlotPoolView& view, const Order& order)
      : view_(view), order_(order), given_(view.queues.size(), 0), left_(view.total.count()) {}

  Numbers play() {
    pass();
    for (std::int64_t before = -1; left_ != before;) {
      before = left_;
      if (view_.leftover == PoolLeftover::ratio)
        ratio();
      else
        pass();
    }
    for (const std::uint32_t at : order_) give(at, left_);  // shares of 0: what nobody else wants
    return given_;
  }

 private:
  std::int64_t headroom(std::uint32_t at) const {
    const PoolQueue& queue = view_.queues[at];
    const std::int64_t most = queue.limit ? queue.limit->count() : plenty;
    return std::min(queue.demand, most) - given_[at];
  }
  void give(std::uint32_t at, std::int64_t quota) {
    const std::int64_t more = std::min({quota, headroom(at), left_});
    given_[at] += more;
    left_ -= more;
  }
  void pass() {
    const std::int64_t at_start = left_;
    for (const std::uint32_t at : order_) give(at, (view_.queues[at].share * at_start + 99) / 100);
  }
  void ratio() {
    Order wanting;
    for (const std::uint32_t at : order_)
      if (headroom(at) > 0 && view_.queues[at].share > 0) wanting.push_back(at);
    for (; !wanting.empty(); wanting.erase(wanting.begin())) {
      std::int64_t shares = 0;
      for (const std::uint32_t at : wanting) shares += view_.queues[at].share;
      give(wanting[0], (left_ * view_.queues[wanting[0]].share + shares - 1) / shares);
    }
  }

  const SlotPoolView& view_;
  const Order& order_;
  Numbers given_;
  std::int64_t left_;
};

Numbers naive_slots(const SlotPoolView& view, const Order& order) {
  return NaiveDeal(view, order).play();
}

std::int64_t sum(const Numbers& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
}

}  // namespace

// Source: Platform LSF Administration Guide 6.2, "Queue-based Fairshare", and "Slot allocation
// examples" of IBM Spectrum LSF 10.1. They do not tell how leftovers are dealt.
TEST_CASE("pools of queues get the slots that LSF's documents say, however leftovers are dealt") {
  const PoolLeftover leftover = GENERATE(PoolLeftover::ratio, PoolLeftover::passes);
  const auto slots_of = [&](std::int32_t total, const Queues& queues) {
    return counts(answer_of({.total = Slots{total}, .queues = queues, .leftover = leftover}).slots);
  };
  CHECK(slots_of(15, three_queues(plenty, plenty, plenty)) == Numbers{8, 5, 2});
  CHECK(slots_of(15, three_queues(plenty, 0, plenty)) == Numbers{11, 0, 4});
  CHECK(slots_of(15, three_queues(0, 0, plenty)) == Numbers{0, 0, 15});
  CHECK(slots_of(21, three_queues(plenty, plenty, plenty)) == Numbers{11, 7, 3});
  CHECK(slots_of(21, alike(10, 10)) == Numbers{3, 3, 3, 3, 3, 3, 3, 0, 0, 0});
  CHECK(slots_of(15, alike(3, 30)) == Numbers{5, 5, 5});
  Queues limited = three_queues(plenty, plenty, plenty);
  limited[0].limit = Slots{40};
  CHECK(slots_of(100, limited) == Numbers{40, 36, 24});
}

// 10 and 5 per cent of 20 slots are 2 and 1. By ratio the first in order gets its part of the other
// 17: 10 / 15 of them are 11.3, 5 / 15 are 5.7. In passes 17, 14 and 11 are left before another
// 2 and 1, then 8, 6, 4 and 2 before 1 and 1.
TEST_CASE("small shares of a pool are a ratio, but not where leftovers are dealt in passes") {
  Queues queues = {{.share = 10, .demand = plenty}, {.share = 5, .demand = plenty}};
  const auto dealt = [&](PoolLeftover leftover) {
    return counts(answer_of({.total = Slots{20}, .queues = queues, .leftover = leftover}).slots);
  };
  CHECK(dealt(PoolLeftover::ratio) == Numbers{14, 6});
  CHECK(dealt(PoolLeftover::passes) == Numbers{12, 8});
  queues[0].accumulated = 1;
  CHECK(dealt(PoolLeftover::ratio) == Numbers{13, 7});
}

// 20 and 10 per cent of 40 are 8 and 4, and the third queue wants 3 of its 4. Of the other 25 the
// first gets 20 / 30, 17, but wants only 2 more; the second 10 / 10 of the other 23.
TEST_CASE("what a queue cannot use of its part of leftovers goes to those that want more") {
  const Queues queues = {
      {.share = 20, .demand = 10}, {.share = 10, .demand = plenty}, {.share = 10, .demand = 3}};
  CHECK(slots_of(40, queues) == Numbers{10, 27, 3});
}

TEST_CASE("shares rule over priorities, which run against them") {
  Queues queues = three_queues(plenty, plenty, plenty);
  queues[0].priority = 1;
  queues[2].priority = 99;
  CHECK(slots_of(15, queues) == Numbers{8, 5, 2});
  CHECK(answer_of({Slots{15}, false, queues}).order == Order{0, 1, 2});
}

TEST_CASE("what a queue must not use goes to the other queues of its pool") {
  Queues queues = three_queues(plenty, plenty, plenty);
  queues[0].limit = Slots{40};
  CHECK(slots_of(100, queues) == Numbers{40, 36, 24});
  queues[1].demand = queues[2].demand = 10;
  CHECK(slots_of(100, queues) == Numbers{40, 10, 10});  // the rest is for queues outside the pool
  queues[0].limit = Slots{0};
  CHECK(slots_of(100, queues) == Numbers{0, 10, 10});
}

TEST_CASE("with USE_PRIORITY_IN_POOL one pass is shared out, and the rest left for priorities") {
  CHECK(slots_of(15, three_queues(plenty, plenty, plenty), true) == Numbers{8, 5, 2});
  CHECK(slots_of(15, three_queues(plenty, 0, plenty), true) == Numbers{8, 0, 3});
  CHECK(slots_of(15, three_queues(0, 0, plenty), true) == Numbers{0, 0, 3});
}

TEST_CASE("the queue that used least in proportion to its share comes first") {
  Queues queues = three_queues(plenty, plenty, plenty);
  queues[0].accumulated = 500;  // 10 for each percent
  queues[1].accumulated = 150;  // 5
  queues[2].accumulated = 180;  // 9
  const SlotPoolAnswer answer = answer_of({Slots{15}, false, queues});
  CHECK(answer.order == Order{1, 2, 0});
  CHECK(counts(answer.slots) == Numbers{7, 5, 3});  // the last queue gets what rounding has left
}

TEST_CASE("ties in turn go to the larger share, the larger priority, the earlier queue") {
  Queues queues = alike(4, 25);
  queues[3].share = 26;
  queues[2].priority = 41;
  CHECK(answer_of({Slots{15}, false, queues}).order == Order{3, 2, 0, 1});
  for (PoolQueue& queue : queues) queue.accumulated = queue.share * 10;
  CHECK(answer_of({Slots{15}, false, queues}).order == Order{3, 2, 0, 1});
}

TEST_CASE("ten queues that share alike take turns as what they used is accumulated") {
  Queues queues = alike(10, 10);
  for (std::size_t at = 0; at < 7; ++at) queues[at].accumulated = 3 * 3600;
  CHECK(slots_of(21, queues) == Numbers{3, 3, 3, 3, 0, 0, 0, 3, 3, 3});
}

TEST_CASE("a queue without a share gets what nobody else wants") {
  Queues queues = three_queues(5, 5, plenty);
  queues[2].share = 0;
  CHECK(slots_of(15, queues) == Numbers{5, 5, 5});
  queues[0].demand = plenty;
  CHECK(slots_of(15, queues) == Numbers{10, 5, 0});
  queues[2].accumulated = 0;
  queues[0].accumulated = queues[1].accumulated = 9e9;
  CHECK(answer_of({Slots{15}, false, queues}).order.back() == 2);
}

TEST_CASE("pools without slots, without queues or without jobs are pools") {
  CHECK(slots_of(0, three_queues(plenty, plenty, plenty)) == Numbers{0, 0, 0});
  CHECK(slots_of(15, {}).empty());
  CHECK(slots_of(15, three_queues(0, 0, 0)) == Numbers{0, 0, 0});
}

// Property: the fast answer is the slow one, and keeps the promises of a pool.
TEST_CASE("every pool is shared out by the rule, to the last slot", "[property]") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 2001));
  INFO("seed " << seed);
  RngStream stream{seed, "test/slot_pool"};
  const Queues queues = random_queues(stream);
  const SlotPoolView view = random_view(stream, queues);
  const SlotPoolAnswer answer = answer_of(view);
  const Numbers given = counts(answer.slots);
  REQUIRE(given == naive_slots(view, answer.order));

  REQUIRE(sum(given) <= view.total.count());
  std::int64_t headroom = 0;
  for (std::size_t at = 0; at < queues.size(); ++at) {
    REQUIRE(given[at] <= queues[at].useful());
    headroom += queues[at].useful() - given[at];
  }
  REQUIRE((sum(given) == view.total.count() || headroom == 0));
  Order sorted = answer.order;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t at = 0; at < sorted.size(); ++at) REQUIRE(sorted[at] == at);
}

TEST_CASE("a queue that could use more never gets less", "[property]") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 501));
  INFO("seed " << seed);
  RngStream stream{seed, "test/slot_pool"};
  Queues queues = random_queues(stream);
  const SlotPoolView view = random_view(stream, queues);
  for (std::size_t at = 0; at < queues.size(); ++at) {
    const std::int64_t before = answer_of(view).slots[at].count();
    ++queues[at].demand;
    REQUIRE(answer_of(view).slots[at].count() >= before);
    --queues[at].demand;
  }
}

TEST_CASE("an answer that is used again holds nothing of the pool before") {
  SlotPoolAnswer answer = answer_of({Slots{21}, false, alike(10, 10)});
  const Queues queues = three_queues(plenty, plenty, plenty);
  SlotPoolShares{}.share_out({Slots{15}, false, queues}, answer);
  CHECK(counts(answer.slots) == Numbers{8, 5, 2});
  CHECK(answer.order == Order{0, 1, 2});
}

TEST_CASE("the baseline gives all queues of a pool alike, whatever their shares") {
  const Registry registry = default_registry();
  const Queues queues = three_queues(plenty, plenty, 3);
  SlotPoolAnswer answer;
  REQUIRE(registry.find_slot_pool("equal") != nullptr);
  registry.find_slot_pool("equal")->make({})({Slots{15}, false, queues}, answer);
  CHECK(counts(answer.slots) == Numbers{6, 6, 3});
  REQUIRE(registry.find_slot_pool("lsf") != nullptr);
  registry.find_slot_pool("lsf")->make({})({Slots{15}, false, queues}, answer);
  CHECK(counts(answer.slots) == Numbers{8, 5, 2});
  CHECK(registry.find_slot_pool("eqal") == nullptr);
}

TEST_CASE("the order of a pool is by use per share, by use, or by shares and then by use") {
  // 200/50, 50/10, 90/30 and 80/30 slot-seconds a per cent: 4, 5, 3 and 2.67.
  const Queues queues = {{.share = 50, .demand = plenty, .accumulated = 200},
                         {.share = 10, .demand = plenty, .accumulated = 50},
                         {.share = 30, .demand = plenty, .accumulated = 90},
                         {.share = 30, .demand = plenty, .accumulated = 80}};
  const auto order = [&](PoolOrder rule) {
    return answer_of({Slots{15}, false, queues, rule}).order;
  };
  CHECK(order(PoolOrder::use_per_share) == Order{3, 2, 0, 1});
  CHECK(order(PoolOrder::use) == Order{1, 3, 2, 0});
  CHECK(order(PoolOrder::shares) == Order{0, 3, 2, 1});
}

TEST_CASE("in any order equal use leaves the larger share, the larger PRIORITY, the first queue") {
  const Queues queues = {{.share = 10, .priority = 5, .demand = plenty},
                         {.share = 20, .priority = 1, .demand = plenty},
                         {.share = 20, .priority = 2, .demand = plenty},
                         {.share = 20, .priority = 2, .demand = plenty}};
  for (const PoolOrder rule : {PoolOrder::use_per_share, PoolOrder::use, PoolOrder::shares})
    CHECK(answer_of({Slots{15}, false, queues, rule}).order == Order{2, 3, 1, 0});
}

TEST_CASE("an answer that gives too much, or leaves a queue out of its order, is no answer") {
  const Queues queues = three_queues(5, 5, 5);
  const SlotPoolView view{Slots{10}, false, queues};
  const auto is_refused = [&](const std::vector<Slots>& slots, const Order& order) {
    CHECK_THROWS_AS(check_shared_out("mine", view, {slots, order}), PolicyMistake);
  };
  const std::vector<Slots> good = {Slots{5}, Slots{5}, Slots{0}};
  check_shared_out("mine", view, {good, {2, 0, 1}});
  is_refused({Slots{5}, Slots{5}, Slots{1}}, {0, 1, 2});
  is_refused({Slots{6}, Slots{0}, Slots{0}}, {0, 1, 2});
  is_refused({Slots{5}, Slots{5}}, {0, 1, 2});
  is_refused(good, {0, 1});
  is_refused(good, {0, 1, 1});
  is_refused(good, {0, 1, 3});
}

TEST_CASE("use that is no number is our mistake") {
  Queues queues = alike(1, 10);
  queues[0].accumulated = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(slots_of(1, queues), InvariantBroken);
}

}  // namespace mcsim::testing::slot_pool_test
