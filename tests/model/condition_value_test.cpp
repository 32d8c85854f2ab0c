// The values of conditions, by the tables of docs/rules/dependencies.md, section 3.
#include "mcsim/model/condition_value.hpp"

#include "support/catch.hpp"

namespace mcsim::testing::condition_value_test {

namespace {

using Kind = ConditionStep::Kind;

const Time over = Time{} + 5s;

ParentState waits() { return {.status = JobStatus::pend}; }
ParentState runs() { return {.status = JobStatus::run, .was_started = true}; }
ParentState done() { return {.ended = over, .status = JobStatus::done, .was_started = true}; }
ParentState exits(std::int32_t code) {
  return {.ended = over, .code = code, .status = JobStatus::exit, .was_started = true};
}
ParentState killed_while_it_waited() { return {.ended = over, .status = JobStatus::exit}; }
/// Back in its queue by REQUEUE_EXIT_VALUES.
ParentState back(JobStatus last_run, std::int32_t code) {
  return {.code = code, .status = JobStatus::pend, .last_run = last_run, .was_started = true};
}

Truth of(Kind kind, const ParentState& job) { return truth_of({.kind = kind}, job); }
Truth exit_of(CompareSign how, std::int32_t code, const ParentState& job) {
  return truth_of({.kind = Kind::exited, .how = how, .code = code}, job);
}

constexpr Truth no = Truth::no;
constexpr Truth yes = Truth::yes;
constexpr Truth never = Truth::never;

}  // namespace

TEST_CASE("conditions on one job have the values of the table") {
  struct Row {
    ParentState job;
    Truth done, ended, exited, started, post_done, post_err;
  };
  const Row rows[] = {
      {waits(), no, no, no, no, no, no},
      {runs(), no, no, no, yes, no, no},
      {done(), yes, yes, never, yes, yes, never},
      {exits(3), never, yes, yes, yes, yes, never},
      {killed_while_it_waited(), never, yes, yes, never, yes, never},
  };
  for (const Row& row : rows) {
    INFO("row " << &row - rows);
    CHECK(of(Kind::done, row.job) == row.done);
    CHECK(of(Kind::ended, row.job) == row.ended);
    CHECK(of(Kind::exited, row.job) == row.exited);
    CHECK(of(Kind::started, row.job) == row.started);
    CHECK(of(Kind::post_done, row.job) == row.post_done);
    CHECK(of(Kind::post_err, row.job) == row.post_err);
    CHECK(of(Kind::external, row.job) == no);
  }
}

TEST_CASE("an exit code is compared, and one that differs makes the condition invalid") {
  CHECK(exit_of(CompareSign::eq, 3, exits(3)) == yes);
  CHECK(exit_of(CompareSign::eq, 3, exits(4)) == never);
  CHECK(exit_of(CompareSign::ne, 3, exits(4)) == yes);
  CHECK(exit_of(CompareSign::lt, 3, exits(2)) == yes);
  CHECK(exit_of(CompareSign::lt, 3, exits(3)) == never);
  CHECK(exit_of(CompareSign::le, 3, exits(3)) == yes);
  CHECK(exit_of(CompareSign::gt, 3, exits(4)) == yes);
  CHECK(exit_of(CompareSign::gt, 3, exits(3)) == never);
  CHECK(exit_of(CompareSign::ge, 3, exits(3)) == yes);
  CHECK(exit_of(CompareSign::eq, 0, killed_while_it_waited()) == yes);
  CHECK(exit_of(CompareSign::eq, 0, done()) == never);
}

TEST_CASE("a requeued job counts as its last run ended, and nothing of it is final") {
  CHECK(of(Kind::done, back(JobStatus::done, 0)) == yes);
  CHECK(of(Kind::exited, back(JobStatus::done, 0)) == no);
  CHECK(of(Kind::ended, back(JobStatus::exit, 3)) == yes);
  CHECK(of(Kind::done, back(JobStatus::exit, 3)) == no);
  CHECK(exit_of(CompareSign::eq, 3, back(JobStatus::exit, 3)) == yes);
  CHECK(of(Kind::started, back(JobStatus::exit, 3)) == yes);
}

TEST_CASE(
    "of three values, or leaves out what is invalid, and and does not, and not makes it true") {
  constexpr Truth all[] = {no, yes, never};
  constexpr Truth of_or[3][3] = {{no, yes, no}, {yes, yes, yes}, {no, yes, never}};
  constexpr Truth of_and[3][3] = {{no, no, never}, {no, yes, never}, {never, never, never}};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) {
      CHECK(either(all[a], all[b]) == of_or[a][b]);
      CHECK(both(all[a], all[b]) == of_and[a][b]);
    }
  CHECK(negation(no) == yes);
  CHECK(negation(yes) == no);
  CHECK(negation(never) == yes);
}

}  // namespace mcsim::testing::condition_value_test
