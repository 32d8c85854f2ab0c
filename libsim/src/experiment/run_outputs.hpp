// What --outputs asks for.
#pragma once

#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim {

/// The files of a run folder beside those that are always there.
struct Outputs {
  bool jobs = false;
  bool executions = false;
  bool decisions = false;
  bool counters = false;
  bool launches = false;
};

/// Reads a list of names, separated by commas or blanks. Errors: unknown ones, and planned ones.
Expected<Outputs, Diagnostics> read_outputs(const std::string& list);

}  // namespace mcsim
