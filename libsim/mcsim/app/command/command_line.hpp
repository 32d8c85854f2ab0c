// The command line as a library function, so that a tool with its own policies is three lines long.
#pragma once

#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

/// Runs `mcsim` with these arguments. Results go to standard output, progress and diagnostics to
/// standard error. Returns the exit code (ExitCode); throws nothing.
int run_command_line(int argc, const char* const* argv, const Registry& registry);

}  // namespace mcsim::app
