// Text as JSON has it: in strings, and in the steps of pointers.
#include <algorithm>

#include "mcsim/io/json_tree.hpp"

namespace mcsim {
namespace {

/// Bytes of the UTF-8 letter at the front of `text`, 0 where it is none. Source: RFC 3629,
/// section 4.
std::size_t letter_length(std::string_view text) {
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

/// A letter of one byte as it stands in a JSON string.
void write_letter(char letter, std::string& out) {
  constexpr char digits[] = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(letter);
  if (letter == '"' || letter == '\\')
    (out += '\\') += letter;
  else if (letter == '\n')
    out += "\\n";
  else if (letter == '\t')
    out += "\\t";
  else if (code < 0x20 || code == 0x7F)
    ((out += "\\u00") += digits[code >> 4]) += digits[code & 15];
  else
    out += letter;
}

}  // namespace

std::string quoted_json(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = letter_length(text);
    if (length == 1)
      write_letter(text.front(), out);
    else
      out += length == 0 ? "\\ufffd" : text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out + '"';
}

std::string pointer_step(std::string_view key) {
  std::string text;
  for (const char letter : key)
    if (letter == '~')
      text += "~0";
    else if (letter == '/')
      text += "~1";
    else
      text += letter;
  return text;
}

std::string name_of_step(std::string_view step) {
  std::string name;
  for (std::size_t at = 0; at < step.size(); ++at) {
    const bool escape = step[at] == '~' && at + 1 < step.size();
    name += !escape ? step[at] : step[++at] == '1' ? '/' : '~';
  }
  return name;
}

}  // namespace mcsim
