// The words of a text, and names that are compared without regard to capitals, as LSF does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// "lsf fcfs easy" -> lsf, fcfs, easy.
std::vector<std::string_view> split_words(std::string_view text);

/// `name` in small letters.
std::string small_letters(std::string_view name);
/// Whether two names are equal but for capitals.
bool same_name(std::string_view left, std::string_view right);

}  // namespace mcsim::text
