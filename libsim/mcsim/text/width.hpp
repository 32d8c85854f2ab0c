// How wide letters are on a terminal.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "mcsim/text/utf8.hpp"

namespace mcsim::text {

/// Columns of a letter: 2 of wide ones, 0 of marks that stand on the letter before.
/// Source: Unicode Standard Annex 11 (East Asian Wide and Fullwidth), in blocks.
inline std::size_t width_of(unsigned code) {
  struct Range {
    unsigned first;
    unsigned last;
  };
  constexpr std::array marks{Range{0x300, 0x36F}, Range{0x200B, 0x200F}, Range{0x20D0, 0x20FF},
                             Range{0xFE00, 0xFE0F}, Range{0xFEFF, 0xFEFF}};
  constexpr std::array wide{
      Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},  Range{0x3041, 0xA4CF},
      Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},  Range{0xFE30, 0xFE6F},
      Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},  Range{0x1F300, 0x1F64F},
      Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};
  const auto holds = [&](Range range) { return range.first <= code && code <= range.last; };
  if (code < 0x300) return 1;
  if (std::ranges::any_of(marks, holds)) return 0;
  return std::ranges::any_of(wide, holds) ? 2 : 1;
}

/// Columns of a text without control letters; a byte that is not UTF-8 has one.
inline std::size_t width_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    columns += length == 0 ? 1 : width_of(code_point(text, length));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return columns;
}

}  // namespace mcsim::text
