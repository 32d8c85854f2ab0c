// Bytes as a file that lies in memory, for readers that take a path.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "mcsim/base/check.hpp"
#include "mcsim/io/file_handle.hpp"

namespace mcsim {

class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* bytes, std::size_t count) : file_(::memfd_create("fuzz", 0)) {
    MCSIM_CHECK(file_.is_open(), "no file in memory");
    const ssize_t written = ::write(file_.descriptor(), bytes, count);
    MCSIM_CHECK(written == static_cast<ssize_t>(count), "no room in memory");
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_.descriptor()); }

 private:
  FileHandle file_;
};

}  // namespace mcsim
