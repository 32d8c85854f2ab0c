// Logical lines. Source of the rules: OpenLava 4.0, lsf/lib/lib.words.c (as facts).
#include "mcsim/config/lsf/lsf_lines.hpp"

#include <algorithm>
#include <optional>

#include "mcsim/config/lsf/lsf_words.hpp"

namespace mcsim::config {
namespace {

bool is_white(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r' || letter == '\v' ||
         letter == '\f';
}

/// What follows `word` at the front of `line`, without the blanks between; none: it is not there.
std::optional<std::string_view> behind(std::string_view line, std::string_view word) {
  if (!same_name(line.substr(0, word.size()), word)) return std::nullopt;
  line.remove_prefix(word.size());
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

bool is_time_condition(std::string_view line) {
  const auto condition = behind(line, "#if");
  const auto rest = condition ? behind(*condition, "time") : std::nullopt;
  return rest && rest->starts_with('(');
}

/// Whether LSF takes the line for a comment, but its writer may have meant a condition.
bool is_spaced_condition(std::string_view line) {
  const std::size_t word = line.find_first_not_of(" \t", 1);
  if (word < 2 || word == std::string_view::npos) return false;
  const auto condition = behind(line.substr(word), "if");
  return condition && same_name(condition->substr(0, 5), "time(");
}

bool is_inclusion(std::string_view line) {
  const auto file = behind(line, "#include");
  return file && file->starts_with('"');
}

}  // namespace

JsonPlace LsfLine::at(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(stretches, offset, {}, &Stretch::from);
  const Stretch& stretch = after == stretches.begin() ? stretches.front() : *(after - 1);
  JsonPlace place = stretch.place;
  place.column += static_cast<std::uint32_t>(offset - stretch.from);
  return place;
}

LsfLines::LsfLines(std::string_view text, Complaints& complaints)
    : text_(text), complaints_(complaints) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
}

bool LsfLines::next(LsfLine& line) {
  while (!at_end()) {
    line.text.clear();
    line.stretches.clear();
    read(line);
    line.text.erase(line.text.find_last_not_of(' ') + 1);
    if (in_other_branch_) continue;
    line.conditional = in_condition_;
    if (!line.text.empty()) return true;
  }
  return false;
}

void LsfLines::read(LsfLine& line) {
  bool in_quotes = false;  // the quotes of one logical line say nothing about the next
  start_stretch(line);
  check_directive();
  while (!at_end()) {
    const char letter = text_[position_];
    if (takes_line_end()) return;
    if (letter == '#' && !in_quotes) {
      skip_comment();
    } else if (is_joint()) {
      join(line);
    } else {
      in_quotes = in_quotes != (letter == '"');
      line.text += is_white(letter) ? ' ' : letter;
      ++position_;
    }
  }
}

void LsfLines::check_directive() {
  std::string_view line = text_.substr(position_, text_.find('\n', position_) - position_);
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string_view::npos || line[hash] != '#') return;
  line.remove_prefix(hash);
  check_condition(line);
  if (is_time_condition(line))
    complaints_.warning(line_, hash + 1,
                        "#if time(...): configuration that depends on the time is not simulated: "
                        "this branch holds at any time, the others never; write the one that is "
                        "wanted, or use `changes` in a scenario",
                        {.who = "condition", .what = "holds at any time", .count = 1});
  if (is_spaced_condition(line))
    complaints_.warning(line_, hash + 1,
                        "# if time(...): taken for a comment, since there is a blank behind #; the "
                        "lines below hold at any time");
  if (is_inclusion(line))
    complaints_.warning(line_, hash + 1, "#INCLUDE: that file is not read; put its text here",
                        {.who = "file", .what = "is not read", .count = 1});
}

void LsfLines::check_condition(std::string_view directive) {
  const auto is = [&](std::string_view word) { return behind(directive, word).has_value(); };
  if (is_time_condition(directive)) in_condition_ = has_endif();
  if (is("#endif")) in_condition_ = in_other_branch_ = false;
  if (is("#else") || is("#elif")) in_other_branch_ = in_condition_;
}

/// Without #endif the end of a condition is not known.
bool LsfLines::has_endif() const {
  for (std::size_t at = position_; at < text_.size();) {
    const std::size_t end = std::min(text_.find('\n', at), text_.size());
    std::string_view line = text_.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (behind(line, "#endif")) return true;
    at = end + 1;
  }
  return false;
}

/// A backslash and the white space behind it make one blank, and so join two lines.
bool LsfLines::is_joint() const {
  if (text_[position_] != '\\') return false;
  return position_ + 1 == text_.size() || is_white(text_[position_ + 1]);
}

void LsfLines::join(LsfLine& line) {
  ++position_;
  line.text += ' ';
  if (!at_end() && !takes_line_end()) ++position_;
  start_stretch(line);
}

void LsfLines::skip_comment() { position_ = std::min(text_.find('\n', position_), text_.size()); }

void LsfLines::start_stretch(LsfLine& line) const {
  const auto column = static_cast<std::uint32_t>(position_ - line_start_ + 1);
  line.stretches.push_back({line.text.size(), {0, line_, column}});
}

/// Line ends are LF or CRLF.
bool LsfLines::takes_line_end() {
  const std::string_view rest = text_.substr(position_, 2);
  const std::size_t length = rest.starts_with('\n') ? 1 : rest == "\r\n" ? 2 : 0;
  if (length == 0) return false;
  position_ += length;
  line_start_ = position_;
  ++line_;
  return true;
}

}  // namespace mcsim::config
