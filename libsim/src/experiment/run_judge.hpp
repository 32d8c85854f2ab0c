// Whether a run came to what its scenario expects.
#pragma once

#include <string>

#include "mcsim/experiment/console.hpp"
#include "mcsim/experiment/exit_code.hpp"
#include "mcsim/experiment/run_command.hpp"
#include "mcsim/io/scenario.hpp"
#include "run_report.hpp"

namespace mcsim {

/// Says which gates, and with --check which expectations, do not hold. `summary` is the text of
/// summary.json.
ExitCode judge(const RunRequest& request, const Scenario& scenario, const RunReport& report,
               const std::string& summary, const Console& console);

}  // namespace mcsim
