// `mcsim elim check`: a program is started twice, and what it does wrong is told.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/base/stopwatch.hpp"
#include "mcsim/app/elim/elim_command.hpp"
#include "mcsim/lim/elim_watch.hpp"

namespace mcsim::app {

/// What to check, with all values read.
struct ElimTrial {
  ElimRequest request;
  std::string program;  ///< as the system finds it: with a / in it
  ElimContract contract;
  Duration length{};  ///< unlimited: until Ctrl-C
};

/// Now, on the machine's clock; 0 is when the watch was made.
Time time_of(const Stopwatch& watch);

/// Tells all that is wrong; 4 if there are violations.
ExitCode elim_check(const ElimTrial& plan, const Console& console);

}  // namespace mcsim::app
