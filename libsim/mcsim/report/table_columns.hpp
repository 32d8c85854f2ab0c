// The columns of a table of a run by their names, and their fields as numbers.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/report/run_tables.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/csv.hpp"

namespace mcsim::report {

/// Columns by their names. Each that is not `optional` must be there.
class TableColumns {
 public:
  TableColumns(CsvReader& reader, std::initializer_list<std::string_view> names,
               std::initializer_list<std::string_view> optional = {})
      : reader_(reader) {
    for (const std::string_view name : names) {
      const auto found = reader.find(name);
      if (!found && std::ranges::find(optional, name) == optional.end())
        reader.complaints().error(1, 0, "column " + std::string(name) + " is missing");
      at_.push_back(found);
    }
  }
  std::string_view text(std::size_t which) const {
    return at_[which] ? reader_[*at_[which]] : std::string_view{};
  }
  std::string_view name(std::size_t which) const { return without_guard(text(which)); }

  std::int64_t whole(std::size_t which) const {
    const std::string_view field = text(which);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    if (error != std::errc{} || end != field.data() + field.size())
      complain(which, "a whole number");
    return number;
  }
  /// Milliseconds; an empty field is `absent`.
  Instant seconds(std::size_t which, Instant absent = no_instant) const {
    const std::string_view field = text(which);
    if (field.empty()) return absent;
    std::int64_t number = 0;
    const char* const last = field.data() + field.size();
    auto [end, error] = std::from_chars(field.data(), last, number);
    constexpr std::int64_t largest = std::int64_t{1} << 52;
    std::int64_t thousandths = 0;
    if (error == std::errc{} && end != last && *end == '.' && last - end == 4)
      std::tie(end, error) = three_digits(end + 1, last, thousandths);
    if (error != std::errc{} || end != last || number < 0 || number > largest) {
      complain(which, "seconds");
      return absent;
    }
    return number * 1000 + thousandths;
  }
  void complain(std::size_t which, std::string_view expected) const {
    const std::size_t column = at_[which].value_or(0);
    reader_.complaints().error(
        reader_.line_of(column), reader_.column_of(column),
        "expected " + std::string(expected) + ", got " + in_quotes(text(which)));
  }

 private:
  static std::pair<const char*, std::errc> three_digits(const char* from, const char* last,
                                                        std::int64_t& number) {
    const auto [end, error] = std::from_chars(from, last, number);
    return {end, number < 0 ? std::errc::invalid_argument : error};
  }

  CsvReader& reader_;
  std::vector<std::optional<std::size_t>> at_;
};

}  // namespace mcsim::report
