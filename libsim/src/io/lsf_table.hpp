// Tables of LSF's files while they are read: a keyword that is given again replaces its value.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "lsf_words.hpp"

namespace mcsim {

/// Puts KEYWORD = value lines into the only row of a horizontal section.
class LsfAssignments {
 public:
  void add(LsfSection& section, LsfAssignment assignment, Complaints& complaints) {
    LsfWord& keyword = assignment.keyword;
    if (section.rows.empty()) section.rows.emplace_back();
    const auto [found, is_new] =
        positions_.emplace(small_letters(keyword.text), section.keywords.size());
    if (is_new) {
      section.keywords.push_back(std::move(keyword));
      section.rows[0].push_back(std::move(assignment.value));
      return;
    }
    LsfWord& before = section.keywords[found->second];
    complaints.warning(keyword.place.line, keyword.place.column,
                       keyword.text + " is given twice, first in line " +
                           std::to_string(before.place.line) + "; the last one counts");
    before = std::move(keyword);
    section.rows[0][found->second] = std::move(assignment.value);
  }

 private:
  std::map<std::string, std::size_t> positions_;  ///< by the keyword in small letters
};

/// What was read of a file, or why it cannot be.
inline Expected<LsfFile, Diagnostics> lsf_outcome(LsfFile file, Complaints& complaints) {
  const bool is_bad = complaints.any_errors();
  Diagnostics diagnostics = complaints.take();
  if (is_bad) return Unexpected(std::move(diagnostics));
  file.warnings = std::move(diagnostics);
  return file;
}

}  // namespace mcsim
