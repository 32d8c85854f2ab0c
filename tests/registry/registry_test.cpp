// A user's own policy, in a user's own file, beside the built-in ones.
#include "mcsim/registry/registry.hpp"

#include <algorithm>
#include <string>

#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/baseline/baseline_state.hpp"
#include "mcsim/baseline/job_facts.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/results/decide.hpp"
#include "support/catch.hpp"
#include "support/reckless.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::registry_test {

namespace {

/// Starts the waiting job with the fewest slots that fits; of equals the oldest.
struct SmallestFirst {
  static constexpr std::string_view name = "smallest";
  static constexpr bool predicts_ends = false;

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return false; }
  DispatchDecision next(const DispatchView& view) const {
    for (std::int32_t slots = 1; slots <= view.free().count(); ++slots)
      if (const WaitingJob job = view.lines()[0].first_fitting(Slots(slots)))
        return {job, StartReason::passed_by};
    return {};
  }
  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::new_job;
  }
};
static_assert(DispatchPolicy<SmallestFirst>);

/// Starts a job that does not exist.
struct Confused : Reckless {
  static constexpr std::string_view name = "confused";
  DispatchDecision next(const DispatchView&) const { return {{JobSlotId{1234}, {}, {}, {}, {}}}; }
};

/// Starts the first job with false data, or a running job as if it waited.
struct Liar : Reckless {
  static constexpr std::string_view name = "liar";
  void (*lie)(WaitingJob& job) = nullptr;  ///< null: names the last one again
  bool has_lines = false;
  WaitingJob last;

  std::int32_t line_key(const QueueConfig& queue) const { return has_lines ? queue.priority : 0; }
  DispatchDecision next(const DispatchView& view) {
    if (last) return {last};
    WaitingJob job = view.lines()[0].first();
    last = job;
    if (lie != nullptr && job) lie(job);
    return {job};
  }
};

/// Starts the first job, and from `again` on starts it again, though it has ended.
struct Reviver : Reckless {
  static constexpr std::string_view name = "reviver";
  Time again = at(10s);
  WaitingJob first;

  DispatchDecision next(const DispatchView& view) {
    if (first) return view.now() >= again ? DispatchDecision{first} : DispatchDecision{};
    first = view.lines()[0].first();
    return {first};
  }
};

/// Starts nothing before 100 s, and asks to be called again then, or at a time that has passed.
struct Patient : Reckless {
  static constexpr std::string_view name = "patient";
  Time opens = at(100s);
  Time gate = opens;

  DispatchDecision next(const DispatchView& view) const {
    const WaitingJob first = view.lines()[0].first();
    return first && view.now() >= opens ? DispatchDecision{first} : DispatchDecision{};
  }
  Time next_gate(const DispatchView& view) const { return view.now() < opens ? gate : never; }
};

/// Deals to a consumer that is not there.
struct ToNobody {
  static constexpr std::string_view name = "to-nobody";
  std::size_t next(const DealView& view) const { return view.shares.size(); }
};

template <DispatchPolicy P>
Registry registry_with(const P& policy) {
  Registry registry = default_registry();
  registry.add(policy, false);
  return registry;
}

/// Serves the last queue of a pool first, and gives each queue all that it wants.
struct LastQueueFirst {
  static constexpr std::string_view name = "last-queue-first";

  void share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const {
    answer.slots.assign(view.queues.size(), Slots{});
    answer.order.clear();
    std::int64_t left = view.total.count();
    for (std::size_t at_queue = view.queues.size(); at_queue-- > 0;) {
      const std::int64_t given = std::min(left, view.queues[at_queue].useful());
      answer.slots[at_queue] = Slots(static_cast<std::int32_t>(given));
      answer.order.push_back(static_cast<std::uint32_t>(at_queue));
      left -= given;
    }
  }
};
static_assert(SlotPoolPolicy<LastQueueFirst>);

template <SlotPoolPolicy P>
Registry registry_with(const P& policy) {
  Registry registry = default_registry();
  registry.add(policy);
  return registry;
}

