// Tables of LSF's files while they are read: a keyword that is given again replaces its value.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "mcsim/config/lsf/lsf_words.hpp"

namespace mcsim::config {

/// Puts KEYWORD = value lines into the only row of a horizontal section.
class LsfAssignments {
 public:
  /// `conditional`: it replaces the earlier value only some of the time.
  void add(LsfSection& section, LsfAssignment assignment, bool conditional,
           Complaints& complaints) {
    LsfWord& keyword = assignment.keyword;
    if (section.rows.empty()) section.rows.emplace_back();
    const auto [found, is_new] =
        positions_.emplace(small_letters(keyword.text), section.keywords.size());
    if (is_new) {
      section.first_lines.push_back(keyword.place.line);
      section.keywords.push_back(std::move(keyword));
      section.rows[0].push_back(std::move(assignment.value));
      return;
    }
    if (!conditional)
      complaints.warning(keyword.place.line, keyword.place.column,
                         keyword.text + " is given twice, first in line " +
                             std::to_string(section.first_lines[found->second]) +
                             ", which does not count");
    section.keywords[found->second] = std::move(keyword);
    section.rows[0][found->second] = std::move(assignment.value);
  }

 private:
  std::map<std::string, std::size_t> positions_;  ///< by the keyword in small letters
};

/// What was read of a file, with the complaints about it.
inline LsfFile lsf_outcome(LsfFile file, Complaints& complaints) {
  file.diagnostics = complaints.take();
  return file;
}

}  // namespace mcsim::config
