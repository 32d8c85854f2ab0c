// Letters in UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

/// Bytes of the UTF-8 letter at the front of `text`; 0: there is none. Source: RFC 3629, section 4.
inline std::size_t letter_length(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < least || byte(1) > most) return 0;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  for (std::size_t at = 2; at < length; ++at)
    if ((byte(at) & 0xC0) != 0x80) return 0;
  return length;
}

/// The number of the letter at the front of `text`, which is one of `length` bytes.
inline unsigned code_point(std::string_view text, std::size_t length) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  if (length == 1) return byte(0);
  unsigned code = byte(0) & (0x7FU >> length);
  for (std::size_t at = 1; at < length; ++at) code = code << 6 | (byte(at) & 0x3FU);
  return code;
}

/// Controls of ISO 6429 (C0, DEL, C1), and the ends of lines and paragraphs.
inline bool is_control(unsigned code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

/// Whether a text holds a control letter, or a byte that is not UTF-8; `blanks_may`: line feeds,
/// tabs and carriage returns do not count.
inline bool has_control(std::string_view text, bool blanks_may = false) {
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    if (length == 0) return true;
    const char first = text.front();
    const bool blank = first == '\n' || first == '\t' || first == '\r';
    if (is_control(code_point(text, length)) && !(blank && blanks_may)) return true;
    text.remove_prefix(length);
  }
  return false;
}

}  // namespace mcsim::text
