// Tables as text: comma-separated values, quoted as RFC 4180 says, with names in the first row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/lines.hpp"

namespace mcsim::text {

/// `text` as a field: in quotes where it holds a comma, a quote or a line end.
std::string csv_field(std::string_view text);

/// A user's name for something as a field. One that a spreadsheet would take for a formula (it
/// starts with = + - @, a tab or a carriage return, and is no number) gets a ' in front; so does a
/// name that looks as if it had got one already.
std::string csv_name(std::string_view name);

/// The name that csv_name() wrote, without its guard.
std::string_view without_guard(std::string_view name);

/// Reads a table row by row. Mistakes are noted, and reading goes on after the row.
class CsvReader {
 public:
  static constexpr std::size_t longest_row = std::size_t{16} << 20;
  static constexpr std::size_t behind_field = LineReader::behind_line;

  /// Errors: the file cannot be read, or its first row does not give each column its own name.
  static Expected<CsvReader, Diagnostics> open(const std::string& path,
                                               const std::string& shown_name);

  const std::vector<std::string>& names() const { return names_; }
  /// The column called `name`, from 0; none if there is none.
  std::optional<std::size_t> find(std::string_view name) const;

  /// The next row with as many fields as there are names. False: there is none.
  bool next();

  /// A field of this row without its quotes, valid until the next call of next(). `behind_field`
  /// bytes after it are readable.
  std::string_view operator[](std::size_t column) const {
    MCSIM_CHECK(column < count_, "a field beyond the last column was asked for");
    const std::size_t start = column == 0 ? 0 : ends_[column - 1] + std::size_t{1};
    return {fields_ + start, ends_[column] - start};
  }
  /// Where a field begins in the file, from 1: its quotes, if it has some.
  std::size_t line_of(std::size_t column) const {
    return is_plain_ ? lines_.number() : places_[column].line;
  }
  std::size_t column_of(std::size_t column) const {
    if (!is_plain_) return places_[column].column;
    return static_cast<std::size_t>((*this)[column].data() - fields_) + 1;
  }
  bool is_quoted(std::size_t column) const { return !is_plain_ && places_[column].is_quoted; }

  std::uint64_t rows() const { return rows_; }  ///< read so far, bad ones included
  /// The caller adds what it finds wrong with a field.
  Complaints& complaints() { return complaints_; }
  /// XXH64 of the file's bytes as they lie on the disk; to be called after the last row.
  Expected<std::uint64_t, Diagnostic> hash() { return lines_.source().hash(); }

 private:
  /// Where a field of a row with quotes begins in the file, from 1.
  struct Place {
    std::size_t line;
    std::size_t column;
    bool is_quoted;
  };

  CsvReader(ByteSource source, std::string shown_name)
      : lines_(std::move(source)), complaints_(std::move(shown_name)) {}

  bool read_names();
  bool take_line();
  bool read_fields();
  void split();
  bool read_quoted_row();
  bool read_plain();
  bool read_quoted();
  bool wrong(std::size_t line, std::size_t column, std::string message);

  LineReader lines_;
  Complaints complaints_;
  std::vector<std::string> names_;
  std::string_view line_;  ///< what is being read, and how far it is read
  std::size_t place_ = 0;
  const char* fields_ = nullptr;  ///< of this row, one after the other, with one byte between them
  std::vector<std::uint32_t> ends_;  ///< of fields, in fields_; at least count_
  std::size_t count_ = 0;            ///< of fields
  bool is_plain_ = true;             ///< fields_ is the line itself
  std::string text_;                 ///< fields_, if it is not
  std::vector<Place> places_;        ///< likewise
  std::uint64_t rows_ = 0;
  bool ended_ = false;
};

}  // namespace mcsim::text
