// `mcsim report`: one page of HTML that shows what a folder of results holds.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

struct ReportRequest {
  std::string folder{};
  std::string output{};      ///< empty: report.html in the folder
  bool partial = false;      ///< accepts the folder of an interrupted run too
  PolicyOptions programs{};  ///< --policy
};

/// Writes the page. Errors become exit codes: 3 for folders that cannot be read, of which nothing
/// is written; 1 where the page cannot be written, and what had its name is still there.
ExitCode report_command(const ReportRequest& request, const Registry& registry,
                        const Console& console);

}  // namespace mcsim::app
