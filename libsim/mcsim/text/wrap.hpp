// Breaks long lines of text for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// The width of text that nobody has to wrap.
inline constexpr std::size_t any_width = static_cast<std::size_t>(-1);

/// The same text, where lines of more than `width` columns are broken at blanks. What follows is
/// indented like the text behind the line's last gap of two blanks or more, if that begins in the
/// line's first half, or else like the line; by `hanging` columns at least. Words are not broken.
std::string wrapped(std::string_view text, std::size_t width, std::size_t hanging = 0);

}  // namespace mcsim::text
