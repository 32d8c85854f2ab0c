// Pictures of mistakes: the text, and a caret below the place in it that is wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"

namespace mcsim::text {

/// Two lines, the text and a caret below its byte `position`, from 0:
///     select[mem>>100]
///                ^
/// Tabs stay, so that both lines are as wide; other control letters become blanks.
std::string caret_picture(std::string_view text, std::size_t position);

/// The same as two more lines of a message, indented. A long text is cut around the place.
std::string picture(std::string_view text, std::size_t position);

/// The same complaints, but errors at a place in `file` end with the picture of their line if they
/// have no picture yet. `text`: of the file, whose first line is `first_line`.
Diagnostics with_pictures(Diagnostics diagnostics, const std::string& file, std::string_view text,
                          std::uint32_t first_line = 1);

}  // namespace mcsim::text
