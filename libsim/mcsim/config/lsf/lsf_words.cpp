// Words of a logical line.
#include "mcsim/config/lsf/lsf_words.hpp"

#include <algorithm>

namespace mcsim::config {
namespace {

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// A value, where `-` asks for the default.
std::string value_of(std::string_view text) {
  text = without_blanks(text);
  return text == "-" ? std::string() : std::string(text);
}

/// The position behind the parenthesis that closes the one at `open`; npos: none does.
std::size_t group_end(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

/// LSF logs such a line and goes on without it.
void pass_over(Complaints& complaints, JsonPlace place, std::string message) {
  complaints.warning(place.line, place.column, std::move(message) + "; this line is ignored",
                     {.who = "line", .what = "is ignored", .count = 1});
}

bool is_keyword(std::string_view text) {
  const auto is_letter = [](char letter) { return letter > ' ' && letter < '\x7F'; };
  return !text.empty() && std::ranges::all_of(text, is_letter) &&
         text.find_first_of("\\\"()") == std::string_view::npos;
}

}  // namespace

std::vector<LsfWord> words_of(const LsfLine& line) {
  std::vector<LsfWord> words;
  const std::string_view text = line.text;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(line.word(at, end - at));
    at = text.find_first_not_of(' ', end);
  }
  return words;
}

std::optional<std::vector<LsfWord>> values_of(const LsfLine& line, Complaints& complaints) {
  std::vector<LsfWord> values;
  const std::string_view text = line.text;
  for (std::size_t at = text.find_first_not_of(' '); at != std::string_view::npos;) {
    const bool is_group = text[at] == '(';
    const std::size_t end =
        is_group ? group_end(text, at) : std::min(text.find(' ', at), text.size());
    if (end == std::string_view::npos) {
      pass_over(complaints, line.at(at), "this parenthesis is not closed");
      return std::nullopt;
    }
    const std::string_view inside =
        is_group ? text.substr(at + 1, end - at - 2) : text.substr(at, end - at);
    values.push_back({value_of(inside), line.at(at)});
    at = text.find_first_not_of(' ', end);
  }
  return values;
}

std::optional<LsfAssignment> assignment_of(const LsfLine& line, Complaints& complaints) {
  const std::string_view text = line.text;
  const std::size_t start = text.find_first_not_of(' ');
  const std::size_t end = std::min(text.find_first_of(" =", start), text.size());
  const LsfWord keyword = line.word(start, end - start);
  const std::size_t equals = text.find_first_not_of(' ', end);
  const bool has_equals = equals != std::string_view::npos && text[equals] == '=';
  if (is_keyword(keyword.text) && equals == std::string_view::npos) {
    // It asks for nothing, so nobody loses anything without it.
    complaints.minor_warning(
        keyword.place.line, keyword.place.column,
        "expected KEYWORD = value, got " + in_quotes(keyword.text) + "; this line is ignored");
    return std::nullopt;
  }
  if (!is_keyword(keyword.text) || !has_equals) {
    pass_over(complaints, keyword.place,
              "expected KEYWORD = value, got " + in_quotes(text.substr(start)));
    return std::nullopt;
  }
  const std::size_t value = std::min(text.find_first_not_of(' ', equals + 1), text.size());
  return LsfAssignment{keyword, line.word(value, text.size() - value)};
}

std::string horizontal_value(const LsfWord& written, Complaints& complaints) {
  std::string text = written.text;
  if (!text.starts_with('(')) return value_of(text);
  if (!is_one_group(text))
    complaints.warning(written.place.line, written.place.column,
                       "LSF takes the first ( and the last ) of a value away, and here they are no "
                       "pair: put the whole value into parentheses");
  if (const auto last = text.rfind(')'); last != std::string::npos) text.erase(last, 1);
  return value_of(std::string_view(text).substr(1));
}

bool is_one_group(std::string_view text) {
  return text.starts_with('(') && group_end(text, 0) == text.size();
}

}  // namespace mcsim::config
