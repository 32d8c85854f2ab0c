// Writes text in the language of man(7).
#include "mcsim/app/command/roff.hpp"

#include <algorithm>

namespace mcsim::app {
namespace {

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

/// The requests between two lines: no-fill mode begins or ends, or a paragraph begins.
std::string between(bool was_shown_as_is, bool is_shown_as_is, bool after_gap) {
  std::string lines = was_shown_as_is && (!is_shown_as_is || after_gap) ? ".fi\n.RE\n" : "";
  if (after_gap) lines += ".PP\n";
  if (is_shown_as_is && (!was_shown_as_is || after_gap)) lines += ".RS 4\n.nf\n";
  return lines;
}

}  // namespace

std::string roff(std::string_view text) {
  std::string escaped;
  bool at_start = true;  // at the start of a line . and ' begin a request
  for (const char letter : text) {
    if (at_start && (letter == '.' || letter == '\'')) escaped += "\\&";
    if (letter == '\\')
      escaped += "\\e";
    else if (letter == '-')
      escaped += "\\-";
    else if (letter == '\'')
      escaped += "\\(aq";
    else if (letter == '`')
      escaped += "\\(ga";
    else if (letter == '^' || letter == '~')
      escaped += letter == '^' ? "\\(ha" : "\\(ti";
    else
      escaped += letter;
    at_start = letter == '\n';
  }
  return escaped;
}

std::string roff_bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }

std::string roff_italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

std::string roff_argument(std::string_view text) {
  std::string escaped = "\"";
  for (const char letter : roff(text)) escaped += letter == '"' ? "\\(dq" : std::string(1, letter);
  return escaped + "\"";
}

std::string roff_paragraphs(std::string_view text) {
  std::string lines;
  bool as_is = false;
  bool after_gap = false;
  while (!text.empty()) {
    const std::string_view line = first_line(text);
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : text.size());
    if (line.empty()) {
      after_gap = true;
      continue;
    }
    const bool is_indented = line.front() == ' ';
    lines += between(as_is, is_indented, after_gap);
    lines +=
        roff(line.substr(is_indented ? std::min<std::size_t>(2, line.find_first_not_of(' ')) : 0)) +
        "\n";
    as_is = is_indented;
    after_gap = false;
  }
  return lines + between(as_is, false, false);
}

}  // namespace mcsim::app
