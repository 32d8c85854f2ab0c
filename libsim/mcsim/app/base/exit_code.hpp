// The exit codes of the command line.
#pragma once

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Exit codes of every subcommand. Source: the table in docs/reference/reference.md.
enum class ExitCode : int {
  done = 0,
  run_failed = 1,  ///< I/O, memory, or a scenario that makes no progress (RunFailed)
  usage = 2,
  bad_input = 3,
  gate = 4,        ///< a gate, or with --check an expectation, does not hold; results are written
  incomplete = 5,  ///< can be resumed
  broken = 70,     ///< an invariant is broken: a bug of ours
  interrupted = 130,
  unread = 141,  ///< nobody reads standard output any more; what a shell says of SIGPIPE
};

constexpr int status(ExitCode code) { return static_cast<int>(code); }

}  // namespace mcsim::app
