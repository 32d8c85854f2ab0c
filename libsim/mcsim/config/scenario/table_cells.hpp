// The cells of a table of jobs: by column, as numbers and times, with complaints at their places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"
#include "mcsim/config/scenario/table_columns.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/digits.hpp"

namespace mcsim::config {

class TableCells {
 public:
  static constexpr std::int64_t absent = -1;  ///< the cell is empty, or there is no such column
  static constexpr std::int64_t bad = -2;     ///< it was complained about

  /// `source`: of the table, in the draft's tree.
  TableCells(ScenarioDraft& draft, CsvReader& reader, std::uint32_t source);

  /// Complains of columns that are missing, and warns of those that nobody knows. To be called
  /// before the first row. `needs_ids`: a job without a number has none.
  void check_columns(bool needs_ids);

  bool has(JobColumn column) const { return at_[index(column)] != none_such; }
  std::string_view operator[](JobColumn column) const {
    const std::size_t at = at_[index(column)];
    return at == none_such ? std::string_view{} : reader_[at];
  }

  /// A whole number from `least` on, absent, or bad.
  [[gnu::always_inline]] std::int64_t whole(JobColumn column, std::int64_t least,
                                            std::int64_t most) {
    const std::string_view text = (*this)[column];
    if (text.empty()) return absent;
    const Digits digits = read_digits(text.data());
    const auto number = static_cast<std::int64_t>(digits.number);
    if (digits.count == text.size() && number >= least && number <= most) [[likely]]
      return number;
    return whole_slowly(column, least, most);
  }
  /// Seconds from 0 on as milliseconds, absent, or bad.
  [[gnu::always_inline]] std::int64_t milliseconds(JobColumn column) {
    const std::string_view text = (*this)[column];
    if (text.empty()) return absent;
    const Digits digits = read_digits(text.data());
    if (digits.count == text.size()) [[likely]]
      return static_cast<std::int64_t>(digits.number) * 1000;
    return milliseconds_slowly(column);
  }

  /// How long the row's job ran: run_time, or else from when it started to when it ended.
  /// Milliseconds, absent, or bad.
  [[gnu::always_inline]] std::int64_t run() {
    const std::int64_t run = milliseconds(JobColumn::run_time);
    return run == absent && !has(JobColumn::run_time) ? run_by_times() : run;
  }
  /// Which element of an array the row is; 0: none, or the row says by `array` what the array has.
  std::int64_t element() {
    if (!has(JobColumn::index) || !(*this)[JobColumn::array].empty()) return 0;
    const std::int64_t index = whole(JobColumn::index, 0, INT32_MAX);
    return index == absent ? 0 : index;
  }
  /// Whether its run limit has ended it: nobody knows how long it would have run, but longer.
  bool is_cut_off() const;

  /// The place of a cell, or, behind its quotes, of its text.
  JsonPlace place(JobColumn column) const;
  JsonPlace place_of_text(JobColumn column) const;
  JsonPlace place_of_row() const;
  void error(JobColumn column, std::string message);

  std::uint32_t source() const { return source_; }
  /// Warns of what was rounded; to be called once, after the last row.
  void sum_up();

 private:
  static constexpr std::uint16_t none_such = UINT16_MAX;

  static std::size_t index(JobColumn column) { return static_cast<std::size_t>(column); }
  std::int64_t whole_slowly(JobColumn column, std::int64_t least, std::int64_t most);
  std::int64_t milliseconds_slowly(JobColumn column);
  std::int64_t run_by_times();
  void check_column(std::size_t at);

  ScenarioDraft& draft_;
  CsvReader& reader_;
  std::uint32_t source_;
  std::array<std::uint16_t, job_columns.size()> at_{};  ///< by JobColumn: where in the table
  std::uint64_t rounded_ = 0;                           ///< times with more than three decimals
  JsonPlace first_rounded_{};
};

}  // namespace mcsim::config
