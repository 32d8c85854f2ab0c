// `mcsim convert`: a trace in another form.
#pragma once

#include "mcsim/experiment/console.hpp"
#include "mcsim/experiment/exit_code.hpp"
#include "mcsim/io/convert.hpp"

namespace mcsim {

/// Converts, and prints how many rows that were; with `json` as {"rows": N}. The jobs.csv of an
/// interrupted run is refused unless `partial`.
ExitCode convert_command(const ConvertRequest& request, bool partial, bool json,
                         const Console& console);

}  // namespace mcsim
