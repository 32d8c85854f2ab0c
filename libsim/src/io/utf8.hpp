// Letters in UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcsim {

/// Bytes of the UTF-8 letter at the front of `text`, 0 where it is none. Source: RFC 3629,
/// section 4.
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

}  // namespace mcsim
