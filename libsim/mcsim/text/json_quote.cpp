// Text as JSON has it: in strings, and in the steps of pointers.
#include <algorithm>

#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/utf8.hpp"

namespace mcsim::text {
namespace {

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

/// How many letters `text` begins with that stand in JSON as they are.
std::size_t plain_length(std::string_view text) {
  const auto is_plain = [](char letter) {
    return letter >= 0x20 && letter < 0x7F && letter != '"' && letter != '\\';
  };
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
}

}  // namespace

std::string quoted_json(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 2);
  out += '"';
  while (true) {
    const std::size_t plain = plain_length(text);
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
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

}  // namespace mcsim::text