/// Chooses the last queue in SNDJOBS_TO that accepts the job.
struct LastQueue {
  static constexpr std::string_view name = "last-queue";

  ForwardAnswer choose(const ForwardView& view) const {
    for (auto at = static_cast<std::uint32_t>(view.candidates.size()); at-- > 0;)
      if (view.candidates[at].accepts) return {at};
    return {};
  }
};
static_assert(ForwardPolicy<LastQueue>);

/// The answer of `mcsim decide forward` with this policy in the registry.
template <ForwardPolicy P>
auto forward_as(const P& policy, const std::string& first_open = "true") {
  Registry registry = default_registry();
  registry.add(policy);
  const std::string rest =
      R"("priority": 1, "total": 1, "available": 0, "running": 0, "pending": 0, "preemptable": 0,
         "lowest_preemptable_priority": null, "backlog_room": 0, "open": )";
  auto question = parse_json(R"({"setting": "last-queue", "job": {"slots": 1}, "candidates": [
    {"queue": "a@C2", )" + rest + first_open +
                                 R"(}, {"queue": "b@C3", )" + rest + "true}]}",
                             "question");
  REQUIRE(question);
  return decide_forward(*question, registry);
}

/// One slot, and a job in each of two queues with equal shares.
ClusterConfig two_queues_of_a_pool(const std::string& shares) {
  ClusterConfig cluster =
      flat_machine(1, "lsf", {{.id = 1, .run = 10s}, {.id = 2, .run = 10s, .queue = QueueId{1}}});
  cluster.queues.push_back(cluster.queues[0]);
  cluster.pools = {{.name = "pool", .queues = {QueueId{0}, QueueId{1}}}};
  for (QueueConfig& queue : cluster.queues) {
    queue.pool = PoolId{};
    queue.slot_share = 50;
  }
  cluster.model.pool_shares = shares;
  return cluster;
}

std::string what_stops(const ClusterConfig& cluster, const Registry& registry) {
  try {
    outcomes(cluster, registry);
  } catch (const InvariantBroken& broken) {
    return broken.what();
  }
  return "nothing";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the registry knows mcsim's own policies by name") {
  const Registry registry = default_registry();
  for (const char* name : {"fcfs", "easy"}) {
    INFO(name);
    REQUIRE(registry.find_dispatch(name) != nullptr);
    CHECK(registry.find_dispatch(name)->make(ModelConfig{}).name() == name);
  }
  REQUIRE(registry.find_dispatch("lsf") != nullptr);
  CHECK_FALSE(registry.find_dispatch("lsf")->baseline);
  CHECK_FALSE(registry.find_dispatch("lsf")->make);  // built in, not a policy
  CHECK(registry.find_dispatch("easy")->baseline);
  CHECK(registry.find_dispatch("esay") == nullptr);
}

TEST_CASE("a user's own policy decides like ours, once it is in the registry") {
  const ClusterConfig cluster = flat_machine(4, "smallest",
                                             {{.id = 1, .slots = 3, .run = 10s},
                                              {.id = 2, .slots = 2, .run = 10s},
                                              {.id = 3, .slots = 1, .run = 10s},
                                              {.id = 4, .slots = 2, .run = 10s}});
  CHECK(start_times(cluster, registry_with(SmallestFirst{})) ==
        std::vector<Time>{at(20s), at(0s), at(0s), at(10s)});
}

TEST_CASE("a policy that starts a job that does not fit is stopped and named") {
  const ClusterConfig cluster = flat_machine(
      4, "reckless",
      {{.id = 1, .slots = 3, .run = 10s}, {.id = 2, .submit = 5s, .slots = 2, .run = 10s}});
  const std::string message = what_stops(cluster, registry_with(Reckless{}));
  INFO(message);
  CHECK(message ==
        "policy reckless: cluster C1 at 5000 ms, round 1: started a job that does not fit: it "
        "wants 2 "
        "slots, and 1 are free");
}

