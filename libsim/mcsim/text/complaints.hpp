// The complaints about one file while it is read: collected, capped, and handed over in the order
// of their places.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::text {

/// What is wrong with `file` as a whole.
inline Diagnostic about_file(std::string file, std::string message) {
  return {.severity = Severity::error,
          .file = std::move(file),
          .line = 0,
          .column = 0,
          .pointer = {},
          .message = std::move(message)};
}

/// The same as the only diagnostic of an error result.
inline Unexpected<Diagnostics> refusal(std::string file, std::string message) {
  return Unexpected(Diagnostics{{about_file(std::move(file), std::move(message))}});
}

/// Notes what is wrong with one file. Past `most` complaints only their number is kept, and how
/// much more is lost of what earlier ones tell.
class Complaints {
 public:
  static constexpr std::size_t most = 100;

  explicit Complaints(std::string file) : file_(std::move(file)) {}

  void error(std::size_t line, std::size_t column, std::string message, std::string pointer = {}) {
    any_errors_ = true;  // also when the message is left out
    add(Severity::error, line, column, std::move(message), std::move(pointer));
  }
  void warning(std::size_t line, std::size_t column, std::string message, Loss loss = {}) {
    add(Severity::warning, line, column, std::move(message), {}, std::move(loss));
  }
  /// Of what changes nothing for whoever waits.
  void minor_warning(std::size_t line, std::size_t column, std::string message) {
    add(Severity::warning, line, column, std::move(message), {}, {}, true);
  }
  void add(Diagnostic diagnostic) {
    any_errors_ = any_errors_ || diagnostic.severity == Severity::error;
    const auto by_place = [](const Diagnostic& a, const Diagnostic& b) {
      return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    };
    auto& list = list_.list;
    list.insert(std::upper_bound(list.begin(), list.end(), diagnostic, by_place),
                std::move(diagnostic));
  }

  bool any_errors() const { return any_errors_; }
  const std::string& file() const { return file_; }

  /// All complaints in the order of their places.
  Diagnostics take() {
    if (left_out_ > 0) {
      list_.add(about_file(file_, "and " + std::to_string(left_out_) + " more"));
      if (!errors_left_out_) list_.list.back().severity = Severity::warning;
    }
    return std::move(list_);
  }

 private:
  void add(Severity severity, std::size_t line, std::size_t column, std::string message,
           std::string pointer = {}, Loss loss = {}, bool is_minor = false) {
    if (list_.list.size() >= most) {
      ++left_out_;
      for (Diagnostic& told : list_.list)
        if (told.loss.take_in(loss)) break;  // what is lost is counted all the same
      errors_left_out_ = errors_left_out_ || severity == Severity::error;
      return;
    }
    add({.severity = severity,
         .file = file_,
         .line = line,
         .column = column,
         .pointer = std::move(pointer),
         .message = std::move(message),
         .loss = std::move(loss),
         .is_minor = is_minor});
  }

  std::string file_;
  Diagnostics list_;
  std::uint64_t left_out_ = 0;
  bool errors_left_out_ = false;
  bool any_errors_ = false;
};

/// `text` as a diagnostic quotes it: in quotes, on one line, and cut if it is long.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  const auto continues = [](char letter) { return (letter & 0xC0) == 0x80; };
  std::size_t length = std::min(text.size(), longest);
  while (length > 0 && length < text.size() && continues(text[length])) --length;
  std::string result = "\"";
  for (const char letter : text.substr(0, length))
    result += static_cast<unsigned char>(letter) < ' ' || letter == '\x7F' ? '?' : letter;
  return result + (text.size() > length ? "...\"" : "\"");
}

}  // namespace mcsim::text
