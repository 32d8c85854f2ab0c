// Lines about files, called by their names alone: those of a test's own folder differ each time.
#pragma once

#include <string>

#include "support/texts.hpp"

namespace mcsim::testing {

/// The lines without the folders of their files.
inline Texts without_folders(Texts lines) {
  for (std::string& line : lines) {
    const std::size_t slash = line.rfind('/', line.find(':'));
    if (slash != std::string::npos) line.erase(0, slash + 1);
  }
  return lines;
}

}  // namespace mcsim::testing
