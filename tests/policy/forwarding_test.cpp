// The four worked examples of the MultiCluster guide with every setting, and each rule by itself.
#include "mcsim/policy/forwarding.hpp"

#include <array>
#include <string>
#include <vector>

#include "mcsim/registry/registry.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::forwarding_test {

namespace {

using enum ForwardRule;

/// HighPriority@Cluster2 and HighPriority@Cluster3, in this order in SNDJOBS_TO. Source: Platform
/// MultiCluster guide, the examples of the enhanced scheduler; its table is lost, and this is the
/// only one that agrees with all its sentences. Both have IMPT_JOBBKLG 50, of which their pending
/// jobs of one slot use 20 and 5.
constexpr ForwardCandidate cluster2{.priority = 60,
                                    .total = Slots(100),
                                    .available = Slots(30),
                                    .running = Slots(20),
                                    .pending = Slots(20),
                                    .preemptable = Slots(80),
                                    .lowest_preemptable = 30,
                                    .room = 30};
constexpr ForwardCandidate cluster3{.priority = 60,
                                    .total = Slots(100),
                                    .available = Slots(10),
                                    .running = Slots(30),
                                    .pending = Slots(5),
                                    .preemptable = Slots(70),
                                    .lowest_preemptable = 20,
                                    .room = 45};

using Queues = std::vector<ForwardCandidate>;

/// Slots are free in both clusters: F2 = 30 - 20 = 10, F3 = 10 - 5 = 5.
Queues example_1() { return {cluster2, cluster3}; }

/// The same, but the queue of Cluster3 has the higher priority.
Queues example_3() {
  Queues queues = example_1();
  queues[1].priority = 70;
  return queues;
}

/// Examples 2 and 4. Running jobs occupy all 100 slots: F2 = 0 - 20 = -20, F3 = 0 - 5 = -5,
/// P2 = 80 - 20 = 60, P3 = 70 - 5 = 65.
Queues examples_2_and_4() {
  Queues queues = example_1();
  for (ForwardCandidate& queue : queues) queue.available = Slots(0);
  return queues;
}

ForwardAnswer choose(const std::string& policy, const Queues& queues, ForwardView view = {}) {
  static const Registry registry = default_registry();
  view.candidates = queues;
  return registry.find_forward(policy)->make({})(view);
}

struct Expected3 {
  const char* policy;
  ForwardAnswer free;    ///< example 1
  ForwardAnswer higher;  ///< example 3
  ForwardAnswer full;    ///< examples 2 and 4
};

constexpr std::uint32_t c2 = 0;
constexpr std::uint32_t c3 = 1;
constexpr std::uint32_t nowhere = ForwardView::no_queue;

const Expected3 expected[] = {
    // Only room counts: 45 in Cluster3, 30 in Cluster2.
    {"NOT_DEFINED", {c3, largest_room}, {c3, largest_room}, {c3, largest_room}},
    // Available: 30 and 10. Full, they are equal, and Cluster3 has more room.
    {"REMOTE_RESOURCE", {c2, most_available}, {c2, most_available}, {c3, tie_room}},
    // F: 10 and 5; full: -20 and -5, both with room.
    {"RESOURCE_ONLY", {c2, most_free}, {c2, most_free}, {c3, most_net}},
    // Example 1: F = 10 and 5. Full: P = 60 and 65.
    {"COUNT_PREEMPTABLE", {c2, most_free}, {c2, most_free}, {c3, most_preemptable}},
    // Priorities are equal, so F or P decides as before; in example 3 they are 60 and 70.
    {"COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY",
     {c2, most_free},
     {c3, highest_priority_free},
     {c3, most_preemptable}},
    // With free slots as COUNT_PREEMPTABLE. Full, example 2: the lowest queues are 30 and 20.
    {"COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY",
     {c2, most_free},
     {c2, most_free},
     {c3, lowest_preemptable}},
    // The priority decides where it differs, in example 3. Full, the lowest queue decides before
    // P = 60 and 65, which would choose the same.
    {"COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY",
     {c2, most_free},
     {c3, highest_priority_free},
     {c3, lowest_preemptable}},
    // P is above 0 everywhere, so PENDING_WHEN_NOSLOTS excludes no queue.
    {"COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS",
     {c2, most_free},
     {c2, most_free},
     {c3, most_preemptable}},
    {"COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
     {c2, most_free},
     {c3, highest_priority_free},
     {c3, most_preemptable}},
    {"COUNT_PREEMPTABLE PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
     {c2, most_free},
     {c2, most_free},
     {c3, lowest_preemptable}},
    {"COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS",
     {c2, most_free},
     {c3, highest_priority_free},
     {c3, lowest_preemptable}},
    // One slot: both 10 and 5 cover it, 5 is the better fit. Full: none does; 20/100 and 5/100.
    {"DYN_CLUSTER_WEIGHTING", {c3, best_fit}, {c3, best_fit}, {c3, lowest_pending_ratio}},
    // The baselines. Random choice is not listed here; round-robin begins with the first.
    {"round-robin", {c2, next_in_turn}, {c2, next_in_turn}, {c2, next_in_turn}},
    {"none", {nowhere, forwards_nothing}, {nowhere, forwards_nothing}, {nowhere, forwards_nothing}},
};

/// A queue with room and no slots.
ForwardCandidate busy(std::int32_t room = 10) {
  return {.priority = 10, .total = Slots(100), .room = room};
}

ForwardCandidate with_free(std::int32_t slots, std::int32_t room = 10) {
  ForwardCandidate queue = busy(room);
  queue.available = queue.preemptable = Slots(slots);
  return queue;
}

ForwardCandidate with_preemptable(std::int32_t slots, std::int32_t lowest, std::int32_t room = 10) {
  ForwardCandidate queue = busy(room);
  queue.preemptable = Slots(slots);
  queue.lowest_preemptable = lowest;
  return queue;
}

const std::string count_preemptable = "COUNT_PREEMPTABLE";
const std::string all_keywords =
    "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS";

}  // namespace

