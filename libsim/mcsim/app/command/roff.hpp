// Text in the language of man(7).
#pragma once

#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// As it is, whatever is in it; a minus that can be copied.
std::string roff(std::string_view text);
std::string roff_bold(std::string_view text);
std::string roff_italic(std::string_view text);
/// As it is, in one argument of a macro.
std::string roff_argument(std::string_view text);

/// Paragraphs, between empty lines, and lines that begin with blanks, which stay as they are.
std::string roff_paragraphs(std::string_view text);

}  // namespace mcsim::app
