// `mcsim elim` and its options.
#pragma once

#include "mcsim/app/command/offers.hpp"
#include "mcsim/app/elim/elim_command.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Adds the subcommands elim check, run and record, which fill in `to`.
void add_elim(CLI::App& app, ElimRequest& to, Offers& offers);

}  // namespace mcsim::app