TEST_CASE("the worked examples of forwarding have the documented queue under every setting") {
  for (const Expected3& row : expected) {
    INFO(row.policy);
    CHECK(choose(row.policy, example_1()) == row.free);
    CHECK(choose(row.policy, example_3()) == row.higher);
    CHECK(choose(row.policy, examples_2_and_4()) == row.full);
  }
}

TEST_CASE("the worked examples turn round with their numbers") {
  // Full, with the lower queue in Cluster2 and more to preempt in Cluster3.
  Queues queues = examples_2_and_4();
  queues[0].lowest_preemptable = 10;
  CHECK(choose(count_preemptable, queues) == ForwardAnswer{c3, most_preemptable});
  CHECK(choose(all_keywords, queues) == ForwardAnswer{c2, lowest_preemptable});
  CHECK(choose(all_keywords, queues, {.key_order = ForwardKeyOrder::prio_p_low}) ==
        ForwardAnswer{c3, most_preemptable});
  queues[1].priority = 50;
  CHECK(choose("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY", queues) ==
        ForwardAnswer{c2, highest_priority});
}

TEST_CASE("a queue with free slots goes before one without, whatever the priorities") {
  Queues queues = {with_preemptable(90, 1), with_free(1)};
  queues[0].priority = 1000;
  CHECK(choose(all_keywords, queues) == ForwardAnswer{1, only_free});
}

TEST_CASE("of equal queues the one with more room is chosen, then the first in SNDJOBS_TO") {
  for (const char* policy : {"REMOTE_RESOURCE", "RESOURCE_ONLY", "COUNT_PREEMPTABLE",
                             all_keywords.c_str(), "DYN_CLUSTER_WEIGHTING"}) {
    INFO(policy);
    CHECK(choose(policy, {with_free(5, 1), with_free(5, 2)}) == ForwardAnswer{1, tie_room});
    CHECK(choose(policy, {with_free(5, 2), with_free(5, 2)}) == ForwardAnswer{0, tie_order});
  }
  CHECK(choose("NOT_DEFINED", {with_free(5, 1), busy(2), busy(2)}) == ForwardAnswer{1, tie_order});
  CHECK(choose(count_preemptable, {with_preemptable(5, 1, 0), with_preemptable(5, 2, 3)}) ==
        ForwardAnswer{1, tie_room});
}

