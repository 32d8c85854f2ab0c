// A sweep by many processes, and a comparison in one: the same results.
#include "mcsim/app/sweep/sweep_command.hpp"

#include <sqlite3.h>

#include <string>

#include "mcsim/app/cells/cell_store.hpp"
#include "support/catch.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::sweep_command_test {

namespace {

using Command = SweepCommandRequest::Command;

constexpr const char* plain = R"({"mcsim": 1, "seed": 5,
  "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
  "model": {"dispatch": "fcfs"},
  "jobs": [{"id": 1, "submit": "0s", "slots": 2, "run": "60s", "limit": "1min", "user": "ann"},
           {"id": 2, "submit": "5s", "slots": 4, "run": "60s", "limit": "1min", "user": "bob"},
           {"id": 3, "submit": "6s", "slots": 2, "run": "20s", "limit": "50s", "user": "ann"}]})";

Answer sweep(const SweepCommandRequest& request) {
  return answer_of(
      [&](const Console& console) { return sweep_command(request, default_registry(), console); });
}

/// A plan of six cells in "out".
SweepCommandRequest planned(const TempFolder& room, const std::string& outputs = "") {
  SweepCommandRequest request;
  request.command = Command::plan;
  request.folder = room.path("out");
  request.request.run.input = room.write("s.json", plain);
  request.request.vary = {R"(model.dispatch=["fcfs", "easy"])",
                          R"(jobs.0.run=["10s", "60s", "90s"])"};
  request.request.outputs = outputs;
  const Answer answer = sweep(request);
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  return request;
}

