// A user's own policy, in a user's own file, beside ours.
#include "mcsim/policy/registry.hpp"

#include <string>

#include "support/catch.hpp"
#include "support/worlds.hpp"

using namespace mcsim;

namespace {

/// Starts the waiting job with the fewest slots that fits, the youngest of equals last.
struct SmallestFirst {
  static constexpr std::string_view name = "smallest";
  static constexpr bool predicts_ends = false;

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return false; }
  DispatchDecision next(const DispatchView& view) const {
    for (std::int32_t slots = 1; slots <= view.free().count(); ++slots)
      if (const WaitingJob job = view.lines()[0].first_fitting(Slots(slots)))
        return {job.job, StartReason::passed_by};
    return {};
  }
  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::new_job;
  }
};
static_assert(DispatchPolicy<SmallestFirst>);

/// Starts the first waiting job, whether it fits or not.
struct Reckless {
  static constexpr std::string_view name = "reckless";
  static constexpr bool predicts_ends = false;

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return false; }
  DispatchDecision next(const DispatchView& view) const { return {view.lines()[0].first().job}; }
  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::new_job;
  }
};

/// Starts a job that is not there.
struct Confused : Reckless {
  static constexpr std::string_view name = "confused";
  DispatchDecision next(const DispatchView&) const { return {JobSlotId{1234}}; }
};

/// Starts nothing before 100 s, and asks to be looked at then, or at a time that has passed.
struct Patient : Reckless {
  static constexpr std::string_view name = "patient";
  Time opens = at(100s);
  Time gate = opens;

  DispatchDecision next(const DispatchView& view) const {
    const WaitingJob first = view.lines()[0].first();
    return first && view.now() >= opens ? DispatchDecision{first.job} : DispatchDecision{};
  }
  Time next_gate(const DispatchView& view) const { return view.now() < opens ? gate : never; }
};

template <DispatchPolicy P>
Registry registry_with(const P& policy) {
  Registry registry = default_registry();
  registry.dispatch.push_back(
      {std::string(P::name), false, [policy](const ModelConfig&) { return AnyDispatch(policy); }});
  return registry;
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
  CHECK_FALSE(registry.find_dispatch("lsf")->make);  // it is the system's own, and no policy
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
  CHECK(contains(message, "policy reckless started a job that does not fit"));
  CHECK(contains(message, "cluster C1 at 5000 ms, round 1"));
}

TEST_CASE("a policy that starts a job that does not wait is stopped and named") {
  const ClusterConfig cluster = flat_machine(4, "confused", {{.id = 1, .slots = 3, .run = 10s}});
  const std::string message = what_stops(cluster, registry_with(Confused{}));
  INFO(message);
  CHECK(contains(message, "policy confused started a job that does not wait"));
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
  CHECK(contains(what_stops(cluster, registry_with(late)), "time gate has passed"));
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
  const DispatchView view(at(0s), Slots(1), 0, lines, ends);
  first.next(view);
  AnyDispatch copy = first;
  first.next(view);
  CHECK(first.line_key({}) == 2);
  CHECK(copy.line_key({}) == 1);
  CHECK((copy.next_gate(view) == never));
}
