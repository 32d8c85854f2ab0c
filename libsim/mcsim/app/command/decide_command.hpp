// `mcsim decide`: single policy decisions on tables, outside a simulation.
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

/// The policy families, in the order of --help.
std::vector<std::string> decide_families();

/// Answers the questions in the file, or in `in`: one JSON value, or JSON lines with a question
/// each. An answer is one line. Mistakes in questions go to standard error, with exit code 3.
ExitCode decide_command(const DecideRequest& request, std::istream& in, const Registry& registry,
                        const Console& console);

}  // namespace mcsim::app