Answer step(const TempFolder& room, Command command,
            const std::optional<std::string>& cells = std::nullopt, bool with_jobs = false) {
  SweepCommandRequest request;
  request.command = command;
  request.folder = room.path("out");
  request.cells = cells;
  request.with_jobs = with_jobs;
  request.request.jobs = 1;
  return sweep(request);
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// The first row of what SQL finds, its columns with blanks between them.
std::string row_of(const std::string& path, const std::string& sql) {
  ::sqlite3* base = nullptr;
  REQUIRE(::sqlite3_open_v2(path.c_str(), &base, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
  std::string row;
  const auto take = [](void* to, int columns, char** values, char**) {
    for (int at = 0; at < columns; ++at)
      *static_cast<std::string*>(to) +=
          (at > 0 ? " " : "") + std::string(values[at] == nullptr ? "null" : values[at]);
    return 0;
  };
  CHECK(::sqlite3_exec(base, sql.c_str(), take, &row, nullptr) == SQLITE_OK);
  ::sqlite3_close(base);
  return row;
}

}  // namespace

TEST_CASE("cells that are run in parts bring what a comparison brings") {
  const TempFolder room;
  const SweepCommandRequest plan = planned(room);
  const Answer begin = step(room, Command::status);
  CHECK(begin.out == "6 cells: 0 done, 0 running, 6 to do\n");
  CHECK(begin.code == ExitCode::incomplete);
  CHECK(step(room, Command::run, "4-5").out == "cells 4 to 5: 2 run\n");
  CHECK(holds(step(room, Command::status).out, "6 cells: 2 done, 0 running, 4 to do\n"));
  const Answer early = step(room, Command::collect);
  CHECK(early.code == ExitCode::incomplete);
  CHECK(early.err == "mcsim: warning: 4 of 6 cells are not done: no differences yet\n");
  CHECK(step(room, Command::run).out == "cells 1 to 6: 4 run, 2 were done\n");
  CHECK(step(room, Command::run).out == "cells 1 to 6: 0 run, 6 were done\n");
  const Answer whole = step(room, Command::collect);
  CHECK(whole.code == ExitCode::done);
  CHECK(step(room, Command::status).code == ExitCode::done);

  CompareRequest at_once = plan.request;
  at_once.run.folder = room.path("at once");
  REQUIRE(answer_of([&](const Console& console) {
            return compare_command(at_once, default_registry(), console);
          }).code == ExitCode::done);
  for (const char* name : {"plan.tsv", "compare.csv", "compare.json"}) {
    INFO(name);
    CHECK(room.read(std::string("out/") + name) == room.read(std::string("at once/") + name));
  }
}

TEST_CASE("results go into one file for SQL, jobs on request") {
  const TempFolder room;
  planned(room, "jobs");
  REQUIRE(step(room, Command::run).code == ExitCode::done);
  REQUIRE(step(room, Command::collect, std::nullopt, true).code == ExitCode::done);
  const std::string base = room.path("out/results.sqlite");
  CHECK(row_of(base, "SELECT count(*), sum(complete) FROM cells") == "6 6");
  CHECK(row_of(base,
               "SELECT value FROM settings WHERE variant LIKE '4%' AND name = "
               "'model.dispatch'") == "easy");
  CHECK(row_of(base, "SELECT count(*) FROM metrics WHERE metric = 'wait_time.mean'") == "6");
  CHECK(row_of(base, "SELECT DISTINCT typeof(value) FROM metrics WHERE metric = 'jobs.DONE'") ==
        "real");
  CHECK(row_of(base, "SELECT count(*), count(DISTINCT cell), sum(slots) FROM jobs") == "18 6 48");
  CHECK(row_of(base, "PRAGMA integrity_check") == "ok");
}

// Only one of the two runs has a job with a name, and so a column for it.
TEST_CASE("the table of jobs has the columns of all runs") {
  const TempFolder room;
  SweepCommandRequest request;
  request.command = Command::plan;
  request.folder = room.path("out");
  request.request.run.input = room.write("s.json", plain);
  request.request.vary = {R"(jobs.0.name=[null, "first"])"};
  request.request.outputs = "jobs";
  REQUIRE(sweep(request).code == ExitCode::done);
  REQUIRE(step(room, Command::run).code == ExitCode::done);
  REQUIRE(step(room, Command::collect, std::nullopt, true).code == ExitCode::done);
  const std::string base = room.path("out/results.sqlite");
  CHECK(row_of(base, "SELECT count(*), count(name), sum(slots) FROM jobs") == "6 1 16");
  CHECK(row_of(base, "SELECT name, typeof(name) FROM jobs WHERE name IS NOT NULL") == "first text");
}

TEST_CASE("jobs that no cell has kept are missed in words, and nothing is written") {
  const TempFolder room;
  planned(room);
  REQUIRE(step(room, Command::run).code == ExitCode::done);
  const Answer answer = step(room, Command::collect, std::nullopt, true);
  CHECK(answer.code == ExitCode::run_failed);
  CHECK(holds(answer.err, "no cell has kept its jobs: make the plan with --outputs jobs"));
  CHECK(room.read("out/results.sqlite") == "");
}

TEST_CASE("an input that has changed since the plan was made is noticed") {
  const TempFolder room;
  planned(room);
  REQUIRE(step(room, Command::run, "1").code == ExitCode::done);
  std::string text = plain;
  room.write("s.json", text.replace(text.find("20s"), 3, "21s"));
  const Answer answer = step(room, Command::run);
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(holds(answer.err, "is no longer the run that was planned as "));
  SweepCommandRequest submit;
  submit.command = Command::submit;
  submit.folder = room.path("out");
  submit.engine = "slurm";
  submit.dry_run = true;
  CHECK(sweep(submit).code == ExitCode::bad_input);
}

TEST_CASE("a plan that was edited, and a folder without one, are refused") {
  const TempFolder room;
  planned(room);
  std::string text = room.read("out/plan.tsv");
  text.replace(text.rfind('5'), 1, "6");
  room.write("out/plan.tsv", text);
  for (const Command command : {Command::run, Command::status, Command::collect, Command::submit}) {
    SweepCommandRequest request;
    request.command = command;
    request.folder = room.path("out");
    request.engine = "lsf";
    const Answer answer = sweep(request);
    CHECK(answer.code == ExitCode::bad_input);
    CHECK(holds(answer.err, "plan.tsv: was edited"));
    request.folder = room.path("nowhere");
    CHECK(sweep(request).code == ExitCode::bad_input);
  }
}

TEST_CASE("an engine that nobody knows is refused") {
  const TempFolder room;
  planned(room);
  SweepCommandRequest request;
  request.command = Command::submit;
  request.folder = room.path("out");
  request.engine = "slum";
  request.chunk = "soon";
  const Answer answer = sweep(request);
  CHECK(answer.code == ExitCode::usage);
  CHECK(answer.err ==
        "--engine \"slum\": unknown engine; nearest: slurm; known: local, slurm, lsf\n"
        "--chunk \"soon\": expected a duration, as 30s\n");
}

TEST_CASE("gates are judged by who collects, as they stand now") {
  const TempFolder room;
  const auto with_gate = [&](const std::string& value) {
    std::string text = plain;
    room.write("s.json", text.insert(1, R"("gates": [{"metric": "makespan", "op": "<", "value": )" +
                                            value + "}], "));
  };
  with_gate("1");
  SweepCommandRequest request;
  request.command = Command::plan;
  request.folder = room.path("out");
  request.request.run.input = room.path("s.json");
  request.request.vary = {R"(model.dispatch=["fcfs", "easy"])"};
  REQUIRE(sweep(request).code == ExitCode::done);
  REQUIRE(step(room, Command::run).code == ExitCode::done);
  const Answer failed = step(room, Command::collect);
  CHECK(failed.code == ExitCode::gate);
  CHECK(holds(failed.err, "/gates/0: makespan is "));
  with_gate("100000");
  const Answer met = step(room, Command::collect);
  INFO(met.err);
  CHECK(met.code == ExitCode::done);
  CHECK(met.err.empty());
  // A scenario that cannot be read: results are written, and nobody takes that for a yes.
  room.write("s.json", "{");
  CHECK(step(room, Command::collect).code == ExitCode::bad_input);
  CHECK(holds(step(room, Command::collect).err, "gates: are not judged"));
}

TEST_CASE("a plan that gets gates afterwards keeps its cells, and they are judged") {
  const TempFolder room;
  SweepCommandRequest request = planned(room);
  REQUIRE(step(room, Command::run).code == ExitCode::done);
  CHECK(step(room, Command::collect).code == ExitCode::done);
  request.request.run.sets = {R"(gates=[{"metric": "makespan", "op": "<", "value": 1}])"};
  CHECK(sweep(request).code == ExitCode::done);
  CHECK(step(room, Command::run).out == "cells 1 to 6: 0 run, 6 were done\n");
  CHECK(step(room, Command::collect).code == ExitCode::gate);
}

TEST_CASE("users whose names look like numbers keep them in SQL") {
  const TempFolder room;
  std::string text = plain;
  for (auto at = text.find("\"ann\""); at != text.npos; at = text.find("\"ann\""))
    text.replace(at, 5, "\"007\"");
  SweepCommandRequest request;
  request.command = Command::plan;
  request.folder = room.path("out");
  request.request.run.input = room.write("s.json", text);
  request.request.vary = {R"(model.dispatch=["fcfs", "easy"])"};
  request.request.outputs = "jobs";
  REQUIRE(sweep(request).code == ExitCode::done);
  REQUIRE(step(room, Command::run).code == ExitCode::done);
  REQUIRE(step(room, Command::collect, std::nullopt, true).code == ExitCode::done);
  const std::string base = room.path("out/results.sqlite");
  CHECK(row_of(base,
               "SELECT user, typeof(user), typeof(slots), typeof(wait_time) FROM jobs WHERE "
               "job_id = 1 LIMIT 1") == "007 text integer integer");
  CHECK(row_of(base, "SELECT count(*) FROM jobs WHERE user = '007'") == "4");
}

TEST_CASE("metrics that are asked for before any cell is done are no mistake") {
  const TempFolder room;
  planned(room);
  SweepCommandRequest request;
  request.command = Command::collect;
  request.folder = room.path("out");
  request.request.metrics = "wait_time.mean";
  CHECK(sweep(request).code == ExitCode::incomplete);
}

TEST_CASE("the steps of a sweep tell programs how far they are") {
  const TempFolder room;
  SweepCommandRequest request = planned(room);
  const auto asked = [&](Command command) {
    request.command = command;
    request.engine = "slurm";
    request.dry_run = true;
    request.request.run.json = true;
    return sweep(request).out;
  };
  CHECK(holds(asked(Command::plan), "\"cells\": 6,\n  \"variants\": 6\n"));
  CHECK(holds(asked(Command::status), "\"done\": 0,\n  \"running\": 0,\n  \"to_do\": 6,"));
  CHECK(holds(asked(Command::submit), "\"submitted\": false,\n  \"script\": \"#!/bin/sh\\n"));
  request.cells = "2-4";
  CHECK(holds(asked(Command::run),
              "\"first\": 2,\n  \"last\": 4,\n  \"run\": 3,\n  \"were_done\": 0,"));
  CHECK(holds(asked(Command::status), "\"done\": 3,"));
}

TEST_CASE("who looks needs no right to write, and sees a comparison that is running") {
  const TempFolder room;
  const SweepCommandRequest plan = planned(room);
  const auto read = read_plan(room.path("out/plan.tsv"));
  REQUIRE(read);
  const auto alone = CellStore::open(room.path("out"), *read, CellStore::Use::alone);
  REQUIRE(alone);
  REQUIRE(alone->claim(0));
  CHECK(step(room, Command::status).out == "6 cells: 0 done, 1 running, 5 to do\n");
  CHECK(step(room, Command::run).code == ExitCode::run_failed);
}

}  // namespace mcsim::testing::sweep_command_test
