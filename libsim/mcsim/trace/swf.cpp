// Rows of the Standard Workload Format: a fast way for rows of whole numbers, and a slow one that
// knows fractions and says what is wrong.
#include "mcsim/trace/swf.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mcsim/text/decimal.hpp"
#include "mcsim/text/digits.hpp"
#include "mcsim/text/utf16.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::trace {
namespace {

enum class FieldKind : std::uint8_t {
  whole,   // a number
  code,    // a number that is mostly short
  named,   // the same of another job; what is no whole number names none
  time,    // seconds; becomes milliseconds
  unused,  // any number; of use is only whether it is above 0
};

struct Field {
  std::string_view name;
  FieldKind kind;
};

constexpr std::array<Field, SwfReader::fields> field_table = {{
    {"job number", FieldKind::whole},
    {"submit time", FieldKind::time},
    {"wait time", FieldKind::time},
    {"run time", FieldKind::time},
    {"number of allocated processors", FieldKind::code},
    {"average CPU time used", FieldKind::unused},
    {"used memory", FieldKind::unused},
    {"requested number of processors", FieldKind::code},
    {"requested time", FieldKind::time},
    {"requested memory", FieldKind::unused},
    {"status", FieldKind::code},
    {"user id", FieldKind::code},
    {"group id", FieldKind::code},
    {"executable number", FieldKind::code},
    {"queue number", FieldKind::code},
    {"partition number", FieldKind::code},
    {"preceding job number", FieldKind::named},
    {"think time", FieldKind::time},
}};

constexpr std::int64_t most_seconds =
    std::chrono::duration_cast<std::chrono::seconds>(longest_duration).count();
constexpr std::int64_t most_number = 1'000'000'000'000'000;  // 10^15
constexpr std::int64_t most_mb = 1'000'000'000'000;          // more than hosts can have

bool is_blank(char letter) { return letter == ' ' || letter == '\t'; }
bool is_number(FieldKind kind) { return kind != FieldKind::time && kind != FieldKind::unused; }

/// Reads on behind `digits`, which are eight. No digits: there are sixteen or more in all, which is
/// too many.
[[gnu::noinline]] Digits read_more(const char* place, Digits digits) {
  constexpr std::uint64_t powers[] = {1, 10, 100, 1000, 10'000, 100'000, 1'000'000, 10'000'000};
  const Digits more = read_digits(place + digits.count);
  if (more.count == 8) return {};
  return {digits.number * powers[more.count] + more.number, digits.count + more.count};
}

/// A number of up to four digits, digit by digit; false: it is none, or longer.
[[gnu::always_inline]] inline bool read_short(const char*& place, std::int64_t& value) {
  const auto digit = [&](int at) { return static_cast<unsigned char>(place[at]) - unsigned{'0'}; };
  unsigned number = digit(0);
  if (number > 9) return false;
  int count = 1;
  for (; count < 4; ++count) {
    const unsigned next = digit(count);
    if (next > 9) break;
    number = number * 10 + next;
  }
  if (count == 4 && digit(4) <= 9) return false;
  value = number;
  place += count;
  return true;
}

/// One field other than -1.
template <std::size_t field>
[[gnu::always_inline]] inline bool read_known(const char*& place, std::int64_t& value) {
  constexpr FieldKind kind = field_table[field].kind;
  if constexpr (kind == FieldKind::unused) {
    const std::size_t count = count_digits(place);
    value = count == 1 && *place == '0' ? 0 : 1;
    place += count;
    return count > 0 && count < 8;
  }
  if constexpr (kind == FieldKind::code || kind == FieldKind::named)
    if (read_short(place, value)) return true;
  Digits digits = read_digits(place);
  if (digits.count == 8 && place[8] > ' ') digits = read_more(place, digits);
  if (digits.count == 0) return false;
  const auto number = static_cast<std::int64_t>(digits.number);
  if (kind == FieldKind::time && number > most_seconds) return false;
  place += digits.count;
  value = kind == FieldKind::time ? number * 1000 : number;
  return true;
}

/// The same behind further blanks, where the columns of a trace are aligned.
template <std::size_t field>
[[gnu::noinline]] bool read_behind_blanks(const char*& place, std::int64_t& value) {
  while (*place == ' ') ++place;
  return read_known<field>(place, value);
}

/// One field, with the one blank before it. Most rows are made of whole numbers of at most eight
/// digits and of -1, and have single blanks; all else is left to slower readers.
template <std::size_t field>
[[gnu::always_inline]] inline bool read_fast(const char*& place,
                                             std::array<std::int64_t, SwfReader::fields>& values) {
  if constexpr (field > 0)
    if (*place++ != ' ') return false;
  if (place[0] == '-') {
    if (place[1] != '1' || place[2] > ' ') return false;
    values[field] = -1;
    place += 2;
    return true;
  }
  if (read_known<field>(place, values[field])) [[likely]]
    return true;
  return *place == ' ' && read_behind_blanks<field>(place, values[field]);
}

/// `count` fields from `first` on.
template <std::size_t first, std::size_t count>
[[gnu::always_inline]] inline bool read_some(const char*& place,
                                             std::array<std::int64_t, SwfReader::fields>& values) {
  return [&]<std::size_t... field>(std::index_sequence<field...>) {
    return (read_fast<first + field>(place, values) && ...);
  }(std::make_index_sequence<count>{});
}

/// All fields of a row of 18 whole numbers. False: read_slowly() must read it. Many traces have -1
/// in all of the last five fields.
bool read_fast(std::string_view line, std::array<std::int64_t, SwfReader::fields>& values) {
  constexpr std::size_t known = 13;
  constexpr std::string_view unknown = " -1 -1 -1 -1 -1";
  const char* place = line.data();
  if (!read_some<0, known>(place, values)) return false;
  if (line.data() + line.size() - place == unknown.size() &&
      std::memcmp(place, unknown.data(), unknown.size()) == 0) {
    std::fill(values.begin() + known, values.end(), -1);
    return true;
  }
  if (!read_some<known, SwfReader::fields - known>(place, values)) return false;
  while (*place == ' ') ++place;
  return place == line.data() + line.size();
}

std::string wish_for(FieldKind kind) {
  return is_number(kind) ? "a whole number" : kind == FieldKind::time ? "seconds" : "a number";
}

std::string at_most(FieldKind kind) {
  if (kind == FieldKind::time) return std::to_string(most_seconds) + " seconds (1,000 years)";
  return std::to_string(most_number);
}

std::string_view next_word(std::string_view line, std::size_t& place) {
  while (place < line.size() && is_blank(line[place])) ++place;
  const std::size_t start = place;
  while (place < line.size() && !is_blank(line[place])) ++place;
  return line.substr(start, place - start);
}

}  // namespace

