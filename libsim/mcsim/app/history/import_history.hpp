// mcsim import: a site's accounting files, and its configuration where it is LSF's, become a
// scenario.
#pragma once

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/history/import_request.hpp"

namespace mcsim::app {

/// Writes the folder, tells what was read, guessed and left out, and what to type next.
ExitCode import_history(const ImportRequest& request, const Console& console);

}  // namespace mcsim::app
