// `mcsim decide`: single policy decisions on tables, outside of any simulation.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

struct DecideRequest {
  std::string family;  ///< forward, slot-pool
  std::string file;    ///< plain or packed; empty or "-": standard input
};

/// The families, in the order of --help.
std::vector<std::string> decide_families();

/// Answers the question in the file, or in `in`: one JSON value, or JSON lines, a question each. An
/// answer is one line; what is wrong with a question goes to standard error, and exit code 3 says
/// that there was something.
ExitCode decide_command(const DecideRequest& request, std::istream& in, const Registry& registry,
                        const Console& console);

}  // namespace mcsim::app
