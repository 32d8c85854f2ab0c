// `mcsim convert`: a trace in another form.
#pragma once

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/results/convert.hpp"

namespace mcsim::app {

/// Converts, and prints the number of rows; with `json` as {"rows": N}. The jobs.csv of an
/// interrupted run is refused unless `partial` is set.
ExitCode convert_command(const ConvertRequest& request, bool partial, bool json,
                         const Console& console);

}  // namespace mcsim::app
