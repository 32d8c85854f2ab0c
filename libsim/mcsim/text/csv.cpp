// Comma-separated values: fields put into quotes, and read from them.
#include "mcsim/text/csv.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "mcsim/text/decimal.hpp"
#include "mcsim/text/utf16.hpp"

namespace mcsim::text {
namespace {

/// Whether a spreadsheet would compute `text` as a formula, once any ' in front are taken away.
/// Source: OWASP, "CSV Injection".
bool is_like_formula(std::string_view text) {
  const std::size_t start = text.find_first_not_of('\'');
  return start != std::string_view::npos &&
         std::string_view("=+-@\t\r").find(text[start]) != std::string_view::npos;
}

/// The high bits of those of eight bytes that are commas, the first in the lowest byte.
[[gnu::always_inline]] inline std::uint64_t commas_in(const char* from) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t lows = 0x7F * ones;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  bytes ^= ',' * ones;
  return ~(((bytes & lows) + lows) | bytes | lows);
}

std::string enclosed(std::string_view text) {
  std::string field = "\"";
  for (const char letter : text) {
    if (letter == '"') field += '"';
    field += letter;
  }
  return field + '"';
}

}  // namespace

std::string csv_field(std::string_view text) {
  const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos;
  return plain ? std::string(text) : enclosed(text);
}

std::string csv_name(std::string_view name) {
  const bool guarded = is_like_formula(name) && !read_decimal(name);
  const std::string text = (guarded ? "'" : "") + std::string(name);
  // A spreadsheet that takes ; for the end of a field would compute what follows.
  return text.find(';') == std::string::npos ? csv_field(text) : enclosed(text);
}

std::string_view without_guard(std::string_view name) {
  const bool guarded = name.starts_with('\'') && is_like_formula(name);
  return guarded ? name.substr(1) : name;
}

Expected<CsvReader, Diagnostics> CsvReader::open(const std::string& path,
                                                 const std::string& shown_name) {
  auto source = ByteSource::open(path, shown_name);
  if (!source) return Unexpected(std::move(source.error()));
  CsvReader reader(*std::move(source), shown_name);
  if (!reader.read_names()) return Unexpected(reader.complaints_.take());
  return reader;
}

bool CsvReader::read_names() {
  if (!take_line()) {
    if (!complaints_.any_errors()) complaints_.error(0, 0, "is empty; expected a row of names");
    return false;
  }
  if (is_utf16(line_)) {
    complaints_.error(1, 1, std::string(not_utf16));
    return false;
  }
  if (!read_fields()) return false;
  for (std::size_t column = 0; column < count_; ++column) {
    const std::string name((*this)[column]);
    if (name.empty())
      wrong(line_of(column), column_of(column), "expected the name of a column, found nothing");
    else if (find(name))
      wrong(line_of(column), column_of(column), "column " + in_quotes(name) + " comes twice");
    names_.push_back(name);
  }
  return !complaints_.any_errors();
}

std::optional<std::size_t> CsvReader::find(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names_.begin());
}

bool CsvReader::next() {
  while (take_line()) {
    if (line_.empty() && names_.size() > 1) continue;
    const std::size_t first_line = lines_.number();
    ++rows_;
    if (!read_fields()) continue;
    if (count_ == names_.size()) [[likely]]
      return true;
    wrong(first_line, 0,
          "expected " + std::to_string(names_.size()) +
              " fields, as many as the first row names, found " + std::to_string(count_));
  }
  return false;
}

bool CsvReader::take_line() {
  place_ = 0;
  if (!ended_ && lines_.next(line_)) return true;
  if (!ended_ && lines_.failure()) complaints_.add(*lines_.failure());
  ended_ = true;
  return false;
}

/// Reads the fields from here to the end of the row. False: one is malformed, which was complained
/// about. Most rows have no quotes, and their fields stay where they are.
bool CsvReader::read_fields() {
  const auto has = [&](char letter) {
    return !line_.empty() && std::memchr(line_.data(), letter, line_.size()) != nullptr;
  };
  is_plain_ = !has('"') && !has('\r');
  if (!is_plain_) return read_quoted_row();
  split();
  return true;
}

