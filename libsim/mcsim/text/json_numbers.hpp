// Numbers of a JSON text that no double can hold. The parser stops at the first of them, and would
// hide the mistakes behind it.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// The same text, with each such number replaced by a 0 and blanks, so that all places stay.
std::string with_huge_numbers_tamed(std::string_view text);

}  // namespace mcsim::text
