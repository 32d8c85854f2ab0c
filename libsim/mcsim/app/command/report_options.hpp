// `mcsim report` and its options.
#pragma once

#include "mcsim/app/report/report_command.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

void add_report(CLI::App& app, ReportRequest& to);

}  // namespace mcsim::app
