// The bytes of LSF's files: read from the disk, and checked to be text.
#include "mcsim/config/lsf/lsf_bytes.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/config/lsf/lsf_words.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/utf8.hpp"

namespace mcsim::config {
namespace {

/// The first byte from `at` on that is no text; the size of `text`: there is none.
std::size_t next_bad_byte(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t length = text[at] == '\0' ? 0 : letter_length(text.substr(at));
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

constexpr std::string_view description = "DESCRIPTION";
constexpr std::size_t most_strange = 1'000;  ///< letters; with more of them it is no text

bool begins_with(std::string_view line, std::string_view word) {
  return same_name(line.substr(0, word.size()), word);
}
bool ends_with(std::string_view line, std::string_view word) {
  return same_name(line.substr(line.size() - std::min(line.size(), word.size())), word);
}

/// What the lines before the current one say of it, and what that line says up to a byte.
class LsfPlaces {
 public:
  /// Goes on to the next line.
  void take(std::string_view line) {
    const std::string_view words = without_blank_ends(line);
    if (!goes_on_) is_description_ = begins_with(words, description);
    goes_on_ = words.ends_with('\\');
    has_description_column_ = will_have_description_column_;
    if (ends_with(words, description))
      will_have_description_column_ = true;
    else if (begins_with(words, "begin"))
      will_have_description_column_ = false;
    line_ = line;
    at_ = 0;
    in_quotes_ = false;
    in_comment_ = false;
    in_group_ = false;
  }

  /// Whether nothing depends on the byte at `at` of the line: it is in a comment, in DESCRIPTION =
  /// text, or in a group of a table whose last column is DESCRIPTION. Within a line, `at` must not
  /// decrease.
  bool says_nothing(std::size_t at) {
    for (; at_ < at; ++at_) {
      in_comment_ = in_comment_ || (line_[at_] == '#' && !in_quotes_);
      in_quotes_ = in_quotes_ != (line_[at_] == '"');
      in_group_ = in_group_ || line_[at_] == '(';
    }
    return in_comment_ || is_description_ || (in_group_ && has_description_column_);
  }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
  bool in_quotes_ = false;
  bool in_comment_ = false;
  bool in_group_ = false;
  bool goes_on_ = false;
  bool is_description_ = false;
  bool has_description_column_ = false;
  bool will_have_description_column_ = false;
};

/// LSF's lines end in line feeds. Text behind a lone carriage return looks like a line of its own,
/// and may be part of a comment.
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

std::optional<LsfText> as_lsf_text(std::string_view text, Complaints& complaints) {
  if (text.size() > largest_lsf_file) {
    complaints.error(0, 0, "larger than 64 MiB");
    return std::nullopt;
  }
  check_line_ends(text, complaints);
  LsfText good{.text = std::string(text), .unread_lines = {}};
  std::size_t letters = 0;
  bool has_warned = false;
  LsfPlaces places;
  std::size_t bad = next_bad_byte(text, 0);
  for (std::size_t start = 0, number = 1; bad < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    places.take(text.substr(start, end - start));
    for (; bad < end; bad = next_bad_byte(text, bad + 1)) {
      const std::size_t column = bad - start + 1;
      if (text[bad] == '\0') {
        complaints.error(number, column, "a zero byte; is this a text file?");
        return std::nullopt;
      }
      if (++letters > most_strange) {
        complaints.error(number, column,
                         "more than 1,000 letters that are not UTF-8; is this a text file?");
        return std::nullopt;
      }
      good.text[bad] = '?';
      if (!places.says_nothing(bad - start)) {
        if (good.unread_lines.insert(number).second)
          complaints.error(number, column, "not UTF-8; expected text in ASCII or UTF-8");
      } else if (!has_warned) {
        complaints.warning(number, column,
                           "not UTF-8; in comments and descriptions such letters do no harm");
        has_warned = true;
      }
    }
    start = end + 1;
  }
  return good;
}

Expected<std::string, Diagnostics> read_lsf_text(const std::string& path,
                                                 const std::string& source) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) return refusal(source, "no such file");
  return read_file(path, source, largest_lsf_file);
}

}  // namespace mcsim::config
