// Numbers that environment variables give a test: how many worlds, and which.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "support/rooms.hpp"

namespace mcsim::testing {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

}  // namespace mcsim::testing
