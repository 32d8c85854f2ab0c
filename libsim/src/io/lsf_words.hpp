// The words of one logical line, and names that LSF compares without regard to capitals.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsf_lines.hpp"

namespace mcsim {

/// `name` in small letters.
std::string small_letters(std::string_view name);
/// Whether two names differ in their capitals at most.
bool same_name(std::string_view left, std::string_view right);

/// The words of a line, separated by blanks.
std::vector<LsfWord> words_of(const LsfLine& line);

/// The values of a row: words, and groups `( a b )`, whose value is what is inside. `-` and `()`
/// are empty. None: a group is not closed, which was complained about.
std::optional<std::vector<LsfWord>> values_of(const LsfLine& line, Complaints& complaints);

/// A line `KEYWORD = value`, its value as written.
struct LsfAssignment {
  LsfWord keyword;
  LsfWord value;
};
/// None: it is something else, which was complained about.
std::optional<LsfAssignment> assignment_of(const LsfLine& line, Complaints& complaints);

/// What the value of a horizontal section says: one that begins with `(` loses it and its last
/// `)`, and `-` is empty. Warns where these two are no pair.
std::string horizontal_value(const LsfWord& written, Complaints& complaints);

/// Whether the parenthesis at the front of `text` is closed by its last letter.
bool is_one_group(std::string_view text);

}  // namespace mcsim
