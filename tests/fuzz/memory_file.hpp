// A fuzzer's bytes as a file, for readers that take a path.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string_view>

#include "mcsim/text/memory_file.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

inline MemoryFile file_of(std::string_view bytes) {
  auto file = MemoryFile::create().value();
  std::ofstream out(file.path(), std::ios::binary);
  out << bytes;
  out.close();
  if (!out) throw std::runtime_error("no room in memory");
  return file;
}

}  // namespace mcsim::testing
