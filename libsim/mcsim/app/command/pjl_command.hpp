// `mcsim pjl`: the command line that PAM starts for a given one.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/config/lsf/pam_command.hpp"

namespace mcsim::app {

struct PjlRequest {
  std::vector<std::string> words;  ///< pam, and what follows it
  PamCallback callback{};
  bool json = false;
};

/// Prints the words that PAM starts, and where TaskStarter stands among them. Mistakes in the
/// command line go to standard error; then the exit code is 2.
ExitCode pjl_cmdline(const PjlRequest& request, const Console& console);

}  // namespace mcsim::app
