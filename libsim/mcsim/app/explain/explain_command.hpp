// `mcsim explain`: what happened to one job, queue, host or lease of a finished run, and why.
#pragma once

#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/explain/replay.hpp"

namespace mcsim::app {

struct ExplainRequest {
  ReplayRequest replay{};
  std::string job{};    ///< ID or ID@CLUSTER; exactly one of these four is given
  std::string queue{};  ///< NAME or NAME@CLUSTER
  std::string host{};   ///< NAME or NAME@CLUSTER
  std::string lease{};  ///< PROVIDER:CONSUMER
  bool json = false;
  bool all = false;  ///< every line, however many there are
};

/// Plays the run of a folder again and prints the story. Errors become exit codes: 2 for names that
/// the run does not have, 3 for folders that cannot be played again.
ExitCode explain_command(const ExplainRequest& request, const Registry& registry,
                         const Console& console);

}  // namespace mcsim::app
