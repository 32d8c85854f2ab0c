// Scripts that let a shell complete the words of a command line, made from the tree of commands.
#pragma once

#include <string>

#include "mcsim/app/command/command_page.hpp"

namespace mcsim::app {

/// For bash 4.3 or newer; needs nothing but bash.
std::string bash_completion(const CommandPage& program);
/// For zsh with compinit: a file _mcsim in fpath, or sourced.
std::string zsh_completion(const CommandPage& program);
/// For fish 3 or newer.
std::string fish_completion(const CommandPage& program);

}  // namespace mcsim::app
