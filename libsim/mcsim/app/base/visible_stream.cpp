// Escapes what a terminal would not show as letters, and writes it.
#include "mcsim/app/base/visible_stream.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include "mcsim/text/utf8.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t most_held = std::size_t{64} << 10;

bool is_plain(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return (code >= 0x20 && code < 0x7F) || letter == '\n' || letter == '\t';
}

/// Whether a character controls the direction of writing. Names in right-to-left scripts may hold
/// such characters, but with them a name can be made to look like another one. Source: Unicode
/// Standard Annex 9, section 2.
bool turns_direction(unsigned code) {
  return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

void put_digits(unsigned code, int digits, std::string& out) {
  for (int digit = digits - 1; digit >= 0; --digit)
    out += "0123456789abcdef"[code >> digit * 4 & 15];
}

void put_letter(std::string_view letter, std::string& out) {
  const unsigned code = code_point(letter, letter.size());
  if (!is_control(code) && !turns_direction(code)) {
    out += letter;
  } else {
    out += "\\u";
    put_digits(code, 4, out);
  }
}

/// How many of the last bytes are the beginning of an incomplete character.
std::size_t unfinished(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

void append_visible(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const auto plain =
        static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const std::size_t length = letter_length(text);
    if (length > 0) {
      put_letter(text.substr(0, length), out);
    } else {
      out += "\\x";
      put_digits(static_cast<unsigned char>(text.front()), 2, out);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

}  // namespace

std::string visible(std::string_view text) {
  std::string out;
  append_visible(text, out);
  return out;
}

VisibleBuffer::~VisibleBuffer() {
  append_visible(text_, visible_);
  write_out();
}

void VisibleBuffer::put_command(std::string_view command) {
  append_visible(text_, visible_);  // no character continues after a command
  text_.clear();
  visible_ += command;
}

VisibleBuffer::int_type VisibleBuffer::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
  const char one = traits_type::to_char_type(letter);
  return xsputn(&one, 1) == 1 ? letter : traits_type::eof();
}

std::streamsize VisibleBuffer::xsputn(const char* text, std::streamsize count) {
  show({text, static_cast<std::size_t>(count)});
  return error_number_ == 0 ? count : 0;
}

int VisibleBuffer::sync() {
  write_out();
  return error_number_ == 0 ? 0 : -1;
}

void VisibleBuffer::show(std::string_view text) {
  if (!text_.empty()) {
    text_ += text;
    text = text_;
  }
  const std::size_t rest = unfinished(text);
  append_visible(text.substr(0, text.size() - rest), visible_);
  text_ = std::string(text.substr(text.size() - rest));
  if (visible_.size() >= most_held) write_out();
}

void VisibleBuffer::write_out() {
  std::string_view rest = visible_;
  while (!rest.empty() && error_number_ == 0) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      error_number_ = written < 0 ? errno : ENOSPC;
    else
      rest.remove_prefix(static_cast<std::size_t>(written));
  }
  visible_.clear();
}

}  // namespace mcsim::app
