// The comments of a trace: what they tell of its machine, and rows that hide in them.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/base/slots.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/digits.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/swf.hpp"

namespace mcsim::trace {
namespace {

constexpr std::string_view header_blanks = " \t";

/// The first word of `text`, within it; empty: there is none.
std::string_view header_word(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(header_blanks), text.size()));
  return text.substr(0, text.find_first_of(header_blanks));
}

}  // namespace

/// `; MaxProcs: 100`, from behind the semicolon: the first of each counts; anything else is a
/// comment.
void SwfReader::read_header(std::string_view line, std::size_t start) {
  check_hidden_row(line);
  const auto colon = line.find(':', start);
  if (colon == std::string_view::npos) return;
  const std::string_view key = header_word(line.substr(start, colon - start));
  const std::string_view text = header_word(line.substr(colon + 1));
  const auto decimal = read_decimal(text);
  const bool is_known = decimal && !decimal->negative && is_whole(*decimal);
  const auto number = is_known ? in_units(*decimal, 0) : std::nullopt;
  const auto column = static_cast<std::size_t>(text.data() - line.data()) + 1;
  check_size({"MaxProcs", key, text, column}, number, header_.max_procs, wrong_procs_);
  check_size({"MaxNodes", key, text, column}, number, header_.max_nodes, wrong_nodes_);
  if (key == "TimeZone" && !header_.time_zone) read_time_zone(text, column);
  if (key == "TimeZoneString" && !zone_name_) note_zone_name(text, column);
  if (key == "UnixStartTime" && !header_.unix_start_time && !number && !text.empty())
    complaints_.warning(this->line(), column,
                        "UnixStartTime: expected whole seconds since 1970, found " +
                            in_quotes(text) + "; not used");
  if (key == "AllowOveruse" && !header_.allow_overuse) read_overuse(text, column);
  if (!number) return;
  const auto note = [&](std::string_view name, std::optional<std::int64_t>& value) {
    if (key == name && !value) value = number;
  };
  note("MaxJobs", header_.max_jobs);
  note("MaxProcs", header_.max_procs);
  note("MaxNodes", header_.max_nodes);
  note("UnixStartTime", header_.unix_start_time);
}

/// Whole minutes, less than a day, are what clocks differ by.
void SwfReader::read_time_zone(std::string_view text, std::size_t column) {
  constexpr std::int64_t day = 24 * 60 * 60;
  const auto decimal = read_decimal(text);
  const auto seconds = decimal && is_whole(*decimal) ? in_units(*decimal, 0) : std::nullopt;
  if (seconds && *seconds % 60 == 0 && -day < *seconds && *seconds < day)
    header_.time_zone = *seconds;
  else if (!text.empty())
    complaints_.warning(line(), column,
                        "TimeZone: expected whole minutes of less than a day, in seconds, found " +
                            in_quotes(text));
}

/// No table of clocks is here to ask.
void SwfReader::note_zone_name(std::string_view text, std::size_t column) {
  if (text.empty() || text == "UTC" || text == "GMT") return;
  zone_name_ = about_file(complaints_.file(),
                          "TimeZoneString: " + in_quotes(text) +
                              " is not looked up, and there is no TimeZone: its clock is taken as "
                              "UTC; for another one: utc_offset");
  zone_name_->line = line();
  zone_name_->column = column;
  zone_name_->severity = Severity::warning;
}

void SwfReader::read_overuse(std::string_view text, std::size_t column) {
  if (same_name(text, "true"))
    header_.allow_overuse = true;
  else if (same_name(text, "false"))
    header_.allow_overuse = false;
  else if (!text.empty())
    complaints_.warning(line(), column,
                        "AllowOveruse: expected True or False, found " + in_quotes(text));
}

/// Notes a size that is out of range, or contradicts an earlier one. Words and -1 mean that the
/// size is not known.
void SwfReader::check_size(const HeaderWord& word, std::optional<std::int64_t> number,
                           std::optional<std::int64_t> before, std::optional<Diagnostic>& wrong) {
  const std::size_t first = word.text.find_first_not_of("+-.");
  const bool is_size = word.key == word.name && word.text != "-1" && first < word.text.size() &&
                       is_digit(word.text[first]);
  if (!is_size || wrong) return;
  std::string message = std::string(word.name) + ": ";
  if (!number || *number < 1 || *number > most_slots)
    message += "expected a whole number from 1 to " + std::to_string(most_slots) + ", found " +
               in_quotes(word.text);
  else if (before && *before != *number)
    message += std::to_string(*number) + ", but " + std::to_string(*before) + " above";
  else
    return;
  wrong = about_file(complaints_.file(), std::move(message));
  wrong->line = line();
  wrong->column = word.column;
}

/// A row behind a lone carriage return is part of the comment, but does not look so. Such returns
/// may end all lines, those of more comments before the first row, too.
void SwfReader::check_hidden_row(std::string_view line) {
  for (std::size_t end = line.find('\r'); end != std::string_view::npos;
       end = line.find('\r', end + 1)) {
    const std::size_t next = line.find_first_not_of(" \t\r", end);
    if (next >= line.size() || (line[next] != '-' && !is_digit(line[next]))) continue;
    complaints_.error(this->line(), end + 1,
                      "a carriage return without a line feed, and what looks like a row behind it; "
                      "expected lines that end in LF or CRLF");
    return;
  }
}

/// What is wrong with the comment that tells the size.
const std::optional<Diagnostic>& SwfReader::wrong_size() const {
  return wrong_procs_ || header_.max_procs ? wrong_procs_ : wrong_nodes_;
}

std::optional<std::int64_t> SwfReader::slots() {
  const auto& slots = header_.max_procs ? header_.max_procs : header_.max_nodes;
  if (slots && !wrong_size()) return slots;
  Diagnostic refusal = wrong_size().value_or(
      about_file(complaints_.file(), "its header gives neither MaxProcs nor MaxNodes"));
  refusal.message += "; say how many slots there are: --slots N";
  complaints_.add(std::move(refusal));
  return std::nullopt;
}

Expected<SwfHeader, Diagnostics> read_swf_header(const std::string& path,
                                                 const std::string& shown_name) {
  auto reader = SwfReader::open(path, shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));
  SwfRow row;
  reader->next(row);
  if (reader->rows() == 0) return Unexpected(reader->complaints().take());
  return reader->header();
}

Expected<std::int64_t, Diagnostics> read_swf_slots(const std::string& path,
                                                   const std::string& shown_name) {
  auto reader = SwfReader::open(path, shown_name);
  if (!reader) return Unexpected(std::move(reader.error()));
  SwfRow row;
  bool goes_on = reader->next(row);
  const auto slots = reader->rows() > 0 ? reader->slots() : std::nullopt;
  if (slots) return *slots;
  while (goes_on) goes_on = reader->next(row);
  return Unexpected(reader->complaints().take());
}

}  // namespace mcsim::trace
