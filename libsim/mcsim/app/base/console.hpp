// The streams that a command writes to, and what their terminals can show.
#pragma once

#include <iosfwd>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// Standard output for results, standard error for all else.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;  ///< may show a progress bar
  bool colour = false;           ///< `err` is a terminal, and NO_COLOR is not set
  bool out_is_terminal = false;  ///< may show a table that is redrawn in place
};

/// Writes a terminal's command, such as a colour, unchanged. In any other text, such as a name, a
/// VisibleStream makes such commands harmless.
void put_command(std::ostream& stream, std::string_view command);

/// Prints all diagnostics on standard error, one per line.
void print(const Console& console, const Diagnostics& diagnostics);

}  // namespace mcsim::app
