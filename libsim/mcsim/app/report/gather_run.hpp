// Reads a run folder for its page.
#pragma once

#include "mcsim/app/report/report_command.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/report/run_page.hpp"

namespace mcsim::app {

struct GatheredRun {
  RunContents report;
  Diagnostics warnings{};
};

/// Errors: it is not a run folder, or of an interrupted run; a file of it has changed since, or
/// cannot be read. What only some pictures need, such as inputs that have changed, becomes a note
/// on the page and a warning.
Expected<GatheredRun, Diagnostics> gather_run(const ReportRequest& request,
                                              const Registry& registry);

}  // namespace mcsim::app
