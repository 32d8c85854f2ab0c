// What --outputs asks for.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// The files of a run folder beside those that are always there.
struct Outputs {
  bool jobs = false;
  bool executions = false;
  bool decisions = false;
  bool counters = false;
  bool launches = false;
};

/// As --outputs names them, in the order of Outputs.
inline constexpr std::string_view output_names[] = {"jobs", "executions", "decisions", "counters",
                                                    "launches"};

/// Reads a list of names, separated by commas or blanks. Errors: unknown ones, and planned ones.
Expected<Outputs, Diagnostics> read_outputs(const std::string& list);

}  // namespace mcsim::app
