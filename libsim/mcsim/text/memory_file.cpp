// A file that lies in memory only.
#include "mcsim/text/memory_file.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include "mcsim/text/complaints.hpp"

namespace mcsim::text {

Expected<MemoryFile, Diagnostics> MemoryFile::create() {
  FileHandle file(::memfd_create("mcsim", MFD_CLOEXEC));
  if (file.is_open()) return MemoryFile(std::move(file));
  return Unexpected(
      Diagnostics{{about_file("a file in memory", "cannot be made: " + error_text(errno))}});
}

}  // namespace mcsim::text