Expected<SwfReader, Diagnostics> SwfReader::open(const std::string& path,
                                                 const std::string& shown_name) {
  auto source = ByteSource::open(path, shown_name);
  if (!source) return Unexpected(std::move(source.error()));
  return SwfReader(*std::move(source), shown_name);
}

bool SwfReader::next(SwfRow& row) {
  while (lines_.next(text_)) {
    const std::string_view line = text_;
    std::size_t start = 0;
    while (start < line.size() && is_blank(line[start])) ++start;
    if (start == line.size()) continue;
    if (line[start] == ';') {
      read_header(line, start + 1);
      continue;
    }
    ++rows_;
    if (read_row(line, row)) return true;
    if (is_utf16(line)) {  // which is told
      --rows_;
      return false;
    }
  }
  if (lines_.failure()) {
    Diagnostic failure = *lines_.failure();
    failure.line = lines_.number() + 1;
    complaints_.add(std::move(failure));
  } else if (rows_ == 0 && !complaints_.any_errors())
    complaints_.error(0, 0, "has no jobs; expected rows of 18 numbers");
  return false;
}

bool SwfReader::read_row(std::string_view line, SwfRow& row) {
  Values values;
  if (!read_fast(line, values) && !read_slowly(line, values)) return false;
  row.job = values[0];
  row.submit = Duration{values[1]};
  row.wait = Duration{values[2]};
  row.run = Duration{values[3]};
  row.allocated = values[4];
  row.requested = values[7];
  row.requested_time = Duration{values[8]};
  row.status = values[10];
  row.user = values[11];
  row.group = values[12];
  row.application = values[13];
  row.queue = values[14];
  row.partition = values[15];
  row.has_memory = values[memory_at_] > 0;
  row.preceding = values[16];
  row.think = Duration{values[17]};
  if (row.job >= 0) [[likely]]
    return true;

  std::size_t place = 0;
  const std::string_view job = next_word(line, place);
  complaints_.error(
      this->line(), static_cast<std::size_t>(job.data() - line.data()) + 1,
      "job number (field 1): expected a whole number from 0, found " + in_quotes(job));
  return false;
}

