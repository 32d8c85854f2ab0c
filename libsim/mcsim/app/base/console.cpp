// Prints diagnostics and terminal commands on the console.
#include "mcsim/app/base/console.hpp"

#include <ostream>

#include "mcsim/app/base/visible_stream.hpp"

namespace mcsim::app {

void put_command(std::ostream& stream, std::string_view command) {
  if (auto* const buffer = dynamic_cast<VisibleBuffer*>(stream.rdbuf()))
    buffer->put_command(command);
  else
    stream << command;
}

void print(const Console& console, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.list) {
    const bool error = diagnostic.severity == Severity::error;
    if (console.colour) put_command(console.err, error ? "\x1b[31m" : "\x1b[33m");
    console.err << to_text(diagnostic);
    if (console.colour) put_command(console.err, "\x1b[0m");
    console.err << '\n';
  }
}

}  // namespace mcsim::app
