// Tables as text: comma-separated values, quoted as RFC 4180 says, with names in the first row.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

  /// Errors: the file cannot be read, or its first row does not give each column its own name.
  static Expected<CsvReader, Diagnostics> open(const std::string& path,
                                               const std::string& shown_name);

  const std::vector<std::string>& names() const { return names_; }
  /// The column called `name`, from 0; none if there is none.
  std::optional<std::size_t> find(std::string_view name) const;

  /// The next row with as many fields as there are names. False: there is none.
  bool next();

  /// A field of this row without its quotes, valid until the next call of next().
  std::string_view operator[](std::size_t column) const;
  std::size_t line_of(std::size_t column) const { return fields_[column].line; }
  std::size_t column_of(std::size_t column) const { return fields_[column].column; }

  /// The caller adds what it finds wrong with a field.
  Complaints& complaints() { return complaints_; }

 private:
  /// Where a field ends in text_, and where it begins in the file, from 1.
  struct Field {
    std::size_t end;
    std::size_t line;
    std::size_t column;
  };

  CsvReader(ByteSource source, std::string shown_name)
      : lines_(std::move(source)), complaints_(std::move(shown_name)) {}

  bool read_names();
  bool take_line();
  bool read_fields();
  bool read_plain();
  bool read_quoted();
  bool wrong(std::size_t line, std::size_t column, std::string message);

  LineReader lines_;
  Complaints complaints_;
  std::vector<std::string> names_;
  std::string_view line_;  ///< what is being read, and how far it is read
  std::size_t place_ = 0;
  std::string text_;  ///< the fields of the row, one after the other
  std::vector<Field> fields_;
  bool ended_ = false;
};

}  // namespace mcsim::text
