// The bytes of LSF's files: read from the disk, and checked to be text.
#include "lsf_bytes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "mcsim/io/lsf_file.hpp"

namespace mcsim {
namespace {

struct LeadByte {
  std::size_t length;         ///< of the letter; 0: no letter begins so
  unsigned char least, most;  ///< of the second byte
};

/// Source: RFC 3629, section 4.
LeadByte lead_byte(unsigned char lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead < 0xC2 || lead > 0xF4) return {0, 0, 0};
  if (lead < 0xE0) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead < 0xF0) return {3, 0x80, static_cast<unsigned char>(lead == 0xED ? 0x9F : 0xBF)};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  return {4, 0x80, static_cast<unsigned char>(lead == 0xF4 ? 0x8F : 0xBF)};
}

/// The bytes of the letter at `at`; 0: it is none.
std::size_t letter_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t place) { return static_cast<unsigned char>(text[place]); };
  const LeadByte lead = lead_byte(byte(at));
  if (lead.length <= 1) return lead.length;
  if (lead.length > text.size() - at) return 0;
  if (byte(at + 1) < lead.least || byte(at + 1) > lead.most) return 0;
  for (std::size_t next = 2; next < lead.length; ++next)
    if ((byte(at + next) & 0xC0) != 0x80) return 0;
  return lead.length;
}

/// Where something begins that is no text; its size: nowhere.
std::size_t first_bad_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = text[at] == '\0' ? 0 : letter_length(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

Diagnostics refusal(const std::string& source, std::string message) {
  Diagnostics diagnostics;
  diagnostics.add(about_file(source, std::move(message)));
  return diagnostics;
}

}  // namespace

bool is_lsf_text(std::string_view text, Complaints& complaints) {
  if (text.size() > largest_lsf_file) {
    complaints.error(0, 0, "larger than 64 MiB");
    return false;
  }
  const std::size_t bad = first_bad_byte(text);
  if (bad == text.size()) return true;
  const std::string_view before = text.substr(0, bad);
  const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  complaints.error(line, bad - line_start + 1,
                   text[bad] == '\0' ? "a zero byte; is this a text file?"
                                     : "not UTF-8; expected text in ASCII or UTF-8");
  return false;
}

Expected<std::string, Diagnostics> read_lsf_text(const std::string& path,
                                                 const std::string& source) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return Unexpected(refusal(source, "is a directory; expected a file"));
  if (!std::filesystem::exists(path, error)) return Unexpected(refusal(source, "no such file"));
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::vector<char> block(std::size_t{1} << 18);
  while (file && text.size() <= largest_lsf_file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad()) return Unexpected(refusal(source, "cannot be read"));
  if (text.size() > largest_lsf_file) return Unexpected(refusal(source, "larger than 64 MiB"));
  return text;
}

}  // namespace mcsim
