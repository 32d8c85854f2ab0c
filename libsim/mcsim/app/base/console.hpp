// The streams that a command writes to, and what their terminals can show.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string_view>

#include "mcsim/app/base/terminal.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/text/wrap.hpp"

namespace mcsim::app {

/// Standard output for results, standard error for all else.
struct Console {
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;  ///< may show a progress bar
  bool colour = false;           ///< `err` is a terminal, and NO_COLOR is not set
  bool out_is_terminal = false;  ///< may show a table that is redrawn in place
  int out_file = -1;             ///< of `out` and of `err`, to ask how wide their terminals are
  int err_file = -1;

  /// How wide a text on `out` may be. What is no terminal takes any width, so that a file is the
  /// same wherever it was made.
  std::size_t out_width() const { return out_is_terminal ? terminal_width(out_file) : any_width; }
  /// The same of `err`.
  std::size_t err_width() const { return err_is_terminal ? terminal_width(err_file) : any_width; }
};

/// Writes a terminal's command, such as a colour, unchanged. In any other text, such as a name, a
/// VisibleStream makes such commands harmless.
void put_command(std::ostream& stream, std::string_view command);

/// Prints all diagnostics on standard error, one per line, and their pictures where they are no
/// wider than it: a caret below a line that is broken points nowhere.
void print(const Console& console, const Diagnostics& diagnostics);

}  // namespace mcsim::app
