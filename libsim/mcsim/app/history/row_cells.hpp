// The cells of one row of a table of jobs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/utf8.hpp"
#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::app {

/// Puts cells behind each other, with a comma behind each.
class RowCells {
 public:
  void clear() { row_.clear(); }
  /// The row, without the last comma.
  std::string_view text() const { return std::string_view(row_).substr(0, row_.size() - 1); }

  /// As it stands.
  void add(std::string_view cell) {
    row_ += cell;
    row_ += ',';
  }
  void add_number(std::int64_t number) {
    std::array<char, widest_number> digits;
    add({digits.data(), put_number(digits.data(), number)});
  }
  /// Seconds, and half a second more.
  void add_seconds(std::int64_t seconds, bool and_half) {
    add_number(seconds);
    if (and_half) row_.insert(row_.size() - 1, ".5");
  }
  /// Empty where it is 0 or below.
  void add_known(std::int64_t number) {
    if (number > 0)
      add_number(number);
    else
      add({});
  }
  /// Texts and names as they are meant. A table has no control letters: ? stands for them.
  void add_meant_text(std::string_view text) {
    if (text.empty() || is_plain(text))
      add(text);
    else
      add(csv_field(visible(std::string(text))));
  }
  void add_meant_name(std::string_view text) {
    if (text.empty() || is_plain(text))
      add(text);
    else
      add(csv_name(visible(std::string(text))));
  }
  /// Of a record, a name with doubled quotes.
  void add_name(std::string_view text) {
    if (text.empty() || is_plain(text))
      add(text);
    else
      add(csv_name(visible(trace::without_doubled_quotes(text))));
  }

 private:
  /// Whether a table can have it as it stands, as a text or as a name.
  static bool is_plain(std::string_view text) {
    return std::ranges::none_of(text, is_special) &&
           std::string_view("=+-@").find(text.front()) == std::string_view::npos;
  }
  static bool is_special(char letter) {
    const auto code = static_cast<unsigned char>(letter);
    return code < 0x20 || code >= 0x7F || letter == ',' || letter == ';' || letter == '"' ||
           letter == '\'';
  }
  /// Whether it is UTF-8.
  static bool is_utf8(std::string_view text) {
    while (!text.empty()) {
      const std::size_t length = letter_length(text);
      if (length == 0) return false;
      text.remove_prefix(length);
    }
    return true;
  }
  static std::string visible(std::string text) {
    const bool is_latin = !is_utf8(text);  // a table takes it for ISO 8859-1
    for (std::size_t at = 0; at < text.size();) {
      const std::string_view rest = std::string_view(text).substr(at);
      const std::size_t length = is_latin ? 1 : letter_length(rest);
      const bool is_hidden = is_control(code_point(rest, length));
      if (is_hidden) text.replace(at, length, "?");
      at += is_hidden ? 1 : length;
    }
    return text;
  }

  std::string row_;
};

}  // namespace mcsim::app
