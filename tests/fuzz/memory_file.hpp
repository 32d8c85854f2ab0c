// A fuzzer's bytes as a file, for readers that take a path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "mcsim/io/memory_file.hpp"
#include "mcsim/io/output.hpp"

namespace mcsim {

inline MemoryFile file_of(const std::uint8_t* bytes, std::size_t count) {
  auto file = MemoryFile::create().value();
  auto out = OutputFile::create(file.path()).value();
  out.write({reinterpret_cast<const char*>(bytes), count});
  if (out.close()) throw std::runtime_error("no room in memory");
  return file;
}

}  // namespace mcsim
