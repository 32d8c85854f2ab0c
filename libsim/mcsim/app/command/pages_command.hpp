// `mcsim completion` and `mcsim man`: the command line tells of itself.
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

/// The shells that completion knows.
std::vector<std::string> completion_shells();

/// Prints the script of completions for a shell. Answers 2 for one that it does not know.
ExitCode completion_command(const PagesRequest& request, const CommandPage& program,
                            const Console& console);

/// Prints one manual page, or writes all of them into a folder. Answers 2 for a command that is
/// not there, 1 for what the disk refuses.
ExitCode man_command(const PagesRequest& request, const CommandPage& program,
                     const Console& console);

}  // namespace mcsim::app
