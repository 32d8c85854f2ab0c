// A run folder for tests of the commands that read one.
#pragma once

#include <sstream>
#include <string>

#include "mcsim/app/run/run_command.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {

/// A command's exit code and what it printed.
struct Answer {
  ExitCode code;
  std::string out;
  std::string err;
};

/// Calls command(console).
template <class Command>
Answer answer_of(Command&& command) {
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = command(Console{out, err});
  return {code, out.str(), err.str()};
}

/// Runs the scenario `input` into the folder `name` of `room`. Returns its path.
inline std::string run_folder(const TempFolder& room, const std::string& input,
                              const std::string& name = "run",
                              const std::vector<std::string>& sets = {},
                              const std::string& outputs = RunRequest().outputs) {
  RunRequest request;
  request.input = input;
  request.folder = room.path(name);
  request.sets = sets;
  request.outputs = outputs;
  const Answer answer = answer_of(
      [&](const Console& console) { return run_command(request, default_registry(), console); });
  INFO(answer.err);
  REQUIRE(answer.code == ExitCode::done);
  return *request.folder;
}

/// Two queues: a parallel job reserves slots, an urgent one preempts, one waits for its user, one
/// is stopped and one is killed.
inline constexpr const char* eventful = R"({"mcsim": 1,
  "clusters": [{"name": "C1",
    "hosts": [{"name": "a[1-3]", "ncpus": 2}, {"name": "b1", "ncpus": 4}],
    "lsb.params": {"JOB_SCHEDULING_INTERVAL": 5, "JOB_ACCEPT_INTERVAL": 0,
                   "DEFAULT_QUEUE": "normal"},
    "lsb.queues": [
      {"QUEUE_NAME": "normal", "PRIORITY": 30, "HOSTS": "a1 a2 a3",
       "SLOT_RESERVE": "MAX_RESERVE_TIME[10]"},
      {"QUEUE_NAME": "urgent", "PRIORITY": 60, "HOSTS": "a1+2 a2+1 b1",
       "PREEMPTION": "PREEMPTIVE[normal]", "UJOB_LIMIT": 4}]}],
  "jobs": [
    {"id": 1, "submit": "0s", "user": "ann", "slots": 4, "run": "100s", "limit": "2min"},
    {"id": 2, "submit": "1s", "user": "ann", "slots": 6, "run": "50s", "limit": "1min"},
    {"id": 3, "submit": "7s", "user": "bob", "slots": 4, "run": "30s", "queue": "urgent",
     "hosts": "a1 a2", "limit": "1min"},
    {"id": 4, "submit": "8s", "user": "bob", "slots": 1, "run": "30s", "queue": "urgent"},
    {"id": 5, "submit": "60s", "user": "cat", "slots": 1, "run": "1000s", "queue": "urgent",
     "hosts": "b1"}],
  "actions": [{"at": "90s", "do": "bkill", "job": "5@C1"},
              {"at": "70s", "do": "bstop", "job": "2@C1"},
              {"at": "85s", "do": "bresume", "job": "2@C1"}]})";

}  // namespace mcsim::testing