TEST_CASE("a policy that starts a job that does not wait is stopped and named") {
  const ClusterConfig cluster = flat_machine(4, "confused", {{.id = 1, .slots = 3, .run = 10s}});
  const std::string message = what_stops(cluster, registry_with(Confused{}));
  INFO(message);
  CHECK(message.starts_with("policy confused: cluster C1 at 0 ms, "));
  CHECK(contains(message, ": started a job that does not wait"));
}

TEST_CASE("a policy that names a job otherwise than its line does is stopped and named") {
  const std::string no_wait = ": started a job that does not wait";
  const std::string other = ": started a job that is not as its line has it";
  struct Case {
    void (*lie)(WaitingJob& job);
    std::string complaint;
  };
  const std::vector<Case> cases = {
      {nullptr, no_wait},
      {[](WaitingJob& job) { job.slots = Slots(2); }, other},
      {[](WaitingJob& job) { job.rank = static_cast<JobIndex>(1); }, other},
      {[](WaitingJob& job) { job.rank = none<JobIndex>; }, no_wait},
      {[](WaitingJob& job) { job = {job.job, {}, {}, {}, {}}; }, other},
  };
  for (const std::size_t jobs : {3U, 100U})  // a short and a long waiting line
    for (const Case& one : cases)
      for (const bool has_lines : {false, true}) {
        std::vector<JobRow> rows;
        for (std::size_t job = 1; job <= jobs; ++job)
          rows.push_back({.id = static_cast<std::int64_t>(job), .run = 10s});
        ClusterConfig cluster = flat_machine(4, "liar", rows);
        cluster.queues.push_back(cluster.queues[0]);
        cluster.queues[0].priority = 2;
        Liar liar;
        liar.lie = one.lie;
        liar.has_lines = has_lines;
        const std::string message = what_stops(cluster, registry_with(liar));
        INFO(message << ", jobs: " << jobs << ", two lines: " << has_lines);
        CHECK(message.starts_with("policy liar: cluster C1 at "));
        CHECK(contains(message, one.complaint));
      }
}

TEST_CASE("a policy that starts a job that has ended is stopped and named") {
  const ClusterConfig cluster =
      flat_machine(4, "reviver", {{.id = 1, .run = 10s}, {.id = 2, .submit = 20s, .run = 10s}});
  const std::string started = ": started a job that ";
  CHECK(contains(what_stops(cluster, registry_with(Reviver{})), started + "does not wait"));
  Reviver late;
  late.again = at(20s);  // when another job has its place in the table
  CHECK(contains(what_stops(cluster, registry_with(late)), started + "is not as its line has it"));
}

TEST_CASE("a policy is asked again when its time gate has come, though nothing happens") {
  ClusterConfig cluster = flat_machine(1, "patient", {{.id = 1, .submit = 5s, .run = 10s}});
  CHECK(start_times(cluster, registry_with(Patient{})) == std::vector<Time>{at(100s)});
  cluster.params.job_scheduling_interval = 30s;
  CHECK(start_times(cluster, registry_with(Patient{})) == std::vector<Time>{at(120s)});
}

TEST_CASE("a policy whose time gate has passed is stopped") {
  const ClusterConfig cluster = flat_machine(1, "patient", {{.id = 1, .submit = 5s, .run = 10s}});
  Patient late;
  late.gate = at(5s);
  CHECK(contains(what_stops(cluster, registry_with(late)),
                 "policy patient: cluster C1 at 5000 ms, round 1: asked to be asked again at a "
                 "time that has passed"));
}

TEST_CASE("a user's own way to share out a pool decides in a run, once it is in the registry") {
  const Registry registry = registry_with(LastQueueFirst{});
  CHECK(start_times(two_queues_of_a_pool("last-queue-first"), registry) ==
        std::vector<Time>{at(10s), at(0s)});
  CHECK(start_times(two_queues_of_a_pool("lsf"), registry) == std::vector<Time>{at(0s), at(10s)});
}

