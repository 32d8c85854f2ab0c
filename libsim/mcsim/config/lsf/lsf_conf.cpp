// lsf.conf: NAME=VALUE lines, and nothing else.
#include "mcsim/config/lsf/lsf_bytes.hpp"
#include "mcsim/config/lsf/lsf_table.hpp"
#include "mcsim/config/lsf/lsf_words.hpp"

namespace mcsim::config {
namespace {

/// `text` without its quotes, where they are around all of it.
std::string without_quotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && text.front() == text.back() &&
                         (text.front() == '"' || text.front() == '\'');
  return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

}  // namespace

LsfFile parse_lsf_conf(std::string_view text, const std::string& source) {
  Complaints complaints(source);
  LsfFile file;
  const auto good = as_lsf_text(text, complaints);
  if (!good) return lsf_outcome({}, complaints);
  LsfSection& section = file.sections.emplace_back();
  section.horizontal = true;
  LsfAssignments assignments;
  LsfLines lines(good->text, complaints);
  LsfLine line;
  while (lines.next(line)) {
    if (good->is_unread(line)) continue;
    auto assignment = assignment_of(line, complaints);
    if (!assignment) continue;
    assignment->value.text = without_quotes(assignment->value.text);
    assignments.add(section, std::move(*assignment), line.conditional, complaints);
  }
  return lsf_outcome(std::move(file), complaints);
}

}  // namespace mcsim::config
