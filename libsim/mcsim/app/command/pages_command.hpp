// `mcsim completion` and `mcsim man`: completions and manual pages of the command line itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/command/command_page.hpp"

namespace mcsim::app {

struct PagesRequest {
  std::string shell;                  ///< of completion
  std::string command;                ///< of man; empty: the whole program
  std::optional<std::string> folder;  ///< of man, -o
};

/// The shells that `mcsim completion` knows.
std::vector<std::string> completion_shells();

/// Prints the completion script for a shell. Returns 2 for an unknown shell.
ExitCode completion_command(const PagesRequest& request, const CommandPage& program,
                            const Console& console);

/// Prints one manual page, or writes all of them into a folder. Returns 2 for an unknown command, 1
/// if writing fails.
ExitCode man_command(const PagesRequest& request, const CommandPage& program,
                     const Console& console);

}  // namespace mcsim::app
