// What diagnostics say, as the lines that a user sees.
#pragma once

#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"

namespace mcsim {

using Texts = std::vector<std::string>;

inline Texts texts(const Diagnostics& diagnostics) {
  Texts result;
  for (const Diagnostic& diagnostic : diagnostics.list) result.push_back(to_text(diagnostic));
  return result;
}

}  // namespace mcsim
