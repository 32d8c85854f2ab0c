// Numbers of a JSON text that no double can hold. The parser ends at the first of them, and would
// hide what else is wrong.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// The same text, each such number a 0 and as many blanks as it takes.
std::string with_huge_numbers_tamed(std::string_view text);

}  // namespace mcsim::text
