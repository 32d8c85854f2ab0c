// A complaint as a line of text.
#include "mcsim/base/diagnostics.hpp"

namespace mcsim::base {
namespace {

/// A line end in a name must not look like the beginning of another complaint. Messages have
/// already escaped what they quote.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char letter : text)
    line += letter == '\n' ? "\\u000a" : letter == '\r' ? "\\u000d" : std::string(1, letter);
  return line;
}

/// A pointer contains keys of the file, which may be of any length.
std::string shortened(const std::string& pointer) {
  constexpr std::size_t longest = 400;
  if (pointer.size() <= longest) return pointer;
  std::size_t length = longest;
  while ((pointer[length] & 0xC0) == 0x80) --length;  // between two UTF-8 characters
  return pointer.substr(0, length) + "...";
}

}  // namespace

std::string to_text(const Diagnostic& diagnostic) {
  std::string text = on_one_line(diagnostic.file);
  if (diagnostic.line != 0) text += ":" + std::to_string(diagnostic.line);
  if (diagnostic.column != 0) text += ":" + std::to_string(diagnostic.column);
  if (!diagnostic.pointer.empty()) text += " " + on_one_line(shortened(diagnostic.pointer));
  text += diagnostic.severity == Severity::warning ? ": warning: " : ": ";
  return text + diagnostic.message;
}

}  // namespace mcsim::base
