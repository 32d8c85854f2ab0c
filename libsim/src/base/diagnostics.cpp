// A complaint as a line of text.
#include "mcsim/base/diagnostics.hpp"

namespace mcsim {

std::string to_text(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.line != 0) text += ":" + std::to_string(diagnostic.line);
  if (diagnostic.column != 0) text += ":" + std::to_string(diagnostic.column);
  if (!diagnostic.pointer.empty()) text += " " + diagnostic.pointer;
  text += diagnostic.severity == Severity::warning ? ": warning: " : ": ";
  return text + diagnostic.message;
}

}  // namespace mcsim
