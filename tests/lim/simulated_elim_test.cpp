// Simulated ELIMs: the table of rules played in jumps, and programs with values and faults.
#include "mcsim/lim/simulated_elim.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/lim/elim_play.hpp"
#include "support/catch.hpp"
#include "support/elim_table.hpp"

namespace mcsim::testing::simulated_elim_test {

namespace {

/// A program that does what a case of the table says, however often it is started.
class Scripted {
 public:
  explicit Scripted(std::vector<ElimStep> steps) : steps_(std::move(steps)) {}

  void begins(Time) {}
  void ends() {}
  Time next_act() const { return at_ < steps_.size() ? Time{steps_[at_].at} : never; }
  Time next_novelty() const { return next_act(); }
  Time next_mishap() const { return next_act(); }
  ElimAct act(Time) {
    const ElimStep& step = steps_[at_++];
    switch (step.act) {
      case ElimStep::Act::writes:
        return {.kind = ElimAct::Kind::writes, .bytes = step.text};
      case ElimStep::Act::exits:
        return {.kind = ElimAct::Kind::exits, .bytes = {}, .code = step.code};
      case ElimStep::Act::closes_output:
        return {.kind = ElimAct::Kind::closes_output, .bytes = {}};
      case ElimStep::Act::lim_becomes_master:
        break;  // not an act of the program
    }
    return {};
  }
  std::uint64_t skip(Time, Duration) { return 0; }

 private:
  std::vector<ElimStep> steps_;
  std::size_t at_ = 0;
};
static_assert(ElimProgram<Scripted>);

/// Plays a case, and asks every `each` what has happened; 0: once, at the end.
std::string story_in_jumps(const ElimCase& sample, Duration each) {
  ElimContract contract = contract_of(sample);
  ElimPlay play;
  std::vector<ElimStep> steps = sample.steps;
  Time turn = never;
  std::erase_if(steps, [&](const ElimStep& step) {
    if (step.act != ElimStep::Act::lim_becomes_master) return false;
    turn = Time{step.at};
    return true;
  });
  Scripted program(steps);
  std::string story;
  const auto hear = [&](Time now, const ElimAnswer& answer) { tell(story, now, answer, contract); };
  const auto go_to = [&](Time until) { play.advance(until, program, contract, hear); };
  Time now{};
  const Time end{sample.until};
  while (now < end) {
    now = each == 0ms ? end : std::min(end, now + each);
    if (turn <= now) {
      go_to(turn - 1ms);
      play.change_role(turn, program, hear);
      turn = never;
    }
    go_to(now);
  }
  return story;
}

/// A program on host 0 that reports licences, under its LIM.
struct World {
  explicit World(ElimConfig elim) : config(std::move(elim)) {
    contract = contract_of({});
    for (ElimOutput& output : config.values) output.name = "licenses";
    program().open();
    state.duty = {0};
  }
  SimulatedElim program() { return {config, state, RngStream(7, "test/elim"), HostId{0}}; }
  std::optional<double> value_at(Duration when) {
    SimulatedElim now = program();
    play.advance(at(when), now, contract, [](Time, const ElimAnswer&) {});
    return play.watch().value(*contract.resources.find("licenses"));
  }
  static Time at(Duration when) { return Time{when}; }

