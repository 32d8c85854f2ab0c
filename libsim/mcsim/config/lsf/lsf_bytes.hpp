// Whether the bytes of an LSF file are text at all.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "mcsim/config/lsf/lsf_lines.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {

/// Text in UTF-8, where letters in another code have become `?`.
struct LsfText {
  std::string text;
  std::set<std::size_t> unread_lines;  ///< by number, from 1: a `?` changes what they say

  /// Whether some of what the logical line says is unknown.
  bool is_unread(const LsfLine& line) const {
    const auto found = unread_lines.lower_bound(line.at(0).line);
    return found != unread_lines.end() && *found <= line.at(line.text.size() - 1).line;
  }
};

/// Complains once about each line with letters that are not UTF-8, and warns of those in comments
/// and descriptions, which nothing depends on. None: it is larger than largest_lsf_file, or has a
/// zero byte, or more than 1,000 such letters.
std::optional<LsfText> as_lsf_text(std::string_view text, Complaints& complaints);

}  // namespace mcsim::config
