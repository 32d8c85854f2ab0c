// Where the tokens of a JSON text begin, found by looking back from where they end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::text {

/// Turns offsets into lines, counted from `first_line`, and columns; offsets must not decrease.
class LineCounter {
 public:
  explicit LineCounter(std::string_view text, std::uint32_t first_line = 1)
      : text_(text), line_(first_line) {}

  JsonPlace at(std::size_t offset) {
    for (; offset_ < offset; ++offset_) {
      if (text_[offset_] != '\n') continue;
      ++line_;
      line_start_ = offset_ + 1;
    }
    return {0, line_, static_cast<std::uint32_t>(offset - line_start_ + 1)};
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_;
};

inline bool is_number_letter(char letter) {
  return (letter >= '0' && letter <= '9') || letter == '+' || letter == '-' || letter == '.' ||
         letter == 'e' || letter == 'E';
}

/// The letters of a number from `start` on.
inline std::string_view number_at(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && is_number_letter(text[end])) ++end;
  return text.substr(start, end - start);
}

/// Where the string that ends before `end` (behind its closing quote) begins.
inline std::size_t string_start(std::string_view text, std::size_t end) {
  for (std::size_t quote = end - 1; quote-- > 0;) {
    if (text[quote] != '"') continue;
    std::size_t slashes = 0;
    while (slashes < quote && text[quote - slashes - 1] == '\\') ++slashes;
    if (slashes % 2 == 0) return quote;
  }
  return 0;
}

/// The number that the parser has just read; to know its end it may have looked one letter further.
inline std::string_view last_number(std::string_view text, std::size_t consumed) {
  std::size_t end = consumed;
  if (end > 0 && !is_number_letter(text[end - 1])) --end;
  std::size_t start = end;
  while (start > 0 && is_number_letter(text[start - 1])) --start;
  return text.substr(start, end - start);
}

/// Where the small letters that end before `end` begin: of `true`, and of `tru` as well.
inline std::size_t word_start(std::string_view text, std::size_t end) {
  while (end > 0 && text[end - 1] >= 'a' && text[end - 1] <= 'z') --end;
  return end;
}

/// Where the token that ends before `end` begins; one byte behind the text stands for its end.
inline std::size_t token_start(std::string_view text, std::size_t end) {
  if (end == 0 || end > text.size()) return text.size();
  if (text[end - 1] == '"') return string_start(text, end);
  if (const std::size_t word = word_start(text, end); word < end) return word;
  const std::size_t number = last_number(text, end).size();
  return end - std::max<std::size_t>(number, 1);
}

}  // namespace mcsim::text