TEST_CASE("a cold queue counts as one without free slots and without pending ones") {
  ForwardCandidate cold = with_free(50);
  cold.cold = true;
  cold.pending = Slots(10);
  ForwardCandidate crowded = busy();
  crowded.pending = Slots(3);
  CHECK(choose("RESOURCE_ONLY", {cold, with_free(1)}) == ForwardAnswer{1, only_free});
  CHECK(choose("RESOURCE_ONLY", {crowded, cold}) == ForwardAnswer{1, most_net});
  CHECK(choose(count_preemptable, {crowded, cold}) == ForwardAnswer{1, most_preemptable});
  CHECK(choose("REMOTE_RESOURCE", {cold, with_free(1)}) == ForwardAnswer{1, most_available});
  CHECK(choose("COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS", {cold}) ==
        ForwardAnswer{nowhere, none_preemptable});
  // A cold queue has no slots as far as is known.
  ForwardCandidate full = busy();
  full.pending = Slots(97);
  CHECK(choose("DYN_CLUSTER_WEIGHTING", {cold, full}) == ForwardAnswer{1, lowest_pending_ratio});
}

TEST_CASE("when no queue can be chosen the reason is what all of them lack") {
  ForwardCandidate closed = with_free(5);
  closed.accepts = false;
  ForwardCandidate other_type = with_free(5);
  other_type.satisfies = false;
  for (const char* policy :
       {"REMOTE_RESOURCE", "RESOURCE_ONLY", "DYN_CLUSTER_WEIGHTING", "random", "round-robin"}) {
    INFO(policy);
    CHECK(choose(policy, {}) == ForwardAnswer{nowhere, none_accepts});
    CHECK(choose(policy, {closed, closed}) == ForwardAnswer{nowhere, none_accepts});
    CHECK(choose(policy, {closed, other_type}) == ForwardAnswer{nowhere, none_satisfies});
    CHECK(choose(policy, {other_type, busy(0)}) == ForwardAnswer{nowhere, no_room});
  }
  CHECK(choose("NOT_DEFINED", {closed, busy(0)}) == ForwardAnswer{nowhere, no_backlog_room});
  CHECK(choose("NOT_DEFINED", {closed}) == ForwardAnswer{nowhere, none_accepts});
  CHECK(choose(count_preemptable, {busy(0)}) == ForwardAnswer{nowhere, no_room_or_preemptable});
  CHECK(choose(all_keywords, {busy(50)}) == ForwardAnswer{nowhere, none_preemptable});
}

TEST_CASE("without any setting room decides though the queue cannot run the job") {
  ForwardCandidate other_type = busy(7);
  other_type.satisfies = false;
  CHECK(choose("NOT_DEFINED", {with_free(90, 6), other_type}) == ForwardAnswer{1, largest_room});
  CHECK(choose("NOT_DEFINED", {with_free(90, 0), busy(1)}) == ForwardAnswer{1, only_candidate});
}

TEST_CASE("only COUNT_PREEMPTABLE forwards to a queue without room for what it can preempt") {
  const Queues queues = {with_preemptable(5, 1, 0)};
  CHECK_FALSE(choose("RESOURCE_ONLY", queues));
  CHECK(choose(count_preemptable, queues) == ForwardAnswer{0, only_candidate});
}

