// --strict: what is only warned of otherwise is a mistake.
#pragma once

#include "mcsim/base/diagnostics.hpp"

namespace mcsim::app {

/// The same diagnostics, where each warning is an error.
inline Diagnostics as_errors(Diagnostics diagnostics) {
  for (Diagnostic& one : diagnostics.list) one.severity = Severity::error;
  return diagnostics;
}

inline constexpr const char* strict_about = "Takes warnings about the input for errors";

}  // namespace mcsim::app
