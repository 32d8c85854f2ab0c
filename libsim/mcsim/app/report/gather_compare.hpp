// Reads the folder of a comparison or a sweep for its page.
#pragma once

#include "mcsim/app/report/report_command.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/report/compare_page.hpp"

namespace mcsim::app {

/// Whether a folder is of a comparison or a sweep, and not of a run.
bool is_comparison(const std::string& folder);

/// Errors: its results were not collected yet, or compare.json cannot be read, or is not what the
/// reference says.
Expected<CompareContents, Diagnostics> gather_compare(const ReportRequest& request);

}  // namespace mcsim::app