TEST_CASE("which queues have free slots is an option: net, available, or what covers the job") {
  ForwardCandidate crowded = with_free(6);
  crowded.pending = Slots(6);
  const Queues queues = {crowded, with_free(2)};
  const auto chosen = [&](ForwardFreeTest test, const Queues& among) {
    return choose("RESOURCE_ONLY", among, {.slots = Slots(3), .free_test = test});
  };
  CHECK(chosen(ForwardFreeTest::net, queues) == ForwardAnswer{1, only_free});
  CHECK(chosen(ForwardFreeTest::available, queues) == ForwardAnswer{1, most_free});
  CHECK(chosen(ForwardFreeTest::fits, queues) == ForwardAnswer{1, most_net});
  CHECK(chosen(ForwardFreeTest::fits, {with_free(3), with_free(2)}) == ForwardAnswer{0, only_free});
}

TEST_CASE("PENDING_WHEN_NOSLOTS asks for preemptable slots as the option has it") {
  const auto chosen = [&](ForwardFreeTest test, std::int32_t slots) {
    return choose("COUNT_PREEMPTABLE PENDING_WHEN_NOSLOTS", {with_preemptable(2, 1)},
                  {.slots = Slots(slots), .free_test = test});
  };
  CHECK(chosen(ForwardFreeTest::net, 3));
  CHECK(chosen(ForwardFreeTest::fits, 2));
  CHECK_FALSE(chosen(ForwardFreeTest::fits, 3));
}

TEST_CASE("DYN_CLUSTER_WEIGHTING goes by preference, best fit, and pending ratio") {
  const std::string policy = "DYN_CLUSTER_WEIGHTING";
  const ForwardView job{.slots = Slots(4)};
  CHECK(choose(policy, {with_free(9), with_free(4), with_free(3)}, job) ==
        ForwardAnswer{1, best_fit});
  CHECK(choose(policy, {with_free(3), with_free(90)}, job) == ForwardAnswer{1, only_fitting});
  ForwardCandidate preferred = busy();
  preferred.preference = 1;
  CHECK(choose(policy, {with_free(9), preferred}, job) == ForwardAnswer{1, highest_preference});
  ForwardCandidate small = busy();
  small.total = Slots(3);
  small.pending = Slots(1);
  ForwardCandidate large = busy();
  large.pending = Slots(33);  // of 100: a little less than a third
  CHECK(choose(policy, {small, large}, job) == ForwardAnswer{1, lowest_pending_ratio});
  ForwardCandidate without_slots = busy();
  without_slots.total = Slots(0);
  CHECK(choose(policy, {without_slots, small}, job) == ForwardAnswer{1, lowest_pending_ratio});
}

TEST_CASE("random chooses each queue that takes the job about equally often") {
  Queues queues(5, with_free(1));
  queues[2].accepts = false;
  std::array<int, 5> chosen{};
  for (std::uint64_t decision = 0; decision < 40'000; ++decision)
    ++chosen[choose("random", queues, {.stream = RngStream(1, "test"), .decision = decision})
                 .position];
  CHECK(chosen[2] == 0);
  for (const std::size_t at : {0U, 1U, 3U, 4U}) {
    INFO(at);
    CHECK(chosen[at] > 9'600);  // 10,000 expected; 4.6 standard deviations
    CHECK(chosen[at] < 10'400);
  }
}

TEST_CASE("round-robin goes on after the queue that was chosen last, and over the end") {
  Queues queues(4, with_free(1));
  queues[2].accepts = false;
  ForwardView view;
  std::vector<std::uint32_t> chosen;
  for (int decision = 0; decision < 5; ++decision)
    chosen.push_back(view.last = choose("round-robin", queues, view).position);
  CHECK(chosen == std::vector<std::uint32_t>{0, 1, 3, 0, 1});
}

TEST_CASE("a queue of negative priority is our mistake, and not the highest one") {
  Queues queues = {with_free(1), with_free(1)};
  queues[1].priority = -1;
  CHECK_THROWS_AS(choose("COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY", queues), InvariantBroken);
}

TEST_CASE("every rule of forwarding has its words") {
  for (int rule = 0; rule <= static_cast<int>(most_believed); ++rule)
    CHECK(!to_text(static_cast<ForwardRule>(rule)).empty());
}

}  // namespace mcsim::testing::forwarding_test
