// Files of a history that are given twice: a copy, or an older state of the same file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// A file whose lines are all in another one, at its beginning.
struct SameFile {
  std::size_t file = 0;   ///< its place in the list
  std::size_t other = 0;  ///< that of the other one
  bool is_whole = true;   ///< the other one has no more lines
};

/// Of copies the first one stays. Files may be packed; such as cannot be read, or but once (pipes),
/// are nobody's copies.
std::vector<SameFile> same_files(const std::vector<std::string>& files);

}  // namespace mcsim::app
