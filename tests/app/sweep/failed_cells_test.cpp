// Cells that cannot be run to their end: the others are, and whoever asks hears of it.
#include <string>

#include "mcsim/app/sweep/sweep_command.hpp"
#include "mcsim/base/run_failed.hpp"
#include "mcsim/baseline/backfill.hpp"
#include "support/catch.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::failed_cells_test {

namespace {

using Command = SweepCommandRequest::Command;

/// A policy that cannot go on for long.
struct Stuck {
  static constexpr std::string_view name = "stuck";
  static constexpr bool predicts_ends = false;

  bool per_event() const { return false; }
  std::int32_t line_key(const QueueConfig&) const { return 0; }
  DispatchDecision next(const DispatchView&) const { throw RunFailed("no end in sight"); }
  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::not_enough_slots;
  }
};
static_assert(DispatchPolicy<Stuck>);

/// `stuck` is a policy that fails, or, mended, FCFS.
Answer sweep(const SweepCommandRequest& request, bool is_mended = false) {
  Registry registry = default_registry();
  registry.dispatch.push_back({"stuck", true, [is_mended](const ModelConfig&) {
                                 return is_mended ? AnyDispatch(FirstComeFirstServed{})
                                                  : AnyDispatch(Stuck{});
                               }});
  return answer_of(
      [&](const Console& console) { return sweep_command(request, registry, console); });
}

SweepCommandRequest step_of(const TempFolder& room, Command command) {
  SweepCommandRequest request;
  request.command = command;
  request.folder = room.path("out");
  request.request.jobs = 1;
  return request;
}

/// Six cells, of which the first three fail.
void plan(const TempFolder& room) {
  SweepCommandRequest request = step_of(room, Command::plan);
  request.request.run.input = room.write("s.json", R"({"mcsim": 1, "seed": 5,
    "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
    "jobs": [{"id": 1, "run": "60s", "limit": "1min"}]})");
  request.request.vary = {R"(model.dispatch=["stuck", "easy"])",
                          R"(jobs.0.run=["10s", "60s", "90s"])"};
  REQUIRE(sweep(request).code == ExitCode::done);
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr std::string_view said =
    "dispatch=stuck, run=10s: no end in sight (and 2 more runs alike)\n";

}  // namespace

TEST_CASE("cells that fail keep no other one from being run, and are told of once each kind") {
  const TempFolder room;
  plan(room);
  for (int time = 0; time < 2; ++time) {
    const Answer ran = sweep(step_of(room, Command::run));
    CHECK(ran.code == ExitCode::run_failed);
    CHECK(ran.out == (time == 0 ? "cells 1 to 6: 3 run, 3 failed\n"
                                : "cells 1 to 6: 0 run, 3 were done, 3 failed\n"));
    CHECK(ran.err == said);
  }
  const Answer status = sweep(step_of(room, Command::status));
  CHECK(status.code == ExitCode::incomplete);
  CHECK(status.out.starts_with("6 cells: 3 done, 0 running, 3 to do, of which 3 have failed\n"));
  CHECK(status.err ==
        "dispatch=stuck, run=10s: warning: no end in sight (and 2 more runs alike)\n");
  SweepCommandRequest json = step_of(room, Command::status);
  json.request.run.json = true;
  CHECK(holds(sweep(json).out, "\"message\": \"no end in sight\""));
  CHECK(sweep(step_of(room, Command::collect)).code == ExitCode::incomplete);
  // What has been mended is run, and nothing is left of its failure.
  CHECK(sweep(step_of(room, Command::run), true).code == ExitCode::done);
  CHECK(sweep(step_of(room, Command::status))
            .out.starts_with("6 cells: 6 done, 0 running, 0 to do\n"));
  CHECK(sweep(step_of(room, Command::status)).code == ExitCode::done);
}

TEST_CASE("an engine gets the cells although the first one fails") {
  const TempFolder room;
  plan(room);
  SweepCommandRequest submit = step_of(room, Command::submit);
  submit.engine = "lsf";
  submit.dry_run = true;
  const Answer dry = sweep(submit);
  CHECK(dry.code == ExitCode::done);
  CHECK(holds(dry.err, "--dry-run: warning: no cell has run yet"));
  submit.dry_run = false;
  const Answer answer = sweep(submit);  // there is no bsub here, or it refuses
  INFO(answer.out << answer.err);
  CHECK(holds(answer.err, "dispatch=stuck, run=10s: no end in sight"));
  const Answer status = sweep(step_of(room, Command::status));
  CHECK(status.out.starts_with("6 cells: 1 done, 0 running, 5 to do, of which "));
}

}  // namespace mcsim::testing::failed_cells_test
