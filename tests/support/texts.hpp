// What diagnostics say, as the lines that a user sees, without the pictures below them.
#pragma once

#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

using Texts = std::vector<std::string>;

/// A complaint without the text and the caret that stand below it.
inline std::string without_picture(const std::string& complaint) {
  return complaint.substr(0, complaint.find("\n    "));
}

inline Texts texts(const Diagnostics& diagnostics) {
  Texts result;
  for (const Diagnostic& diagnostic : diagnostics.list)
    result.push_back(without_picture(to_text(diagnostic)));
  return result;
}

/// The lines about a scenario called `file`, from its line number on.
inline Texts texts_behind(const std::string& file, const Diagnostics& diagnostics) {
  Texts result;
  for (const std::string& line : texts(diagnostics))
    result.push_back(line.substr(line.find(file + ":") + file.size() + 1));
  return result;
}

}  // namespace mcsim::testing
