// Writes text in the language of man(7).
#pragma once

#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// Escapes `text` so that it is shown unchanged; a minus stays one that can be copied.
std::string roff(std::string_view text);
std::string roff_bold(std::string_view text);
std::string roff_italic(std::string_view text);
/// The same, as one argument of a macro.
std::string roff_argument(std::string_view text);

/// Text with paragraphs between empty lines. Lines that begin with blanks are shown unchanged.
std::string roff_paragraphs(std::string_view text);

}  // namespace mcsim::app
