// The cells of a row of a table that was written here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/text/csv.hpp"
#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::app {

class CsvCells {
 public:
  /// Cells in quotes may have commas, and quotes twice. The row must outlive this, unchanged.
  explicit CsvCells(std::string_view row) {
    if (row.ends_with('\n')) row.remove_suffix(1);
    constexpr std::size_t usual = 32;
    cells_.reserve(usual);
    bool is_quoted = false;
    std::size_t start = 0;
    for (std::size_t at = 0; at < row.size(); ++at) {
      if (row[at] == '"') is_quoted = !is_quoted;
      if (row[at] != ',' || is_quoted) continue;
      cells_.push_back(row.substr(start, at - start));
      start = at + 1;
    }
    cells_.push_back(row.substr(start));
    row_ = row;
  }

  /// From 0.
  std::string text(std::size_t column) const {
    std::string_view cell = cells_.at(column);
    if (!cell.starts_with('"')) return std::string(cell);
    return trace::without_doubled_quotes(cell.substr(1, cell.size() - 2));
  }
  /// Without its guard against spreadsheets.
  std::string name(std::size_t column) const {
    const std::string cell = text(column);
    return std::string(without_guard(cell));
  }
  struct Place {
    std::size_t at = 0;  ///< in the row
    std::size_t size = 0;
  };
  Place place(std::size_t column) const {
    const std::string_view cell = cells_.at(column);
    return {static_cast<std::size_t>(cell.data() - row_.data()), cell.size()};
  }

 private:
  std::string_view row_;
  std::vector<std::string_view> cells_;
};

}  // namespace mcsim::app
