// Rows that are needed soon.
#pragma once

#include <cstddef>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

inline constexpr std::size_t cache_line = 64;

/// Asks for the memory of a row, to be written soon. The address goes through an empty piece of
/// assembly: gcc would remove the call of a function that only prefetches.
template <class Row>
[[gnu::always_inline]] inline void prefetch(const Row& row) {
  const auto* const bytes = reinterpret_cast<const char*>(&row);
  for (std::size_t at = 0; at < sizeof(Row); at += cache_line) {
    const char* line = bytes + at;
    asm volatile("" : "+r"(line));
    __builtin_prefetch(line, 1);
  }
}

}  // namespace mcsim::base
