// Where a command writes, and what the terminal there can show.
#pragma once

#include <iosfwd>

#include "mcsim/base/diagnostics.hpp"

namespace mcsim {

/// Standard output for results, standard error for all else.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;  ///< progress bar
  bool colour = false;           ///< a terminal, and NO_COLOR is not set
  bool out_is_terminal = false;  ///< a table that changes in its place
};

/// The console of this process.
Console standard_console();

/// Prints all diagnostics, one a line.
void print(const Console& console, const Diagnostics& diagnostics);

}  // namespace mcsim
