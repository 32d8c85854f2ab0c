// What a history and its run have had over time: backtest_series.csv of `mcsim backtest`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/report/run_tables.hpp"

namespace mcsim::report {

/// Means over equal spans, one behind the other.
struct BacktestSeries {
  Instant from = 0;
  std::int64_t width = 0;  ///< milliseconds
  std::vector<double> really_busy{};
  std::vector<double> run_busy{};
  std::vector<double> really_waiting{};
  std::vector<double> run_waiting{};
};

/// Errors: the table cannot be read, is not what the reference says, or has spans of several
/// lengths.
Expected<BacktestSeries, Diagnostics> read_backtest_series(const std::string& path);

}  // namespace mcsim::report
