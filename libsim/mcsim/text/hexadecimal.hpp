// A hash as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// All 16 digits.
inline std::string hexadecimal(std::uint64_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t at = text.size(); at-- > 0; value >>= 4) text[at] = digits[value & 15];
  return text;
}

}  // namespace mcsim::text