TEST_CASE("a user's own way to share out a pool is known to scenarios and to decide") {
  const Registry registry = registry_with(LastQueueFirst{});
  CHECK(choices_of(registry).pool_shares ==
        std::vector<std::string>{"lsf", "equal", "last-queue-first"});
  auto question = parse_json(R"({"total": 3, "shares": "last-queue-first", "queues": [
    {"name": "a", "share": 90, "demand": 2}, {"name": "b", "share": 10, "demand": 2}]})",
                             "question");
  REQUIRE(question);
  const auto answer = decide_slot_pool(*question, registry);
  REQUIRE(answer);
  CHECK(to_compact_json(*answer) == R"({"slots": {"a": 1, "b": 2}, "order": ["b", "a"]})");
}

TEST_CASE("a user's own forwarding policy is known to decide") {
  const auto answer = forward_as(LastQueue{});
  REQUIRE(answer);
  CHECK(to_compact_json(*answer) ==
        R"({"choice": "b@C3", "reason": "the policy's own rule", "ranking": ["b@C3", "a@C2"]})");
}

TEST_CASE("a forwarding policy that chooses a queue that accepts nothing is stopped") {
  struct Deaf : LastQueue {
    ForwardAnswer choose(const ForwardView&) const { return {0}; }
  };
  struct Astray : LastQueue {
    ForwardAnswer choose(const ForwardView&) const { return {2}; }
  };
  CHECK_THROWS_AS(forward_as(Deaf{}, "false"), PolicyMistake);
  CHECK_THROWS_AS(forward_as(Astray{}), PolicyMistake);
  try {
    static_cast<void>(forward_as(Astray{}));
    FAIL("not stopped");
  } catch (const PolicyMistake& mistake) {
    CHECK(mistake.policy() == "last-queue");
    CHECK(contains(mistake.what(), "chose candidate 2, and the last one is 1"));
  }
}

TEST_CASE("a way to share out a pool that gives more than there is, is stopped") {
  struct Generous : LastQueueFirst {
    void share_out(const SlotPoolView& view, SlotPoolAnswer& answer) const {
      LastQueueFirst::share_out(view, answer);
      answer.slots[0] += Slots(1);
    }
  };
  const std::string message =
      what_stops(two_queues_of_a_pool("last-queue-first"), registry_with(Generous{}));
  CHECK(message.starts_with("policy last-queue-first: cluster C1 at "));
  CHECK(contains(message, "gave more than the pool has: 2 of 1"));
  CHECK(contains(what_stops(two_queues_of_a_pool("fair"), default_registry()),
                 "slot pool policy fair is not in the registry"));
}

TEST_CASE("a policy that deals to a consumer that is not there is stopped and named") {
  Registry registry = default_registry();
  registry.add(ToNobody{});
  const std::vector<std::int32_t> shares{1, 2};
  const std::vector<std::int64_t> given{0, 0};
  CHECK_THROWS_AS(registry.find_deal("to-nobody")->make({})({shares, given}), PolicyMistake);
}

TEST_CASE("a policy that the registry does not know is our mistake, past the door") {
  CHECK(contains(what_stops(flat_machine(1, "esay", {}), default_registry()),
                 "dispatch policy esay is not in the registry"));
}

TEST_CASE("a copy of a policy remembers on its own") {
  struct Counting : Reckless {
    int asked = 0;
    DispatchDecision next(const DispatchView&) {
      ++asked;
      return {};
    }
    std::int32_t line_key(const QueueConfig&) const { return asked; }
  };
  AnyDispatch first{Counting{}};
  const WaitingLines lines(1);
  const EndProfile ends;
  const ClusterConfig config;
  const BaselineState state(config, first, AnyOrder(), false);
  const DispatchView view(at(0s), false, Slots(1), 0, lines, ends, JobReader(config, state));
  first.next(view);
  AnyDispatch copy = first;
  first.next(view);
  CHECK(first.line_key({}) == 2);
  CHECK(copy.line_key({}) == 1);
  CHECK((copy.next_gate(view) == never));
}

}  // namespace mcsim::testing::registry_test
