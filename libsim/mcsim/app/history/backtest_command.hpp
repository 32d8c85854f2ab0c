// mcsim backtest: a recorded history is run again, and compared with what really happened.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

struct BacktestRequest {
  std::string input;              ///< a folder of mcsim import, or a scenario
  std::string folder;             ///< -o
  std::vector<std::string> sets;  ///< --set PATH=VALUE
  PolicyOptions programs;
  std::string warnings = "first";
  std::int64_t stories = 10;  ///< --stories: of how many jobs, those that differ most
  std::string every{};  ///< --every: the length of spans of the series; empty: by the history's
  std::string command_line;
  std::string program = "mcsim";
};

/// Runs, and writes backtest.csv (groups of jobs), backtest_series.csv (slots in use and jobs that
/// wait, over time) and backtest_stories.txt (the jobs that differ most) beside the results of the
/// run. Errors become exit codes.
ExitCode backtest_command(const BacktestRequest& request, const Registry& registry,
                          const Console& console);

}  // namespace mcsim::app
