// Files in UTF-16, which are told apart so that their readers can say what is wrong.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// Whether `line` is of a file with two bytes a letter, as some programs save text: it begins with
/// their byte order mark, or about every other byte is 0.
inline bool is_utf16(std::string_view line) {
  if (line.starts_with("\xFF\xFE") || line.starts_with("\xFE\xFF")) return true;
  const auto zeros = static_cast<std::size_t>(std::ranges::count(line, '\0'));
  return zeros > 1 && 3 * zeros >= line.size() && 3 * zeros <= 2 * line.size();
}

/// What is said of such a file.
inline constexpr std::string_view not_utf16 = "UTF-16, two bytes a letter; expected ASCII or UTF-8";

}  // namespace mcsim::text
