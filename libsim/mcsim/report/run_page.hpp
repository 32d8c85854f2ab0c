// The page of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/report/backtest_series.hpp"
#include "mcsim/report/counter_errors.hpp"
#include "mcsim/report/run_tables.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/views/calendar.hpp"

namespace mcsim::report {

/// What happened to one job, in lines.
struct JobTold {
  std::uint32_t job = 0;  ///< its row in jobs.csv
  std::string text;
};

/// All that the page of a run is made of.
struct RunContents {
  std::string folder;  ///< as the user named it
  JsonNode summary;
  JsonNode scenario;
  Calendar calendar{};
  RunTables tables{};
  std::vector<JobTold> stories{};
  std::vector<std::string> notes{};  ///< what the page cannot show, and why
  std::string program{};             ///< that makes the page, with its version
  std::optional<BacktestSeries> backtest{};
  std::vector<QueueErrors> counters{};  ///< most wrong ones first
};

/// The whole file.
std::string run_page(RunContents report);

}  // namespace mcsim::report
