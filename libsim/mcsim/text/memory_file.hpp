// A file that lies in memory only, for writers and readers that take a path.
#pragma once

#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/text/file_handle.hpp"

namespace mcsim::text {

/// Exists as long as this value; nothing is left on any disk.
class MemoryFile {
 public:
  /// An empty file. Errors: the operating system's.
  static Expected<MemoryFile, Diagnostics> create();

  /// Valid within this process only.
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_.descriptor()); }

 private:
  explicit MemoryFile(FileHandle file) : file_(std::move(file)) {}

  FileHandle file_;
};

}  // namespace mcsim::text
