// `mcsim elim check`: starts a program twice, and reports what it does wrong.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/base/stopwatch.hpp"
#include "mcsim/app/elim/elim_command.hpp"
#include "mcsim/lim/elim_watch.hpp"

namespace mcsim::app {

/// A program to run and its contract, with all values read.
struct ElimTrial {
  ElimRequest request;
  std::string program;  ///< a path with a / in it
  ElimContract contract;
  Duration length{};  ///< --for; unlimited: until Ctrl-C
};

/// The present time on the machine's clock, counted from the construction of the watch.
Time time_of(const Stopwatch& watch);

/// Reports everything that is wrong. Returns 4 if there are violations.
ExitCode elim_check(const ElimTrial& plan, const Console& console);

}  // namespace mcsim::app