/// Reads any row, with fractions, missing fields and mistakes. False: the row is bad, and the
/// complaints say why.
bool SwfReader::read_slowly(std::string_view line, Values& values) {
  if (is_utf16(line)) {
    complaints_.error(this->line(), 1, std::string(not_utf16));
    return false;
  }
  if (const std::size_t end = line.find('\r');
      line.find_first_not_of(" \t\r", end) != std::string_view::npos) {
    complaints_.error(this->line(), end + 1,
                      "a carriage return without a line feed within a row; expected lines that end "
                      "in LF or CRLF");
    return false;
  }
  values.fill(-1);
  bool good = true;
  std::size_t place = 0;
  std::size_t field = 0;
  for (; field < fields; ++field) {
    const std::string_view word = next_word(line, place);
    if (word.empty()) break;
    const auto column = static_cast<std::size_t>(word.data() - line.data()) + 1;
    good = read_field(word, field, column, values) && good;
  }
  if (field < fewest_fields) {
    complaints_.error(this->line(), line.size() + 1,
                      "fields missing: expected 18 numbers, found " + std::to_string(field));
    return false;
  }
  if (field < fields && lines_.is_last_unended() && short_rows_ + 1 < rows_) {
    complaints_.error(this->line(), line.size() + 1,
                      "the file ends within this row, behind field " + std::to_string(field) +
                          " of 18: it is cut off");
    return false;
  }
  if (field < fields) ++short_rows_;
  if (field == fields && !next_word(line, place).empty()) ++long_rows_;
  return good;
}

bool SwfReader::read_field(std::string_view text, std::size_t field, std::size_t column,
                           Values& values) {
  const auto [name, kind] = field_table[field];
  const auto wrong = [&](const std::string& wish) {
    complaints_.error(line(), column,
                      std::string(name) + " (field " + std::to_string(field + 1) + "): expected " +
                          wish + ", found " + in_quotes(text));
    return false;
  };
  const auto number = read_decimal(text);
  if (!number) return wrong(wish_for(kind));
  if (kind == FieldKind::unused) {
    values[field] = number->negative || number->digits == 0 ? 0 : 1;
    return true;
  }
  if (kind == FieldKind::named && !is_whole(*number)) return true;  // values has -1 there
  if (is_number(kind) && !is_whole(*number)) return wrong(wish_for(kind));
  const auto units = in_units(*number, kind == FieldKind::time ? 3 : 0);
  const std::int64_t most = kind == FieldKind::time ? most_seconds * 1000 : most_number;
  if (!units || *units > most || *units < -most) return wrong("at most " + at_most(kind));
  values[field] = kind == FieldKind::time && *units < 0 ? -1 : *units;
  return true;
}

std::int64_t SwfReader::memory_mb() const {
  std::string_view word;
  std::size_t place = 0;
  for (std::size_t field = 0; field <= memory_at_; ++field) word = next_word(text_, place);
  constexpr std::int64_t of_mb = 1024 * 1000;  // thousandths of a KB
  const auto number = read_decimal(word);
  const auto thousandths = number ? in_units(*number, 3) : std::nullopt;
  if (!thousandths) return most_mb;
  return std::clamp((*thousandths + of_mb - 1) / of_mb, std::int64_t{1}, most_mb);
}

void SwfReader::sum_up() {
  if (const auto& wrong = wrong_size()) {
    Diagnostic warning = *wrong;
    warning.severity = Severity::warning;
    complaints_.add(std::move(warning));
  }
  if (zone_name_ && !header_.time_zone) complaints_.add(*zone_name_);
  const auto warn = [&](std::uint64_t rows, const std::string& what) {
    if (rows > 0)
      complaints_.warning(0, 0,
                          std::to_string(rows) + " of " + counted(rows_, "row") +
                              (rows == 1 ? " has " : " have ") + what);
  };
  warn(short_rows_, "fewer than 18 fields; the missing ones count as unknown");
  warn(long_rows_, "more than 18 fields; the others are not looked at");
}

}  // namespace mcsim::trace
