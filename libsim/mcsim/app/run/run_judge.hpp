// Checks the gates and expectations of a scenario against the results of its run.
#pragma once

#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/run/run_command.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/config/scenario/scenario.hpp"

namespace mcsim::app {

/// Reports which gates, and with --check which expectations, do not hold. `summary` is the text of
/// summary.json.
ExitCode judge(const RunRequest& request, const Scenario& scenario, const RunReport& report,
               const std::string& summary, const Console& console);

}  // namespace mcsim::app
