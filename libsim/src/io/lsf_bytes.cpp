// The bytes of LSF's files: read from the disk, and checked to be text.
#include "lsf_bytes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "lsf_words.hpp"
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

/// Where something begins that is no text, from `at` on; its size: nowhere.
std::size_t next_bad_byte(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t length = text[at] == '\0' ? 0 : letter_length(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::size_t line_start(std::string_view text, std::size_t at) {
  return text.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
}

std::string_view without_blank_ends(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

/// Whether a `#` outside of double quotes stands before the end of this piece of a line.
bool opens_comment(std::string_view line) {
  bool in_quotes = false;
  for (const char letter : line) {
    if (letter == '#' && !in_quotes) return true;
    in_quotes = in_quotes != (letter == '"');
  }
  return false;
}

constexpr std::string_view description = "DESCRIPTION";
constexpr std::size_t most_strange = 1'000;  ///< letters; with more of them it is no text

/// Whether the line, or the one that it goes on from, is DESCRIPTION = text.
bool is_description(std::string_view text, std::size_t start) {
  while (start > 0) {
    const std::size_t before = line_start(text, start - 1);
    if (!without_blank_ends(text.substr(before, start - before - 1)).ends_with('\\')) break;
    start = before;
  }
  const std::string_view line = without_blank_ends(text.substr(start));
  return same_name(line.substr(0, description.size()), description);
}

/// Whether the byte is in the last column of a table whose last column is DESCRIPTION.
bool is_in_description_column(std::string_view text, std::size_t at) {
  const std::size_t start = line_start(text, at);
  if (text.substr(start, at - start).find('(') == std::string_view::npos) return false;
  for (std::size_t line = start; line > 0;) {
    const std::size_t before = line_start(text, line - 1);
    const std::string_view words = without_blank_ends(text.substr(before, line - before - 1));
    const std::size_t last = words.size() - std::min(words.size(), description.size());
    if (same_name(words.substr(last), description)) return true;
    if (same_name(words.substr(0, 5), "begin")) return false;
    line = before;
  }
  return false;
}

/// Whether nothing depends on what stands there.
bool says_nothing(std::string_view text, std::size_t at) {
  const std::size_t start = line_start(text, at);
  return opens_comment(text.substr(start, at - start)) || is_description(text, start) ||
         is_in_description_column(text, at);
}

/// LSF's lines end in line feeds. What stands behind a carriage return alone looks as if it stood
/// on a line of its own, and may be part of a comment.
void check_line_ends(std::string_view text, Complaints& complaints) {
  std::size_t at = text.find('\r');
  while (at != std::string_view::npos && at + 1 < text.size() &&
         (text[at + 1] == '\n' || text[at + 1] == '\r'))
    at = text.find('\r', at + 1);
  if (at == std::string_view::npos || at + 1 == text.size()) return;
  const auto line = static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n')) + 1;
  const std::size_t column = at - line_start(text, at) + 1;
  if (text.find('\n') == std::string_view::npos)
    complaints.error(line, column, "lines that end in carriage returns; LSF's end in line feeds");
  else
    complaints.warning(line, column,
                       "a carriage return inside of a line: LSF's lines end in line feeds, so what "
                       "stands behind it goes on with what stands before it");
}

}  // namespace

std::optional<std::string> as_lsf_text(std::string_view text, Complaints& complaints) {
  if (text.size() > largest_lsf_file) {
    complaints.error(0, 0, "larger than 64 MiB");
    return std::nullopt;
  }
  check_line_ends(text, complaints);
  std::string good(text);
  std::size_t letters = 0;
  std::size_t line = 1;
  std::size_t counted = 0;    // up to where `line` counts
  std::size_t told_line = 0;  // one error a line is enough
  bool has_warned = false;
  for (std::size_t bad = next_bad_byte(text, 0); bad < text.size();
       bad = next_bad_byte(text, bad + 1)) {
    line += static_cast<std::size_t>(std::ranges::count(text.substr(counted, bad - counted), '\n'));
    counted = bad;
    const std::size_t column = bad - line_start(text, bad) + 1;
    if (text[bad] == '\0') {
      complaints.error(line, column, "a zero byte; is this a text file?");
      return std::nullopt;
    }
    if (++letters > most_strange) {
      complaints.error(line, column,
                       "more than 1,000 letters that are not UTF-8; is this a text file?");
      return std::nullopt;
    }
    good[bad] = '?';
    if (!says_nothing(text, bad)) {
      if (line != told_line)
        complaints.error(line, column, "not UTF-8; expected text in ASCII or UTF-8");
      told_line = line;
    } else if (!has_warned) {
      complaints.warning(line, column,
                         "not UTF-8; in comments and descriptions such letters do no harm");
      has_warned = true;
    }
  }
  return good;
}

Expected<std::string, Diagnostics> read_lsf_text(const std::string& path,
                                                 const std::string& source) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return refusal(source, "is a directory; expected a file");
  if (!std::filesystem::exists(path, error)) return refusal(source, "no such file");
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::vector<char> block(std::size_t{1} << 18);
  while (file && text.size() <= largest_lsf_file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad()) return refusal(source, "cannot be read");
  if (text.size() > largest_lsf_file) return refusal(source, "larger than 64 MiB");
  return text;
}

}  // namespace mcsim
