// Prints diagnostics and terminal commands on the console.
#include "mcsim/app/base/console.hpp"

#include <algorithm>
#include <ostream>
#include <string>

#include "mcsim/app/base/visible_stream.hpp"

namespace mcsim::app {

void put_command(std::ostream& stream, std::string_view command) {
  if (auto* const buffer = dynamic_cast<VisibleBuffer*>(stream.rdbuf()))
    buffer->put_command(command);
  else
    stream << command;
}

namespace {

std::string text_within(const Diagnostic& diagnostic, std::size_t width) {
  std::string text = to_text(diagnostic);
  const std::size_t picture = std::min(text.find('\n'), text.size());
  const std::size_t caret = std::min(text.find('\n', picture + 1), text.size());
  const std::size_t widest = std::max(caret - picture, text.size() - caret);  // with its line feed
  if (widest > 0 && widest - 1 > width) text.resize(picture);
  return text;
}

}  // namespace

void print(const Console& console, const Diagnostics& diagnostics) {
  const std::size_t width = console.err_width();
  for (const Diagnostic& diagnostic : diagnostics.list) {
    const bool error = diagnostic.severity == Severity::error;
    if (console.colour) put_command(console.err, error ? "\x1b[31m" : "\x1b[33m");
    console.err << text_within(diagnostic, width);
    if (console.colour) put_command(console.err, "\x1b[0m");
    console.err << '\n';
  }
}

}  // namespace mcsim::app
