// What the command line answers to the shell.
#pragma once

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Exit codes of every subcommand. Source: the table in docs/reference/reference.md.
enum class ExitCode : int {
  done = 0,
  run_failed = 1,  ///< I/O, memory, or a scenario that goes round in circles
  usage = 2,
  bad_input = 3,
  gate = 4,        ///< a gate, or an expectation with --check, said no; results are written
  incomplete = 5,  ///< can be resumed
  broken = 70,     ///< an invariant broke: a bug of ours
  interrupted = 130,
};

constexpr int status(ExitCode code) { return static_cast<int>(code); }

}  // namespace mcsim::app
