// Writes manual pages from the tree of commands.
#pragma once

#include <string>

#include "mcsim/app/command/command_page.hpp"

namespace mcsim::app {

/// "mcsim-run"; for the whole tree "mcsim".
std::string man_page_name(const CommandPage& program, const CommandPage& command);

/// The page of a command, or of the whole tree, in the language of man(7).
std::string man_page(const CommandPage& program, const CommandPage& command);

}  // namespace mcsim::app
