// Where a command writes, and what the terminal there can show.
#pragma once

#include <iosfwd>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// Standard output for results, standard error for all else.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;  ///< progress bar
  bool colour = false;           ///< a terminal, and NO_COLOR is not set
  bool out_is_terminal = false;  ///< a table that changes in its place
};

/// Writes a terminal's command, such as a colour. Within what is written in any other way, names
/// for example, a VisibleStream lets none through.
void put_command(std::ostream& stream, std::string_view command);

/// Prints all diagnostics, one a line.
void print(const Console& console, const Diagnostics& diagnostics);

}  // namespace mcsim::app
