// A fuzzer's bytes as a file, for readers that take a path.
#pragma once

#include <stdexcept>
#include <string_view>
#include <utility>

#include "mcsim/io/memory_file.hpp"
#include "mcsim/io/output.hpp"

namespace mcsim {

inline MemoryFile file_of(std::string_view bytes) {
  auto file = MemoryFile::create().value();
  auto out = OutputFile::create(file.path()).value();
  out.write(bytes);
  if (out.close()) throw std::runtime_error("no room in memory");
  return file;
}

}  // namespace mcsim