  ElimConfig config;
  ElimState state;
  ElimContract contract;
  ElimPlay play;
};

ElimConfig reports(std::vector<ElimLevel> steps) {
  ElimConfig elim{.name = "elim.licence", .hosts = {HostId{0}}, .interval = 30s, .values = {}};
  elim.values.push_back({.resource = {}, .name = "licenses", .steps = std::move(steps)});
  return elim;
}

ElimConfig walks() {
  ElimConfig elim = reports({});
  elim.values[0].walk = {.start = 10'000, .step = 1'000, .lowest = 0, .highest = 20'000};
  return elim;
}

/// A recorded ELIM: a report every 7 s up to 7,000 s, of a value that changes now and then.
ElimConfig recorded() {
  ElimConfig elim = reports({});
  for (std::int64_t row = 0; row < 1000; ++row) {
    const Time when{row * 7s + 3ms};
    elim.reports.push_back(when);
    if (row % 20 == 0)
      elim.values[0].steps.push_back(
          {when, row % 100 == 0 ? std::nullopt : std::optional(static_cast<double>(row))});
  }
  return elim;
}

ElimMishap mishap(ElimMishap::Kind kind, Duration when, std::int32_t number = 1) {
  return {.kind = kind, .at = Time{when}, .number = number};
}

}  // namespace

TEST_CASE("a simulated ELIM is treated by the rules of the same table", "[elim]") {
  for (const ElimCase& sample : elim_cases()) {
    INFO(sample.rule << ": " << sample.says);
    CHECK(story_in_jumps(sample, 0ms) == sample.story);
    CHECK(story_in_jumps(sample, 1s) == sample.story);
    CHECK(story_in_jumps(sample, 17s) == sample.story);
  }
}

// The tick at 5 s reads the report of 0 s. The value that is true from 40 s on is written at 60 s,
// and read by the tick at that instant.
TEST_CASE("a value that changes is known after the next report and the tick that reads it",
          "[elim]") {
  World world(reports({{Time{0s}, 5.0}, {Time{40s}, 2.0}, {Time{100s}, std::nullopt}}));
  CHECK_FALSE(world.value_at(4s));
  CHECK(world.value_at(5s) == 5.0);
  CHECK(world.value_at(59'999ms) == 5.0);
  CHECK(world.value_at(60s) == 2.0);
  CHECK(world.value_at(119s) == 2.0);
  CHECK_FALSE(world.value_at(120s));
}

// Property: how often values are read changes neither values nor counts.
TEST_CASE("what a LIM knows of a walk with faults does not depend on who asks",
          "[elim][property]") {
  using Kind = ElimMishap::Kind;
  for (const Kind kind : {Kind::exits, Kind::hangs, Kind::half_line, Kind::garbage,
                          Kind::wrong_count, Kind::floods}) {
    INFO("fault " << static_cast<int>(kind));
    ElimConfig elim = walks();
    elim.mishaps = {mishap(kind, 301s, kind == Kind::floods ? 5000 : 1)};
    if (kind != Kind::hangs) {
      elim.mishaps[0].every = 1000s;
      elim.mishaps[0].drawn = true;
    }
    World often(elim);
    for (Duration now{}; now < 20'000s; now += 777ms) often.value_at(now);
    World rarely(elim);
    CHECK(rarely.value_at(20'000s) == often.value_at(20'000s));
    CHECK(rarely.play.counts() == often.play.counts());
    CHECK(often.play.counts().reports > 5);
  }
}

TEST_CASE("what a LIM knows of a record does not depend on who asks", "[elim][property]") {
  ElimConfig elim = recorded();
  elim.mishaps = {mishap(ElimMishap::Kind::exits, 301s), mishap(ElimMishap::Kind::hangs, 5'000s),
                  mishap(ElimMishap::Kind::exits, 5'400s, -11)};
  World often(elim);
  World rarely(elim);
  for (Duration now{}; now < 9'000s; now += 777ms) {
    const Time next = often.play.next_change(often.program(), often.contract.rules);
    const auto before = often.value_at(now);
    const auto after = often.value_at(now + 776ms);
    if (World::at(now + 776ms) < next) REQUIRE(after == before);
  }
  CHECK(rarely.value_at(9'000s) == often.value_at(9'000s));
  CHECK(rarely.play.counts() == often.play.counts());
  CHECK(often.play.counts().starts == 3);
}

TEST_CASE("a constant that is reported without fault is played without a look at each report",
          "[elim]") {
  World world(reports({{Time{0s}, 5.0}}));
  CHECK(world.value_at(1000s) == 5.0);
  CHECK(world.play.next_change(world.program(), world.contract.rules) == never);
  CHECK(world.value_at(1'000'000'000s) == 5.0);
  CHECK(world.play.counts().reports == 33'333'334);  // at 0, 30, ... 999,999,990 s
}

TEST_CASE("each fault does to the values what its rule says", "[elim]") {
  using Kind = ElimMishap::Kind;
  const auto after = [](ElimMishap fault, Duration when) {
    ElimConfig elim = reports({{Time{0s}, 5.0}});
    elim.mishaps = {fault};
    World world(elim);
    return world.value_at(when);
  };
  // From the next tick on the values are unknown, and at 95 s the program is started again.
  CHECK(after(mishap(Kind::exits, 41s), 44s) == 5.0);
  CHECK_FALSE(after(mishap(Kind::exits, 41s), 45s));
  CHECK_FALSE(after(mishap(Kind::exits, 41s), 99s));
  CHECK(after(mishap(Kind::exits, 41s), 100s) == 5.0);
  CHECK_FALSE(after(mishap(Kind::exits, 41s, 97), 1000s));  // ELIM_ABORT_VALUE
  CHECK(after(mishap(Kind::hangs, 41s), 100'000s) == 5.0);
  // The tick at 45 s begins to wait, and gives up 4 s later.
  CHECK(after(mishap(Kind::half_line, 41s), 48s) == 5.0);
  CHECK_FALSE(after(mishap(Kind::half_line, 41s), 49s));
  CHECK_FALSE(after(mishap(Kind::wrong_count, 41s), 49s));
  CHECK_FALSE(after(mishap(Kind::wrong_count, 41s, -2), 45s));  // a count below 0
  CHECK(after(mishap(Kind::garbage, 41s), 49s) == 5.0);
  CHECK_FALSE(after(mishap(Kind::garbage, 41s), 50s));
}

TEST_CASE("after a flood a LIM is late by as many ticks as it has reports to read", "[elim]") {
  ElimConfig elim = reports({{Time{0s}, 5.0}, {Time{50s}, 2.0}});
  elim.mishaps = {mishap(ElimMishap::Kind::floods, 41s, 10)};
  World world(elim);
  // The ticks from 45 s to 90 s read the flood, the one at 95 s reads the report of 60 s.
  CHECK(world.value_at(90s) == 5.0);
  CHECK(world.value_at(95s) == 2.0);
  CHECK(world.play.counts().of(ElimFault::too_often) > 0);
}

TEST_CASE("a program that is played from a record reports when the recorded one did", "[elim]") {
  ElimConfig elim = reports({{Time{2ms}, 5.0}, {Time{41s}, 2.0}});
  elim.reports = {Time{2ms}, Time{17s}, Time{41s}};
  World world(elim);
  CHECK(world.value_at(5s) == 5.0);
  CHECK(world.value_at(44s) == 5.0);
  CHECK(world.value_at(45s) == 2.0);
  CHECK(world.value_at(10'000s) == 2.0);
  CHECK(world.play.counts().reports == 3);
}

// The program ends at 21 s and is started again at 95 s, when the record has a value.
TEST_CASE("a program that is played from a record says at its start what is known then", "[elim]") {
  ElimConfig elim = reports({{Time{2ms}, 5.0}, {Time{25s}, std::nullopt}, {Time{93s}, 2.0}});
  elim.reports = {Time{2ms}, Time{93s}, Time{200s}};
  elim.mishaps = {mishap(ElimMishap::Kind::exits, 21s, -11)};
  World world(elim);
  CHECK(world.value_at(24s) == 5.0);
  CHECK_FALSE(world.value_at(25s));
  CHECK_FALSE(world.value_at(99s));
  CHECK(world.value_at(100s) == 2.0);
  CHECK(world.value_at(1'000s) == 2.0);
  CHECK(world.play.counts().starts == 2);
  CHECK(world.play.counts().of(ElimFault::exited) == 1);
  CHECK(world.play.counts().reports == 3);
}

TEST_CASE("a program that tells changes only is silent while nothing changes", "[elim]") {
  ElimConfig elim = reports({{Time{0s}, 5.0}, {Time{600s}, 2.0}});
  elim.on_change = true;
  World world(elim);
  CHECK(world.value_at(599s) == 5.0);
  CHECK(world.play.counts().reports == 1);
  CHECK(world.value_at(10'000s) == 2.0);
  CHECK(world.play.counts().reports == 2);
}

}  // namespace mcsim::testing::simulated_elim_test
