// Conditions of jobs, kept up to date: against the slow right answer, and at the size of a million.
#include "mcsim/cluster/condition_board.hpp"

#include <map>
#include <set>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"

namespace mcsim::testing::condition_board_test {

namespace {

using Kind = ConditionStep::Kind;

JobIndex job_at(std::size_t row) { return static_cast<JobIndex>(row); }

/// Each job but the first waits until the one before it is done.
ConditionTable chain(std::uint32_t jobs) {
  ConditionTable table;
  for (std::uint32_t row = 1; row < jobs; ++row) {
    table.rows.push_back({.job = job_at(row), .first = row - 1, .count = 1});
    table.steps.push_back({.kind = Kind::done, .first = row - 1, .count = 1});
    table.parents.push_back(job_at(row - 1));
  }
  table.submitted = static_cast<std::uint32_t>(table.rows.size());
  return table;
}

/// A random condition of 1 to 4 leaves on earlier jobs.
void add_random(ConditionTable& table, std::uint32_t job, RngStream& draws) {
  JobCondition row{.job = job_at(job), .first = static_cast<std::uint32_t>(table.steps.size())};
  const std::uint64_t leaves = 1 + draws.below(4);
  for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
    ConditionStep step{.kind = static_cast<Kind>(draws.below(6))};
    step.first = static_cast<std::uint32_t>(table.parents.size());
    step.count = 1 + static_cast<std::uint32_t>(draws.below(3));
    if (step.kind == Kind::exited && draws.below(2) == 0) {
      step.how = static_cast<CompareSign>(1 + draws.below(6));
      step.code = static_cast<std::int32_t>(draws.below(4));
    }
    for (std::uint32_t parent = 0; parent < step.count; ++parent)
      table.parents.push_back(job_at(draws.below(job)));
    table.steps.push_back(step);
    if (draws.below(3) == 0) table.steps.push_back({.kind = Kind::negation});
    if (leaf > 0) table.steps.push_back({.kind = draws.below(2) == 0 ? Kind::both : Kind::either});
  }
  row.count = static_cast<std::uint32_t>(table.steps.size()) - row.first;
  table.rows.push_back(row);
}

/// The value of a condition by what each of its jobs has done, without any counting.
Truth slow_value(const ConditionTable& table, ConditionId id,
                 const std::vector<ParentState>& jobs) {
  std::vector<Truth> stack;
  for (const ConditionStep& step : table.steps_of(id)) {
    if (step.is_leaf()) {
      bool any_no = false;
      bool any_never = false;
      for (const JobIndex parent : table.parents_of(step)) {
        const Truth one = truth_of(step, jobs[index_of(parent)]);
        any_no = any_no || one == Truth::no;
        any_never = any_never || one == Truth::never;
      }
      stack.push_back(any_never ? Truth::never : any_no ? Truth::no : Truth::yes);
    } else if (step.kind == Kind::negation) {
      stack.back() = stack.back() == Truth::yes ? Truth::no : Truth::yes;
    } else {
      const Truth right = stack.back();
      stack.pop_back();
      const Truth left = stack.back();
      if (step.kind == Kind::both)
        stack.back() = left == Truth::never || right == Truth::never ? Truth::never
                       : left == Truth::yes && right == Truth::yes   ? Truth::yes
                                                                     : Truth::no;
      else
        stack.back() = left == Truth::never                        ? right
                       : right == Truth::never                     ? left
                       : left == Truth::yes || right == Truth::yes ? Truth::yes
                                                                   : Truth::no;
    }
  }
  return stack.back();
}

}  // namespace

// Property: after every settling each condition has the value that its jobs' states give it.
TEST_CASE("the board agrees with conditions that are valued from scratch", "[property]") {
  const std::uint64_t seed = GENERATE(range<std::uint64_t>(1, 201));
  INFO("seed " << seed);
  RngStream draws{seed, "test/condition_board"};
  const auto count = static_cast<std::uint32_t>(2 + draws.below(12));
  ConditionTable table;
  for (std::uint32_t job = 1; job < count; ++job)
    if (draws.below(4) > 0) add_random(table, job, draws);
  table.submitted = static_cast<std::uint32_t>(table.rows.size());
  ConditionBoard board(table);
  std::vector<ParentState> jobs(count);
  Time now{};
  const ParentRules rules{.clean_period = std::chrono::hours{1}};
  for (std::uint32_t job = 0; job < count; ++job) {
    jobs[job].status = JobStatus::pend;
    board.come(job_at(job));
    const ConditionId id = table.of(job_at(job));
    if (id == none<ConditionId>) continue;
    REQUIRE(board.knows_all(table, id, now, rules));
    board.begin(table, id, job_at(job), static_cast<JobSlotId>(job), now, rules);
    REQUIRE(board.value(id) == slow_value(table, id, jobs));
  }
  for (int step = 0; step < 60; ++step) {
    now += 1s;
    const std::size_t job = draws.below(count);
    ParentState& state = jobs[job];
    if (state.has_ended()) continue;
    const auto code = static_cast<std::int32_t>(draws.below(4));
    const std::uint64_t what = draws.below(4);
    if (what == 0 && state.status == JobStatus::pend) {
      board.start(job_at(job));
      state.status = JobStatus::run;
      state.was_started = true;
      state.last_run = JobStatus::unsubmitted;
    } else if (what == 1 && state.status == JobStatus::run) {
      board.requeue(job_at(job), code);
      state.status = JobStatus::pend;
      state.code = code;
      state.last_run = code == 0 ? JobStatus::done : JobStatus::exit;
    } else if (what == 2) {
      state.status = code == 0 && state.was_started ? JobStatus::done : JobStatus::exit;
      state.code = code;
      state.ended = now;
      board.end(job_at(job), state.status, code, now);
    }
    std::set<ConditionId> turned;
    board.settle(table, [&](ConditionId id, Truth before) {
      REQUIRE(board.value(id) != before);
      REQUIRE(turned.insert(id).second);
    });
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const auto id = static_cast<ConditionId>(row);
      REQUIRE(board.value(id) == slow_value(table, id, jobs));
    }
  }
}

TEST_CASE("a chain of a million jobs takes under 200 bytes for each, and one look at each") {
  constexpr std::uint32_t count = 1'000'000;
  const ConditionTable table = chain(count);
  ConditionBoard board(table);
  const ParentRules rules{.clean_period = std::chrono::hours{1}};
  for (std::uint32_t job = 0; job < count; ++job) {
    board.come(job_at(job));
    if (job > 0)
      board.begin(table, table.of(job_at(job)), job_at(job), static_cast<JobSlotId>(job), Time{},
                  rules);
  }
  std::uint32_t turns = 0;
  for (std::uint32_t job = 0; job < count; ++job) {
    board.start(job_at(job));
    board.end(job_at(job), JobStatus::done, 0, Time{} + 1s);
    board.settle(table, [&](ConditionId id, Truth) {
      turns += table[id].job == job_at(job + 1) && board.value(id) == Truth::yes ? 1U : 0U;
    });
  }
  CHECK(turns == count - 1);
  const std::size_t of_table = table.rows.size() * sizeof(JobCondition) +
                               table.steps.size() * sizeof(ConditionStep) +
                               table.parents.size() * sizeof(JobIndex);
  CHECK((board.bytes() + of_table) / count < 200);
}

}  // namespace mcsim::testing::condition_board_test
