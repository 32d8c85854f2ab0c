// Jobs, bars and series as columns of bytes, which page/unpack.js reads.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/report/backtest_series.hpp"
#include "mcsim/report/pack.hpp"
#include "mcsim/report/run_pictures.hpp"
#include "mcsim/report/run_tables.hpp"

namespace mcsim::report {

/// Columns by name, in the order in which their bytes follow one another.
class ColumnSet {
 public:
  Column& add(std::string name) {
    columns_.emplace_back(std::move(name), Column{});
    return columns_.back().second;
  }
  const std::vector<std::pair<std::string, Column>>& all() const { return columns_; }
  std::string bytes() const;

 private:
  std::vector<std::pair<std::string, Column>> columns_;
};

/// `series.busy.0.least` and so on, of the cluster with this number: least from bin to bin, what
/// the most is above it, and the mean above it in hundredths.
void add_series_columns(const RunPictures& pictures, ColumnSet& to);

/// `backtest.busy.really` and so on: hundredths, from span to span.
void add_backtest_columns(const BacktestSeries& series, ColumnSet& to);

struct JobColumns {
  std::int64_t unit = 1;   ///< milliseconds: of all times in the columns
  std::int64_t parts = 0;  ///< hosts of bars, but for those of a bar that are as of the one before
};

/// `job.*`: jobs as in jobs.csv. `bar.*`: the bars of the first job by their start, then those of
/// the second. `part.*`: the hosts of the first bar, then those of the second.
JobColumns add_job_columns(const RunTables& tables, ColumnSet& to);

}  // namespace mcsim::report
