// Numbers that environment variables give a test: how many worlds, and which.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "support/rooms.hpp"

namespace mcsim::testing {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

/// By what the number of tries is divided, as under sanitizers: MCSIM_FEWER, at least 1.
inline std::uint64_t fewer() {
  return std::max<std::uint64_t>(number_from_environment("MCSIM_FEWER", 1), 1);
}
/// `usual` divided by that, at least 1.
inline std::uint64_t fewer_by_environment(std::uint64_t usual) {
  return std::max<std::uint64_t>(usual / fewer(), 1);
}

}  // namespace mcsim::testing
