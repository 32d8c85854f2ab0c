// The console of this process.
#include "mcsim/experiment/console.hpp"

#include <unistd.h>

#include <cstdlib>
#include <iostream>

namespace mcsim {

Console standard_console() {
  const bool terminal = isatty(STDERR_FILENO) == 1;
  return {std::cout, std::cerr, terminal, terminal && std::getenv("NO_COLOR") == nullptr,
          isatty(STDOUT_FILENO) == 1};
}

void print(const Console& console, const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.list) {
    const bool error = diagnostic.severity == Severity::error;
    if (console.colour) console.err << (error ? "\x1b[31m" : "\x1b[33m");
    console.err << to_text(diagnostic);
    if (console.colour) console.err << "\x1b[0m";
    console.err << '\n';
  }
}

}  // namespace mcsim
