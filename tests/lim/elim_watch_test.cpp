// One ELIM as its LIM sees it: the table of rules, and what the table cannot show.
#include "mcsim/lim/elim_watch.hpp"

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/elim_table.hpp"

namespace mcsim::testing::elim_watch_test {

TEST_CASE("a LIM does with its ELIM what each rule says", "[elim]") {
  for (const ElimCase& sample : elim_cases()) {
    INFO(sample.rule << ": " << sample.says);
    PureLim lim(contract_of(sample));
    CHECK(story_of(sample, lim) == sample.story);
  }
}

TEST_CASE("a LIM that skips the ticks at which nothing can happen does the same", "[elim]") {
  struct Skipping {
    PureLim lim;
    Time next_check() {
      const Time need = lim.watch().next_need(lim.contract().rules);
      while (lim.next_check() < need && need != never && lim.next_check() < Time{100'000s})
        lim.skip_tick();
      return need == never ? never : lim.next_check();
    }
    const ElimAnswer& look(Time now) { return lim.look(now); }
    const ElimAnswer& step(const ElimStep& step, Time now) {
      while (lim.next_tick() < now) lim.skip_tick();
      return lim.step(step, now);
    }
    const ElimContract& contract() const { return lim.contract(); }
  };
  for (const ElimCase& sample : elim_cases()) {
    INFO(sample.rule << ": " << sample.says);
    Skipping lim{PureLim(contract_of(sample))};
    CHECK(story_of(sample, lim) == sample.story);
  }
}

TEST_CASE("an idle tick asks for nothing", "[elim]") {
  ElimContract contract;
  ElimWatch watch;
  ElimAnswer answer;
  watch.tick(Time{}, contract, answer);
  CHECK(answer.start);
  answer.clear();
  watch.tick(Time{5s}, contract, answer);
  CHECK(answer.is_empty());
  CHECK(watch.next_need(contract.rules) == never);
}

TEST_CASE("a pipe takes so many bytes of a flood and no more", "[elim]") {
  ElimContract contract;
  contract.resources.take_any();
  ElimWatch watch;
  ElimAnswer answer;
  watch.tick(Time{}, contract, answer);
  const std::string flood(std::size_t{1} << 20, '1');
  CHECK(watch.arrived(Time{1s}, flood, contract, answer) == ElimPipe::capacity);
  CHECK(watch.room() == 0);
  CHECK(watch.arrived(Time{2s}, flood, contract, answer) == 0);
  watch.tick(Time{5s}, contract, answer);  // reads the beginning of a count
  CHECK(watch.room() == ElimPipe::capacity);
}

TEST_CASE("a report is as old as its last byte, and not as the tick that reads it", "[elim]") {
  const ElimCase sample;
  ElimContract contract = contract_of(sample);
  ElimWatch watch;
  ElimAnswer answer;
  watch.tick(Time{}, contract, answer);
  watch.arrived(Time{1s}, "1 tmp2", contract, answer);
  watch.arrived(Time{2s}, " 5\n0", contract, answer);
  watch.arrived(Time{3s}, "\n", contract, answer);
  watch.tick(Time{5s}, contract, answer);
  CHECK(answer.report == Time{2s});
  answer.clear();
  watch.tick(Time{10s}, contract, answer);
  CHECK(answer.report == Time{3s});
}

TEST_CASE("a report tells when its first byte has come, but not behind a full pipe", "[elim]") {
  ElimContract contract = contract_of(ElimCase{});
  ElimWatch watch;
  ElimAnswer answer;
  watch.tick(Time{}, contract, answer);
  watch.arrived(Time{1s}, "\n1 tmp2 5\n ", contract, answer);
  watch.arrived(Time{2s}, "\n1 tm", contract, answer);
  watch.arrived(Time{4s}, "p2 5\n", contract, answer);
  watch.tick(Time{5s}, contract, answer);
  CHECK((answer.begun == Time{1s} && answer.report == Time{1s}));
  CHECK(watch.unread_reports() == 1);
  watch.tick(Time{10s}, contract, answer);
  CHECK((answer.begun == Time{2s} && answer.report == Time{4s}));
  watch.arrived(Time{11s}, "1 tmp2 5\n" + std::string(ElimPipe::capacity, '\n'), contract, answer);
  watch.tick(Time{15s}, contract, answer);
  CHECK((!answer.begun && answer.report == Time{11s}));
}

TEST_CASE(
    "an ELIM that writes ahead is told how far its LIM is behind, and what is lost at its end",
    "[elim]") {
  ElimContract contract = contract_of(ElimCase{});
  ElimWatch watch;
  ElimAnswer answer;
  watch.tick(Time{}, contract, answer);
  watch.arrived(Time{2s}, "1 tmp2 1\n1 tmp2 2\n1 tmp2 3\n1 tmp2 4\n1 tmp2", contract, answer);
  watch.tick(Time{5s}, contract, answer);
  watch.tick(Time{10s}, contract, answer);
  REQUIRE(answer.problems.size() == 1);
  CHECK(
      answer.problems[0].text ==
      "a report 0 s after the last one; at most one each 15 s is of use; LIM is 8 s behind, since "
      "it reads one each 5 s");
  answer.clear();
  watch.exited(Time{11s}, {.by_signal = false, .code = 1}, contract, answer);
  CHECK(answer.lost_reports == 2);
  REQUIRE(answer.problems.size() == 1);
  CHECK(
      answer.problems[0].text ==
      "it has ended by itself: exit status 1; LIM had not read its last 2 reports, which are lost");
}

TEST_CASE("a report that comes a little early is not too early where clocks are rough", "[elim]") {
  ElimCase sample;
  sample.steps = {{2s, ElimStep::Act::writes, "1 tmp2 1\n", 0},
                  {16900ms, ElimStep::Act::writes, "1 tmp2 2\n", 0}};
  sample.until = 30s;
  sample.adapt = [](ElimContract& contract) { contract.rules.punctuality = 500ms; };
  PureLim lim(contract_of(sample));
  CHECK(story_of(sample, lim) == "0 start, 5 tmp2=1, 20 tmp2=2");
}

TEST_CASE("after LIM's end an ELIM is not started again, unless it is wanted", "[elim]") {
  ElimContract contract;
  ElimWatch watch;
  ElimAnswer answer;
  watch.tick(Time{}, contract, answer);
  answer.clear();
  watch.stop(answer);
  CHECK((answer.terminate && !watch.is_running()));
  answer.clear();
  watch.tick(Time{100s}, contract, answer);
  CHECK(answer.is_empty());
  watch.want();
  watch.tick(Time{105s}, contract, answer);
  CHECK(answer.start);
}

TEST_CASE("mistakes beyond the first hundred of a report are counted", "[elim]") {
  ElimContract contract;
  contract.resources.add({"x", ElimTarget::host_index, true});
  ElimWatch watch;
  ElimAnswer answer;
  watch.tick(Time{}, contract, answer);
  std::string report = "1000";
  for (int pair = 0; pair < 1000; ++pair) report += " x y";
  watch.arrived(Time{1s}, report + "\n", contract, answer);
  watch.tick(Time{5s}, contract, answer);
  CHECK(answer.problems.size() == 100);
  CHECK(answer.problems_left_out == 900);
}

// Property: it does not matter into which pieces the bytes are cut, within the time that LIM waits.
TEST_CASE("a report read in any pieces is the same report", "[elim][property]") {
  const std::string text = "3 tmp2 47.5 nio 344.0 licenses 5\n0\n2 foo 1 nio -1e3\n";
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    INFO("seed " << seed);
    RngStream stream{seed, "test/load_update"};
    const ElimCase sample;
    ElimContract contract = contract_of(sample);
    ElimWatch watch;
    ElimAnswer answer;
    watch.tick(Time{}, contract, answer);
    Time now{1s};
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = stream.below(9) + 1;
      if (stream.below(3) == 0) watch.tick(now, contract, answer);
      watch.arrived(now, std::string_view(text).substr(at, length), contract, answer);
      at += length;
      now += 100ms;
    }
    for (int tick = 0; tick < 3; ++tick) watch.tick(now, contract, answer);
    const auto nio = contract.resources.find("nio");
    const auto tmp2 = contract.resources.find("tmp2");
    REQUIRE(watch.value(*nio) == -1000.0);
    REQUIRE(watch.value(*tmp2) == 47.5);
    REQUIRE(watch.is_running());
  }
}

}  // namespace mcsim::testing::elim_watch_test
