// Reads backtest_series.csv.
#include "mcsim/report/backtest_series.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "mcsim/report/table_columns.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/decimal.hpp"

namespace mcsim::report {
namespace {

constexpr int mean_decimals = 6;
constexpr double mean_scale = 1e6;

/// A mean; none: it is no number.
std::optional<double> mean_of(std::string_view field) {
  const auto number = read_decimal(field);
  const auto value = number ? in_units(*number, mean_decimals) : std::nullopt;
  if (!value) return std::nullopt;
  return static_cast<double>(*value) / mean_scale;
}

}  // namespace

Expected<BacktestSeries, Diagnostics> read_backtest_series(const std::string& path) {
  auto reader = CsvReader::open(path, path);
  if (!reader) return Unexpected(reader.error());
  const TableColumns row(*reader,
                         {"time", "really_busy", "run_busy", "really_waiting", "run_waiting"});
  if (reader->complaints().any_errors()) return Unexpected(reader->complaints().take());
  BacktestSeries series;
  std::vector<double>* const lists[] = {&series.really_busy, &series.run_busy,
                                        &series.really_waiting, &series.run_waiting};
  while (reader->next()) {
    const Instant at = row.seconds(0, 0);
    const std::size_t count = series.really_busy.size();
    if (count == 0) series.from = at;
    if (count == 1) series.width = at - series.from;
    if (at != series.from + static_cast<std::int64_t>(count) * series.width)
      row.complain(0, "a time as far behind the one before as all are");
    std::size_t column = 1;
    for (std::vector<double>* const list : lists) {
      const auto mean = mean_of(row.text(column));
      if (!mean) row.complain(column, "a number");
      list->push_back(mean.value_or(0));
      ++column;
    }
  }
  if (reader->complaints().any_errors()) return Unexpected(reader->complaints().take());
  series.width = std::max<std::int64_t>(series.width, 1);
  return series;
}

}  // namespace mcsim::report
