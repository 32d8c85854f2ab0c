// `mcsim decide` and its options.
#pragma once

#include "mcsim/app/command/decide_command.hpp"
#include "mcsim/app/command/offers.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Adds the subcommand decide.
void add_decide(CLI::App& app, DecideRequest& to, Offers& offers);

}  // namespace mcsim::app
