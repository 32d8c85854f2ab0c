// Pictures of mistakes: the text, and a caret below the place in it that is wrong.
#include "mcsim/text/picture.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/text/width.hpp"

namespace mcsim::text {
namespace {

/// A piece of a long text, around a place in it.
struct Cutout {
  std::string text;
  std::size_t position;
};

/// With its indentation a picture is at most 76 columns wide: a tab may be in it, and no letter
/// has more columns than bytes.
Cutout cut_around(std::string_view text, std::size_t position) {
  constexpr std::size_t longest = 72;
  constexpr std::string_view dots = "...";
  position = std::min(position, text.size());
  if (text.size() <= longest) return {std::string(text), position};
  constexpr std::size_t kept = longest - 2 * dots.size();
  const auto is_inside = [](char letter) { return (letter & 0xC0) == 0x80; };  // of a letter
  std::size_t to = std::min(std::max(position, kept / 2) + kept / 2, text.size());
  std::size_t from = to < kept ? 0 : to - kept;
  while (from < position && is_inside(text[from])) ++from;
  while (to > position && to < text.size() && is_inside(text[to])) --to;
  Cutout cut{std::string(text.substr(from, to - from)), position - from};
  if (to < text.size()) cut.text += dots;
  if (from == 0) return cut;
  return {std::string(dots) + cut.text, cut.position + dots.size()};
}

/// The lines of a text by their numbers.
class NumberedLines {
 public:
  NumberedLines(std::string_view text, std::size_t first_line)
      : text_(text), first_line_(first_line), starts_{0} {
    for (std::size_t at = 0; at < text.size(); ++at)
      if (text[at] == '\n') starts_.push_back(at + 1);
  }

  std::string_view operator[](std::size_t number) const {
    if (number < first_line_ || number - first_line_ >= starts_.size()) return {};
    const std::string_view rest = text_.substr(starts_[number - first_line_]);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    return line.substr(0, line.find_last_not_of('\r') + 1);
  }

 private:
  std::string_view text_;
  std::size_t first_line_;
  std::vector<std::size_t> starts_;
};

}  // namespace

std::string caret_picture(std::string_view text, std::size_t position) {
  std::string shown;
  std::string below;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const std::size_t length = letter_length(rest);
    const unsigned code = length == 0 ? 0 : code_point(rest, length);
    const bool is_tab = text[at] == '\t';
    const bool is_plain = length > 0 && (is_tab || !is_control(code));
    if (is_plain)
      shown += rest.substr(0, length);
    else
      shown += length == 0 ? '?' : ' ';
    const std::size_t next = at + std::max<std::size_t>(length, 1);
    if (next <= position)
      below.append(is_plain && !is_tab ? width_of(code) : 1, is_tab ? '\t' : ' ');
    at = next;
  }
  return shown + "\n" + below + "^";
}

std::string picture(std::string_view text, std::size_t position) {
  const Cutout cut = cut_around(text, position);
  std::string lines = "\n" + caret_picture(cut.text, cut.position);
  for (auto end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', end + 1))
    lines.insert(end + 1, "    ");
  return lines;
}

Diagnostics with_pictures(Diagnostics diagnostics, const std::string& file, std::string_view text,
                          std::uint32_t first_line) {
  const NumberedLines lines(text, first_line);
  for (Diagnostic& one : diagnostics.list) {
    const bool has_picture = one.message.find('\n') != std::string::npos;
    if (one.severity != Severity::error || one.file != file || one.column == 0 || has_picture)
      continue;
    const std::string_view line = lines[one.line];
    if (line.find_first_not_of(" \t") != line.npos) one.message += picture(line, one.column - 1);
  }
  return diagnostics;
}

}  // namespace mcsim::text
