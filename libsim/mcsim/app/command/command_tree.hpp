// All subcommands of `mcsim` with their options: one tree for the parser, --help, the manual pages
// and the completions of the shells.
#pragma once

#include "mcsim/app/command/offers.hpp"
#include "mcsim/app/command/typed_line.hpp"
#include "mcsim/registry/registry.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Adds the subcommands to `app`, which fills in `typed` when it parses.
void add_commands(CLI::App& app, Typed& typed, const Registry& registry, Offers& offers);

}  // namespace mcsim::app
