// The words of a text, names that are compared without regard to capitals, as LSF does, and words
// with numbers.
#pragma once

#include <concepts>
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

/// `1 job`, `2 jobs`.
std::string counted(std::integral auto number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

}  // namespace mcsim::text
