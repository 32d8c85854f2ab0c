// The words of one logical line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/lsf/lsf_lines.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {

/// The words of a line, separated by blanks.
std::vector<LsfWord> words_of(const LsfLine& line);

/// The values of a row: words, and groups `( a b )`, whose value is what is inside. `-` and `()`
/// are empty. None: a group is not closed, which was warned of.
std::optional<std::vector<LsfWord>> values_of(const LsfLine& line, Complaints& complaints);

/// A line `KEYWORD = value`, its value as written.
struct LsfAssignment {
  LsfWord keyword;
  LsfWord value;
};
/// None: the line is something else, which was warned of.
std::optional<LsfAssignment> assignment_of(const LsfLine& line, Complaints& complaints);

/// What the value of a horizontal section says: one that begins with `(` loses it and its last
/// `)`, and `-` is empty. Warns where these two are no pair.
std::string horizontal_value(const LsfWord& written, Complaints& complaints);

/// Whether the parenthesis at the front of `text` is closed by its last letter.
bool is_one_group(std::string_view text);

}  // namespace mcsim::config
