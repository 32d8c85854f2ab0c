// LSF's files as text again. What the reader takes away (parentheses, quotes, joints of lines) is
// put back where the text would not read as the same words without it.
#include <algorithm>

#include "mcsim/config/lsf/lsf_words.hpp"

namespace mcsim::config {
namespace {

std::string row_value(const std::string& text, bool is_first) {
  if (text.empty()) return "-";
  const bool is_word = text.find(' ') == std::string::npos && text.front() != '(';
  const bool ends_section = same_name(text, "begin") || same_name(text, "end");
  return is_word && !(is_first && ends_section) ? text : "(" + text + ")";
}

std::string assigned_value(const std::string& text) {
  if (text.empty()) return "-";
  return text.front() == '(' ? "(" + text + ")" : text;
}

/// Whether a `#` of `text` would start a comment.
bool has_bare_hash(std::string_view text) {
  const auto before = text.substr(0, text.find('#'));
  return before.size() < text.size() && std::ranges::count(before, '"') % 2 == 0;
}

/// The value of a line in lsf.conf. Single quotes do not keep a `#` from starting a comment.
std::string conf_value(const std::string& text) {
  if (text.empty()) return text;
  if (has_bare_hash(text)) return '"' + text + '"';
  const char first = text.front();
  const bool loses_ends = first == ' ' || text.back() == ' ' ||
                          (first == text.back() && (first == '"' || first == '\''));
  return loses_ends ? '\'' + text + '\'' : text;
}

/// A backslash before a blank or at the end would be taken for a joint of lines. Another one behind
/// it becomes the joint instead.
void add_line(std::string& out, std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    out += line[at];
    const bool is_last = at + 1 == line.size();
    if (line[at] == '\\' && (is_last || line[at + 1] == ' ')) out += is_last ? "\\ " : "\\";
  }
  out += '\n';
}

template <class Text>
void add_row(std::string& out, const std::vector<LsfWord>& words, Text&& text) {
  std::string line;
  for (const LsfWord& word : words) {
    const bool is_first = line.empty();
    line += (is_first ? "" : " ") + text(word.text, is_first);
  }
  add_line(out, line);
}

void add_assignments(std::string& out, const LsfSection& section) {
  const bool is_conf = section.name.text.empty();
  for (std::size_t i = 0; i < section.keywords.size(); ++i) {
    const std::string& value = section.rows[0][i].text;
    add_line(out, section.keywords[i].text + (is_conf ? "=" : " = ") +
                      (is_conf ? conf_value(value) : assigned_value(value)));
  }
}

void add_table(std::string& out, const LsfSection& section) {
  if (section.keywords.empty()) return;
  add_row(out, section.keywords, [](const std::string& text, bool) { return text; });
  for (const auto& row : section.rows) add_row(out, row, row_value);
}

}  // namespace

std::string to_text(const LsfFile& file) {
  std::string out;
  for (const LsfSection& section : file.sections) {
    const std::string& name = section.name.text;
    if (!name.empty()) add_line(out, (out.empty() ? "Begin " : "\nBegin ") + name);
    if (section.horizontal)
      add_assignments(out, section);
    else
      add_table(out, section);
    if (!name.empty()) add_line(out, "End " + name);
  }
  return out;
}

}  // namespace mcsim::config