/// Finds the commas of the line, eight bytes at a time. All that changes is kept in registers.
void CsvReader::split() {
  fields_ = line_.data();
  if (ends_.size() < names_.size() + 16) ends_.resize(names_.size() + 16);
  const char* const line = line_.data();
  const std::size_t size = line_.size();
  std::uint32_t* end = ends_.data();
  const std::uint32_t* last = end + ends_.size() - 9;  // behind which eight more may not fit
  std::size_t at = 0;
  const auto note = [&](std::uint64_t commas) {
    if (end > last) [[unlikely]] {
      const auto count = static_cast<std::size_t>(end - ends_.data());
      ends_.resize(2 * ends_.size());
      end = ends_.data() + count;
      last = ends_.data() + ends_.size() - 9;
    }
    for (; commas != 0; commas &= commas - 1)
      *end++ = static_cast<std::uint32_t>(at + static_cast<unsigned>(std::countr_zero(commas)) / 8);
  };
  for (; at + 8 <= size; at += 8) note(commas_in(line + at));
  if (at < size) note(commas_in(line + at) & ((std::uint64_t{1} << (size - at) * 8) - 1));
  *end++ = static_cast<std::uint32_t>(size);
  count_ = static_cast<std::size_t>(end - ends_.data());
}

bool CsvReader::read_quoted_row() {
  text_.clear();
  ends_.clear();
  places_.clear();
  count_ = 0;
  while (true) {
    const bool in_quotes = place_ < line_.size() && line_[place_] == '"';
    places_.push_back({lines_.number(), place_ + 1, in_quotes});
    if (in_quotes ? !read_quoted() : !read_plain()) return false;
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
    text_ += ',';
    if (place_ == line_.size()) break;
    ++place_;  // the comma
  }
  text_.append(behind_field, '\n');
  fields_ = text_.data();
  count_ = ends_.size();
  return true;
}

bool CsvReader::read_plain() {
  const std::size_t end = std::min(line_.find(',', place_), line_.size());
  const std::string_view field = line_.substr(place_, end - place_);
  if (const std::size_t quote = field.find('"'); quote != std::string_view::npos)
    return wrong(lines_.number(), place_ + quote + 1,
                 "a quote inside of a field without quotes; expected the whole field in quotes, "
                 "and \"\" for each quote in it");
  if (const std::size_t end_of_line = field.find('\r'); end_of_line != std::string_view::npos)
    return wrong(
        lines_.number(), place_ + end_of_line + 1,
        "a carriage return inside of a field without quotes; expected lines that end in LF "
        "or CRLF");
  text_.append(field);
  place_ = end;
  return true;
}

bool CsvReader::read_quoted() {
  const std::size_t first_line = lines_.number();
  const std::size_t first_column = ++place_;
  while (text_.size() <= longest_row) {
    const std::size_t quote = line_.find('"', place_);
    text_.append(line_.substr(place_, quote - place_));
    if (quote == std::string_view::npos) {
      const bool crlf = line_.data()[line_.size()] == '\r';
      text_.append(crlf ? "\r\n" : "\n");
      if (!take_line()) return wrong(first_line, first_column, "the quotes are never closed");
    } else if (quote + 1 < line_.size() && line_[quote + 1] == '"') {
      text_ += '"';
      place_ = quote + 2;
    } else {
      place_ = quote + 1;
      if (place_ == line_.size() || line_[place_] == ',') return true;
      return wrong(lines_.number(), place_ + 1, "expected a comma after the closing quote");
    }
  }
  ended_ = true;
  return wrong(first_line, first_column,
               "a row is longer than 16 MiB; are the quotes ever closed?");
}

bool CsvReader::wrong(std::size_t line, std::size_t column, std::string message) {
  complaints_.error(line, column, std::move(message));
  return false;
}

}  // namespace mcsim::text
