// What a program has written to its standard error: how much, and its first lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcsim::app {

class ElimErrors {
 public:
  static constexpr std::size_t most_kept = 5;
  static constexpr std::size_t longest = 200;

  void add(std::string_view bytes) {
    for (const char letter : bytes) {
      if (!is_within_) ++lines_;
      is_within_ = letter != '\n';
      if (lines_ > most_kept) continue;
      first_.resize(static_cast<std::size_t>(lines_));
      if (is_within_) append(first_.back(), letter);
    }
  }

  std::uint64_t lines() const { return lines_; }
  /// The first lines, without their ends, and only the beginning of long ones.
  const std::vector<std::string>& first() const { return first_; }

 private:
  /// A letter of several bytes is not cut.
  static void append(std::string& line, char letter) {
    const bool continues = (letter & 0xC0) == 0x80;
    const bool is_control = (letter >= 0 && letter < ' ') || letter == '\x7F';
    if (line.size() < longest + (continues ? 3 : 0)) line += is_control ? '?' : letter;
  }

  std::uint64_t lines_ = 0;
  bool is_within_ = false;  ///< the last line has not ended
  std::vector<std::string> first_;
};

}  // namespace mcsim::app
